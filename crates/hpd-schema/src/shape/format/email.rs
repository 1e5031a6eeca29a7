//! Email addresses: a mailbox of RFC 5321, without a name before it.

use super::network::{is_hostname, is_ipv4, is_ipv6};

/// Bytes of the part before the `@`.
const LONGEST_LOCAL: usize = 64;

pub(super) fn is_email(text: &str) -> bool {
    text.rsplit_once('@').is_some_and(|(local, domain)| is_local(local) && is_domain(domain))
}

fn is_local(local: &str) -> bool {
    if local.len() > LONGEST_LOCAL {
        return false;
    }
    match local.strip_prefix('"') {
        Some(rest) => rest.strip_suffix('"').is_some_and(is_quoted),
        None => local.split('.').all(|atom| !atom.is_empty() && atom.bytes().all(is_atom_byte)),
    }
}

fn is_atom_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte)
}

/// The inside of a quoted part: quotes and backslashes need a backslash before them.
fn is_quoted(inside: &str) -> bool {
    let mut bytes = inside.bytes();
    while let Some(byte) = bytes.next() {
        let is_allowed = match byte {
            b'\\' => bytes.next().is_some_and(|escaped| matches!(escaped, b' '..=b'~' | b'\t')),
            b'"' => false,
            byte => matches!(byte, b' '..=b'~' | b'\t'),
        };
        if !is_allowed {
            return false;
        }
    }
    true
}

fn is_domain(domain: &str) -> bool {
    let Some(literal) = domain.strip_prefix('[').and_then(|domain| domain.strip_suffix(']')) else {
        return is_hostname(domain);
    };
    match literal.get(..5) {
        Some(tag) if tag.eq_ignore_ascii_case("IPv6:") => is_ipv6(&literal[5..]),
        _ => is_ipv4(literal),
    }
}

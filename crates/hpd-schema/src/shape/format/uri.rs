//! URIs of RFC 3986: absolute, that is with a scheme.

use std::net::Ipv6Addr;

pub(super) fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let (hierarchy, query) = rest.split_once('?').unwrap_or((rest, ""));
    is_scheme(scheme) && is_hierarchy(hierarchy) && has_only(query, ":@/?") && has_only(fragment, ":@/?")
}

fn is_scheme(scheme: &str) -> bool {
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

/// An authority with a path, or a path alone.
fn is_hierarchy(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("//") else {
        return has_only(text, ":@/");
    };
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    is_authority(authority) && has_only(path, ":@/")
}

fn is_authority(authority: &str) -> bool {
    let (user, host) = authority.split_once('@').unwrap_or(("", authority));
    let (host, port) = match host.strip_prefix('[') {
        Some(rest) => {
            let Some((literal, after)) = rest.split_once(']') else { return false };
            if !is_ip_literal(literal) {
                return false;
            }
            match after.strip_prefix(':') {
                Some(port) => ("", port),
                None if after.is_empty() => ("", ""),
                None => return false,
            }
        }
        None => host.split_once(':').unwrap_or((host, "")),
    };
    has_only(user, ":") && has_only(host, "") && port.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_ip_literal(literal: &str) -> bool {
    let Some(future) = literal.strip_prefix(['v', 'V']) else {
        return literal.parse::<Ipv6Addr>().is_ok();
    };
    future.split_once('.').is_some_and(|(version, address)| {
        !version.is_empty()
            && version.bytes().all(|byte| byte.is_ascii_hexdigit())
            && !address.is_empty()
            && !address.contains('%')
            && has_only(address, ":")
    })
}

/// Whether a text has only alphanumeric characters, marks, delimiters and encoded bytes, and `more`.
fn has_only(text: &str, more: &str) -> bool {
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let is_allowed = match byte {
            b'%' => {
                let encoded = [bytes.next(), bytes.next()];
                encoded.iter().all(|byte| byte.is_some_and(|byte| byte.is_ascii_hexdigit()))
            }
            byte => {
                byte.is_ascii_alphanumeric()
                    || b"-._~!$&'()*+,;=".contains(&byte)
                    || more.as_bytes().contains(&byte)
            }
        };
        if !is_allowed {
            return false;
        }
    }
    true
}

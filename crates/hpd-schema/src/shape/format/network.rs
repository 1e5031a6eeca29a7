//! Addresses, host names and identifiers.

use std::net::{Ipv4Addr, Ipv6Addr};

pub(super) fn is_ipv4(text: &str) -> bool {
    text.parse::<Ipv4Addr>().is_ok()
}

pub(super) fn is_ipv6(text: &str) -> bool {
    text.parse::<Ipv6Addr>().is_ok()
}

pub(super) fn is_ip(text: &str) -> bool {
    is_ipv4(text) || is_ipv6(text)
}

/// Groups of 8, 4, 4, 4 and 12 hexadecimal digits.
pub(super) fn is_uuid(text: &str) -> bool {
    let lengths = text.split('-').map(str::len);
    lengths.eq([8, 4, 4, 4, 12]) && text.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit())
}

/// Labels of ASCII alphanumeric characters and hyphens. Names in other scripts are encoded (`xn--..`).
pub(super) fn is_hostname(text: &str) -> bool {
    text.len() <= 253 && text.split('.').all(is_label)
}

fn is_label(label: &str) -> bool {
    let is_plain = label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if !is_plain || !(1..=63).contains(&label.len()) || label.starts_with('-') || label.ends_with('-') {
        return false;
    }
    // Two hyphens there are reserved for encodings, of which there is one.
    match label.get(2..4) {
        Some("--") => label.strip_prefix("xn--").is_some_and(is_punycode),
        _ => true,
    }
}

/// Whether a text decodes, by RFC 3492.
fn is_punycode(text: &str) -> bool {
    decode_length(text).is_some_and(|length| length > 0)
}

/// The number of characters that a text decodes to.
fn decode_length(text: &str) -> Option<u32> {
    const BASE: u32 = 36;
    let (plain, encoded) = text.rsplit_once('-').unwrap_or(("", text));
    let mut length = u32::try_from(plain.len()).ok()?;
    let (mut code, mut index, mut bias) = (128_u32, 0_u32, 72_u32);
    let mut digits = encoded.bytes();
    while digits.len() > 0 {
        let (start, mut weight) = (index, 1_u32);
        for step in 1_u32.. {
            let digit = match digits.next()? {
                c @ b'a'..=b'z' => u32::from(c - b'a'),
                c @ b'A'..=b'Z' => u32::from(c - b'A'),
                digit @ b'0'..=b'9' => u32::from(digit - b'0') + 26,
                _ => return None,
            };
            index = index.checked_add(digit.checked_mul(weight)?)?;
            let threshold = (step * BASE).saturating_sub(bias).clamp(1, 26);
            if digit < threshold {
                break;
            }
            weight = weight.checked_mul(BASE - threshold)?;
        }
        length += 1;
        bias = adapted_bias(index - start, length, start == 0);
        code = code.checked_add(index / length)?;
        index = index % length + 1;
        char::from_u32(code)?;
    }
    Some(length)
}

fn adapted_bias(delta: u32, length: u32, is_first: bool) -> u32 {
    let mut delta = if is_first { delta / 700 } else { delta / 2 };
    delta += delta / length;
    let mut bias = 0;
    while delta > 455 {
        delta /= 35;
        bias += 36;
    }
    bias + 36 * delta / (delta + 38)
}

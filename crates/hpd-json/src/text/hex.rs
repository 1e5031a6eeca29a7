//! Bytes as hexadecimal digits.

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// Two digits a byte, in lower case.
///
/// ```
/// assert_eq!(hpd_json::text::hex(&[0, 255]), "00ff");
/// ```
pub fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        for half in [byte >> 4, byte & 0xf] {
            text.push(char::from(DIGITS[usize::from(half)]));
        }
    }
    text
}

//! Bytes as hexadecimal digits.

use std::fmt::Write;

/// Two digits a byte, in lower case.
///
/// ```
/// assert_eq!(hpd_json::text::hex(&[0, 255]), "00ff");
/// ```
pub fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing into a `String` can't fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

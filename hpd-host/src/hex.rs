//! Bytes as hexadecimal digits.

use std::fmt::Write;

/// Two digits a byte, in lower case.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing into a `String` can't fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

//! Ids.

/// The hyphenated form of 32 hexadecimal digits, a URN, or a text in braces.
pub(super) fn to_uuid(text: &str) -> String {
    let braced = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    let named = text.get(..9).filter(|prefix| prefix.eq_ignore_ascii_case("urn:uuid:")).map(|_| &text[9..]);
    let digits = braced.or(named).unwrap_or(text);
    if digits.len() != 32 || !digits.is_ascii() {
        return digits.to_owned();
    }
    let groups = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
    groups.join("-")
}

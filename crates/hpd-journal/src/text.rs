//! Names as they are compared, and as they are repeated.

/// Characters of a name that is repeated: a model may call anything.
const LONGEST_NAME: usize = 64;

/// A name as it is repeated.
pub fn shown(name: &str) -> String {
    hpd_runtime::__private::text::cut(name, LONGEST_NAME)
}

/// A name without case and separators.
pub fn fold(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether two names of arguments are the same without case. Some servers take `\u{17f}` for `s`, and the sign of Kelvin
/// for `k`.
pub fn is_same_without_case(one: &str, other: &str) -> bool {
    one == other || without_case(one).eq(without_case(other))
}

/// A name of an argument, so that names in other case become the same.
pub fn without_case(name: &str) -> impl Iterator<Item = char> {
    name.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::is_same_without_case;

    #[test]
    fn names_are_compared_as_the_laxest_server_does() {
        for (one, other, expected) in [
            ("amount", "AMOUNT", true),
            ("token", "to\u{212a}en", true),
            ("cases", "ca\u{17f}e\u{17f}", true),
            ("Größe", "GRÖSSE", true),
            ("amount", "amounts", false),
            ("amount", "am\u{43e}unt", false),
        ] {
            assert_eq!(is_same_without_case(one, other), expected, "{one} {other}");
        }
    }
}

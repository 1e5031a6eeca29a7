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

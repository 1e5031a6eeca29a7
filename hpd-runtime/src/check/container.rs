//! A container takes no parameters: called with some, nothing runs and nothing expands.

use crate::error::ContainerInvocationError;

/// The container that a call names.
#[derive(Debug, Clone, Copy)]
pub struct ContainerCheck<'a, S = String> {
    /// The container's name.
    pub name: &'a str,
    /// The names of the container's members.
    pub members: &'a [S],
    /// Names of parameters whose values are never repeated.
    pub sensitive: &'a [&'a str],
}

/// Whether the argument text of a call holds parameters. Empty or blank text, `null`, `{}` and `[]` hold no
/// parameters. Any other text does, whether it is JSON or not.
///
/// ```
/// use hpd_runtime::__private::has_parameters;
///
/// for none in ["", "  ", "null", "{}", "[]", " { } "] {
///     assert!(!has_parameters(none));
/// }
/// for some in [r#"{"function": "Add"}"#, "[1]", "Add", "{"] {
///     assert!(has_parameters(some));
/// }
/// ```
#[inline]
pub fn has_parameters(arguments: &str) -> bool {
    // From the start only: a text of parameters is known by its first bytes, however long it is.
    match arguments.as_bytes().trim_ascii_start() {
        [] => false,
        [b'{', inside @ ..] => !closes(inside, b'}'),
        [b'[', inside @ ..] => !closes(inside, b']'),
        [b'n', b'u', b'l', b'l', rest @ ..] => !rest.trim_ascii_start().is_empty(),
        _ => true,
    }
}

/// Whether a text is a closer with nothing but blanks around it.
fn closes(text: &[u8], closer: u8) -> bool {
    match text.trim_ascii_start() {
        [first, rest @ ..] if *first == closer => rest.trim_ascii_start().is_empty(),
        _ => false,
    }
}

/// Checks a container call. Returns `None` if the call has no parameters: the container may then be expanded.
/// In that case the check allocates nothing.
///
/// ```
/// use hpd_runtime::args::{check_container, ContainerCheck};
///
/// let math = ContainerCheck { name: "Math", members: &["Add", "Multiply"], sensitive: &[] };
/// assert_eq!(check_container(&math, "{}"), None);
///
/// let error = check_container(&math, r#"{"function": "Add", "a": 5}"#).unwrap();
/// assert_eq!(
///     error.error_message,
///     "'Math' is a container function that groups related functions. \
///      It cannot be called with parameters."
/// );
/// ```
#[inline]
pub fn check_container<S: AsRef<str>>(
    container: &ContainerCheck<'_, S>,
    arguments: &str,
) -> Option<ContainerInvocationError> {
    has_parameters(arguments).then(|| {
        ContainerInvocationError::new(container.name, arguments, container.members, container.sensitive)
    })
}

#[cfg(test)]
mod tests {
    use super::has_parameters;

    #[test]
    fn blanks_inside_and_around_are_no_parameters() {
        for text in ["", " ", "\n\t", "{}", "[]", "null", " null ", "{ }", "[\n]", "\r\n{}\r\n"] {
            assert!(!has_parameters(text), "{text:?}");
        }
    }

    #[test]
    fn anything_else_counts_as_parameters() {
        for text in [
            "{\"a\":{}}",
            "[[]]",
            "0",
            "false",
            "\"\"",
            "{",
            "}",
            "[}",
            "nul",
            "Null",
            "{}}",
            "{} x",
            "null null",
            "nulls",
            "}{",
            "]",
        ] {
            assert!(has_parameters(text), "{text:?}");
        }
    }
}

//! Names that models call.

use std::fmt;

/// The longest tool name that every provider accepts, in bytes.
pub(crate) const MAX_TOOL_NAME: usize = 64;

/// A name that every provider accepts: `[A-Za-z_][A-Za-z0-9_-]{0,63}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ToolName(String);

impl ToolName {
    /// The name, if it is one.
    pub(crate) fn new(name: &str) -> Option<Self> {
        let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let legal = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
        (starts && legal && name.len() <= MAX_TOOL_NAME).then(|| Self(name.to_owned()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ToolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A spelling of names, as in serde's `rename_all`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

impl Case {
    /// Every spelling by the name that serde gives it.
    pub(crate) const ALL: &'static [(&'static str, Self)] = &[
        ("lowercase", Self::Lower),
        ("UPPERCASE", Self::Upper),
        ("PascalCase", Self::Pascal),
        ("camelCase", Self::Camel),
        ("snake_case", Self::Snake),
        ("SCREAMING_SNAKE_CASE", Self::ScreamingSnake),
        ("kebab-case", Self::Kebab),
        ("SCREAMING-KEBAB-CASE", Self::ScreamingKebab),
    ];

    /// The Rust name of a function in this spelling, by serde's rules for fields.
    pub(crate) fn apply(self, name: &str) -> String {
        match self {
            Self::Lower | Self::Snake => name.to_owned(),
            Self::Upper | Self::ScreamingSnake => name.to_ascii_uppercase(),
            Self::Pascal => name.split('_').map(capitalised).collect(),
            Self::Camel => {
                let pascal: String = name.split('_').map(capitalised).collect();
                let mut chars = pascal.chars();
                chars.next().map_or_else(String::new, |c| c.to_ascii_lowercase().to_string() + chars.as_str())
            }
            Self::Kebab => name.replace('_', "-"),
            Self::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
        }
    }
}

fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |c| c.to_ascii_uppercase().to_string() + chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_strictest_provider() {
        for name in ["a", "_", "Add", "create-invoice", "a1_", &"x".repeat(64)] {
            assert!(ToolName::new(name).is_some(), "{name}");
        }
        for name in ["", "1a", "-a", "a.b", "a b", "größe", &"x".repeat(65)] {
            assert!(ToolName::new(name).is_none(), "{name}");
        }
    }

    #[test]
    fn cases_are_serdes() {
        let spelt: Vec<String> = Case::ALL.iter().map(|(_, case)| case.apply("void_one_invoice")).collect();
        assert_eq!(
            spelt,
            [
                "void_one_invoice",
                "VOID_ONE_INVOICE",
                "VoidOneInvoice",
                "voidOneInvoice",
                "void_one_invoice",
                "VOID_ONE_INVOICE",
                "void-one-invoice",
                "VOID-ONE-INVOICE",
            ]
        );
        assert_eq!(Case::Pascal.apply("_private"), "Private");
        assert_eq!(Case::Camel.apply(""), "");
    }
}

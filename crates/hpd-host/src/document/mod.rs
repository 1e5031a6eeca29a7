//! Texts in YAML or TOML that people write: rules, configuration, profiles, manifests, front matter.
//!
//! [`read`] parses a text to a tree with positions, and gives its root to the caller as a [`Place`]. The caller walks
//! from place to place. All problems are collected, each with its position and its path of keys.

#[cfg(feature = "yaml")]
mod depth;
mod located;
mod place;
mod problem;
#[cfg(feature = "toml")]
mod toml;
#[cfg(feature = "yaml")]
mod typed;
#[cfg(feature = "yaml")]
mod yaml;

use std::path::Path;

use located::Located;

pub(crate) use place::Place;
pub use problem::FileProblem;
#[cfg(feature = "yaml")]
pub use problem::YamlProblem;
pub(crate) use problem::{Problems, write_problems};
#[cfg(feature = "yaml")]
pub(crate) use typed::Key;

/// The format of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    #[cfg(feature = "yaml")]
    Yaml,
    #[cfg(feature = "toml")]
    Toml,
}

impl Format {
    /// The extensions of files that can be read.
    pub(crate) const EXTENSIONS: &'static [(&'static str, Self)] = &[
        #[cfg(feature = "yaml")]
        ("yml", Self::Yaml),
        #[cfg(feature = "yaml")]
        ("yaml", Self::Yaml),
        #[cfg(feature = "toml")]
        ("toml", Self::Toml),
    ];

    /// The format of a file, by its extension; `None` if this build can't read it.
    pub(crate) fn of(file: &Path) -> Option<Self> {
        let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let known = |(name, _): &&(&str, Self)| name.eq_ignore_ascii_case(extension);
        Self::EXTENSIONS.iter().find(known).map(|(_, format)| *format)
    }
}

/// Reads a text. The root of an empty text is null.
///
/// # Errors
///
/// The text is not valid YAML or TOML, or `read` noted problems: all of them.
pub(crate) fn read<T>(
    format: Format,
    text: &str,
    read: impl FnOnce(&Place<'_>) -> T,
) -> Result<T, Vec<FileProblem>> {
    let problems = Problems::default();
    let value = read_noting(format, text, &problems, read);
    match (value, problems.into_list()) {
        (Some(value), problems) if problems.is_empty() => Ok(value),
        (_, problems) => Err(problems),
    }
}

/// Reads a text as far as possible, and notes problems in a list of the caller; `None` if it is not valid YAML or TOML.
pub(crate) fn read_noting<T>(
    format: Format,
    text: &str,
    problems: &Problems,
    read: impl FnOnce(&Place<'_>) -> T,
) -> Option<T> {
    let root: Result<Located<'_>, Vec<FileProblem>> = match format {
        #[cfg(feature = "yaml")]
        Format::Yaml => yaml::parse(text).map_err(|problem| vec![problem]),
        #[cfg(feature = "toml")]
        Format::Toml => toml::parse(text),
    };
    match root {
        Ok(root) => Some(read(&Place::root(&root, problems))),
        Err(invalid) => {
            invalid.into_iter().for_each(|problem| problems.note(problem));
            None
        }
    }
}

//! From text to tree, in the format that the file's name tells.

use std::path::Path;

use super::{FileError, FileProblem, Spot};

/// How a file is written.
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

    /// The format that a file's extension tells.
    ///
    /// # Errors
    ///
    /// It tells none that this build can read.
    pub(crate) fn of(file: &Path) -> Result<Self, FileError> {
        let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let known = |(name, _): &&(&str, Self)| name.eq_ignore_ascii_case(extension);
        if let Some((_, format)) = Self::EXTENSIONS.iter().find(known) {
            return Ok(*format);
        }
        let names: Vec<_> = Self::EXTENSIONS.iter().map(|(name, _)| format!(".{name}")).collect();
        Err(FileError::whole(file, format!("must have a name that ends in one of {}", names.join(", "))))
    }
}

/// Reads a text. An empty one is an empty table.
///
/// # Errors
///
/// Everything that is wrong with it as YAML or TOML.
pub(crate) fn load(format: Format, text: &str) -> Result<Spot, Vec<FileProblem>> {
    match format {
        #[cfg(feature = "yaml")]
        Format::Yaml => super::yaml::load(text),
        #[cfg(feature = "toml")]
        Format::Toml => super::toml::load(text),
    }
}

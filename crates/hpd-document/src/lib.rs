#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(any(feature = "yaml", feature = "toml"))]
mod document;

#[cfg(any(feature = "yaml", feature = "toml"))]
pub use document::{FileProblem, Format, Place, Problem, Problems, read, read_noting, write_problems};
#[cfg(feature = "yaml")]
pub use document::{Key, YamlProblem};

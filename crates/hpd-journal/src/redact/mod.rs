//! Sensitive values in texts: how they are found, in any level of escaping, and hidden.

mod escapes;
mod pieces;
mod secrets;

pub use pieces::Pieces;
pub use secrets::{PublicNames, Secrets, mask, mask_all_but};

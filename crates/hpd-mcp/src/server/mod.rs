//! A toolbox as an MCP server.
//!
//! [`HpdServer`] answers `tools/list` and `tools/call` from a toolbox, over stdio and streamable HTTP, for clients of every
//! revision from 2024-11-05 to 2026-07-28. Skills and their documents are served too. What is no tool, such as prompts, stays
//! with an rmcp handler [beside](HpdServer::beside) it.

mod builder;
mod call;
mod changes;
mod client;
mod connection;
mod conversation;
#[cfg(feature = "http-server")]
pub mod http;
mod inputs;
mod lists;
mod logging;
mod progress;
mod prompt;

mod shared;
mod skills;
mod wire;

pub use builder::{HpdServer, NothingElse, ServeError};
pub use changes::Changes;
pub use client::Client;
pub use inputs::{roots, sampling};
pub use lists::ListPolicy;

#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[cfg(feature = "client")]
pub mod client;
#[cfg(feature = "server")]
pub mod server;

/// The guide "MCP".
#[cfg(all(any(doctest, docsrs), feature = "http-server"))]
#[doc = include_str!("../docs/mcp.md")]
pub mod guide {}

#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[cfg(feature = "client")]
pub mod client;
#[cfg(feature = "server")]
pub mod server;

/// The guide "MCP".
#[cfg(all(any(doctest, docsrs), feature = "http-server"))]
#[doc = ""]
#[doc = "[client]: crate::client::guide"]
#[doc = "[export]: https://docs.rs/hpd-host/latest/hpd_host/guides/skills/#skills-from-folders"]
#[doc = "[inputs]: https://docs.rs/hpd-host/latest/hpd_host/guides/values/#input-for-functions"]
#[doc = "[large-results]: https://docs.rs/hpd-host/latest/hpd_host/guides/large_results/"]
#[doc = "[values]: https://docs.rs/hpd-host/latest/hpd_host/guides/values/"]
#[doc = ""]
#[doc = include_str!("../docs/mcp.md")]
pub mod guide {}

//! MCP servers as external sources of a toolbox.
//!
//! ```no_run
//! use hpd_host::Toolbox;
//! use hpd_mcp::client::{McpServers, McpSource};
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let git = McpSource::stdio("git", "mcp-server-git").args(["--repository", "."]);
//! let time = McpSource::stdio("time", "mcp-server-time").configure(|source| source.trusted());
//!
//! let servers = McpServers::connect([git, time]).await;
//! for failure in servers.failures() {
//!     eprintln!("{failure}"); // the others work
//! }
//! let toolbox = servers.add_to(Toolbox::builder()).build()?;
//! let snapshots = servers.watch(toolbox);
//! // Each turn: `snapshots.current()` has the present tools of all servers.
//! # Ok(())
//! # }
//! ```

#[doc = "[external-tools]: https://docs.rs/hpd-host/latest/hpd_host/guides/external_tools/"]
#[doc = "[threat-model]: https://docs.rs/hpd-host/latest/hpd_host/guides/threat_model/"]
#[doc = ""]
#[doc = include_str!("../../docs/mcp-client.md")]
pub mod guide {}

mod connection;
mod error;
mod handler;
#[cfg(feature = "http-client")]
mod http;
mod limits;
mod link;
mod list;
mod servers;
mod snapshots;
mod source;
mod transport;

pub use error::{ConnectError, ConnectProblem};
pub use limits::TimeLimits;
pub use list::LeftOutTool;
pub use servers::{McpConnection, McpServers};
pub use snapshots::Snapshots;
pub use source::McpSource;

//! Several servers, each apart from the others.

use std::fmt;
use std::sync::Arc;

use futures_util::future::join_all;
use hpd_host::external::ExternalSource;
use hpd_host::{Toolbox, ToolboxBuilder};
use tokio::sync::watch;

use super::connection::Connection;
use super::error::ConnectError;
use super::handler::Handler;
use super::list::{LeftOutTool, ToolList};
use super::snapshots::Snapshots;
use super::source::McpSource;

/// A connected server. Clones share the connection.
///
/// If the connection ends, the next call connects again. While the server can't be reached, calls fail without an
/// effect, at once or after the time to connect. A sent call without an answer is sent again only if the host knows the
/// tool as a read or as idempotent.
#[derive(Clone)]
pub struct McpConnection {
    connection: Arc<Connection>,
}

impl McpConnection {
    pub(super) const fn new(connection: Arc<Connection>) -> Self {
        Self { connection }
    }

    /// The name of the source.
    pub fn name(&self) -> &str {
        self.connection.source.name()
    }

    /// The tools of the server as they are now, for a toolbox. [`McpServers::watch`] keeps a toolbox up to date.
    ///
    /// The title of the container is the server's own; its instructions are the text after an expansion. A single tool
    /// whose definition has more than 1,000 characters has a container, too. Then come the settings of
    /// [`McpSource::configure`].
    pub fn source(&self) -> ExternalSource {
        let list = self.connection.give_list();
        let mut source = ExternalSource::mcp(self.name(), list.external().clone());
        if let Some(info) = self.connection.present().info() {
            let title = info.server_info.as_ref().and_then(|server| server.title.clone());
            source = match title {
                Some(title) => source.title(title),
                None => source,
            };
            source = match info.instructions.as_deref().filter(|text| !text.trim().is_empty()) {
                Some(instructions) => source.post_expansion(instructions),
                None => source,
            };
        }
        let source = if list.is_one_long_tool() { source.always_wrap() } else { source };
        let source = source.handler(Handler::new(Arc::clone(&self.connection), list));
        self.connection.source.settle(source)
    }

    /// The tools of the server that are not in its source, with the reasons.
    pub fn left_out(&self) -> Vec<LeftOutTool> {
        self.connection.list().left_out().to_vec()
    }

    /// Reads the list of tools again. Servers that announce changes need no such call.
    ///
    /// # Errors
    ///
    /// The server can't be reached, or its list can't be read.
    pub async fn refresh(&self) -> Result<(), ConnectError> {
        self.connection.read_list().await
    }

    /// Whether the connection is open.
    pub fn is_connected(&self) -> bool {
        !self.connection.present().is_closed()
    }

    /// How often the server was connected again.
    pub fn reconnects(&self) -> u64 {
        self.connection.reconnects()
    }

    /// The lists that no source has yet, and all later ones.
    pub(super) fn lists(&self) -> watch::Receiver<Arc<ToolList>> {
        let mut lists = self.connection.lists();
        if !self.connection.gave_present_list() {
            lists.mark_changed();
        }
        lists
    }
}

impl fmt::Debug for McpConnection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("McpConnection")
            .field("name", &self.name())
            .field("is_connected", &self.is_connected())
            .field("reconnects", &self.reconnects())
            .finish_non_exhaustive()
    }
}

/// Servers that were connected at the same time. One that fails does not affect the others.
///
/// ```
/// use hpd_host::Toolbox;
/// use hpd_mcp::client::{McpServers, McpSource};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let broken = McpSource::stdio("broken", "a-program-that-is-not-there");
/// let servers = McpServers::connect([broken]).await;
/// assert!(servers.failures()[0].to_string().starts_with(
///     "the MCP server broken is not connected: it can't be started or reached: "
/// ));
/// let toolbox = servers.add_to(Toolbox::builder()).build()?;
/// assert!(toolbox.all_tools().is_empty());
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Default)]
#[must_use]
pub struct McpServers {
    connections: Vec<McpConnection>,
    failures: Vec<ConnectError>,
}

impl McpServers {
    /// Connects to servers, all at the same time. It takes as long as the slowest of them, and at most as long as its
    /// [limits](super::TimeLimits).
    pub async fn connect(sources: impl IntoIterator<Item = McpSource>) -> Self {
        let mut servers = Self::default();
        for connected in join_all(sources.into_iter().map(McpSource::connect)).await {
            match connected {
                Ok(connection) => servers.connections.push(connection),
                Err(error) => servers.failures.push(error),
            }
        }
        servers
    }

    /// The connected servers, in the order of the sources.
    pub fn connections(&self) -> &[McpConnection] {
        &self.connections
    }

    /// The servers that could not be connected, with the reasons.
    pub fn failures(&self) -> &[ConnectError] {
        &self.failures
    }

    /// Adds the tools of all connected servers.
    pub fn add_to(&self, builder: ToolboxBuilder) -> ToolboxBuilder {
        self.connections.iter().fold(builder, |builder, connection| builder.external(connection.source()))
    }

    /// Follows the lists of the servers: each change makes a new snapshot of the toolbox, which has the sources of
    /// these servers.
    ///
    /// # Panics
    ///
    /// Outside of a runtime of tokio.
    pub fn watch(&self, toolbox: Toolbox) -> Snapshots {
        Snapshots::start(toolbox, self.connections.clone())
    }
}

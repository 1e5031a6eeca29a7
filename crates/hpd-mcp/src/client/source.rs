//! What the host says about a server.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use hpd_host::external::ExternalSource;

use super::limits::TimeLimits;
use super::servers::McpConnection;
use super::{ConnectError, connection};

/// How to reach an MCP server, and what the host says about its tools.
///
/// ```
/// use hpd_host::external::{Rules, UnknownFields};
/// use hpd_mcp::client::McpSource;
///
/// # fn rules() -> Rules { Rules::default() }
/// let git = McpSource::stdio("git", "mcp-server-git")
///     .args(["--repository", "."])
///     .env("GIT_OPTIONAL_LOCKS", "0")
///     .container_name("git")
///     .configure(|source| source.rules(rules()).unknown_fields(UnknownFields::Reject));
/// assert_eq!(git.name(), "git");
/// ```
#[derive(Clone)]
#[must_use]
pub struct McpSource {
    pub(super) name: String,
    pub(super) way: Way,
    pub(super) limits: TimeLimits,
    container_name: Option<String>,
    configure: Vec<Configure>,
}

type Configure = Arc<dyn Fn(ExternalSource) -> ExternalSource + Send + Sync>;

/// How a server is reached.
#[derive(Clone)]
pub(super) enum Way {
    /// A child process.
    Stdio(Program),
    /// Streamable HTTP.
    #[cfg(feature = "http-client")]
    Http(super::http::Address),
}

/// A program to start.
#[derive(Clone)]
pub(super) struct Program {
    pub(super) command: OsString,
    pub(super) arguments: Vec<OsString>,
    pub(super) variables: Vec<(OsString, OsString)>,
    pub(super) folder: Option<PathBuf>,
    /// Without the variables of this program.
    pub(super) clean: bool,
}

impl McpSource {
    /// A server that is started as a child process, and speaks over its standard input and output.
    ///
    /// `name` is the name of the source: its container is `MCP_name`. What the server writes to standard error goes to
    /// `tracing`, at the level `debug`, with the target `hpd_mcp::server`.
    ///
    /// The process gets the variables of this program; see [`clear_env`](Self::clear_env). When the connection ends,
    /// the process ends, too, with all processes of its group.
    pub fn stdio(name: impl Into<String>, command: impl Into<OsString>) -> Self {
        Self::new(
            name.into(),
            Way::Stdio(Program {
                command: command.into(),
                arguments: Vec::new(),
                variables: Vec::new(),
                folder: None,
                clean: false,
            }),
        )
    }

    /// A server at an address, by streamable HTTP.
    ///
    /// ```
    /// use hpd_mcp::client::McpSource;
    ///
    /// # fn token() -> String { String::new() }
    /// let docs = McpSource::http("docs", "https://example.com/mcp").bearer_token(token());
    /// ```
    #[cfg(feature = "http-client")]
    pub fn http(name: impl Into<String>, url: impl Into<String>) -> Self {
        Self::new(name.into(), Way::Http(super::http::Address::new(url.into())))
    }

    fn new(name: String, way: Way) -> Self {
        Self { name, way, limits: TimeLimits::default(), container_name: None, configure: Vec::new() }
    }

    /// The name of the source.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Adds arguments of the program. Without effect over HTTP.
    pub fn args<A: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        if let Some(program) = self.program() {
            program.arguments.extend(arguments.into_iter().map(Into::into));
        }
        self
    }

    /// Sets a variable of the program's environment. Without effect over HTTP.
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        if let Some(program) = self.program() {
            program.variables.push((name.into(), value.into()));
        }
        self
    }

    /// Starts the program without the environment variables of this one. It gets only `PATH`, `HOME` and the variables
    /// that [`env`](Self::env) sets, so secrets in the environment stay here. Without effect over HTTP.
    pub fn clear_env(mut self) -> Self {
        if let Some(program) = self.program() {
            program.clean = true;
        }
        self
    }

    /// Sets the working folder of the program. Without effect over HTTP.
    pub fn current_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        if let Some(program) = self.program() {
            program.folder = Some(folder.into());
        }
        self
    }

    #[cfg_attr(
        not(feature = "http-client"),
        expect(clippy::unnecessary_wraps, reason = "HTTP has no program")
    )]
    fn program(&mut self) -> Option<&mut Program> {
        match &mut self.way {
            Way::Stdio(program) => Some(program),
            #[cfg(feature = "http-client")]
            Way::Http(_) => None,
        }
    }

    /// Sets the token that each request carries in the header `Authorization: Bearer`. Without effect over stdio.
    #[cfg(feature = "http-client")]
    pub fn bearer_token(mut self, token: impl Into<String>) -> Self {
        if let Way::Http(address) = &mut self.way {
            address.token = Some(token.into());
        }
        self
    }

    /// Sets a header of each request. A name or value that HTTP does not allow is an error when the server is
    /// connected. Without effect over stdio.
    #[cfg(feature = "http-client")]
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        if let Way::Http(address) = &mut self.way {
            address.headers.push((name.into(), value.into()));
        }
        self
    }

    /// Sets the times that the server may take.
    pub const fn limits(mut self, limits: TimeLimits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets the model's name for the container, in place of `MCP_name`.
    pub fn container_name(mut self, name: impl Into<String>) -> Self {
        self.container_name = Some(name.into());
        self
    }

    /// What the host says of the tools: rules, trust, permissions, a description. It applies to each list that the
    /// server sends.
    pub fn configure(
        mut self,
        configure: impl Fn(ExternalSource) -> ExternalSource + Send + Sync + 'static,
    ) -> Self {
        self.configure.push(Arc::new(configure));
        self
    }

    /// Connects to the server, and reads its list of tools.
    ///
    /// # Errors
    ///
    /// The server can't be started or reached, ends, is too slow, or does not follow the protocol.
    pub async fn connect(self) -> Result<McpConnection, ConnectError> {
        connection::Connection::open(self).await.map(McpConnection::new)
    }

    /// The settings of the host on top of those of the server.
    pub(super) fn settle(&self, source: ExternalSource) -> ExternalSource {
        let source = match &self.container_name {
            Some(name) => source.container_name(name.clone()),
            None => source,
        };
        self.configure.iter().fold(source, |source, configure| configure(source))
    }
}

/// Without variables, arguments and headers: some may be secrets.
impl fmt::Debug for McpSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("McpSource")
            .field("name", &self.name)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

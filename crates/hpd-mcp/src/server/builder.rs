//! A server before it serves.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use hpd_host::{Principal, Toolbox};
use rmcp::model::Implementation;
use rmcp::transport::io::stdio_pipes;
use rmcp::{ServerHandler, ServiceExt};
use tokio::io::{AsyncRead, AsyncWrite};

use super::changes::Changes;
use super::connection::Connection;
use super::conversation::ConnectionKind;
use super::lists::ListPolicy;
use super::prompt::OpenQuestions;
use super::shared::{Settings, Shared};
use super::wire::LineTransport;

/// A toolbox as an MCP server.
///
/// ```no_run
/// use hpd_host::{Toolbox, plugin};
/// use hpd_mcp::server::HpdServer;
///
/// struct Math;
///
/// #[plugin]
/// impl Math {
///     /// Adds two numbers.
///     #[ai_function(read_only)]
///     fn add(&self, /** The first. */ a: i64, /** The second. */ b: i64) -> i64 {
///         a + b
///     }
/// }
///
/// #[tokio::main]
/// async fn main() -> Result<(), Box<dyn std::error::Error>> {
///     let toolbox = Toolbox::builder().plugin(Math).build()?;
///     HpdServer::new(toolbox).named("math", "1.0.0").serve_stdio().await?;
///     Ok(())
/// }
/// ```
#[must_use = "a server serves nothing until it is told where"]
pub struct HpdServer<H = NothingElse> {
    settings: Settings,
    changes: Changes,
    beside: H,
    open_questions: usize,
    question_time: Duration,
}

/// Nothing is served beside a toolbox.
#[derive(Debug, Clone, Copy, Default)]
pub struct NothingElse;

impl ServerHandler for NothingElse {}

/// Why a server stopped.
#[derive(Debug)]
pub struct ServeError(Box<dyn std::error::Error + Send + Sync>);

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the MCP server stopped: {}", self.0)
    }
}

impl std::error::Error for ServeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source()
    }
}

impl ServeError {
    pub(super) fn new(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self(Box::new(error))
    }
}

/// The longest message, in bytes.
const MESSAGE_BYTES: usize = 4 * 1024 * 1024;

/// The most questions that wait for answers in later requests.
const OPEN_QUESTIONS: usize = 1_024;

/// How long a question waits for its answer in a later request.
const QUESTION_TIME: Duration = Duration::from_secs(15 * 60);

impl HpdServer {
    /// A server of a toolbox.
    pub fn new(toolbox: Toolbox) -> Self {
        let settings = Settings {
            implementation: Implementation::new("hpd", env!("CARGO_PKG_VERSION")),
            instructions: None,
            lists: ListPolicy::new(),
            answered_at: None,
            logging: false,
            principal: Principal::unknown(),
            message_bytes: MESSAGE_BYTES,
        };
        Self {
            settings,
            changes: Changes::new(toolbox),
            beside: NothingElse,
            open_questions: OPEN_QUESTIONS,
            question_time: QUESTION_TIME,
        }
    }
}

impl<H: ServerHandler> HpdServer<H> {
    /// The name and the version of the server, as clients show them.
    pub fn named(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        self.settings.implementation = Implementation::new(name, version);
        self
    }

    /// What the model should know about the server as a whole. Clients may put it before the conversation.
    pub fn instructions(mut self, text: impl Into<String>) -> Self {
        self.settings.instructions = Some(text.into());
        self
    }

    /// Which kind of list clients get. By default short lists are flat, and long ones constant.
    pub fn lists(mut self, policy: ListPolicy) -> Self {
        self.settings.lists = policy;
        self
    }

    /// Where users answer questions if their client can't ask them, in words for the model: the page of a web host, for
    /// example. Without it, calls that need the user are errors for such clients, and the model reads why.
    pub fn answered_at(mut self, place: impl Into<String>) -> Self {
        self.settings.answered_at = Some(place.into());
        self
    }

    /// Offers messages for the client's log: see [`Client::log`](super::Client::log).
    pub fn logging(mut self) -> Self {
        self.settings.logging = true;
        self
    }

    /// On whose behalf the client over stdio calls. Over HTTP, the principal comes from the token.
    pub fn principal(mut self, principal: Principal) -> Self {
        self.settings.principal = principal;
        self
    }

    /// The longest message of a client, in bytes: 4 MiB by default. A longer one is answered with an error.
    pub fn max_message_bytes(mut self, bytes: usize) -> Self {
        self.settings.message_bytes = bytes;
        self
    }

    /// How many questions may wait for their answers in later requests, and how long: 1,024, for 15 minutes by default.
    /// A further question ends the one that would expire next.
    pub fn open_questions(mut self, questions: usize, time: Duration) -> Self {
        (self.open_questions, self.question_time) = (questions, time);
        self
    }

    /// What an rmcp handler serves beside the tools: prompts, resources and their templates, completions. Its tools are not
    /// asked for. Its capabilities are added to those of the server.
    pub fn beside<N: ServerHandler>(self, handler: N) -> HpdServer<N> {
        let Self { settings, changes, open_questions, question_time, .. } = self;
        HpdServer { settings, changes, beside: handler, open_questions, question_time }
    }

    /// Changes while the server runs.
    #[must_use]
    pub fn changes(&self) -> Changes {
        self.changes.clone()
    }

    #[cfg(feature = "http-server")]
    pub(super) const fn message_bytes(&self) -> usize {
        self.settings.message_bytes
    }

    pub(super) fn share(self) -> Arc<Shared<H>> {
        let Self { settings, changes, beside, open_questions, question_time } = self;
        let questions = OpenQuestions::new(open_questions, question_time);
        let shared = Arc::new(Shared::new(settings, changes, beside, questions));
        shared.keep_house();
        shared
    }

    /// Serves one client over the standard input and output, until it closes the input. Nothing else may write to the
    /// standard output.
    ///
    /// # Errors
    ///
    /// The client speaks another protocol, or the output is closed.
    pub async fn serve_stdio(self) -> Result<(), ServeError> {
        let (read, write) = stdio_pipes();
        self.serve_lines(read, write).await
    }

    /// Serves one client over a pair of streams, one message a line.
    ///
    /// # Errors
    ///
    /// As for [`serve_stdio`](Self::serve_stdio).
    pub async fn serve_lines<R, W>(self, read: R, write: W) -> Result<(), ServeError>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let transport = LineTransport::new(read, write, self.settings.message_bytes);
        let connection = Connection::new(self.share(), ConnectionKind::Process);
        let running = match connection.serve(transport).await {
            Ok(running) => running,
            // A client that leaves before it says anything is no error.
            Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
            Err(error) => return Err(ServeError::new(error)),
        };
        running.waiting().await.map(drop).map_err(ServeError::new)
    }

    /// The server as an rmcp handler for one client, for transports of your own. rmcp reads the arguments then: malformed ones
    /// don't reach hpd, and long decimals are rounded.
    #[must_use]
    pub fn into_handler(self) -> impl ServerHandler {
        Connection::new(self.share(), ConnectionKind::Process)
    }
}

impl<H> fmt::Debug for HpdServer<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HpdServer").field("settings", &self.settings).finish_non_exhaustive()
    }
}

//! Why a server is not connected.

use std::fmt;
use std::time::Duration;

/// A server that is not connected. The other servers work without it.
#[derive(Debug)]
pub struct ConnectError {
    server: String,
    problem: ConnectProblem,
}

/// The reason why a server is not connected.
#[derive(Debug)]
#[non_exhaustive]
pub enum ConnectProblem {
    /// Its program can't be started, or its address can't be reached.
    Start(Box<dyn std::error::Error + Send + Sync>),
    /// It ended, or closed the connection, before the protocol was agreed on. The texts are the last lines of its
    /// standard error.
    Ended(Vec<String>),
    /// It does not answer in time.
    TooSlow(Duration),
    /// It answers with an error, or not by the protocol.
    Protocol(String),
    /// Its list of tools can't be read.
    List(String),
    /// The last attempt failed a short time ago. The next one is made after this time.
    Paused {
        /// The time until the next attempt.
        next: Duration,
        /// The problem of the last attempt.
        last: String,
    },
}

impl ConnectError {
    pub(super) fn new(server: &str, problem: ConnectProblem) -> Self {
        Self { server: server.to_owned(), problem }
    }

    /// The name of the server.
    pub fn server(&self) -> &str {
        &self.server
    }

    /// The reason.
    pub fn problem(&self) -> &ConnectProblem {
        &self.problem
    }
}

impl fmt::Display for ConnectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the MCP server {} is not connected: {}", self.server, self.problem)
    }
}

impl std::error::Error for ConnectError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.problem {
            ConnectProblem::Start(source) => Some(&**source),
            _ => None,
        }
    }
}

impl fmt::Display for ConnectProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => write!(f, "it can't be started or reached: {error}"),
            Self::Ended(lines) if lines.is_empty() => f.write_str("it ended at once, and wrote no reason"),
            Self::Ended(lines) => write!(f, "it ended at once, and wrote: {}", lines.join(" / ")),
            Self::TooSlow(limit) => write!(f, "it did not answer within {limit:?}"),
            Self::Protocol(reason) => write!(f, "it does not follow the protocol: {reason}"),
            Self::List(reason) => write!(f, "its list of tools can't be read: {reason}"),
            Self::Paused { next, last } => {
                write!(f, "the next attempt follows in {next:?}; the last one: {last}")
            }
        }
    }
}

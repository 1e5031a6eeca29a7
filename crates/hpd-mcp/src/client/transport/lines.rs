//! Messages as lines of the standard input and output of a process.

use std::io;
use std::sync::Arc;

use rmcp::RoleClient;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::io::AsyncWriteExt;
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::Mutex;

use super::bounded::{BoundedLines, Line};
use super::child::Child;
use super::exchange::{Read, Wire};

/// The longest line that is read, in bytes.
const LONGEST_LINE: usize = 16 << 20;

/// The connection to a process. When it is closed or dropped, the process ends.
pub(crate) struct Lines {
    child: Child,
    input: Arc<Mutex<Option<ChildStdin>>>,
    output: BoundedLines<ChildStdout>,
    wire: Arc<Wire>,
    server: Arc<str>,
}

impl Lines {
    pub(super) fn new(
        child: Child,
        input: ChildStdin,
        output: ChildStdout,
        wire: Arc<Wire>,
        server: Arc<str>,
    ) -> Self {
        Self {
            child,
            input: Arc::new(Mutex::new(Some(input))),
            output: BoundedLines::new(output, LONGEST_LINE),
            wire,
            server,
        }
    }

    /// The next line. `None` at the end of the output.
    async fn next_line(&mut self) -> Option<Line> {
        self.output.next().await.unwrap_or_else(|error| {
            let server = &*self.server;
            tracing::warn!(target: "hpd_mcp::server", server, %error, "its output can't be read");
            None
        })
    }

    /// Ends the request whose answer is too long.
    #[cold]
    fn too_long(&self, ends: &str) -> Option<RxJsonRpcMessage<RoleClient>> {
        let server = &*self.server;
        tracing::warn!(target: "hpd_mcp::server", server, "a message of more than 16 MiB is dropped");
        self.wire.too_long(ends)
    }
}

impl Transport<RoleClient> for Lines {
    type Error = io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        let line = self.wire.write(&item);
        let input = Arc::clone(&self.input);
        async move {
            let line = line?;
            let mut input = input.lock().await;
            let input = input.as_mut().ok_or(io::ErrorKind::NotConnected)?;
            input.write_all(&line).await?;
            input.flush().await
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        loop {
            let line = match self.next_line().await? {
                Line::Whole(line) => line,
                Line::TooLong(ends) => match self.too_long(&ends) {
                    Some(message) => return Some(message),
                    None => continue,
                },
            };
            if line.trim().is_empty() {
                continue;
            }
            match self.wire.read(&line) {
                Read::Message(message) => return Some(*message),
                Read::Done => {}
                // Servers write logs, and libraries their greetings, where only messages belong.
                Read::Unreadable(reason) => {
                    tracing::debug!(target: "hpd_mcp::server", server = %self.server, %reason, "a line is no message");
                }
            }
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        // The end of its input tells the server to end.
        self.input.lock().await.take();
        self.child.end().await
    }
}

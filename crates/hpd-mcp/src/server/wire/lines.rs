//! One message a line, as over stdio.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use hpd_host::system::BoxFuture;
use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, ErrorData, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::Mutex;

use super::read::{Incoming, read_line};
use super::results::{TakesText, write_line};

/// A transport that keeps the arguments of calls as they were written.
pub(in crate::server) struct LineTransport<R, W> {
    read: BufReader<R>,
    /// The bytes of a line that is not complete. `receive` may be dropped and called again in the middle of one.
    line: Vec<u8>,
    /// The rest of a line that is too long is skipped.
    skips: bool,
    limit: usize,
    write: Arc<Mutex<Option<W>>>,
    /// Answers to lines that were no messages.
    refusals: VecDeque<ServerJsonRpcMessage>,
    /// The answer that is being written. It goes on where it was if `receive` is dropped.
    refusing: Option<BoxFuture<'static, io::Result<()>>>,
}

impl<R: AsyncRead + Unpin, W> LineTransport<R, W> {
    /// `limit` is the longest line, in bytes.
    pub(in crate::server) fn new(read: R, write: W, limit: usize) -> Self {
        Self {
            read: BufReader::with_capacity(64 * 1024, read),
            line: Vec::new(),
            skips: false,
            limit,
            write: Arc::new(Mutex::new(Some(write))),
            refusals: VecDeque::new(),
            refusing: None,
        }
    }

    /// Reads to the end of a line, or says that there is none. Nothing is lost if the future is dropped.
    async fn read_to_end_of_line(&mut self) -> io::Result<bool> {
        loop {
            let available = self.read.fill_buf().await?;
            if available.is_empty() {
                // A line without an end is no message.
                return Ok(false);
            }
            let end = memchr::memchr(b'\n', available);
            let taken = end.map_or(available.len(), |end| end + 1);
            let is_too_long = self.line.len() + taken > self.limit;
            if !self.skips && !is_too_long {
                self.line.extend_from_slice(&available[..taken]);
            }
            self.read.consume(taken);
            if is_too_long && !self.skips {
                self.line.clear();
                let why = format!("The message is longer than {} bytes", self.limit);
                self.refuse(ServerJsonRpcMessage::error(ErrorData::invalid_request(why, None), None));
                self.skips = true;
            }
            if end.is_some() {
                self.skips = false;
                return Ok(true);
            }
        }
    }

    fn refuse(&mut self, refusal: ServerJsonRpcMessage) {
        self.refusals.push_back(refusal);
    }
}

impl<R, W: AsyncWrite + Send + Unpin + 'static> LineTransport<R, W> {
    async fn send_refusals(&mut self) -> io::Result<()> {
        loop {
            if let Some(refusing) = &mut self.refusing {
                refusing.await?;
                self.refusing = None;
            }
            let Some(refusal) = self.refusals.pop_front() else { return Ok(()) };
            let (line, write) = (write_line(refusal)?, Arc::clone(&self.write));
            self.refusing = Some(Box::pin(async move { write_all(&write, &line).await }));
        }
    }
}

async fn write_all<W: AsyncWrite + Unpin>(write: &Mutex<Option<W>>, line: &[u8]) -> io::Result<()> {
    let mut write = write.lock().await;
    let closed = || io::Error::new(io::ErrorKind::NotConnected, "the transport is closed");
    let write = write.as_mut().ok_or_else(closed)?;
    write.write_all(line).await?;
    write.flush().await
}

impl<R, W> Transport<RoleServer> for LineTransport<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        item: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        let (line, write) = (write_line(item), Arc::clone(&self.write));
        async move { write_all(&write, &line?).await }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            self.send_refusals().await.ok()?;
            match self.read_to_end_of_line().await {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    tracing::error!(%error, "the input can't be read");
                    return None;
                }
            }
            let text = String::from_utf8_lossy(&self.line);
            let incoming = match text.trim() {
                "" => None,
                text => Some(read_line(text)),
            };
            self.line.clear();
            match incoming {
                Some(Incoming::Message(mut message)) => {
                    message.insert_extension(TakesText);
                    return Some(*message);
                }
                Some(Incoming::Refused(refusal)) => self.refuse(*refusal),
                Some(Incoming::Noise(why)) => tracing::debug!(why, "a line that is no message"),
                None => {}
            }
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        let Some(mut write) = self.write.lock().await.take() else { return Ok(()) };
        write.shutdown().await
    }
}

#[cfg(test)]
mod tests;

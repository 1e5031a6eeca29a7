//! A proxy between a journal and its server: it passes everything on, or drops, delays or cuts it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};

/// The end of a writer's transaction, as it is on the wire.
const COMMIT: &[u8] = b"'; COMMIT";

/// A commit that tells of itself, and the same length of what no server understands.
const TELL: (&[u8], &[u8]) = (b"NOTIFY hpd_", b"NOTIFX hpd_");

/// What the proxy does with everything that it gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// Passes it on.
    Open = 0,
    /// Drops it, in both directions, for ever: no connection of that time answers later.
    Dropped = 1,
    /// Passes it on after 300 ms.
    Delayed = 2,
    /// Passes a writer's commit on, and ends the connection before its answer.
    CutAfterCommit = 3,
    /// Ends the connection in place of a writer's commit.
    CutBeforeCommit = 4,
    /// As a server that has no `NOTIFY`: it refuses the statement.
    RefusedToTell = 5,
}

#[derive(Default)]
struct State {
    way: AtomicU8,
    /// How many connections came.
    connections: AtomicU64,
    /// How many commits were cut, or refused.
    cuts: AtomicU64,
    /// How often the proxy began to drop everything.
    drops: AtomicU64,
}

impl State {
    fn is(&self, way: Way) -> bool {
        self.way.load(Ordering::SeqCst) == way as u8
    }
}

/// A proxy in front of a server's socket. It ends with its runtime.
pub(crate) struct Proxy {
    state: Arc<State>,
    port: u16,
}

impl Proxy {
    /// Starts a proxy on the current runtime.
    pub(crate) async fn start(socket: PathBuf) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let state = Arc::new(State::default());
        let shared = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                shared.connections.fetch_add(1, Ordering::SeqCst);
                let (state, socket) = (Arc::clone(&shared), socket.clone());
                tokio::spawn(async move { pass(client, &socket, state).await });
            }
        });
        Ok(Self { state, port })
    }

    /// The address of a database behind the proxy.
    pub(crate) fn url(&self, database: &str) -> String {
        format!("postgresql://postgres@127.0.0.1:{}/{database}", self.port)
    }

    /// Does something else from now on.
    pub(crate) fn turn(&self, way: Way) {
        if way == Way::Dropped {
            self.state.drops.fetch_add(1, Ordering::SeqCst);
        }
        self.state.way.store(way as u8, Ordering::SeqCst);
    }

    /// How many connections came.
    pub(crate) fn connections(&self) -> u64 {
        self.state.connections.load(Ordering::SeqCst)
    }

    /// How many commits were cut, or refused.
    pub(crate) fn cuts(&self) -> u64 {
        self.state.cuts.load(Ordering::SeqCst)
    }
}

async fn pass(client: TcpStream, socket: &Path, state: Arc<State>) {
    let Ok(server) = UnixStream::connect(socket).await else { return };
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    // From a cut on, nothing goes back.
    let is_cut = Arc::new(AtomicBool::new(false));
    let up = direction(from_client, to_server, Arc::clone(&state), Arc::clone(&is_cut), true);
    let down = direction(from_server, to_client, state, is_cut, false);
    tokio::select! {
        _ = up => {}
        _ = down => {}
    }
}

/// Passes one direction on until it ends, or is cut.
async fn direction(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    state: Arc<State>,
    is_cut: Arc<AtomicBool>,
    is_up: bool,
) -> io::Result<()> {
    let mut buffer = vec![0; 64 * 1024];
    let mut is_dead = false;
    let drops = state.drops.load(Ordering::SeqCst);
    loop {
        let count = from.read(&mut buffer).await?;
        if count == 0 {
            return Ok(());
        }
        if is_up && state.is(Way::RefusedToTell) {
            let at = buffer[..count].windows(TELL.0.len()).position(|part| part == TELL.0);
            if let Some(at) = at {
                buffer[at..at + TELL.1.len()].copy_from_slice(TELL.1);
                state.cuts.fetch_add(1, Ordering::SeqCst);
            }
        }
        let bytes = &buffer[..count];
        is_dead |= state.is(Way::Dropped) || state.drops.load(Ordering::SeqCst) != drops;
        is_dead |= is_cut.load(Ordering::SeqCst);
        if is_dead {
            continue;
        }
        if state.is(Way::Delayed) {
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
        let has_commit = is_up && bytes.windows(COMMIT.len()).any(|part| part == COMMIT);
        if has_commit && state.is(Way::CutBeforeCommit) {
            state.cuts.fetch_add(1, Ordering::SeqCst);
            return Ok(());
        }
        if has_commit && state.is(Way::CutAfterCommit) {
            is_cut.store(true, Ordering::SeqCst);
            to.write_all(bytes).await?;
            // The server has the time to commit.
            tokio::time::sleep(Duration::from_millis(300)).await;
            state.cuts.fetch_add(1, Ordering::SeqCst);
            return Ok(());
        }
        to.write_all(bytes).await?;
    }
}

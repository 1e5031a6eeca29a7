//! A server and the connections to it, one after another.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, Weak};
use std::time::Duration;

use rmcp::model::ProtocolVersion;
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, RunningService, serve_client_with_lifecycle,
};
use rmcp::{ErrorData, RoleClient};
use tokio::sync::{Mutex, Notify, watch};
use tokio::task::AbortHandle;
use tokio::time::{Instant, timeout};

use super::error::{ConnectError, ConnectProblem};
use super::link::{Link, Listener};
use super::list::ToolList;
use super::source::{McpSource, Way};
use super::transport::{Wire, start};

/// Several tools often change one after another: the list is read once they have.
const SETTLE: Duration = Duration::from_millis(50);

/// The time in which the last words of a process arrive.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// A server.
pub(super) struct Connection {
    pub(super) source: McpSource,
    link: RwLock<Arc<Link>>,
    /// Held by whoever connects again.
    pause: Mutex<Pause>,
    list: watch::Sender<Arc<ToolList>>,
    /// The list of the last source that was made.
    given: RwLock<Option<Arc<ToolList>>>,
    listener: Listener,
    reconnects: AtomicU64,
    refresher: std::sync::OnceLock<AbortHandle>,
}

/// The time after a failed attempt.
#[derive(Default)]
struct Pause {
    length: Duration,
    end: Option<Instant>,
    last: String,
}

impl Connection {
    /// Connects to a server.
    pub(super) async fn open(source: McpSource) -> Result<Arc<Self>, ConnectError> {
        let listener = Listener::default();
        let opened = open_listed(&source, &listener).await;
        let (link, list) = opened.map_err(|problem| ConnectError::new(&source.name, problem))?;
        let connection = Arc::new(Self {
            source,
            link: RwLock::new(Arc::new(link)),
            pause: Mutex::default(),
            list: watch::Sender::new(Arc::new(list)),
            given: RwLock::default(),
            listener,
            reconnects: AtomicU64::new(0),
            refresher: std::sync::OnceLock::new(),
        });
        let task = refresh(Arc::downgrade(&connection), Arc::clone(&connection.listener.changed));
        // It is set once.
        let _ = connection.refresher.set(tokio::spawn(task).abort_handle());
        Ok(connection)
    }

    /// The present connection, or a new one.
    pub(super) async fn link(&self) -> Result<Arc<Link>, ConnectProblem> {
        let link = self.present();
        if link.is_closed() { self.connect_again().await } else { Ok(link) }
    }

    /// The present connection, whether it is open or not.
    pub(super) fn present(&self) -> Arc<Link> {
        Arc::clone(&self.link.read().unwrap_or_else(PoisonError::into_inner))
    }

    #[cold]
    async fn connect_again(&self) -> Result<Arc<Link>, ConnectProblem> {
        let mut pause = self.pause.lock().await;
        // Another call may have connected meanwhile.
        let link = self.present();
        if !link.is_closed() {
            return Ok(link);
        }
        let now = Instant::now();
        if let Some(end) = pause.end.filter(|end| *end > now) {
            return Err(ConnectProblem::Paused { next: end - now, last: pause.last.clone() });
        }
        link.end();
        match open_listed(&self.source, &self.listener).await {
            Ok((link, list)) => {
                *pause = Pause::default();
                let link = Arc::new(link);
                *self.link.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&link);
                let times = self.reconnects.fetch_add(1, Ordering::Relaxed) + 1;
                tracing::info!(server = self.source.name, times, "connected again");
                self.publish(list);
                Ok(link)
            }
            Err(problem) => {
                let limits = &self.source.limits;
                pause.length = (pause.length * 2)
                    .clamp(limits.first_pause, limits.longest_pause.max(limits.first_pause));
                pause.end = Some(Instant::now() + pause.length);
                pause.last = problem.to_string();
                tracing::warn!(server = self.source.name, %problem, "connecting again failed");
                Err(problem)
            }
        }
    }

    /// The present list of tools.
    pub(super) fn list(&self) -> Arc<ToolList> {
        Arc::clone(&self.list.borrow())
    }

    /// The present list, for a source.
    pub(super) fn give_list(&self) -> Arc<ToolList> {
        let list = self.list();
        *self.given.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&list));
        list
    }

    /// Whether the last source has the present list.
    pub(super) fn gave_present_list(&self) -> bool {
        let given = self.given.read().unwrap_or_else(PoisonError::into_inner);
        given.as_ref().is_some_and(|given| Arc::ptr_eq(given, &self.list.borrow()))
    }

    pub(super) fn lists(&self) -> watch::Receiver<Arc<ToolList>> {
        self.list.subscribe()
    }

    pub(super) fn reconnects(&self) -> u64 {
        self.reconnects.load(Ordering::Relaxed)
    }

    /// Reads the list again.
    pub(super) async fn read_list(&self) -> Result<(), ConnectError> {
        let read = async {
            let link = self.link().await?;
            list_in_time(&self.source, &link).await
        };
        let list = read.await.map_err(|problem| ConnectError::new(&self.source.name, problem))?;
        self.publish(list);
        Ok(())
    }

    fn publish(&self, list: ToolList) {
        let changed = self.list.send_if_modified(|present| {
            let is_other = !present.is_same(&list);
            if is_other {
                *present = Arc::new(list);
            }
            is_other
        });
        if changed {
            tracing::info!(server = self.source.name, "the list of tools changed");
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if let Some(refresher) = self.refresher.get() {
            refresher.abort();
        }
    }
}

/// Reads the list each time that the server says that it changed.
async fn refresh(connection: Weak<Connection>, changed: Arc<Notify>) {
    loop {
        changed.notified().await;
        tokio::time::sleep(SETTLE).await;
        let Some(connection) = connection.upgrade() else { return };
        if let Err(error) = connection.read_list().await {
            tracing::warn!(%error, "the changed list of tools can't be read");
        }
    }
}

/// A new connection, with the list of tools.
async fn open_listed(source: &McpSource, listener: &Listener) -> Result<(Link, ToolList), ConnectProblem> {
    let limit = source.limits.connect;
    let opened = timeout(limit, open(source, listener)).await;
    let link = opened.unwrap_or(Err(ConnectProblem::TooSlow(limit)))?;
    let list = list_in_time(source, &link).await?;
    Ok((link, list))
}

async fn list_in_time(source: &McpSource, link: &Link) -> Result<ToolList, ConnectProblem> {
    let limit = source.limits.list;
    let list = timeout(limit, link.list()).await.map_err(|_| ConnectProblem::TooSlow(limit))?;
    list.map_err(ConnectProblem::List)
}

/// A new connection. Most servers know the handshake; those that know the stateless protocol alone refuse it.
async fn open(source: &McpSource, listener: &Listener) -> Result<Link, ConnectProblem> {
    let refused = match open_as(source, listener, ClientLifecycleMode::Initialize).await {
        Ok(link) => return Ok(link),
        Err(Failed::Refused(error)) => error,
        Err(Failed::Other(problem)) => return Err(problem),
    };
    let discover = ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::LATEST] };
    match open_as(source, listener, discover).await {
        Ok(link) => Ok(link),
        Err(Failed::Refused(_)) => Err(ConnectProblem::Protocol(refused.message.into_owned())),
        Err(Failed::Other(problem)) => Err(problem),
    }
}

/// Why an attempt failed.
enum Failed {
    /// The server answered with an error: it may speak another version.
    Refused(ErrorData),
    Other(ConnectProblem),
}

async fn open_as(
    source: &McpSource,
    listener: &Listener,
    lifecycle: ClientLifecycleMode,
) -> Result<Link, Failed> {
    match &source.way {
        Way::Stdio(program) => {
            let started = start(&source.name, program, Arc::new(Wire::default()));
            let (lines, words) =
                started.map_err(|error| Failed::Other(ConnectProblem::Start(Box::new(error))))?;
            match serve_client_with_lifecycle(listener.clone(), lines, lifecycle).await {
                Ok(running) => Ok(link(running, true)),
                Err(ClientInitializeError::JsonRpcError(error)) => Err(Failed::Refused(error)),
                Err(
                    ClientInitializeError::ConnectionClosed(_) | ClientInitializeError::TransportError { .. },
                ) => {
                    tokio::time::sleep(LAST_WORDS).await;
                    Err(Failed::Other(ConnectProblem::Ended(words.lines())))
                }
                Err(error) => Err(Failed::Other(ConnectProblem::Protocol(error.to_string()))),
            }
        }
        #[cfg(feature = "http-client")]
        Way::Http(address) => {
            let transport =
                address.transport().map_err(|error| Failed::Other(ConnectProblem::Start(error)))?;
            match serve_client_with_lifecycle(listener.clone(), transport, lifecycle).await {
                Ok(running) => Ok(link(running, false)),
                Err(ClientInitializeError::JsonRpcError(error)) => Err(Failed::Refused(error)),
                Err(error) => Err(Failed::Other(super::http::problem(error))),
            }
        }
    }
}

fn link(running: RunningService<RoleClient, Listener>, keeps_texts: bool) -> Link {
    Link::new(running, keeps_texts)
}

//! Changes that clients are told: of the toolbox, and of what is served beside it.

use std::sync::{Arc, PoisonError, RwLock};

use hpd_host::Toolbox;
use rmcp::RoleServer;
use rmcp::model::ResourceUpdatedNotificationParam;
use rmcp::service::{Peer, SubscriptionContext};
use tokio::sync::broadcast;

/// What changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Change {
    Tools,
    Prompts,
    Resources,
    Resource(Arc<str>),
}

/// Changes of a running server: a new snapshot of its toolbox, and news of what is served beside it. Cloning it copies
/// pointers.
///
/// ```
/// use hpd_host::{Toolbox, plugin};
/// use hpd_mcp::server::HpdServer;
///
/// # struct Clock;
/// # #[plugin]
/// # impl Clock {
/// #     /// Tells the hour.
/// #     #[ai_function(read_only)]
/// #     fn hour(&self) -> u8 { 12 }
/// # }
/// let server = HpdServer::new(Toolbox::builder().plugin(Clock).build()?);
/// let changes = server.changes();
/// // Later, in another task: every client that listens learns of it.
/// changes.replace(changes.toolbox().to_builder().build()?);
/// # Ok::<(), hpd_host::BuildError>(())
/// ```
#[derive(Clone)]
pub struct Changes {
    toolbox: Arc<RwLock<Toolbox>>,
    sender: broadcast::Sender<Change>,
}

/// How many changes a slow connection may be behind. All further ones it learns at once.
const BEHIND: usize = 16;

impl Changes {
    pub(super) fn new(toolbox: Toolbox) -> Self {
        Self { toolbox: Arc::new(RwLock::new(toolbox)), sender: broadcast::Sender::new(BEHIND) }
    }

    /// The toolbox that is served now.
    pub fn toolbox(&self) -> Toolbox {
        self.toolbox.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Serves another snapshot from the next request on. Running calls end with the snapshot with which they began.
    /// Clients are told that the list of tools has changed.
    pub fn replace(&self, next: Toolbox) {
        *self.toolbox.write().unwrap_or_else(PoisonError::into_inner) = next;
        self.tell(Change::Tools);
    }

    /// Tells clients that the list of tools has changed for another reason, such as a filter.
    pub fn tools_changed(&self) {
        self.tell(Change::Tools);
    }

    /// Tells clients that the list of prompts has changed.
    pub fn prompts_changed(&self) {
        self.tell(Change::Prompts);
    }

    /// Tells clients that the list of resources has changed.
    pub fn resources_changed(&self) {
        self.tell(Change::Resources);
    }

    /// Tells clients that subscribed to a resource that it has changed.
    pub fn resource_updated(&self, uri: &str) {
        self.tell(Change::Resource(uri.into()));
    }

    fn tell(&self, change: Change) {
        // Where nobody listens, nobody has to know.
        let _ = self.sender.send(change);
    }

    pub(super) fn listen(&self) -> broadcast::Receiver<Change> {
        self.sender.subscribe()
    }
}

impl std::fmt::Debug for Changes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Changes").field("connections", &self.sender.receiver_count()).finish_non_exhaustive()
    }
}

/// The next changes; all lists, for a connection that lost some. `None` at the end.
async fn next(receiver: &mut broadcast::Receiver<Change>) -> Option<Vec<Change>> {
    match receiver.recv().await {
        Ok(change) => Some(vec![change]),
        Err(broadcast::error::RecvError::Lagged(_)) => {
            Some(vec![Change::Tools, Change::Prompts, Change::Resources])
        }
        Err(broadcast::error::RecvError::Closed) => None,
    }
}

/// Tells the client of a connection, until it is gone. `subscribed` says which resources it wants to know of.
pub(super) async fn tell_peer(
    peer: Peer<RoleServer>,
    mut receiver: broadcast::Receiver<Change>,
    subscribed: impl Fn(&str) -> bool,
) {
    while let Some(changes) = next(&mut receiver).await {
        for change in changes {
            let told = match change {
                Change::Tools => peer.notify_tool_list_changed().await,
                Change::Prompts => peer.notify_prompt_list_changed().await,
                Change::Resources => peer.notify_resource_list_changed().await,
                Change::Resource(uri) if subscribed(&uri) => {
                    peer.notify_resource_updated(ResourceUpdatedNotificationParam::new(&*uri)).await
                }
                Change::Resource(_) => Ok(()),
            };
            if told.is_err() {
                return;
            }
        }
    }
}

/// Tells a subscription, until the client ends it. The sink leaves out what the client did not subscribe to.
pub(super) async fn tell_subscription(
    context: &SubscriptionContext,
    mut receiver: broadcast::Receiver<Change>,
) {
    let sink = context.sink();
    loop {
        let changes = tokio::select! {
            changes = next(&mut receiver) => changes,
            () = context.cancelled() => None,
        };
        let Some(changes) = changes else { return };
        for change in changes {
            let told = match change {
                Change::Tools => sink.notify_tool_list_changed().await,
                Change::Prompts => sink.notify_prompt_list_changed().await,
                Change::Resources => sink.notify_resource_list_changed().await,
                Change::Resource(uri) => sink.notify_resource_updated(&*uri).await,
            };
            if let Err(rmcp::service::SubscriptionSendError::Service(_)) = told {
                return;
            }
        }
    }
}

//! A toolbox that follows the lists of its servers.

use std::fmt;
use std::sync::{Arc, PoisonError};

use hpd_host::{BuildError, Toolbox};
use tokio::sync::watch;
use tokio::task::AbortHandle;

use super::servers::McpConnection;

/// The present toolbox, with the present tools of its servers.
///
/// Take [`current`](Self::current) at the start of each turn. Sessions continue in the next snapshot: expansions, open
/// questions and permissions stay, as far as their tools are the same. If its tool changed meanwhile, a call of a
/// former snapshot is refused before it reaches the server.
///
/// The lists are followed until this value is dropped.
pub struct Snapshots {
    shared: Arc<Shared>,
    seen: watch::Receiver<Toolbox>,
    tasks: Vec<AbortHandle>,
}

struct Shared {
    toolbox: watch::Sender<Toolbox>,
    /// Held while a snapshot is built.
    building: std::sync::Mutex<()>,
}

impl Shared {
    fn replace(&self, build: impl FnOnce(&Toolbox) -> Result<Toolbox, BuildError>) -> Result<(), BuildError> {
        let _building = self.building.lock().unwrap_or_else(PoisonError::into_inner);
        let present = self.toolbox.borrow().clone();
        let next = build(&present)?;
        self.toolbox.send_replace(next);
        Ok(())
    }
}

impl Snapshots {
    pub(super) fn start(toolbox: Toolbox, connections: Vec<McpConnection>) -> Self {
        let toolbox = watch::Sender::new(toolbox);
        let seen = toolbox.subscribe();
        let shared = Arc::new(Shared { toolbox, building: std::sync::Mutex::new(()) });
        let follow = |connection| tokio::spawn(follow(connection, Arc::clone(&shared))).abort_handle();
        let tasks = connections.into_iter().map(follow).collect();
        Self { shared, seen, tasks }
    }

    /// The present snapshot.
    pub fn current(&self) -> Toolbox {
        self.shared.toolbox.borrow().clone()
    }

    /// Waits for a snapshot that neither this method nor [`start`](super::McpServers::watch) has given yet.
    pub async fn changed(&mut self) -> Toolbox {
        // The sender lives as long as this value.
        if self.seen.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
        self.seen.borrow_and_update().clone()
    }

    /// A receiver of all further snapshots, for a server for example.
    pub fn subscribe(&self) -> watch::Receiver<Toolbox> {
        self.shared.toolbox.subscribe()
    }

    /// Replaces the toolbox by another one of the host: with a further plugin, for example. `build` gets the present
    /// snapshot.
    ///
    /// # Errors
    ///
    /// The error of `build`. The present snapshot stays.
    pub fn update(
        &self,
        build: impl FnOnce(&Toolbox) -> Result<Toolbox, BuildError>,
    ) -> Result<(), BuildError> {
        self.shared.replace(build)
    }
}

/// Puts each new list of a server into the toolbox.
async fn follow(connection: McpConnection, shared: Arc<Shared>) {
    let mut lists = connection.lists();
    while lists.changed().await.is_ok() {
        if let Err(error) = shared.replace(|present| present.with_source(connection.source())) {
            // The former tools stay, and calls of changed ones are refused.
            tracing::warn!(server = connection.name(), %error, "the new list of tools makes no toolbox");
        }
    }
}

impl Drop for Snapshots {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

impl fmt::Debug for Snapshots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Snapshots").finish_non_exhaustive()
    }
}

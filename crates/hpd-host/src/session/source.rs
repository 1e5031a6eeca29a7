//! The host's own sessions, by id.

use std::sync::Arc;

use hpd_journal::BoxFuture;

use super::Session;

/// Where a host keeps its sessions. Some parts of a program know only a session's id, from the journal. They get the
/// session here, to explain a list, to take a decision, or to run a call that another process approved.
///
/// A closure is a source, too.
///
/// ```
/// use std::sync::Arc;
///
/// use hpd_host::{Session, SessionSource};
///
/// let session = Arc::new(Session::with_id("s1"));
/// let kept = Arc::clone(&session);
/// let source = move |id: &str| (id == "s1").then(|| Arc::clone(&kept));
///
/// let found = futures_executor::block_on(source.session("s1"));
/// assert_eq!(found.expect("it is kept").id(), Some("s1"));
/// ```
pub trait SessionSource: Send + Sync {
    /// The session with this id; `None` if this process does not keep it.
    fn session<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Option<Arc<Session>>>;
}

impl<F> SessionSource for F
where
    F: Fn(&str) -> Option<Arc<Session>> + Send + Sync,
{
    fn session<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Option<Arc<Session>>> {
        let found = self(id);
        Box::pin(async move { found })
    }
}

/// A host that keeps no sessions: each is made anew from its id. Expansions and counts of an earlier one are missing.
///
/// ```
/// use hpd_host::{NoSessions, SessionSource};
///
/// let found = futures_executor::block_on(NoSessions.session("s1"));
/// assert!(found.is_none());
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct NoSessions;

impl SessionSource for NoSessions {
    fn session<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Option<Arc<Session>>> {
        Box::pin(async { None })
    }
}

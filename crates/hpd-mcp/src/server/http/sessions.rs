//! The sessions of streamable HTTP, and whose they are.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::{HeaderMap, HeaderName};
use hpd_host::Principal;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;

/// The header with the id of a session.
pub(super) const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");

/// The sessions with their owners.
pub(super) struct Sessions {
    pub(super) manager: Arc<LocalSessionManager>,
    owners: Mutex<HashMap<String, Principal>>,
    limit: usize,
}

impl Sessions {
    pub(super) fn new(limit: usize) -> Self {
        Self { manager: Arc::default(), owners: Mutex::default(), limit }
    }

    /// Whether a request names a session of another principal. An unknown one is for the manager to refuse.
    pub(super) fn is_anothers(&self, headers: &HeaderMap, principal: &Principal) -> bool {
        let Some(session) = headers.get(&SESSION).and_then(|id| id.to_str().ok()) else { return false };
        self.owners().get(session).is_some_and(|owner| owner != principal)
    }

    /// Whether one more session may begin.
    pub(super) async fn has_place(&self) -> bool {
        let sessions = self.manager.sessions.read().await;
        self.owners().retain(|session, _| sessions.contains_key(&**session));
        sessions.len() < self.limit
    }

    /// Notes whose a session is that an answer begins.
    pub(super) fn note(&self, answer: &HeaderMap, principal: &Principal) {
        if let Some(session) = answer.get(&SESSION).and_then(|id| id.to_str().ok()) {
            self.owners().insert(session.to_owned(), principal.clone());
        }
    }

    fn owners(&self) -> MutexGuard<'_, HashMap<String, Principal>> {
        // Each change leaves a whole map.
        self.owners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! Who speaks, and what the server remembers of it.
//!
//! Over stdio, a process is one conversation. So is a session of streamable HTTP, as revisions before 2026-07-28 have them.
//! Without sessions, the requests of one principal are one conversation, in which nothing is expanded. Without a principal, each
//! request stands alone, and nothing is granted beyond it.

use std::sync::{Arc, OnceLock};

use hpd_host::approval::UserChannel;
use hpd_host::{Principal, Session};
use rmcp::ErrorData;
use rmcp::RoleServer;
use rmcp::model::ProtocolVersion;
use rmcp::service::RequestContext;

/// Whether a revision has no sessions and no requests to clients.
pub(super) fn is_stateless(version: &ProtocolVersion) -> bool {
    *version >= ProtocolVersion::V_2026_07_28
}

pub(super) fn is_stateless_request(context: &RequestContext<RoleServer>) -> bool {
    context.protocol_version().is_some_and(|version| is_stateless(&version))
}

/// The conversation of a request.
#[derive(Debug, Clone)]
pub(super) struct Conversation {
    pub(super) session: Arc<Session>,
    pub(super) principal: Principal,
    /// Whether the next request of the client finds what this one leaves.
    pub(super) is_remembered: bool,
}

impl Conversation {
    /// The channel of the user behind the client.
    pub(super) fn user(&self) -> UserChannel {
        let user = match self.principal.id() {
            Some(id) => UserChannel::of(id),
            None => UserChannel::local(),
        };
        let user = match self.principal.tenant() {
            Some(tenant) => user.in_tenant(tenant),
            None => user,
        };
        user.via("mcp")
    }
}

/// What a connection is.
#[derive(Debug)]
pub(super) enum ConnectionKind {
    /// A process that serves one client.
    Process,
    /// A session of streamable HTTP, or one request.
    #[cfg(feature = "http-server")]
    Http,
}

/// What a connection remembers.
#[derive(Debug)]
pub(super) struct Memory {
    kind: ConnectionKind,
    /// Made when it is needed: a connection may be one request.
    own: OnceLock<Conversation>,
}

impl Memory {
    pub(super) const fn new(kind: ConnectionKind) -> Self {
        Self { kind, own: OnceLock::new() }
    }

    /// The conversation of a request. `local` is the principal of the client over stdio.
    ///
    /// # Errors
    ///
    /// The session is another principal's.
    #[cfg_attr(
        not(feature = "http-server"),
        expect(unused_variables, reason = "over stdio, every request is of the same conversation")
    )]
    pub(super) fn conversation(
        &self,
        context: &RequestContext<RoleServer>,
        local: &Principal,
    ) -> Result<Conversation, ErrorData> {
        match self.kind {
            ConnectionKind::Process => Ok(self.own(local)),
            #[cfg(feature = "http-server")]
            ConnectionKind::Http => self.of_request(context),
        }
    }

    /// Keeps the principal with whom a session begins.
    #[cfg(feature = "http-server")]
    pub(super) fn begin(&self, context: &RequestContext<RoleServer>) {
        if let ConnectionKind::Http = self.kind {
            self.own(&principal_of(context));
        }
    }

    fn own(&self, principal: &Principal) -> Conversation {
        let new = || Conversation {
            session: Arc::new(Session::new()),
            principal: principal.clone(),
            is_remembered: true,
        };
        self.own.get_or_init(new).clone()
    }

    #[cfg(feature = "http-server")]
    fn of_request(&self, context: &RequestContext<RoleServer>) -> Result<Conversation, ErrorData> {
        let parts = context.extensions.get::<axum::http::request::Parts>();
        let principal = principal_of(context);
        let is_in_session = parts.is_some_and(|parts| parts.headers.contains_key("mcp-session-id"))
            && context.protocol_version().is_none_or(|version| !is_stateless(&version));
        if is_in_session {
            let own = self.own(&principal);
            // The layer before compares too; a host that serves the handler by itself has none.
            return if own.principal == principal {
                Ok(own)
            } else {
                Err(ErrorData::invalid_request("This session is not of this client", None))
            };
        }
        let session = match principal.id() {
            // As JSON, so that no two principals have one.
            Some(id) => Session::with_id(format!("mcp:{}", serde_json::json!([principal.tenant(), id]))),
            None => Session::new(),
        };
        Ok(Conversation { session: Arc::new(session), principal, is_remembered: false })
    }
}

/// The principal of a request, as the layer before found it in the token.
#[cfg(feature = "http-server")]
fn principal_of(context: &RequestContext<RoleServer>) -> Principal {
    let parts = context.extensions.get::<axum::http::request::Parts>();
    parts.and_then(|parts| parts.extensions.get::<Principal>()).cloned().unwrap_or_default()
}

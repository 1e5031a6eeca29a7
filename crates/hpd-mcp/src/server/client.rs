//! The client of a call, for functions.

use rmcp::RoleServer;
use rmcp::model::{ClientCapabilities, CustomNotification, Implementation, ServerNotification};
use rmcp::service::Peer;
use serde_json::{Value, json};

use super::logging::{Severity, severity_of};

/// The client that made a call, as [`CallContext::extension`](hpd_host::CallContext::extension).
///
/// ```
/// use hpd_host::{CallContext, plugin};
/// use hpd_mcp::server::Client;
///
/// struct Import;
///
/// #[plugin]
/// impl Import {
///     /// Counts rows.
///     #[ai_function(read_only)]
///     async fn rows(&self, #[context] ctx: &CallContext<'_>) -> u32 {
///         if let Some(client) = ctx.extension::<Client>() {
///             client.log("info", "The import begins.").await;
///         }
///         12
///     }
/// }
/// ```
#[derive(Debug)]
pub struct Client {
    pub(super) peer: Peer<RoleServer>,
    pub(super) can: ClientCapabilities,
    pub(super) info: Option<Implementation>,
    /// The least severe messages that the client wants to read.
    pub(super) least: Severity,
}

impl Client {
    /// What the client calls itself. It may be anything: nothing should be allowed because of it.
    pub fn name(&self) -> Option<&str> {
        self.info.as_ref().map(|info| info.name.as_str())
    }

    /// Whether the client shows forms to its user.
    pub fn can_ask_user(&self) -> bool {
        self.can.elicitation.is_some()
    }

    /// Whether the client lets its model answer: see [`sampling`](super::sampling).
    pub fn can_sample(&self) -> bool {
        self.can.sampling.is_some()
    }

    /// Whether the client names its folders: see [`roots`](super::roots).
    pub fn has_roots(&self) -> bool {
        self.can.roots.is_some()
    }

    /// Sends a message for the client's log, if the client wants messages of this level: `debug`, `info`, `notice`, `warning`,
    /// `error`, `critical`, `alert` or `emergency`. The model may read it too: it should have no secrets.
    ///
    /// A server offers this with [`HpdServer::logging`](super::HpdServer::logging). The protocol advises against it since
    /// 2026-07-28: programs log to stderr, or by OpenTelemetry.
    pub async fn log(&self, level: &str, message: impl Into<Value>) {
        if severity_of(level).is_none_or(|severity| severity < self.least) {
            return;
        }
        let params = json!({"level": level, "data": message.into()});
        let message = CustomNotification::new("notifications/message", Some(params));
        // A client that is gone reads nothing.
        let _ = self.peer.send_notification(ServerNotification::CustomNotification(message)).await;
    }
}

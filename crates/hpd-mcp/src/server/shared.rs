//! What all connections of a server share.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hpd_host::list::ListMode;
use hpd_host::{Principal, Session, Toolbox, TurnContext};
use rmcp::ServerHandler;
use rmcp::model::{
    Implementation, ResourcesCapability, SKILLS_EXTENSION_ID, ServerCapabilities, ServerConfig,
    ToolsCapability,
};
use tokio::runtime::Handle;

use super::changes::Changes;
use super::lists::{ListPolicy, WrittenLists};
use super::prompt::OpenQuestions;

/// The host's choices.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) implementation: Implementation,
    pub(super) instructions: Option<String>,
    pub(super) lists: ListPolicy,
    pub(super) answered_at: Option<String>,
    pub(super) logging: bool,
    /// Of the one client over stdio.
    pub(super) principal: Principal,
    pub(super) message_bytes: usize,
}

/// What all connections share.
pub(super) struct Shared<H> {
    pub(super) settings: Settings,
    pub(super) changes: Changes,
    pub(super) beside: H,
    pub(super) questions: OpenQuestions,
    pub(super) lists: WrittenLists,
    pub(super) config: ServerConfig,
    /// Tells this process apart from others that keep their calls in the same store.
    process: String,
    calls: AtomicU64,
}

impl<H: ServerHandler> Shared<H> {
    pub(super) fn new(settings: Settings, changes: Changes, beside: H, questions: OpenQuestions) -> Self {
        let config = config_of(&settings, &changes.toolbox(), &beside);
        let (lists, process, calls) = (WrittenLists::default(), process_id(), AtomicU64::new(0));
        Self { settings, changes, beside, questions, lists, config, process, calls }
    }

    /// Ends questions past their time, for as long as the server is there. A client that went away never answers.
    pub(super) fn keep_house(self: &Arc<Self>) {
        // A host that builds a router outside of a runtime keeps house itself.
        let Ok(runtime) = Handle::try_current() else { return };
        let server = Arc::downgrade(self);
        runtime.spawn(async move {
            loop {
                tokio::time::sleep(HOUSEKEEPING).await;
                let Some(server) = server.upgrade() else { return };
                let toolbox = server.changes.toolbox();
                drop(server);
                let report = toolbox.housekeeping().await;
                tracing::debug!(?report, "housekeeping");
            }
        });
    }

    /// An id that no other call has: the ids of requests begin anew with each connection, and hpd takes two equal calls
    /// with one id for one call.
    pub(super) fn call_id(&self) -> String {
        format!("{}-{}", self.process, self.calls.fetch_add(1, Ordering::Relaxed))
    }
}

/// The time between two passes.
const HOUSEKEEPING: Duration = Duration::from_secs(60);

fn process_id() -> String {
    let mut bytes = [0; 8];
    match getrandom::fill(&mut bytes) {
        Ok(()) => format!("{:016x}", u64::from_le_bytes(bytes)),
        // Where there are no random bytes, the time and the process are as good.
        Err(_) => format!("{:?}-{}", std::time::SystemTime::now(), std::process::id()),
    }
}

/// Whether a toolbox has skills for somebody.
pub(super) fn has_skills(toolbox: &Toolbox) -> bool {
    let turn = TurnContext { list: Some(ListMode::Flat), ..TurnContext::default() };
    toolbox.tools_with(&Session::new(), &turn).iter().any(hpd_host::Tool::is_container)
}

/// What the server says about itself: what it offers, and what is served beside it.
fn config_of<H: ServerHandler>(settings: &Settings, toolbox: &Toolbox, beside: &H) -> ServerConfig {
    let other = beside.get_info();
    let mut can = ServerCapabilities::builder().build();
    can.clone_from(&other.capabilities);
    let mut tools = ToolsCapability::default();
    tools.list_changed = Some(true);
    can.tools = Some(tools);
    if has_skills(toolbox) {
        can.resources.get_or_insert_with(ResourcesCapability::default).list_changed = Some(true);
        let skills = serde_json::Map::from_iter([("directoryRead".to_owned(), true.into())]);
        can.extensions.get_or_insert_default().insert(SKILLS_EXTENSION_ID.to_owned(), skills);
    }
    if settings.logging {
        can.logging.get_or_insert_default();
    }
    let mut config = ServerConfig::new(can).with_server_info(settings.implementation.clone());
    config.instructions = settings.instructions.clone().or(other.instructions);
    config
}

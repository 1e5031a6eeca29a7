//! A connection: the requests of one client, each to the room that answers it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use hpd_host::list::LongResults;
use hpd_host::{Toolbox, TurnContext};
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult,
    CustomRequest, CustomResult, ErrorCode, ErrorData, GetPromptRequestParams, GetPromptResponse,
    GetSkillRequestParams, GetSkillResult, InitializeRequestParams, InitializeResult, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListSkillsResult, ListToolsResult,
    PaginatedRequestParams, ProtocolVersion, ReadResourceDirectoryRequestParams, ReadResourceDirectoryResult,
    ReadResourceRequestParams, ReadResourceResponse, ServerConfig, SubscribeRequestParams,
    SubscriptionFilter, Tool, UnsubscribeRequestParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::changes;
use super::conversation::{ConnectionKind, Conversation, Memory, is_stateless_request};
use super::logging::{LevelRequest, MOST_SEVERE, Severity, severity, severity_in};
use super::shared::Shared;
use super::skills;
use super::wire::{TakesText, list_as_text};

/// How long a client may keep a list, in milliseconds. It is told of changes.
const LIST_TTL_MS: u64 = 60_000;

/// A connection of a server.
pub(super) struct Connection<H> {
    pub(super) shared: Arc<Shared<H>>,
    memory: Memory,
    /// The least severe log messages that the client wants.
    least: AtomicU8,
    /// The resources whose changes the client wants to know.
    subscribed: Arc<Mutex<BTreeSet<String>>>,
    /// Ends the task that tells of changes.
    told: OnceLock<DropGuard>,
}

impl<H: ServerHandler> Connection<H> {
    pub(super) fn new(shared: Arc<Shared<H>>, kind: ConnectionKind) -> Self {
        let (least, subscribed, told) = (AtomicU8::new(0), Arc::default(), OnceLock::new());
        Self { shared, memory: Memory::new(kind), least, subscribed, told }
    }

    pub(super) fn conversation(
        &self,
        context: &RequestContext<RoleServer>,
    ) -> Result<Conversation, ErrorData> {
        self.memory.conversation(context, &self.shared.settings.principal)
    }

    /// Sets the list of a turn by the policy.
    pub(super) fn choose_list(
        &self,
        toolbox: &Toolbox,
        conversation: &Conversation,
        turn: &mut TurnContext,
        context: &RequestContext<RoleServer>,
    ) {
        let Shared { settings, lists, .. } = &*self.shared;
        let may_grow = conversation.is_remembered && !is_stateless_request(context);
        let client = context.client_info().filter(|_| may_grow).map(|info| info.name);
        let Conversation { session, principal, is_remembered } = conversation;
        // A session that ends with the request can read nothing later.
        let is_forgotten = !is_remembered && principal.id().is_none();
        turn.long_results = is_forgotten.then_some(LongResults::Cut);
        lists.choose(&settings.lists, toolbox, session, turn, client.as_deref(), may_grow);
    }

    /// The least severe log messages that the client wants. Without a word, older clients want all, and newer ones none.
    pub(super) fn least_severity(&self, context: &RequestContext<RoleServer>) -> Severity {
        if is_stateless_request(context) {
            context.meta.log_level().map_or(MOST_SEVERE + 1, severity)
        } else {
            self.least.load(Ordering::Relaxed)
        }
    }

    fn tools(&self, context: &RequestContext<RoleServer>) -> Result<ListToolsResult, ErrorData> {
        let conversation = self.conversation(context)?;
        let toolbox = self.shared.changes.toolbox();
        let mut turn = TurnContext::on_behalf_of(conversation.principal.clone());
        self.choose_list(&toolbox, &conversation, &mut turn, context);
        let list = self.shared.lists.list(&toolbox, &conversation.session, &turn);
        if context.extensions.get::<TakesText>().is_some() {
            let text = &list.text;
            let hints = format!(r#""ttlMs":{LIST_TTL_MS},"cacheScope":"private""#);
            return Ok(list_as_text(if is_stateless_request(context) {
                format!(r#"{{"resultType":"complete","tools":{text},{hints}}}"#)
            } else {
                format!(r#"{{"tools":{text}}}"#)
            }));
        }
        let result = ListToolsResult::with_all_items(list.tools());
        Ok(result.with_ttl_ms(LIST_TTL_MS).with_cache_scope(CacheScope::Private))
    }

    fn subscribed(&self) -> MutexGuard<'_, BTreeSet<String>> {
        // Each change leaves a whole set.
        self.subscribed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the server itself speaks of resources that clients may subscribe to.
    fn takes_subscriptions(&self) -> bool {
        let resources = self.shared.config.capabilities.resources.as_ref();
        resources.is_some_and(|resources| resources.subscribe == Some(true))
    }
}

/// Lists have one page.
fn no_cursor(request: Option<PaginatedRequestParams>) -> Result<(), ErrorData> {
    match request.and_then(|request| request.cursor) {
        None => Ok(()),
        Some(_) => Err(ErrorData::invalid_params("The cursor is none of this server", None)),
    }
}

fn not_found(method: &str) -> ErrorData {
    ErrorData::new(ErrorCode::METHOD_NOT_FOUND, method.to_owned(), None)
}

impl<H: ServerHandler> ServerHandler for Connection<H> {
    fn get_info(&self) -> ServerConfig {
        self.shared.config.clone()
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.shared.beside.supported_protocol_versions()
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        context.peer.set_peer_info(request.clone());
        // The principal of a session is that of its beginning.
        #[cfg(feature = "http-server")]
        self.memory.begin(&context);
        self.negotiate_initialize(&request)
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        let ends = CancellationToken::new();
        if self.told.set(ends.clone().drop_guard()).is_err() {
            return;
        }
        let subscribed = Arc::clone(&self.subscribed);
        let receiver = self.shared.changes.listen();
        tokio::spawn(async move {
            let wants =
                move |uri: &str| subscribed.lock().unwrap_or_else(PoisonError::into_inner).contains(uri);
            tokio::select! {
                () = changes::tell_peer(context.peer, receiver, wants) => {}
                () = ends.cancelled() => {}
            }
        });
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        no_cursor(request)?;
        self.tools(&context)
    }

    /// For the check of headers that repeat arguments. What a list filter hides has no such headers.
    fn get_tool(&self, name: &str) -> Option<Tool> {
        let toolbox = self.shared.changes.toolbox();
        let tool = toolbox.tool(name).filter(|tool| tool.input_schema().contains("x-mcp-header"))?;
        serde_json::from_str::<Vec<Tool>>(&hpd_host::Provider::Mcp.tools(&[tool])).ok()?.pop()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.call(request, context).await
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(requested.supported_by(&self.shared.config.capabilities))
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        changes::tell_subscription(&context, self.shared.changes.listen()).await;
        Ok(())
    }

    async fn list_skills(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListSkillsResult, ErrorData> {
        no_cursor(request)?;
        Ok(self.skills_of(&context).await?.list())
    }

    async fn get_skill(
        &self,
        request: GetSkillRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetSkillResult, ErrorData> {
        self.skills_of(&context).await?.get(&request.uri)
    }

    async fn read_resource_directory(
        &self,
        request: ReadResourceDirectoryRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceDirectoryResult, ErrorData> {
        self.skills_of(&context).await?.directory(&request.uri)
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let is_first = request.as_ref().is_none_or(|request| request.cursor.is_none());
        let own = if is_first { self.skills_of(&context).await?.resources() } else { Vec::new() };
        let beside = self.shared.beside.list_resources(request, context).await;
        let mut result = match beside {
            Err(error) if error.code == ErrorCode::METHOD_NOT_FOUND && is_first => {
                ListResourcesResult::default()
            }
            other => other?,
        };
        result.resources.splice(0..0, own);
        Ok(result)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if request.uri.starts_with(skills::SCHEME)
            && let Some(read) = self.skills_of(&context).await?.read(&request.uri)
        {
            return Ok(ReadResourceResponse::Complete(read));
        }
        let uri = request.uri.clone();
        match self.shared.beside.read_resource(request, context).await {
            Err(error) if error.code == ErrorCode::METHOD_NOT_FOUND => {
                let data = serde_json::json!({"uri": uri});
                Err(ErrorData::resource_not_found(format!("There is no resource {uri}"), Some(data)))
            }
            other => other,
        }
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        match self.shared.beside.list_resource_templates(request, context).await {
            Err(error)
                if error.code == ErrorCode::METHOD_NOT_FOUND
                    && self.shared.config.capabilities.resources.is_some() =>
            {
                Ok(ListResourceTemplatesResult::default())
            }
            other => other,
        }
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        self.shared.beside.list_prompts(request, context).await
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        self.shared.beside.get_prompt(request, context).await
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        self.shared.beside.complete(request, context).await
    }

    async fn set_level(
        &self,
        request: LevelRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        if !self.shared.settings.logging || is_stateless_request(&context) {
            return Err(not_found("logging/setLevel"));
        }
        self.least.store(severity_in(&request), Ordering::Relaxed);
        Ok(())
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        if !self.takes_subscriptions() {
            return Err(not_found("resources/subscribe"));
        }
        let mut subscribed = self.subscribed();
        if subscribed.len() >= SUBSCRIBED {
            return Err(ErrorData::invalid_request(format!("At most {SUBSCRIBED} resources"), None));
        }
        subscribed.insert(request.uri);
        Ok(())
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.subscribed().remove(&request.uri);
        Ok(())
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        self.shared.beside.on_custom_request(request, context).await
    }
}

/// The most resources that one client may subscribe to.
const SUBSCRIBED: usize = 1_000;

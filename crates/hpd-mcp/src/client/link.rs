//! One connection to a server, from its start to its end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hpd_host::CallContext;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CancelledNotification, CancelledNotificationParam,
    ClientCapabilities, ClientConfig, ClientNotification, ClientRequest, Implementation, JsonObject,
    ListToolsRequest, PaginatedRequestParams, ProgressNotificationParam, ProgressToken, RequestId,
    ServerPeerInfo, ServerResult, SubscriptionFilter,
};
use rmcp::service::{
    NotificationContext, Peer, PeerRequestOptions, RequestHandle, RunningService, ServiceError,
};
use rmcp::{ClientHandler, ErrorData, RoleClient};
use tokio::sync::{Notify, mpsc};

use super::list::{Page, ToolList};
use super::transport::{Answer, Exchange, Update};

/// More pages than any list has: a server that gives a next page for ever is stopped.
const PAGES: usize = 1000;

/// What a server says without being asked.
#[derive(Clone, Default)]
pub(super) struct Listener {
    /// The list of tools changed.
    pub(super) changed: Arc<Notify>,
    /// The calls over a transport that does not route progress itself.
    calls: Arc<Mutex<Vec<(ProgressToken, Exchange)>>>,
}

impl ClientHandler for Listener {
    fn get_info(&self) -> ClientConfig {
        ClientConfig::new(
            ClientCapabilities::default(),
            Implementation::new("hpd", env!("CARGO_PKG_VERSION")),
        )
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.changed.notify_one();
    }

    async fn on_progress(&self, progress: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        let exchange = self.with_calls(|calls| {
            calls.iter().find(|(token, _)| *token == progress.progress_token).map(|(_, call)| call.clone())
        });
        if let Some(exchange) = exchange {
            let ProgressNotificationParam { progress: done, total, message, .. } = progress;
            exchange.report(Update { done, total, message });
        }
    }
}

impl Listener {
    fn with_calls<T>(&self, change: impl FnOnce(&mut Vec<(ProgressToken, Exchange)>) -> T) -> T {
        change(&mut self.calls.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// One connection.
pub(super) struct Link {
    running: RunningService<RoleClient, Listener>,
    /// Whether the transport keeps the texts of messages.
    keeps_texts: bool,
    /// A message could not be sent: the connection is of no use, even if its transport still looks open.
    is_lost: AtomicBool,
    runtime: tokio::runtime::Handle,
}

/// Why a call has no result.
#[derive(Debug)]
pub(super) enum NoResult {
    /// The server did not get the call.
    NotSent(String),
    /// The server got the call, or may have got it, and did not answer.
    NoAnswer(String),
    TooLate(Duration),
    /// The server answered, in a message that is too long to be read.
    TooLong,
    /// The server refused the call, by an error of the protocol.
    Refused(ErrorData),
    /// The transport would change a number.
    Inexact,
}

impl Link {
    pub(super) fn new(running: RunningService<RoleClient, Listener>, keeps_texts: bool) -> Self {
        let link = Self {
            running,
            keeps_texts,
            is_lost: AtomicBool::new(false),
            runtime: tokio::runtime::Handle::current(),
        };
        link.subscribe();
        link
    }

    /// Whether the connection ended. `RunningService::is_closed` stays false after the end of the server.
    pub(super) fn is_closed(&self) -> bool {
        self.is_lost.load(Ordering::Relaxed) || self.running.peer().is_transport_closed()
    }

    /// What the server said of itself.
    pub(super) fn info(&self) -> Option<Arc<ServerPeerInfo>> {
        self.running.peer().peer_info()
    }

    /// From 2026-07-28 on, changes of the list are sent to those who ask for them.
    fn subscribe(&self) {
        let Some(info) = self.info() else { return };
        let lists_change =
            info.capabilities.tools.as_ref().and_then(|tools| tools.list_changed) == Some(true);
        if info.protocol_version.has_initialize() || !lists_change {
            return;
        }
        let (peer, changed) = (self.running.peer().clone(), Arc::clone(&self.running.service().changed));
        self.runtime.spawn(async move {
            let filter = SubscriptionFilter::builder().tools_list_changed().build();
            match peer.listen(filter).await {
                Ok(mut subscription) => {
                    while let Ok(Some(_)) = subscription.next().await {
                        changed.notify_one();
                    }
                }
                Err(error) => tracing::warn!(%error, "changes of the list of tools can't be followed"),
            }
        });
    }

    /// The list of tools, with all pages.
    pub(super) async fn list(&self) -> Result<ToolList, String> {
        let (mut tools, mut cursor) = (Vec::new(), None);
        for _ in 0..PAGES {
            let page = self.page(cursor.clone()).await?;
            tools.extend(page.tools);
            match page.next_cursor {
                None => return ToolList::new(&tools),
                next if next == cursor => return Err("a page names itself as the next one".to_owned()),
                next => cursor = next,
            }
        }
        Err(format!("it has more than {PAGES} pages"))
    }

    async fn page(&self, cursor: Option<String>) -> Result<Page, String> {
        // Some servers refuse params without a cursor.
        let mut request = ListToolsRequest {
            method: rmcp::model::ListToolsRequestMethod,
            params: cursor.map(|cursor| PaginatedRequestParams::default().with_cursor(Some(cursor))),
            extensions: rmcp::model::Extensions::default(),
        };
        let exchange = Exchange::new();
        request.extensions.insert(exchange.clone());
        let sent =
            self.send(ClientRequest::ListToolsRequest(request)).await.map_err(|error| error.to_string())?;
        let (mut sent, mut abandoned) = sent;
        let answer = (&mut sent.rx).await.unwrap_or(Err(ServiceError::TransportClosed));
        abandoned.request = None;
        let answer = answer.map_err(|error| error.to_string())?;
        let text = text_of(&exchange, &answer).map_err(|why| match why {
            NoResult::NoAnswer(reason) => reason,
            _ => "a page has more than 16 MiB".to_owned(),
        })?;
        serde_json::from_str(&text).map_err(|error| error.to_string())
    }

    /// Sends a request. It is cancelled if the second value is dropped before the response is there.
    async fn send(
        &self,
        request: ClientRequest,
    ) -> Result<(RequestHandle<RoleClient>, Abandoned), ServiceError> {
        let options = PeerRequestOptions::no_options();
        let sent = self.running.peer().send_cancellable_request(request, options).await?;
        let abandoned =
            Abandoned { request: Some((sent.peer.clone(), sent.id.clone())), runtime: self.runtime.clone() };
        Ok((sent, abandoned))
    }

    /// Makes a call. The result is the JSON text of a `CallToolResult`.
    pub(super) async fn call(
        &self,
        name: &str,
        arguments: &str,
        context: &CallContext<'_>,
        limit: Option<Duration>,
    ) -> Result<String, NoResult> {
        let (exchange, updates) = Exchange::call(name, arguments);
        let params = CallToolRequestParams::new(name.to_owned());
        let params = if self.keeps_texts { params } else { params.with_arguments(exact(arguments)?) };
        let mut request = CallToolRequest::new(params);
        request.extensions.insert(exchange.clone());
        let sent = self.send(ClientRequest::CallToolRequest(request)).await;
        let (sent, mut abandoned) = sent.map_err(|error| NoResult::NotSent(error.to_string()))?;
        let _heard = (!self.keeps_texts).then(|| Heard::new(self, &sent.progress_token, &exchange));
        let answer = wait(sent, updates, context);
        let answer = match limit {
            None => answer.await,
            Some(limit) => tokio::time::timeout(limit, answer).await.map_err(|_| NoResult::TooLate(limit))?,
        };
        abandoned.request = None;
        let answer = answer.map_err(|error| self.no_result(error))?;
        text_of(&exchange, &answer)
    }

    /// Why there is no answer.
    #[cold]
    fn no_result(&self, error: ServiceError) -> NoResult {
        match error {
            ServiceError::McpError(error) => NoResult::Refused(error),
            ServiceError::TransportSend(error) => {
                self.is_lost.store(true, Ordering::Relaxed);
                // A process that did not take the whole line did not read the call.
                let was_not_sent = self.keeps_texts;
                #[cfg(feature = "http-client")]
                let was_not_sent = was_not_sent || super::http::was_not_sent(&error);
                let error = error.to_string();
                if was_not_sent { NoResult::NotSent(error) } else { NoResult::NoAnswer(error) }
            }
            error => NoResult::NoAnswer(error.to_string()),
        }
    }

    /// Ends the connection, and the server with it if it is a child process.
    pub(super) fn end(&self) {
        self.running.cancellation_token().cancel();
    }
}

/// Waits for the answer, and passes progress on meanwhile.
async fn wait(
    mut sent: RequestHandle<RoleClient>,
    mut updates: mpsc::Receiver<Update>,
    context: &CallContext<'_>,
) -> Result<ServerResult, ServiceError> {
    // By the protocol, progress grows. An update that comes late says nothing new.
    let mut last = f64::NEG_INFINITY;
    let mut report = |update: Update| {
        if update.done > last {
            last = update.done;
            context.progress(update.done, update.total, update.message.as_deref().unwrap_or_default());
        }
    };
    let answer = loop {
        tokio::select! {
            biased;
            Some(update) = updates.recv() => report(update),
            answer = &mut sent.rx => break answer,
        }
    };
    while let Ok(update) = updates.try_recv() {
        report(update);
    }
    answer.unwrap_or(Err(ServiceError::TransportClosed))
}

/// The text of a result, as the server wrote it where the transport keeps it.
fn text_of(exchange: &Exchange, answer: &ServerResult) -> Result<String, NoResult> {
    match exchange.result() {
        Some(Answer::Result(text)) => Ok(text.clone()),
        Some(Answer::TooLong) => Err(NoResult::TooLong),
        None => serde_json::to_string(answer).map_err(|error| NoResult::NoAnswer(error.to_string())),
    }
}

/// The arguments for a transport that reads them: only if they stay the same.
fn exact(arguments: &str) -> Result<JsonObject, NoResult> {
    use hpd_host::args::{Limits, Node};

    let read: JsonObject = serde_json::from_str(arguments).map_err(|_| NoResult::Inexact)?;
    let written = serde_json::to_string(&read).map_err(|_| NoResult::Inexact)?;
    let (sent, kept) =
        (Node::parse(arguments, &Limits::default()), Node::parse(&written, &Limits::default()));
    match (sent, kept) {
        (Ok(sent), Ok(kept)) if sent == kept => Ok(read),
        _ => Err(NoResult::Inexact),
    }
}

/// Tells the server that nobody waits for a request any more.
struct Abandoned {
    request: Option<(Peer<RoleClient>, RequestId)>,
    runtime: tokio::runtime::Handle,
}

impl Drop for Abandoned {
    fn drop(&mut self) {
        let Some((peer, id)) = self.request.take() else { return };
        let reason = Some("nobody waits for the result".to_owned());
        let params = CancelledNotificationParam::new(Some(id), reason);
        let notification = CancelledNotification::new(params);
        self.runtime.spawn(async move {
            // A connection that ended needs no word.
            let _ = peer.send_notification(ClientNotification::CancelledNotification(notification)).await;
        });
    }
}

/// A call whose progress is heard.
struct Heard<'a> {
    listener: &'a Listener,
    token: ProgressToken,
}

impl<'a> Heard<'a> {
    fn new(link: &'a Link, token: &ProgressToken, exchange: &Exchange) -> Self {
        let listener = link.running.service();
        listener.with_calls(|calls| calls.push((token.clone(), exchange.clone())));
        Self { listener, token: token.clone() }
    }
}

impl Drop for Heard<'_> {
    fn drop(&mut self) {
        self.listener.with_calls(|calls| calls.retain(|(token, _)| *token != self.token));
    }
}

//! A call of a tool: from a request to its result, with the questions on the way.

use std::sync::Arc;

use futures_util::future::{Either, select};
use hpd_host::context::Cancellation;
use hpd_host::outcome::{FunctionResult, OutcomeKind};
use hpd_host::{Outcome, RawCall, Toolbox, TurnContext};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities, ErrorData,
    InputRequiredResult, ResultType,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::json;

use super::client::Client;
use super::connection::Connection;
use super::conversation::{Conversation, is_stateless_request};
use super::progress::send_progress;
use super::prompt::{ClientPrompt, OpenQuestion};
use super::wire::{RawArguments, TakesText, as_text};

/// A request as hpd takes it.
struct Request {
    toolbox: Toolbox,
    conversation: Conversation,
    turn: TurnContext,
    call: RawCall,
    can: ClientCapabilities,
    /// Whether the client answers questions in later requests.
    is_stateless: bool,
}

impl<H: ServerHandler> Connection<H> {
    pub(super) async fn call(
        &self,
        params: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let request = self.request(&params, &context)?;
        let before = request.conversation.session.revision();
        let cancelled = context.ct.clone();
        let takes_text = context.extensions.get::<TakesText>().is_some();
        let answered = Box::pin(self.answer(&request, params, context.peer.clone()));
        // A call that is cancelled ends by itself: what it began is brought to an end.
        let answer = match select(answered, Box::pin(cancelled.cancelled())).await {
            Either::Left((answer, _)) => answer,
            Either::Right(((), answered)) => {
                request.turn.cancellation.cancel();
                answered.await
            }
        }?;
        let has_grown = request.conversation.session.revision() != before;
        if has_grown && request.conversation.is_remembered && !request.is_stateless {
            // A client that is gone needs no list.
            let _ = context.peer.notify_tool_list_changed().await;
        }
        match answer {
            Answer::Outcome(outcome) => result_of(&outcome, request.is_stateless, takes_text).map(Into::into),
            Answer::Asked(asked) => Ok(asked.into()),
        }
    }

    fn request(
        &self,
        params: &CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<Request, ErrorData> {
        let settings = &self.shared.settings;
        let is_stateless = is_stateless_request(context);
        let conversation = self.conversation(context)?;
        let can = context.client_capabilities().unwrap_or_default();
        let toolbox = self.shared.changes.toolbox();
        let mut turn = TurnContext::on_behalf_of(conversation.principal.clone());
        turn.cancellation = Cancellation::new();
        turn.can_ask = can.elicitation.is_some() || settings.answered_at.is_none();
        turn.answer_at = settings.answered_at.as_deref().map(Into::into);
        self.choose_list(&toolbox, &conversation, &mut turn, context);
        turn.extensions.insert(Client {
            peer: context.peer.clone(),
            can: can.clone(),
            info: context.client_info(),
            least: self.least_severity(context),
        });
        if let Some(token) = context.meta.get_progress_token() {
            send_progress(&mut turn, token, context.peer.clone());
        }
        let call = RawCall::new(self.shared.call_id(), &*params.name, arguments_of(params, context));
        Ok(Request { toolbox, conversation, turn, call, can, is_stateless })
    }

    async fn answer(
        &self,
        request: &Request,
        params: CallToolRequestParams,
        peer: rmcp::service::Peer<RoleServer>,
    ) -> Result<Answer, ErrorData> {
        let Request { toolbox, conversation, turn, call, can, is_stateless } = request;
        let Conversation { session, principal, .. } = conversation;
        if !turn.can_ask && params.request_state.is_none() {
            return Ok(Answer::Outcome(toolbox.call_with(session, turn, call).await));
        }
        let user = conversation.user();
        let prompt = if *is_stateless {
            let answers = params.input_responses;
            ClientPrompt::later(can.clone(), answers, params.request_state.is_some())
        } else {
            ClientPrompt::now(peer, can.clone())
        };
        let (outcome, session) = if let Some(handle) = params.request_state.filter(|_| *is_stateless) {
            let taken = self.shared.questions.take(&handle, &call.name, &call.arguments, principal);
            let open = taken.map_err(|error| ErrorData::invalid_params(error.to_string(), None))?;
            let OpenQuestion { asked, session, .. } = open;
            (toolbox.continue_with_prompt(&session, turn, asked, &user, &prompt).await, session)
        } else {
            let outcome = toolbox.call_with_prompt(session, turn, call, &user, &prompt).await;
            (outcome, Arc::clone(session))
        };
        if let Some(lacking) = prompt.take_lacking().filter(|_| *is_stateless) {
            return Err(ErrorData::missing_required_client_capability(lacking));
        }
        let is_open = matches!(outcome.kind, OutcomeKind::AskUser(_) | OutcomeKind::Confirm(_));
        let Some(requests) = prompt.take_asked().filter(|_| is_open) else {
            return Ok(Answer::Outcome(outcome));
        };
        let open = OpenQuestion {
            asked: outcome,
            session,
            tool: call.name.to_string(),
            arguments: Arc::clone(&call.arguments),
            principal: principal.clone(),
        };
        let no_random = || ErrorData::internal_error("The system has no random bytes", None);
        let handle = self.shared.questions.keep(open).ok_or_else(no_random)?;
        Ok(Answer::Asked(InputRequiredResult::new(Some(requests), Some(handle))))
    }
}

/// What a request leads to.
enum Answer {
    Outcome(Outcome),
    /// The client has to answer first.
    Asked(InputRequiredResult),
}

/// The arguments as they were written, or as rmcp read them, if it read them alone.
fn arguments_of(params: &CallToolRequestParams, context: &RequestContext<RoleServer>) -> Arc<str> {
    let raw = context.extensions.get::<RawArguments>();
    #[cfg(feature = "http-server")]
    let raw = raw.or_else(|| context.extensions.get::<axum::http::request::Parts>()?.extensions.get());
    match (raw, &params.arguments) {
        (Some(raw), _) => Arc::clone(&raw.0),
        // A map of JSON is JSON.
        (None, Some(read)) => serde_json::to_string(read).unwrap_or_default().into(),
        (None, None) => "{}".into(),
    }
}

fn result_of(outcome: &Outcome, is_stateless: bool, takes_text: bool) -> Result<CallToolResult, ErrorData> {
    let result = outcome.call_tool_result();
    if let Some(text) = direct_text(outcome) {
        return Ok(direct_result(outcome, &text));
    }
    if takes_text {
        return Ok(as_text(if is_stateless {
            complete(result.get())
        } else {
            Box::<str>::from(result.get()).into()
        }));
    }
    // Results of other servers may have parts that rmcp does not know.
    let failed = |error| ErrorData::internal_error(format!("The result can't be sent: {error}"), None);
    let mut read: CallToolResult = serde_json::from_str(result.get()).map_err(failed)?;
    // rmcp takes it away for older clients.
    read.result_type = Some(ResultType::COMPLETE);
    Ok(read)
}

/// A result with the type that newer clients expect.
fn complete(result: &str) -> String {
    let rest = result.strip_prefix('{').unwrap_or(result);
    format!(r#"{{"resultType":"complete",{rest}"#)
}

/// The result of a function whose results go to the user.
fn direct_text(outcome: &Outcome) -> Option<String> {
    match &outcome.kind {
        OutcomeKind::Result(FunctionResult { direct: true, .. }) => outcome.for_user().map(Into::into),
        _ => None,
    }
}

/// The content says for whom it is: the client shows it to its user.
fn direct_result(outcome: &Outcome, text: &str) -> CallToolResult {
    let content = json!([
        {"type": "text", "text": outcome.for_model().text, "annotations": {"audience": ["assistant"]}},
        {"type": "text", "text": text, "annotations": {"audience": ["user"]}},
    ]);
    CallToolResult::success(serde_json::from_value(content).unwrap_or_default())
}

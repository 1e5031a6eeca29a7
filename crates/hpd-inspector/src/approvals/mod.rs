//! The questions that the reader may answer, and the answers.

mod edits;
mod fields;
pub(crate) mod values;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Path, Request, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{Html, IntoResponse, Response};
use axum::{Extension, Json};
use hpd_host::approval::{
    Answer, CallState, Choice, Decision, DecisionError, OpenForm, PendingId, PendingView, Question,
    QuestionField, Recorded, StoreError, UserChannel,
};
use hpd_host::{Session, Toolbox};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::access::Csrf;
use crate::card::changes;
use crate::inspector::Inspector;
use crate::page::{self, Failed, Place, block, empty};
use crate::text::{segment, time};
use crate::unreadable::why_unreadable;

/// The reader is nobody whom the program knows.
const UNKNOWN_READER: &str = "The program does not know who you are: nothing was done.";
/// Nobody answered the question in time.
const EXPIRED: &str = "The time of this question is over: nobody answered it. Nothing was done now.";
/// A yes came with a reason, which is of use for a no alone: the reader may have meant that.
const REASON_FOR_YES: &str = "Nothing was done: a reason belongs to a no. Take the reason away to say yes, or press the \
    button for no.";
/// The question was answered before.
const NOT_OPEN: &str = "This question is not open any more: it was answered, in another tab or by somebody \
    else, or its time is over. Nothing was done now.";

pub(crate) async fn page(
    State(inspector): State<Inspector>,
    Extension(csrf): Extension<Csrf>,
    request: Request,
) -> Result<Html<String>, Failed> {
    let (parts, _) = request.into_parts();
    let body = match (who(&inspector, &parts), &inspector.toolbox) {
        (Some(channel), Some(toolbox)) => {
            view(&inspector, &toolbox.answerable(&channel).await?, &toolbox.open_forms(&channel).await?)
        }
        _ => empty("The program does not know who you are, so there is nothing that you may answer."),
    };
    Ok(page::page(&inspector, &csrf, Place::Approvals, "Approvals", &body))
}

fn who(inspector: &Inspector, parts: &Parts) -> Option<UserChannel> {
    inspector.who.as_ref().and_then(|who| who(parts))
}

/// The questions, the oldest first.
fn view(inspector: &Inspector, writes: &[PendingView], values: &[OpenForm]) -> Markup {
    let writes = writes.iter().map(|view| (view.created, form(inspector, view)));
    let values = values.iter().map(|open| (open.view.created, values::form(inspector, open)));
    let mut open: Vec<_> = writes.chain(values).collect();
    open.sort_by_key(|(created, _)| *created);
    html! {
        (page::without_script())
        div data-changes={ (inspector.base) "/changes" } data-way="merge" {
            @if open.is_empty() {
                (empty("Nothing waits for you. A question appears here when a call needs your approval, or values from you."))
            }
            @for (_, form) in &open { (form) }
        }
    }
}

/// The question about a write as the user reads it, and the ways to answer.
fn form(inspector: &Inspector, view: &PendingView) -> Markup {
    card(inspector, view, |_| {
        html! {
            @if let Some(question) = view.question() { (question_form(inspector, view, question)) } @else {
                (block(view.text.as_deref().unwrap_or_default()))
                p.note { "Another process has the sensitive values of this call in its memory: it has to be answered there." }
                p role="status" {}
            }
        }
    })
}

/// The card of a question, around what is asked. Its contents get the begin of their ids.
fn card(inspector: &Inspector, view: &PendingView, contents: impl FnOnce(&str) -> Markup) -> Markup {
    let id = format!("q-{}", segment(view.id.as_str()));
    html! {
        article.card.asked id=(id) data-state="waiting" aria-labelledby={ (id) "-t" } {
            header {
                h2 id={ (id) "-t" } { (view.name) }
                span.state { "⏳ waiting" }
                span { "until " (time(view.expires)) }
                a href={ (inspector.base) "/session/" (segment(&view.owner.session)) } { "Session " (view.owner.session) }
            }
            p { "Asked on behalf of " (view.owner.principal.id().unwrap_or("the user of the program")) "." }
            (contents(&id))
        }
    }
}

fn question_form(inspector: &Inspector, view: &PendingView, question: &Question) -> Markup {
    let mcq = question.to_mcq();
    let label = |choice: &str| label_of(&mcq, choice);
    html! {
        div.question { (block(&question.text())) }
        (changes(mcq.pointer("/data/changes")))
        form data-action={ (inspector.base) "/approvals/" (segment(view.id.as_str())) } method="post" {
            @if let Some(phrase) = question.phrase() {
                label { "Type \"" (phrase) "\" to confirm" input name="phrase" autocomplete="off" autocapitalize="off" spellcheck="false"; }
            }
            @let edited = question.fields().iter().filter_map(edited).collect::<Vec<_>>();
            @if !edited.is_empty() && inspector.runs(view) {
                details {
                    summary { "Change values first" }
                    p { "Nothing runs then: you are asked again about the changed call." }
                    @for (name, value) in &edited {
                        label { (name) input name={ "edit." (name) } value=(value) data-was=(value) autocomplete="off"; }
                    }
                }
            }
            label { "Reason, if you say no" input name="reason" maxlength="500" autocomplete="off"; }
            div.buttons {
                button.primary name="choice" value="confirm" disabled { (label("confirm")) }
                button name="choice" value="cancel" disabled { (label("cancel")) }
            }
            p role="status" {}
        }
    }
}

fn label_of(mcq: &Value, choice: &str) -> String {
    let options = mcq.pointer("/data/options").and_then(Value::as_array);
    let found = options.into_iter().flatten().find(|option| option["value"] == choice);
    found.and_then(|option| option["label"].as_str()).unwrap_or(choice).to_owned()
}

/// A value that can be changed as a text: its parameter, and its JSON.
fn edited(field: &QuestionField) -> Option<(String, String)> {
    let value = field.is_whole().then(|| field.value()).flatten()?;
    Some((field.parameter()?, value.to_json()))
}

/// The answer of a page. The nonce stays here: the question is found among those that the reader may answer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sent {
    choice: Choice,
    #[serde(default)]
    phrase: Option<String>,
    #[serde(default)]
    reason: Option<String>,
    /// Changed values by parameter, as they were typed.
    #[serde(default)]
    edit: BTreeMap<String, String>,
}

pub(crate) async fn decide(
    State(inspector): State<Inspector>,
    Path(id): Path<String>,
    Reader { channel, toolbox }: Reader,
    Json(sent): Json<Sent>,
) -> Result<Response, Unanswered> {
    let open = toolbox.answerable(&channel).await?;
    let found = find(&open, &id, |view| view);
    let Some((view, question)) = found.and_then(|view| Some((view, view.question()?))) else {
        return Ok(not_open(&inspector, &id).await?);
    };
    let answer = match answer(question, sent) {
        Ok(answer) => answer,
        Err(why) => return Ok(said(StatusCode::OK, &why, false)),
    };
    let session = inspector.session(&view.owner.session).await;
    let decision = channel.decision(answer);
    Ok(if inspector.runs(view) {
        run(&toolbox, &session, &decision).await
    } else {
        record(&toolbox, &session, &decision).await
    })
}

/// A reader whom the program knows, and the program. Anybody else is refused.
pub(crate) struct Reader {
    channel: UserChannel,
    toolbox: Toolbox,
}

impl FromRequestParts<Inspector> for Reader {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, inspector: &Inspector) -> Result<Self, Response> {
        match (who(inspector, parts), &inspector.toolbox) {
            (Some(channel), Some(toolbox)) => Ok(Self { channel, toolbox: toolbox.clone() }),
            _ => Err(said(StatusCode::FORBIDDEN, UNKNOWN_READER, false)),
        }
    }
}

/// The question with this id among those that are open.
fn find<'q, Q>(open: &'q [Q], id: &str, view: impl Fn(&Q) -> &PendingView) -> Option<&'q Q> {
    open.iter().find(|question| view(question).id.as_str() == id)
}

/// The journal failed before an answer was taken. The script shows it at the question, so it is no page.
pub(crate) struct Unanswered(StoreError);

impl From<StoreError> for Unanswered {
    fn from(error: StoreError) -> Self {
        Self(error)
    }
}

impl IntoResponse for Unanswered {
    fn into_response(self) -> Response {
        let text = why_unreadable(&self.0);
        tracing::error!(target: "hpd::inspector", text, "an answer was not taken");
        said(StatusCode::SERVICE_UNAVAILABLE, &text, false)
    }
}

/// The question with this id is not open for the reader: because its time is over, or for another reason.
async fn not_open(inspector: &Inspector, id: &str) -> Result<Response, StoreError> {
    let row = inspector.journal.get(&PendingId::new(id)).await?;
    let is_over = row.is_some_and(|row| row.state_at(inspector.clock.now()) == CallState::Expired);
    Ok(said(StatusCode::OK, if is_over { EXPIRED } else { NOT_OPEN }, true))
}

/// What the reader says, or why it is no answer.
fn answer(question: &Question, sent: Sent) -> Result<Answer, String> {
    let is_no = sent.choice == Choice::Cancel;
    let edit = if is_no { None } else { edits::parsed(&sent.edit)? };
    let mut answer = Answer::new(question, sent.choice);
    answer.phrase = sent.phrase.filter(|phrase| !phrase.is_empty());
    answer.reason = sent.reason.filter(|reason| !reason.trim().is_empty());
    if !is_no && answer.reason.is_some() {
        return Err(REASON_FOR_YES.to_owned());
    }
    answer.edit = edit;
    Ok(answer)
}

async fn run(toolbox: &Toolbox, session: &Arc<Session>, decision: &Decision) -> Response {
    match toolbox.decide(session, decision).await {
        Ok(outcome) => said(StatusCode::OK, &values::text_of(&outcome), true),
        Err(error) => refused(&error),
    }
}

async fn record(toolbox: &Toolbox, session: &Arc<Session>, decision: &Decision) -> Response {
    match toolbox.record_decision(session, decision).await {
        Ok(Recorded::Approved) => {
            let text = "Your approval is recorded. A process that has the function carries the call out.";
            said(StatusCode::OK, text, true)
        }
        Ok(_) => said(StatusCode::OK, "Your answer is recorded: the call does not run.", true),
        Err(error) => refused(&error),
    }
}

/// Why an answer does not count. After some errors, the question is not open any more.
fn refused(error: &DecisionError) -> Response {
    let is_done = matches!(
        error,
        DecisionError::NotFound
            | DecisionError::Expired
            | DecisionError::Conflict
            | DecisionError::WrongPhrase { tries_left: 0 }
    );
    // The request was right: only the answer does not count. Browsers report other statuses as mistakes of the page.
    said(StatusCode::OK, &error.to_string(), is_done)
}

/// What the page tells the reader; `is_done` if the question is not open any more.
fn said(status: StatusCode, text: &str, is_done: bool) -> Response {
    (status, Json(json!({ "text": text, "done": is_done }))).into_response()
}

impl Inspector {
    /// Whether this process has the function of a call.
    fn runs(&self, view: &PendingView) -> bool {
        let tools = self.toolbox.as_ref().map(Toolbox::all_tools).unwrap_or_default();
        tools.iter().any(|tool| *tool.id() == view.tool)
    }
}

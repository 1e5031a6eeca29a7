//! Questions for values that wait for the reader, and the answers.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use hpd_host::Outcome;
use hpd_host::approval::{AnswerValuesError, OpenForm, PromptForm};
use hpd_host::outcome::OutcomeKind;
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::fields::Fields;
use super::{Reader, Unanswered, card, find, not_open, said};
use crate::inspector::Inspector;
use crate::page::block;
use crate::text::segment;

/// The question, and a field for each value.
pub(super) fn form(inspector: &Inspector, open: &OpenForm) -> Markup {
    card(inspector, &open.view, |id| {
        html! {
            @if let Some(form) = &open.form { (fields(inspector, id, open, form)) } @else {
                (block(open.view.text.as_deref().unwrap_or_default()))
                p.note {
                    "This process can't check the answer: it has to be given in the program that has the function, or that keeps \
                     the sensitive values of this call."
                }
                p role="status" {}
            }
        }
    })
}

fn fields(inspector: &Inspector, id: &str, open: &OpenForm, form: &PromptForm) -> Markup {
    let action = format!("{}/approvals/{}/values", inspector.base, segment(open.view.id.as_str()));
    html! {
        div.question { (block(form.text())) }
        form data-action=(action) method="post" {
            (Fields::of(form).view(id))
            div.buttons {
                button.primary name="choice" value="send" disabled { "Send" }
                button name="choice" value="decline" formnovalidate disabled { "Cancel the call" }
            }
            p role="status" {}
        }
    }
}

/// What a reader does with a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Done {
    Send,
    Decline,
}

/// The answer of a page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sent {
    choice: Done,
    /// What was entered, by the names of the fields.
    #[serde(default)]
    values: BTreeMap<String, String>,
}

pub(crate) async fn answer(
    State(inspector): State<Inspector>,
    Path(id): Path<String>,
    Reader { channel, toolbox }: Reader,
    Json(sent): Json<Sent>,
) -> Result<Response, Unanswered> {
    let open = toolbox.open_forms(&channel).await?;
    let found = find(&open, &id, |open| &open.view);
    let Some((view, form)) = found.and_then(|open| Some((&open.view, open.form.as_ref()?))) else {
        return Ok(not_open(&inspector, &id).await?);
    };
    let session = inspector.session(&view.owner.session).await;
    let answered = match sent.choice {
        Done::Decline => toolbox.decline_values(&session, &view.id, &channel).await,
        Done::Send => {
            let values = values_of(form, &sent.values);
            toolbox.answer_values(&session, &view.id, values, &channel).await
        }
    };
    Ok(match answered {
        Ok(outcome) => said(StatusCode::OK, &text_of(&outcome), true),
        Err(error) => refused(&error),
    })
}

/// What was entered, as JSON. A name that the form does not have is refused by the toolbox.
fn values_of(form: &PromptForm, entered: &BTreeMap<String, String>) -> Map<String, Value> {
    let fields = Fields::of(form);
    let value = |name: &String, text: &String| {
        fields.value_of(name, text).unwrap_or_else(|| Value::String(text.clone()))
    };
    entered.iter().map(|(name, text)| (name.clone(), value(name, text))).collect()
}

/// What became of a call that goes on.
pub(super) fn text_of(outcome: &Outcome) -> String {
    match &outcome.kind {
        OutcomeKind::Confirm(_) => "You are asked again, about the call as it is now.".to_owned(),
        OutcomeKind::AskUser(_) => "Further values are needed: you are asked for them.".to_owned(),
        _ => outcome.for_model_as_text().into_owned(),
    }
}

/// Why the answer was not taken: in a sentence, and for each field in words of its own.
fn refused(error: &AnswerValuesError) -> Response {
    let mut fields: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    if let AnswerValuesError::Invalid { errors } = error {
        for error in errors {
            let name = error.pointer.split('/').nth(1).unwrap_or_default();
            let name = name.replace("~1", "/").replace("~0", "~");
            fields.entry(name).or_default().push(&error.error_message);
        }
    }
    let is_done =
        matches!(error, AnswerValuesError::NotFound | AnswerValuesError::Closed | AnswerValuesError::Changed);
    let fields: BTreeMap<_, _> = fields.into_iter().map(|(name, texts)| (name, texts.join(" "))).collect();
    let text = if fields.is_empty() {
        error.to_string()
    } else {
        "Nothing was done yet: please correct the marked values.".to_owned()
    };
    // The request was right: only the answer does not count. Browsers report other statuses as mistakes of the page.
    Json(json!({ "text": text, "done": is_done, "fields": fields })).into_response()
}

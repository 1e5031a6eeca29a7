//! A question for the user, as it is stored and shown.

use std::fmt;

use hpd_runtime::args::Node;
use hpd_runtime::spec::Risk;
use hpd_runtime::values::Provenance;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::read_back::read_back;
use super::text::write_text;
use crate::pending::{OfferScope, PendingId};

/// The question whether a call may run, as shown to the user. It is rendered from the arguments that will run, never
/// from the model's text.
///
/// Everything in it is plain text that `CommonMark`, GitHub's Markdown and HTML show unchanged. Markup characters are
/// escaped by number (`\u{2A}`), and so are invisible characters and those that change the direction. Emoji, and joiners
/// where their script needs them, are shown as they are. Sensitive values are `[hidden]`.
///
/// Links, mails and mentions are inert in Markdown, Slack, Discord and mail programs: one character of each is escaped,
/// as in `www\u{2E}acme\u{2E}com` and `\u{40}everyone`.
///
/// Look-alikes are found by Unicode's data:
///
/// - A word that mixes scripts is shown by number, and raises the risk to high.
/// - A text that looks like another text raises the risk, too: a text of the call, or one that the user knows. The
///   question names both texts. A text in NFC and one in NFD are such a pair.
/// - If a word of another script looks like an ASCII word, the name of its script follows it: `"РАУРА" (Cyrillic)`.
/// - A mark that NFC would make a part of its letter is shown by number.
///
/// The phrase is quoted: `Type "VOID INV-042" to confirm.` If a value has a blank, a full stop, more than 40
/// characters, or anything that is escaped, a code takes its place.
///
/// It holds the nonce and the phrase, so it is for the user alone: the model must not see it. `Debug` shows neither.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    pub(super) pending_id: PendingId,
    pub(super) nonce: String,
    /// The name of the tool, as the model calls it.
    pub(super) tool: String,
    /// The tool, as text.
    pub(super) name: String,
    /// Its plugin or source, as text.
    pub(super) plugin: Option<String>,
    /// The action in words, as text.
    pub(super) label: String,
    /// The question in the author's words, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) asked: Option<String>,
    pub(super) risk: Risk,
    pub(super) phrase: Option<String>,
    pub(super) asked_again: Option<String>,
    /// A sentence of the program about an equal call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) note: Option<String>,
    pub(super) cautions: Vec<Caution>,
    /// Texts that look like others, as texts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) look_alikes: Vec<LookAlike>,
    pub(super) fields: Vec<QuestionField>,
    pub(super) changes: Option<Vec<ChangedField>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) offers: Vec<QuestionOffer>,
    /// The arguments for a program that shows them in its own way.
    pub(super) arguments: Map<String, Value>,
    /// Where the user answers, if the client that made the call can't ask.
    #[serde(skip)]
    pub(super) answer_at: Option<String>,
}

/// One argument of the call that the user is asked about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionField {
    pub(super) name: String,
    pub(super) value: String,
    /// Where the value comes from; `None` if that is not known.
    pub(super) source: Option<Provenance>,
    pub(super) whole: bool,
}

/// A change of one field, according to the plugin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ChangedField {
    pub(super) field: String,
    pub(super) before: String,
    pub(super) after: String,
}

/// A wider permission that the user may give with the answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionOffer {
    pub(super) scope: OfferScope,
    /// The names of the tools, as text.
    pub(super) tools: Vec<String>,
}

impl QuestionOffer {
    /// The reach of the permission.
    pub const fn scope(&self) -> OfferScope {
        self.scope
    }

    /// The names of the tools that it is for, as text.
    pub fn tools(&self) -> &[String] {
        &self.tools
    }
}

/// Why the question can't show the call as it is. Each makes the risk high.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Caution {
    /// A value is too long.
    Long,
    /// A character is invisible, looks like another, or is not known.
    Strange,
    /// A duplicate key.
    Twice,
    /// There are too many fields to look at.
    Many,
    /// A text looks like another one.
    LooksLike,
}

/// A text of the call that looks like another one of it, or that the user knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct LookAlike {
    pub(super) text: String,
    pub(super) other: String,
}

impl Question {
    /// The id of the call that waits for the answer.
    pub const fn pending_id(&self) -> &PendingId {
        &self.pending_id
    }

    /// The nonce that the answer repeats.
    pub fn nonce(&self) -> &str {
        &self.nonce
    }

    /// The name of the tool that would run, as the model calls it.
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// The first line of the question: the author's words, filled with the values of this call, or the tool's title.
    pub fn asked(&self) -> String {
        self.asked.clone().unwrap_or_else(|| format!("{}?", self.label))
    }

    /// The risk of the call.
    pub const fn risk(&self) -> Risk {
        self.risk
    }

    /// The phrase to type, at high risk, without quotes.
    pub fn phrase(&self) -> Option<&str> {
        self.phrase.as_deref()
    }

    /// All arguments of the call, those of the phrase first.
    pub fn fields(&self) -> &[QuestionField] {
        &self.fields
    }

    /// The wider permissions that the user may give with the answer. Only questions about external tools offer any, and
    /// none at high risk.
    pub fn offers(&self) -> &[QuestionOffer] {
        &self.offers
    }

    /// The model's text while the user is asked: without the question, nonce and phrase.
    #[doc(hidden)]
    pub fn for_model(&self) -> String {
        if let Some(place) = &self.answer_at {
            return format!(
                "'{}' waits for the user to confirm it. It did not run yet. Do not call it again. The user can't be \
                 asked here: tell the user to confirm it at {place}",
                self.tool
            );
        }
        format!(
            "'{}' waits for the user to confirm it. It did not run yet. Do not call it again: the user was asked, and \
             decides.",
            self.tool
        )
    }

    /// The question of a call whose client can't ask. The user answers at `place`.
    #[doc(hidden)]
    #[must_use]
    pub fn answered_at(mut self, place: Option<&str>) -> Self {
        self.answer_at = place.map(str::to_owned);
        self
    }

    /// The whole question as plain text, for a terminal or a chat: the tool, the risk, each argument on one line, and
    /// the phrase to type.
    pub fn text(&self) -> String {
        let mut out = String::new();
        write_text(self, &mut out);
        out
    }
}

impl QuestionField {
    /// The name of the parameter, as text: in quotes, if it is not a plain word.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value, as text.
    pub fn shown(&self) -> &str {
        &self.value
    }

    /// Where the value comes from, if that is known.
    pub const fn source(&self) -> Option<Provenance> {
        self.source
    }

    /// Whether all of the value is shown: it is neither cut nor hidden.
    pub const fn is_whole(&self) -> bool {
        self.whole
    }

    /// The parameter's name as the call has it; `None` if it was too long to be shown.
    pub fn parameter(&self) -> Option<String> {
        let quoted = if self.name.starts_with('"') { &self.name } else { &format!("\"{}\"", self.name) };
        read_back(quoted)?.as_str().map(str::to_owned)
    }

    /// The value of the call, parsed from the shown text; `None` if it was cut or hidden.
    pub fn value(&self) -> Option<Node<'static>> {
        if self.whole { read_back(&self.value) } else { None }
    }
}

/// Leaves out nonce, phrase and values: debug output may be logged.
impl fmt::Debug for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields: Vec<_> = self.fields.iter().map(QuestionField::name).collect();
        f.debug_struct("Question")
            .field("pending_id", &self.pending_id)
            .field("tool", &self.tool)
            .field("risk", &self.risk)
            .field("fields", &fields)
            .finish_non_exhaustive()
    }
}

//! The input of a question.

use std::collections::BTreeMap;
use std::fmt;

use hpd_runtime::args::Node;
use hpd_runtime::spec::Risk;
use hpd_runtime::values::Provenance;

use super::rendered::Question;
use crate::pending::{Offer, PendingId};
use crate::system::Random;

/// A change of one field by a call, known to its plugin before the run.
///
/// Both values are shown as given. They are not compared with the arguments of the call, which the question shows too.
#[derive(Debug, Clone, PartialEq)]
pub struct ArgumentChange {
    /// The field's name. For a nested field, its path with dots, as in `Lines.Amount`.
    pub field: String,
    /// The current value.
    pub before: Node<'static>,
    /// The value after the call.
    pub after: Node<'static>,
}

/// The input of a question.
pub struct QuestionInput<'a> {
    /// The call's own id.
    pub pending_id: &'a PendingId,
    /// The nonce that the answer repeats.
    pub nonce: &'a str,
    /// The name by which the model calls the tool.
    pub name: &'a str,
    /// The tool's name for people.
    pub title: Option<&'a str>,
    /// The plugin, or the source of an external tool.
    pub plugin: Option<&'a str>,
    /// The risk that was found.
    pub risk: Risk,
    /// The frozen arguments.
    pub arguments: &'a Node<'a>,
    /// Where each argument comes from.
    pub provenance: &'a BTreeMap<String, Provenance>,
    /// Names of parameters whose values are never shown.
    pub sensitive: &'a [&'a str],
    /// The tool's phrase, with placeholders.
    pub phrase: Option<&'a str>,
    /// The question in the author's words, with placeholders.
    pub question: Option<&'a str>,
    /// The preview's values for placeholders that are no parameters.
    pub shown: &'a BTreeMap<String, Node<'static>>,
    /// The changes according to the plugin.
    pub changes: Option<&'a [ArgumentChange]>,
    /// The wider permissions that the user may give with the answer.
    pub offers: &'a [Offer],
    /// Why the user is asked once more.
    pub asked_again: Option<&'a str>,
    /// A fact beside the call that the user should know, as a sentence of the program.
    pub note: Option<&'a str>,
    /// Texts that the user knows: of the profile, and of earlier writes. None of them is sensitive. An argument that
    /// looks like one of them, and is another, raises the risk.
    pub known: &'a [&'a str],
    /// The source of the phrase's code.
    pub random: &'a dyn Random,
}

/// The input of `cautions`: the parts of a [`QuestionInput`] before anyone is asked.
#[derive(Clone, Copy)]
pub struct CautionInput<'a> {
    /// The name by which the model calls the tool.
    pub name: &'a str,
    /// The tool's name for people.
    pub title: Option<&'a str>,
    /// The plugin, or the source of an external tool.
    pub plugin: Option<&'a str>,
    /// The frozen arguments.
    pub arguments: &'a Node<'a>,
    /// Names of parameters whose values are never shown.
    pub sensitive: &'a [&'a str],
    /// The question in the author's words, with placeholders.
    pub question: Option<&'a str>,
    /// Texts that the user knows, as for a question.
    pub known: &'a [&'a str],
}

/// A question, and the consequences of its rendering.
pub struct Rendered {
    /// The risk: high where the question can't show everything as it is. It belongs in the digest.
    pub risk: Risk,
    /// The phrase to type: present if, and only if, the risk is high.
    pub phrase: Option<String>,
    /// The question.
    pub question: Question,
}

/// Without the phrase.
impl fmt::Debug for Rendered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rendered")
            .field("risk", &self.risk)
            .field("question", &self.question)
            .finish_non_exhaustive()
    }
}

impl QuestionInput<'_> {
    /// Whether a field is, or is below, a sensitive parameter.
    pub(super) fn is_sensitive(&self, field: &str) -> bool {
        is_sensitive(self.sensitive, field)
    }
}

/// Whether a field is, or is below, one of these parameters.
pub(super) fn is_sensitive(parameters: &[&str], field: &str) -> bool {
    parameters.iter().any(|name| {
        field.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    })
}

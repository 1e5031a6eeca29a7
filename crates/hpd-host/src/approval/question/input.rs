//! The input of a question.

use std::collections::BTreeMap;
use std::fmt;

use hpd_runtime::Provenance;
use hpd_runtime::args::Node;
use hpd_runtime::spec::Risk;

use super::rendered::Question;
use crate::approval::PendingId;
use crate::system::Random;

/// A change of one field by a call, known to its plugin before the run.
///
/// Both values are shown as given. They are not compared with the arguments of the call, which the question shows too.
#[derive(Debug, Clone, PartialEq)]
pub struct ArgumentChange {
    /// The field's name; below another one with dots, as in `Lines.Amount`.
    pub field: String,
    /// The current value.
    pub before: Node<'static>,
    /// The value after the call.
    pub after: Node<'static>,
}

/// The input of a question.
pub(crate) struct QuestionInput<'a> {
    pub(crate) pending_id: &'a PendingId,
    pub(crate) nonce: &'a str,
    /// The name by which the model calls the tool.
    pub(crate) name: &'a str,
    pub(crate) title: Option<&'a str>,
    /// The plugin, or the source of an external tool.
    pub(crate) plugin: Option<&'a str>,
    /// The risk that was found.
    pub(crate) risk: Risk,
    /// The frozen arguments.
    pub(crate) arguments: &'a Node<'a>,
    pub(crate) provenance: &'a BTreeMap<String, Provenance>,
    /// Names of parameters whose values are never shown.
    pub(crate) sensitive: &'a [&'a str],
    /// The tool's phrase, with placeholders.
    pub(crate) phrase: Option<&'a str>,
    /// The question in the author's words, with placeholders.
    pub(crate) question: Option<&'a str>,
    /// The preview's values for placeholders that are no parameters.
    pub(crate) shown: &'a BTreeMap<String, Node<'static>>,
    /// The changes according to the plugin.
    pub(crate) changes: Option<&'a [ArgumentChange]>,
    /// Why the user is asked once more.
    pub(crate) asked_again: Option<&'a str>,
    pub(crate) random: &'a dyn Random,
}

/// A question, and the consequences of its rendering.
pub(crate) struct Rendered {
    /// The risk: high where the question can't show everything as it is. It belongs in the digest.
    pub(crate) risk: Risk,
    /// The phrase to type: present if, and only if, the risk is high.
    pub(crate) phrase: Option<String>,
    pub(crate) question: Question,
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
        self.sensitive.iter().any(|name| {
            field.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        })
    }
}

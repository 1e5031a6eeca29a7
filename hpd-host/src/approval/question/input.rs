//! What a question is rendered from.

use std::collections::BTreeMap;
use std::fmt;

use hpd_runtime::Provenance;
use hpd_runtime::args::Node;
use hpd_runtime::spec::Risk;

use super::rendered::Question;
use crate::approval::PendingId;
use crate::system::Random;

/// What becomes of one field by a call, as its plugin knows before the call runs.
///
/// Both values are shown to the user as they are here: nothing holds them against the arguments of the call, which the user
/// is shown as well.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The field's name; below another one with dots, as in `Lines.Amount`.
    pub field: String,
    /// What it is.
    pub before: Node<'static>,
    /// What it would be.
    pub after: Node<'static>,
}

/// What a question is rendered from.
pub(crate) struct QuestionInput<'a> {
    pub(crate) pending_id: &'a PendingId,
    pub(crate) nonce: &'a str,
    /// The name by which the model calls the tool.
    pub(crate) name: &'a str,
    pub(crate) title: Option<&'a str>,
    /// The plugin, or the source of a tool from outside.
    pub(crate) plugin: Option<&'a str>,
    /// The risk that was found.
    pub(crate) risk: Risk,
    /// The frozen arguments.
    pub(crate) arguments: &'a Node<'a>,
    pub(crate) provenance: &'a BTreeMap<String, Provenance>,
    /// Names of parameters whose values nobody is shown.
    pub(crate) sensitive: &'a [&'a str],
    /// The tool's phrase, with placeholders.
    pub(crate) phrase: Option<&'a str>,
    /// The question in the author's words, with placeholders.
    pub(crate) question: Option<&'a str>,
    /// What the preview gives for the placeholders that are no parameters.
    pub(crate) shown: &'a BTreeMap<String, Node<'static>>,
    /// What the plugin says that changes.
    pub(crate) changes: Option<&'a [Change]>,
    /// Why the user is asked once more.
    pub(crate) asked_again: Option<&'a str>,
    pub(crate) random: &'a dyn Random,
}

/// A question, and what follows from how it is shown.
pub(crate) struct Rendered {
    /// The risk: high where the question can't show everything as it is. It belongs in the digest.
    pub(crate) risk: Risk,
    /// What has to be typed: there if, and only if, the risk is high.
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

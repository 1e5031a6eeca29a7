//! The answers to calls that read a document that can't be read.

use std::fmt;

use hpd_runtime::error::nearest;
use serde::Serialize;

use super::unknown::shown;
use crate::session::Session;
use crate::skill::{DocumentReader, StoredDocument};
use crate::toolbox::{Tool, Toolbox};
use crate::visibility::{self, Visit, door};

/// Who reads.
#[derive(Clone, Copy)]
pub(super) struct Readable<'a> {
    pub(super) toolbox: &'a Toolbox,
    pub(super) session: &'a Session,
}

/// A document can't be read: there is none of this id, or not yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DocumentError {
    error_type: &'static str,
    /// The id that was asked for.
    pub document_id: String,
    /// The nearest id that can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
    /// The container to expand first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub container_name: Option<String>,
    /// The documents that can be read; the first of them, if they are many.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub readable_documents: Vec<String>,
    /// The problem.
    pub error_message: String,
    /// Guidance for the model.
    pub retry_guidance: String,
}

/// More ids than this are not listed in an error.
const LISTED: usize = 20;

impl DocumentError {
    const UNKNOWN: &'static str = "unknown_document";
    const CLOSED: &'static str = "document_not_readable";
    const NO_TEXT: &'static str = "document_not_text";

    /// The key `error_type` for the model.
    pub const fn error_type(&self) -> &'static str {
        self.error_type
    }

    fn new(error_type: &'static str, id: &str, error_message: String, retry_guidance: String) -> Self {
        Self {
            error_type,
            document_id: shown(id),
            suggestion: None,
            container_name: None,
            readable_documents: Vec::new(),
            error_message,
            retry_guidance,
        }
    }

    /// The session may not read the document. A document that no container of the session leads to is answered like an
    /// unknown one.
    #[cold]
    pub(super) fn closed(
        reader: &DocumentReader,
        reading: Readable<'_>,
        id: &str,
        document: Option<&StoredDocument>,
    ) -> Self {
        match document.and_then(|document| reading.way_to(document)) {
            Some((skill, container)) => {
                let mut error = Self::hidden(id, skill.name(), container.name());
                error.retry_guidance.push_str(&reading.toolbox.through_bridge());
                error
            }
            None => Self::unknown(reader, reading, id),
        }
    }

    fn hidden(id: &str, skill: &str, container: &str) -> Self {
        let id = shown(id);
        let message = format!("'{id}' is a document of the skill '{skill}', which is not expanded yet.");
        let then = if skill == container {
            String::new()
        } else {
            format!("then call '{skill}' with NO arguments, ")
        };
        let guidance = format!(
            "First call '{container}' with NO arguments to expand it, {then}then read the document again."
        );
        Self { container_name: Some(container.to_owned()), ..Self::new(Self::CLOSED, &id, message, guidance) }
    }

    fn unknown(reader: &DocumentReader, reading: Readable<'_>, id: &str) -> Self {
        let ids: Vec<_> =
            reader.library.readable(reading.toolbox, reading.session).map(|document| &*document.id).collect();
        let suggestion = meant(id, &ids);
        let listed = ids.iter().take(LISTED).map(|&id| id.to_owned()).collect::<Vec<_>>();
        let more = if ids.len() > LISTED { ", ..." } else { "" };
        let guidance = match (suggestion, ids.is_empty()) {
            (_, true) => {
                "No skill with documents is expanded. Expanding a skill lists its documents.".to_owned()
            }
            (Some(meant), _) => {
                format!("Did you mean '{meant}'? These can be read: {}{more}.", listed.join(", "))
            }
            (None, _) => format!("These can be read: {}{more}.", listed.join(", ")),
        };
        let message = format!("There is no document '{}'.", shown(id));
        Self {
            suggestion: suggestion.map(str::to_owned),
            readable_documents: listed,
            ..Self::new(Self::UNKNOWN, id, message, guidance)
        }
    }

    pub(super) fn no_text(id: &str, why: &str) -> Self {
        let message = format!("'{}' can't be read: {why}.", shown(id));
        Self::new(Self::NO_TEXT, id, message, "Do not try again. Go on without it.".to_owned())
    }
}

impl<'a> Readable<'a> {
    /// A skill that a document belongs to, and the container to expand on the way to reading it.
    fn way_to(self, document: &StoredDocument) -> Option<(&'a Tool, &'a Tool)> {
        let Self { toolbox, session } = self;
        let ready =
            document.skills.iter().find(|&&skill| visibility::may_call(toolbox, session, skill, Visit::Look));
        if let Some(&skill) = ready {
            return Some((toolbox.at(skill), toolbox.at(skill)));
        }
        document.skills.iter().find_map(|&skill| {
            door(toolbox, session, skill).map(|container| (toolbox.at(skill), toolbox.at(container)))
        })
    }
}

/// The intended id: one with this ending, as instructions name files by their path in the skill's folder, or the
/// nearest.
fn meant<'i>(id: &str, ids: &[&'i str]) -> Option<&'i str> {
    let path = id.trim_start_matches("./");
    let mut ending = ids
        .iter()
        .copied()
        .filter(|known| known.strip_suffix(path).is_some_and(|rest| rest.ends_with('/')) && !path.is_empty());
    match (ending.next(), ending.next()) {
        (Some(one), None) => Some(one),
        _ => nearest(id, ids.iter().copied()),
    }
}

impl fmt::Display for DocumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.error_message, self.retry_guidance)
    }
}

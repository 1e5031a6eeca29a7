//! Calls that read a document of a skill.

use hpd_journal::__private::shown;
use hpd_runtime::__private::SendCall;
use hpd_runtime::__private::nearest;
use hpd_runtime::Output;
use hpd_runtime::output::Failure;

use super::super::external_call::failure;
use super::Reading;
use crate::call_error::{CallError, DocumentError};
use crate::listing::{self, Visit, door};
use crate::tool::{Content, DocumentReader, DocumentRequest, StoredDocument, Tool, part};

/// A call whose arguments passed every check, for a document that the session may read.
pub(super) struct DocumentCall<'a> {
    reader: &'a DocumentReader,
    document: &'a StoredDocument,
    reading: Reading<'a>,
    offset: usize,
}

/// Finds the document.
///
/// # Errors
///
/// There is no such document, or the session may not read it yet.
pub(super) fn find_document<'a>(
    reader: &'a DocumentReader,
    reading: Reading<'a>,
    arguments: &str,
) -> Result<DocumentCall<'a>, CallError> {
    // Arguments that the schema accepts are such a request.
    let request: DocumentRequest = serde_json::from_str(arguments).map_err(|_| CallError::internal())?;
    let refused = |error| CallError::Document(Box::new(error));
    let id = &*request.document_id;
    let document = match reader.library.get(id) {
        Some(document) if document.is_open(reading.toolbox, reading.session) => document,
        document => return Err(refused(DocumentError::closed(reader, reading, id, document))),
    };
    if let Content::None(why) = document.content {
        return Err(refused(DocumentError::no_text(id, why)));
    }
    // An offset beyond this machine's range is beyond the end of any text.
    let offset = request.offset.unwrap_or(0).try_into().unwrap_or(usize::MAX);
    Ok(DocumentCall { reader, document, reading, offset })
}

impl DocumentCall<'_> {
    /// An attempt at the call, to be waited for.
    pub(super) fn start(&self) -> SendCall<'_> {
        Box::pin(async move {
            self.touch();
            let id = &*self.document.id;
            let read;
            let text = match &self.document.content {
                Content::Text(text) => text.as_ref(),
                Content::Source(source) => {
                    read = source.read(id).await.map_err(failure)?;
                    &read
                }
                Content::None(why) => return Err(no_text(id, why)),
            };
            match part(&self.reading.tool.name, id, text, self.offset, self.reader.part_bytes) {
                Some(part) => Ok(Output::Text(part)),
                None => Err(behind_the_end(id, text.len(), self.offset)),
            }
        })
    }

    /// Reading a document is a use of its skills, which keeps them from being collapsed.
    fn touch(&self) {
        let Reading { toolbox, session, .. } = self.reading;
        if toolbox.visibility().max_expanded.is_some() {
            let mut seen = session.seen();
            for &skill in &self.document.skills {
                seen.expansions.touch(toolbox.at(skill).id());
            }
        }
    }
}

fn behind_the_end(id: &str, length: usize, offset: usize) -> Failure {
    let id = shown(id);
    Failure::new(format!(
        "The document '{id}' has {length} bytes, so there is nothing at the offset {offset}. Leave the offset out to \
         read it from the beginning."
    ))
}

fn no_text(id: &str, why: &str) -> Failure {
    Failure::new(DocumentError::no_text(id, why).to_string())
}

/// More ids than this are not listed in an error.
const LISTED: usize = 20;

impl DocumentError {
    /// The session may not read the document. A document that no container of the session leads to is answered like an
    /// unknown one.
    #[cold]
    fn closed(
        reader: &DocumentReader,
        reading: Reading<'_>,
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

    fn unknown(reader: &DocumentReader, reading: Reading<'_>, id: &str) -> Self {
        let ids: Vec<_> =
            reader.library.readable(reading.toolbox, reading.session).map(|document| &*document.id).collect();
        let suggestion = meant(id, &ids);
        let listed = ids.iter().take(LISTED).map(|&id| id.to_owned()).collect::<Vec<_>>();
        let more = if ids.len() > LISTED { ", ..." } else { "" };
        let guidance = match (suggestion, ids.is_empty()) {
            (_, true) if reading.toolbox.is_open() => "There is no document to read.".to_owned(),
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
}

impl<'a> Reading<'a> {
    /// A skill that a document belongs to, and the container to expand on the way to reading it.
    fn way_to(self, document: &StoredDocument) -> Option<(&'a Tool, &'a Tool)> {
        let Self { toolbox, session, .. } = self;
        let ready =
            document.skills.iter().find(|&&skill| listing::may_call(toolbox, session, skill, Visit::Look));
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

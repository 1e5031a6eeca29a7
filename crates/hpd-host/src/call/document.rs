//! Calls that read a document of a skill.

use hpd_runtime::spec::SendCall;
use hpd_runtime::{CallContext, Failure, Output, RawCall};

use super::document_error::{DocumentError, Readable};
use super::error::CallError;
use super::external_call::failure;
use super::unknown::shown;
use crate::skill::{Content, DocumentReader, DocumentRequest, StoredDocument, part};
use crate::toolbox::Toolbox;

/// A call whose arguments passed every check, for a document that the session may read.
pub(super) struct DocumentCall<'a> {
    reader: &'a DocumentReader,
    document: &'a StoredDocument,
    reading: Readable<'a>,
    offset: usize,
    /// As they were read, as a JSON text.
    pub(super) arguments: String,
}

/// Reads the arguments and finds the document.
///
/// # Errors
///
/// The arguments are wrong, there is no such document, or the session may not read it yet.
pub(super) fn find_document<'a>(
    reader: &'a DocumentReader,
    reading: Readable<'a>,
    call: &RawCall,
    context: &CallContext<'_>,
) -> Result<DocumentCall<'a>, CallError> {
    let accepted = reader.read(&call.arguments, call.stop_reason).map_err(CallError::Validation)?;
    context.set_warnings(accepted.warnings);
    let arguments = accepted.arguments;
    // Arguments that the schema accepts are such a request.
    let request: DocumentRequest = serde_json::from_str(&arguments).map_err(|_| CallError::internal())?;
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
    Ok(DocumentCall { reader, document, reading, offset, arguments })
}

impl<'a> DocumentCall<'a> {
    pub(super) const fn toolbox(&self) -> &'a Toolbox {
        self.reading.toolbox
    }

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
            match part(&self.reader.name, id, text, self.offset, self.reader.part_bytes) {
                Some(part) => Ok(Output::Text(part)),
                None => Err(behind_the_end(id, text.len(), self.offset)),
            }
        })
    }

    /// Reading a document is a use of its skills, which keeps them from being collapsed.
    fn touch(&self) {
        let Readable { toolbox, session } = self.reading;
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

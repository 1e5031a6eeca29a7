//! A long result is kept, and replaced by previews.

use std::borrow::Cow;
use std::time::Duration;

use hpd_journal::__private::Secrets;
use hpd_journal::Timestamp;
use hpd_journal::pending::{Owner, StoreError};
use hpd_runtime::Output;
use hpd_runtime::output::{JsonText, Part};

use super::estimate::{estimated_tokens, is_beyond};
use super::preview::{ReadBy, preview};
use super::{KeptResult, ResultStore};

/// Bytes of a result that is kept at most.
pub(super) const MOST: usize = 16 * 1024 * 1024;

/// Whether an output is longer than a model may read.
#[inline]
pub(crate) fn is_long(output: &Output, bytes: usize, tokens: usize) -> bool {
    match output {
        Output::Nothing => false,
        Output::Text(text) | Output::Json(text) => is_long_text(text, bytes, tokens),
        Output::Content(_) | Output::Structured(_) => {
            let texts = || texts(output);
            let length: usize = texts().map(|text| text.len() + 1).sum();
            length > bytes || (length > tokens && are_beyond(texts(), tokens))
        }
    }
}

/// The same for a text.
#[inline]
pub(crate) fn is_long_text(text: &str, bytes: usize, tokens: usize) -> bool {
    text.len() > bytes || (text.len() > tokens && is_beyond(text, tokens))
}

/// The texts of an output that a model reads. Bytes are none: they are never cut.
fn texts(output: &Output) -> impl Iterator<Item = Cow<'_, str>> {
    let (parts, structured): (&[Part], _) = match output {
        Output::Nothing => (&[], None),
        Output::Text(text) | Output::Json(text) => (&[], Some(text.as_str())),
        Output::Content(parts) => (parts, None),
        Output::Structured(output) => (output.parts_for_model(), output.structured().map(JsonText::as_str)),
    };
    let parts = parts.iter().filter(|part| !part.is_binary()).map(Part::to_text);
    parts.chain(structured.map(Cow::Borrowed))
}

/// Whether texts have more than so many tokens together.
fn are_beyond<'a>(mut texts: impl Iterator<Item = Cow<'a, str>>, tokens: usize) -> bool {
    let count = texts
        .try_fold(0, |sum: usize, text| Some(sum + estimated_tokens(&text)).filter(|&sum| sum <= tokens));
    count.is_none()
}

/// Checks whether texts of so many bytes can be kept.
///
/// # Errors
///
/// They are too long, or there are too many sensitive values to take them out.
fn check(length: usize, secrets: &Secrets) -> Result<(), StoreError> {
    if length > MOST {
        return Err(StoreError::new(format!("it has {length} bytes, and {MOST} are kept at most")));
    }
    if secrets.are_too_many() {
        return Err(StoreError::new("the session knows too many sensitive values"));
    }
    Ok(())
}

/// How results of one call are kept.
pub(crate) struct Keeping<'a> {
    pub(crate) store: &'a dyn ResultStore,
    pub(crate) owner: Owner,
    pub(crate) now: Timestamp,
    pub(crate) kept_for: Duration,
    pub(crate) by: ReadBy<'a>,
    /// Bytes of the beginning of a result in its preview.
    pub(crate) beginning: usize,
    /// Bytes of all that the model reads.
    pub(crate) max: usize,
}

/// Which of the texts and the structured value of a result are kept.
#[derive(Debug, PartialEq, Eq)]
struct Kept {
    texts: bool,
    structured: bool,
}

/// A result that is kept.
#[derive(Debug)]
pub(crate) struct Long {
    /// What the model reads in its place.
    pub(crate) output: Output,
    /// By which it is read.
    pub(crate) ids: Vec<String>,
}

impl Keeping<'_> {
    /// Keeps what is long in an output, without sensitive values.
    ///
    /// # Errors
    ///
    /// The store failed, the result is longer than any that is kept, or there are so many values that all of it would be
    /// hidden.
    pub(crate) async fn keep(&self, output: &Output, secrets: &Secrets) -> Result<Long, StoreError> {
        check(texts(output).map(|text| text.len()).sum(), secrets)?;
        let hide = |text: &str| secrets.scrub(text);
        let mut ids = Vec::new();
        let (parts, structured): (&[Part], _) = match output {
            Output::Nothing => return Ok(Long { output: Output::Nothing, ids }),
            Output::Text(text) | Output::Json(text) => {
                let preview = self.keep_text(hide(text), self.max, &mut ids).await?;
                return Ok(Long { output: Output::Text(preview), ids });
            }
            Output::Content(parts) => (parts, None),
            Output::Structured(output) => (output.parts_for_model(), output.structured()),
        };
        let texts: Vec<_> = parts.iter().filter(|part| !part.is_binary()).map(Part::to_text).collect();
        let structured = structured.map(JsonText::as_str).unwrap_or_default();
        let length = texts.iter().map(|text| text.len() + 1).sum::<usize>().saturating_sub(1);
        let kept = self.kept_of(length, structured.len());
        let max = if length > 0 && !structured.is_empty() { self.max / 2 } else { self.max };
        let mut new = Vec::with_capacity(parts.len() + 1);
        if kept.texts {
            // Each by itself: several JSON texts are no JSON together, and would not stay JSON.
            let joined = texts.iter().map(|text| hide(text)).collect::<Vec<_>>().join("\n");
            let mut preview = Some(self.keep_text(joined, max, &mut ids).await?);
            // Where the first text was, so that the pictures before it stay there.
            let shown = |part: &Part| {
                if part.is_binary() { Some(part.clone()) } else { preview.take().map(Part::text) }
            };
            new.extend(parts.iter().filter_map(shown));
        } else {
            new.extend_from_slice(parts);
        }
        if kept.structured {
            new.push(Part::text(self.keep_text(hide(structured), max, &mut ids).await?));
        } else if !structured.is_empty() {
            new.push(Part::text(structured));
        }
        let output = match <[Part; 1]>::try_from(new) {
            Ok([Part::Text { text }]) => Output::Text(text),
            Ok(parts) => Output::Content(parts.into()),
            Err(parts) => Output::Content(parts),
        };
        Ok(Long { output, ids })
    }

    /// Keeps the message of an error, without sensitive values. Returns its preview, and the id by which it is read.
    ///
    /// # Errors
    ///
    /// As for [`keep`](Self::keep).
    pub(crate) async fn keep_message(
        &self,
        message: &str,
        secrets: &Secrets,
    ) -> Result<(String, Vec<String>), StoreError> {
        check(message.len(), secrets)?;
        let by = ReadBy { what: "error", ..self.by };
        let mut ids = Vec::new();
        let preview = Keeping { by, owner: self.owner.clone(), ..*self }
            .keep_text(secrets.scrub(message), self.max, &mut ids)
            .await?;
        Ok((preview, ids))
    }

    /// Decides which of two is kept: the texts, the structured value, or both. The shorter one stays whole if it is short.
    fn kept_of(&self, texts: usize, structured: usize) -> Kept {
        let short = self.beginning.min(self.max / 4);
        Kept {
            texts: texts > 0 && (texts > short || texts >= structured),
            structured: structured > 0 && (structured > short || structured > texts),
        }
    }

    /// Keeps a text. Returns its preview.
    async fn keep_text(&self, text: String, max: usize, ids: &mut Vec<String>) -> Result<String, StoreError> {
        let expires = self.now.after(self.kept_for);
        let result = KeptResult::new(self.owner.clone(), text, self.now, expires);
        let preview = preview(&result.id, &result.text, self.by, self.beginning, max);
        ids.push(result.id.clone());
        self.store.keep(result).await?;
        Ok(preview)
    }
}

#[cfg(test)]
mod tests;

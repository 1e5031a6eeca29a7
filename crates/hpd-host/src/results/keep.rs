//! A long result is kept, and replaced by previews.

use std::borrow::Cow;
use std::time::Duration;

use hpd_journal::__private::Secrets;
use hpd_journal::Timestamp;
use hpd_journal::pending::{Owner, StoreError};
use hpd_runtime::Output;
use hpd_runtime::output::{JsonText, Part};

use super::estimate::{estimated_tokens, is_beyond};
use super::hidden::hidden;
use super::parts::{text_bytes, text_of, with_text};
use super::preview::{ReadBy, preview};
use super::{KeptResult, LEAST_RESULT_BYTES, ResultStore};

/// Bytes of a result that is kept at most.
pub(super) const MOST: usize = 16 * 1024 * 1024;

/// Texts of one result that are kept each by itself.
const MOST_ALONE: usize = 8;

/// Whether an output is longer than a model may read. The preview of a text shorter than [`LEAST_RESULT_BYTES`] would save
/// nothing.
#[inline]
pub(crate) fn is_long(output: &Output, bytes: usize, tokens: usize) -> bool {
    match output {
        Output::Nothing => false,
        Output::Text(text) | Output::Json(text) => is_long_text(text, bytes, tokens),
        Output::Content(_) | Output::Structured(_) => {
            let texts = || texts(output);
            let length: usize = texts().map(|text| text.len() + 1).sum();
            length > bytes || (length > tokens.max(LEAST_RESULT_BYTES) && are_beyond(texts(), tokens))
        }
    }
}

/// The same for a text.
#[inline]
pub(crate) fn is_long_text(text: &str, bytes: usize, tokens: usize) -> bool {
    text.len() > bytes || (text.len() > tokens.max(LEAST_RESULT_BYTES) && is_beyond(text, tokens))
}

/// The texts of an output that a model reads. Bytes are none: they are never cut.
fn texts(output: &Output) -> impl Iterator<Item = Cow<'_, str>> {
    let (parts, structured): (&[Part], _) = match output {
        Output::Nothing => (&[], None),
        Output::Text(text) | Output::Json(text) => (&[], Some(text.as_str())),
        Output::Content(parts) => (parts, None),
        Output::Structured(output) => (output.parts_for_model(), output.structured().map(JsonText::as_str)),
    };
    parts.iter().filter_map(text_of).chain(structured.map(Cow::Borrowed))
}

/// Whether texts have more than so many tokens together.
fn are_beyond<'a>(mut texts: impl Iterator<Item = Cow<'a, str>>, tokens: usize) -> bool {
    let count = texts
        .try_fold(0, |sum: usize, text| Some(sum + estimated_tokens(&text)).filter(|&sum| sum <= tokens));
    count.is_none()
}

/// A part without sensitive values. Bytes have none that are searched for.
fn without_secrets(part: &Part, secrets: &Secrets) -> Part {
    text_of(part).map_or_else(|| part.clone(), |text| with_text(part, secrets.scrub(&text)))
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
        let mut ids = Vec::new();
        let (parts, structured): (&[Part], _) = match output {
            Output::Nothing => return Ok(Long { output: Output::Nothing, ids }),
            Output::Text(text) | Output::Json(text) => {
                let preview = self.keep_text(hidden(text, secrets).await, self.max, &mut ids).await?;
                return Ok(Long { output: Output::Text(preview), ids });
            }
            Output::Content(parts) => (parts, None),
            Output::Structured(output) => (output.parts_for_model(), output.structured()),
        };
        let structured = structured.map(JsonText::as_str).unwrap_or_default();
        let length = text_bytes(parts);
        let kept = self.kept_of(length, structured.len());
        let max = if length > 0 && !structured.is_empty() { self.max / 2 } else { self.max };
        let mut new = if kept.texts {
            self.keep_parts(parts, secrets, max, &mut ids).await?
        } else {
            parts.iter().map(|part| without_secrets(part, secrets)).collect()
        };
        if kept.structured {
            new.push(Part::text(self.keep_text(hidden(structured, secrets).await, max, &mut ids).await?));
        } else if !structured.is_empty() {
            new.push(Part::text(secrets.scrub(structured)));
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
            .keep_text(hidden(message, secrets).await, self.max, &mut ids)
            .await?;
        Ok((preview, ids))
    }

    /// Keeps the texts of parts: long ones each by itself, since JSON beside another text is no JSON, and short ones together.
    /// Their previews stand where they were, so that pictures stay in their places.
    async fn keep_parts(
        &self,
        parts: &[Part],
        secrets: &Secrets,
        max: usize,
        ids: &mut Vec<String>,
    ) -> Result<Vec<Part>, StoreError> {
        let mut texts = Vec::with_capacity(parts.len());
        for part in parts {
            texts.push(match text_of(part) {
                Some(text) => Some(hidden(&text, secrets).await),
                None => None,
            });
        }
        // A preview of a shorter one would save nothing.
        let short = self.short() + LEAST_RESULT_BYTES;
        let is_long = |text: &String| text.len() > short;
        let long = texts.iter().flatten().filter(|text| is_long(text)).count();
        let alone = if long <= MOST_ALONE { long } else { 0 };
        let is_alone = |text: &String| alone > 0 && is_long(text);
        let rest: Vec<_> =
            texts.iter().flatten().filter(|text| !is_alone(text)).map(String::as_str).collect();
        let rest = rest.join("\n");
        // Where none is alone, all of them are together.
        let mut rest = (alone == 0 || is_long(&rest)).then_some(rest);
        let keeps_rest = rest.is_some();
        let previews = alone + usize::from(keeps_rest);
        let share = Keeping { owner: self.owner.clone(), beginning: self.beginning / previews, ..*self };
        let max = max / previews;
        let mut new = Vec::with_capacity(parts.len() + 1);
        for (part, text) in parts.iter().zip(texts) {
            match text {
                None => new.push(part.clone()),
                Some(text) if is_alone(&text) => new.push(Part::text(share.keep_text(text, max, ids).await?)),
                Some(_) if keeps_rest => {
                    if let Some(rest) = rest.take() {
                        new.push(Part::text(share.keep_text(rest, max, ids).await?));
                    }
                }
                Some(text) => new.push(with_text(part, text)),
            }
        }
        Ok(new)
    }

    /// Bytes of a text that stays whole beside a longer one.
    fn short(&self) -> usize {
        self.beginning.min(self.max / 4)
    }

    /// Decides which of two is kept: the texts, the structured value, or both. The shorter one stays whole if it is short.
    fn kept_of(&self, texts: usize, structured: usize) -> Kept {
        let short = self.short();
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

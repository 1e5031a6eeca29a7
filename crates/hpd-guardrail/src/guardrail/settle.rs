//! A check until nothing more is removed.
//!
//! How a part of a text is read depends on the text around it: a line may continue the line before it, a text after a
//! list may be code. So a removal may turn a kept part into a claim. The user reads the text after the removals;
//! therefore the claims of that text count, too.

use std::ops::Range;

use super::check::{CheckedAnswer, HALLUCINATED_SUCCESS, Removal, answer};
use super::replace::Kept;
use super::say::TruthSentences;

/// Maximum number of checks of one text, so that the time is linear. Plain texts need two: one without a removal is
/// the last.
const MAX_ROUNDS: usize = 16;

/// The answer without the parts that `find` removes: from the text, then from each rest.
pub(super) fn settled(
    text: &str,
    find: impl Fn(&str) -> Vec<Removal>,
    sentences: &TruthSentences,
) -> CheckedAnswer {
    let mut removals = find(text);
    let (mut checked, mut kept) = answer(text, &removals, sentences);
    for _ in 1..MAX_ROUNDS {
        // Without removals the text is the same: it needs no second check.
        if removals.is_empty() || !add(text, &mut removals, find(&checked.text), &kept) {
            break;
        }
        (checked, kept) = answer(text, &removals, sentences);
    }
    checked
}

/// Adds the removals of an edited text to those of the text. Returns whether there are any.
fn add(text: &str, removals: &mut Vec<Removal>, more: Vec<Removal>, kept: &[Kept]) -> bool {
    let mut has_more = false;
    for Removal { guardrail, spans, truths } in more {
        let origins = spans.iter().flat_map(|span| origins(span, kept));
        let spans: Vec<_> = origins.filter(|span| !text[span.clone()].trim().is_empty()).collect();
        if spans.is_empty() {
            continue;
        }
        has_more = true;
        if let Some(removal) = removals.iter_mut().find(|removal| removal.guardrail == guardrail) {
            removal.spans.extend(spans);
            removal.spans.sort_by_key(|span| span.start);
            removal.truths.extend(truths);
        } else {
            let place = if guardrail == HALLUCINATED_SUCCESS { 0 } else { removals.len() };
            removals.insert(place, Removal { guardrail, spans, truths });
        }
    }
    has_more
}

/// The parts of the text that a part of the edited text comes from: none for an inserted sentence.
fn origins(span: &Range<usize>, kept: &[Kept]) -> impl Iterator<Item = Range<usize>> {
    let first = kept.partition_point(|part| part.to + part.from.len() <= span.start);
    let parts = kept[first..].iter().take_while(|part| part.to < span.end);
    parts.map(|part| {
        let start = part.from.start + span.start.saturating_sub(part.to);
        let end = part.from.end.min(part.from.start + (span.end - part.to));
        start..end
    })
}

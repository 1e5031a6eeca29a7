//! Claims by their wording.

use std::ops::Range;

use hpd_journal::BoxFuture;

use super::blocks::{Block, BlockKind, blocks};
use super::claim::{Claim, ClaimDetector, DetectorError};
use super::evidence::Evidence;
use super::first_pass::may_claim;
use super::phrases::{MARKS, Role};
use super::reading::Reading;
use super::say::TruthSentences;
use super::sentences::sentences;
use super::statement::{End, Frame, statements};
use super::verbs::tool_verbs;
use super::words::words;

/// Maximum number of words of a sentence. Longer ones are not read: they make no claims.
const MAX_WORDS: usize = 200;

/// Finds plain English claims by a list of phrases and the names of the tools, in time linear in the length of the
/// text. A sentence that may be a plan, a question, a quote or a report is no claim.
///
/// ```
/// use hpd_guardrail::{ClaimKind, Evidence, WordingDetector};
///
/// let text = "Thanks! I've recorded the payment. Shall I send the receipt?";
/// let claims = WordingDetector::english().find(text, &Evidence::default());
/// assert_eq!(claims.len(), 1);
/// assert_eq!(claims[0].kind, ClaimKind::Success);
/// assert_eq!(&text[claims[0].span.clone()], "I've recorded the payment.");
/// ```
#[derive(Debug, Clone, Default)]
pub struct WordingDetector {
    sentences: TruthSentences,
}

impl WordingDetector {
    /// Finds claims in English, and replaces them in English.
    pub fn english() -> Self {
        Self::default()
    }

    /// Replaces false claims by these sentences.
    #[must_use]
    pub fn with_sentences(mut self, sentences: TruthSentences) -> Self {
        self.sentences = sentences;
        self
    }

    /// The claims in a text, in the order of their spans. The names of the tools in the evidence are verbs, too.
    pub fn find(&self, text: &str, evidence: &Evidence) -> Vec<Claim> {
        let called = evidence.writes.iter().map(|write| &write.tool);
        let tools = tool_verbs(evidence.write_tools.iter().chain(called));
        let mut claims = Vec::new();
        for block in blocks(text).iter().filter(|block| block.kind != BlockKind::Row) {
            for sentence in sentences(text, block.content()) {
                let frame = frame(text, block, &sentence);
                let Some(reading) = read(text, &sentence, frame) else { continue };
                if reading.has(&[Role::Correction]) {
                    claims.clear();
                    continue;
                }
                let span = span_of(text, block, sentence);
                claims.extend(statements(&reading, frame, &tools, &span));
                if announces_draft(&reading, frame) {
                    return claims;
                }
            }
        }
        claims
    }
}

impl ClaimDetector for WordingDetector {
    fn claims<'a>(
        &'a self,
        text: &'a str,
        evidence: &'a Evidence,
    ) -> BoxFuture<'a, Result<Vec<Claim>, DetectorError>> {
        Box::pin(async move { Ok(self.find(text, evidence)) })
    }

    fn sentences(&self) -> &TruthSentences {
        &self.sentences
    }
}

/// The sentence that announces a draft for another person. The rest of the text claims nothing.
pub(super) fn announced_draft(text: &str, blocks: &[Block]) -> Option<Range<usize>> {
    let spoken = blocks.iter().filter(|block| block.kind != BlockKind::Row);
    let mut said = spoken.flat_map(|block| {
        sentences(text, block.content()).into_iter().map(move |sentence| (block, sentence))
    });
    let found = said.find(|(block, sentence)| {
        let frame = frame(text, block, sentence);
        frame.end == End::Colon
            && read(text, sentence, frame)
                .is_some_and(|reading| !reading.has(&[Role::Correction]) && announces_draft(&reading, frame))
    });
    found.map(|(_, sentence)| sentence)
}

fn announces_draft(reading: &Reading, frame: Frame) -> bool {
    frame.end == End::Colon && reading.has(&[Role::Draft])
}

/// A sentence that may claim something.
fn read(text: &str, sentence: &Range<usize>, frame: Frame) -> Option<Reading> {
    // A sentence before a colon may announce a draft.
    if frame.end != End::Colon && !may_claim(&text[sentence.clone()]) {
        return None;
    }
    let words = words(text, sentence.clone());
    // Tags may be around a quote.
    let is_read = words.len() <= MAX_WORDS && !text[sentence.clone()].contains('<');
    is_read.then(|| Reading::new(&words))
}

fn frame(text: &str, block: &Block, sentence: &Range<usize>) -> Frame {
    let said = text[sentence.clone()].trim_end_matches(['*', '_', ' ']);
    let end = match said.chars().next_back() {
        Some('?' | '？') => End::Question,
        Some(':') => End::Colon,
        _ => End::Plain,
    };
    Frame {
        is_stressed: said.ends_with('!') || MARKS.iter().any(|mark| said.contains(mark)),
        end,
        is_item: block.kind == BlockKind::Item,
    }
}

/// The span of a sentence, without signs of emphasis that do not begin and end in it. The rest of a partly struck
/// heading remains a heading.
fn span_of(text: &str, block: &Block, sentence: Range<usize>) -> Range<usize> {
    let Range { mut start, mut end } = sentence.clone();
    let said = &text[sentence.clone()];
    if said.matches("**").count() % 2 == 1 {
        if said.starts_with("**") {
            start += 2;
        } else if said.ends_with("**") {
            end -= 2;
        }
    }
    if block.kind == BlockKind::Heading && sentence == block.content() {
        start = block.whole.start;
    }
    start..end
}

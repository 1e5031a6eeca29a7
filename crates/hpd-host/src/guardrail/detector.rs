//! Claims by their wording.

use std::ops::Range;

use super::blocks::{Block, BlockKind, blocks};
use super::claim::{Claim, ClaimDetector, ClaimKind};
use super::follow::following;
use super::lexicon::{Lexicon, Role};
use super::reading::Reading;
use super::say::TruthSentences;
use super::sentences::sentences;
use super::statement::{Frame, Place, Statement, statements};
use super::wording::Wording;
use super::words::words;

/// Maximum number of words of a sentence. Longer ones are not read: they make no claims.
const MAX_WORDS: usize = 200;

/// Finds claims by word lists, in time linear in the length of the text.
///
/// ```
/// use hpd_host::guardrail::{ClaimDetector, ClaimKind, WordingDetector};
///
/// let text = "Thanks! I've recorded the payment. Shall I send the receipt?";
/// let claims = WordingDetector::english().claims(text);
/// assert_eq!(claims.len(), 1);
/// assert_eq!(claims[0].kind, ClaimKind::Success);
/// assert_eq!(&text[claims[0].span.clone()], "I've recorded the payment.");
/// ```
#[derive(Debug, Clone)]
pub struct WordingDetector {
    lexicon: Lexicon,
    sentences: TruthSentences,
}

impl WordingDetector {
    /// Finds claims by the words of a language.
    pub fn new(wording: &Wording) -> Self {
        Self { lexicon: Lexicon::new(wording), sentences: wording.sentences.clone() }
    }

    /// Finds claims in English.
    pub fn english() -> Self {
        Self::new(&Wording::english())
    }
}

/// English.
impl Default for WordingDetector {
    fn default() -> Self {
        Self::english()
    }
}

impl ClaimDetector for WordingDetector {
    fn claims(&self, text: &str) -> Vec<Claim> {
        let mut claims = Vec::new();
        for block in blocks(text) {
            if block.kind == BlockKind::Row {
                continue;
            }
            for sentence in sentences(text, block.content(), &self.lexicon) {
                let frame = self.frame(text, &block, &sentence);
                let (words, _) = words(text, sentence.clone());
                if words.len() > MAX_WORDS {
                    continue;
                }
                let reading = Reading::new(&words, &self.lexicon);
                if reading.has(Role::Correction) {
                    claims.clear();
                    continue;
                }
                let found = statements(&reading, frame, &self.lexicon);
                claims.extend(claims_of(text, &block, sentence, found));
                if frame.place == Place::Announces && reading.has(Role::Draft) {
                    return claims;
                }
            }
        }
        claims
    }

    fn following(
        &self,
        text: &str,
        kind: ClaimKind,
        struck: &[Range<usize>],
        kept: &[Range<usize>],
    ) -> Vec<Range<usize>> {
        following(text, kind, struck, kept, &self.lexicon)
    }

    fn sentences(&self) -> &TruthSentences {
        &self.sentences
    }
}

/// The claims of a sentence, with its place.
fn claims_of(
    text: &str,
    block: &Block,
    sentence: Range<usize>,
    found: Vec<Statement>,
) -> impl Iterator<Item = Claim> {
    // The rest of a partly struck heading remains a heading.
    let is_heading = block.kind == BlockKind::Heading && sentence == block.content();
    let mut span = unemphasized(text, sentence);
    if is_heading {
        span.start = block.whole.start;
    }
    found.into_iter().map(move |Statement { kind, about, form, count, is_outward, is_stressed }| Claim {
        kind,
        span: span.clone(),
        about,
        form,
        count,
        is_outward,
        is_stressed,
    })
}

impl WordingDetector {
    fn frame(&self, text: &str, block: &Block, sentence: &Range<usize>) -> Frame {
        let said = text[sentence.clone()].trim_end_matches(['*', '_', ' ']);
        let is_whole = *sentence == block.content();
        let is_bold =
            is_whole && text[sentence.clone()].starts_with("**") && text[sentence.clone()].ends_with("**");
        let place = if said.ends_with(':') {
            Place::Announces
        } else if block.kind == BlockKind::Heading || is_bold {
            Place::Title
        } else {
            Place::Text
        };
        Frame {
            has_mark: self.lexicon.has_mark(&text[sentence.clone()]),
            is_question: said.ends_with('?') || said.ends_with('？'),
            is_item: is_whole && block.kind == BlockKind::Item,
            place,
        }
    }
}

/// A sentence without signs of emphasis that do not begin and end in it.
fn unemphasized(text: &str, sentence: Range<usize>) -> Range<usize> {
    let Range { mut start, mut end } = sentence;
    if text[start..end].matches("**").count() % 2 == 1 {
        if text[start..end].starts_with("**") {
            start += 2;
        } else if text[start..end].ends_with("**") {
            end -= 2;
        }
    }
    start..end
}

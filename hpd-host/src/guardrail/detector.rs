//! Claims by their wording.

use std::ops::Range;

use super::blocks::{Block, BlockKind, blocks};
use super::claim::{Claim, ClaimDetector};
use super::lexicon::Lexicon;
use super::reading::Reading;
use super::sentences::sentences;
use super::statement::{Frame, Place, Statement, statements};
use super::wording::Wording;
use super::words::words;

/// A sentence with more words is not read: nobody claims anything in it.
const MOST_WORDS: usize = 200;

/// A detail of a card has at most so many words.
const MOST_DETAIL_WORDS: usize = 16;

/// Finds claims by lists of words, in time that grows with the length of the text.
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
}

impl WordingDetector {
    /// Finds claims by the words of a language.
    pub fn new(wording: &Wording) -> Self {
        Self { lexicon: Lexicon::new(wording) }
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
        let blocks = blocks(text);
        let mut claims = Vec::new();
        let mut behind = 0;
        for (number, block) in blocks.iter().enumerate() {
            if block.kind == BlockKind::Row || block.start < behind {
                continue;
            }
            let parts = sentences(text, block.content(), &self.lexicon);
            let last = parts.last().cloned();
            for sentence in parts {
                let frame = self.frame(text, block, &sentence);
                let found = self.statements(text, &sentence, frame);
                if found.is_empty() {
                    continue;
                }
                let is_card = frame.has_mark || frame.place != Place::Text;
                let takes_details = is_card && last.as_ref() == Some(&sentence);
                // What is left of a heading stays one.
                let is_heading = block.kind == BlockKind::Heading && sentence == block.content();
                let mut span = unemphasized(text, sentence);
                if is_heading {
                    span.start = block.whole.start;
                }
                if let Some(end) = details_end(text, &blocks[number + 1..]).filter(|_| takes_details) {
                    span.end = end;
                    behind = end;
                }
                claims.extend(found.into_iter().map(|(kind, about)| Claim {
                    kind,
                    span: span.clone(),
                    about,
                }));
            }
        }
        claims
    }
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
            place,
        }
    }

    fn statements(&self, text: &str, sentence: &Range<usize>, frame: Frame) -> Vec<Statement> {
        let (words, _) = words(text, sentence.clone());
        if words.len() > MOST_WORDS {
            return Vec::new();
        }
        statements(&Reading::new(&words, &self.lexicon), frame, &self.lexicon)
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

/// Where the details of a card end, if it has any.
fn details_end(text: &str, behind: &[Block]) -> Option<usize> {
    let details = behind.iter().take_while(|block| !block.is_apart && is_detail(text, block));
    details.last().map(|block| block.whole.end)
}

/// Whether a line is a detail: a row of a table, or a short label with a short value.
fn is_detail(text: &str, block: &Block) -> bool {
    if block.kind == BlockKind::Row {
        return true;
    }
    let content = &text[block.content()];
    let Some((label, value)) = content.split_once(':').filter(|_| block.kind != BlockKind::Heading) else {
        return false;
    };
    let is_bold = label.trim_start().starts_with("**");
    let value = value.trim_matches(['*', '_', ' ']);
    let ends = value.ends_with(['.', '!', '?']) && value.contains(' ');
    (block.kind == BlockKind::Item || is_bold)
        && label.split_whitespace().take(6).count() < 6
        && !value.is_empty()
        && !ends
        && value.split_whitespace().take(MOST_DETAIL_WORDS + 1).count() <= MOST_DETAIL_WORDS
}

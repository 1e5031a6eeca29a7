//! Text that depends on a false claim, and is removed with it.
//!
//! After a false failure, everything is removed except text with a separate meaning: other claims, and statements with
//! something to look up. That is a number, a name or a text in quotes, without advice, questions and denials. An offer
//! to look something up stays, and so does a contact address. The remaining text must not lead to a second payment, so
//! doubt counts against it.
//!
//! After a false success, the card of the write is removed: labels with values, a table of fields. So is the state
//! since the action: "Your new balance is 0". Other text is true or false by itself, so doubt counts for it.
//!
//! The announcement of a draft stays while any of the draft stays.

use std::ops::Range;

use super::blocks::{Block, BlockKind, blocks};
use super::claim::ClaimKind;
use super::detector::announced_draft;
use super::phrases::Role;
use super::reading::Reading;
use super::sentences::sentences;
use super::words::words;

/// Words for the state since an action.
const SINCE: [&str; 4] = ["new", "now", "updated", "remaining"];
/// The most words of a label.
const LONGEST_LABEL: usize = 4;

/// The parts of a text that follow from claims of a kind that are struck. `kept` are all parts that are judged by
/// themselves, struck ones included. Both are in order.
pub(super) fn following(
    text: &str,
    kind: ClaimKind,
    struck: &[Range<usize>],
    kept: &[Range<usize>],
) -> Vec<Range<usize>> {
    let blocks = blocks(text);
    let may_say = |block: &&Block| !matches!(block.kind, BlockKind::Row | BlockKind::Heading);
    let spoken = blocks.iter().filter(may_say);
    let said: Vec<Range<usize>> = spoken.flat_map(|block| sentences(text, block.content())).collect();
    let page = Page { text, blocks: &blocks, said: &said, struck, kept };
    let mut found = match kind {
        ClaimKind::Failure => page.behind_failure(),
        ClaimKind::Success => page.behind_success(),
    };
    found.sort_by_key(|span| span.start);
    let mut end = 0;
    found.retain(|span| {
        let is_free = span.start >= end;
        end = end.max(span.end);
        is_free
    });
    page.keep_draft(&mut found);
    found
}

struct Page<'p> {
    text: &'p str,
    blocks: &'p [Block],
    said: &'p [Range<usize>],
    struck: &'p [Range<usize>],
    kept: &'p [Range<usize>],
}

impl Page<'_> {
    fn is_struck(&self, span: &Range<usize>) -> bool {
        last_before(self.struck, span.end).is_some_and(|struck| struck.end > span.start)
    }

    fn is_judged(&self, span: &Range<usize>) -> bool {
        last_before(self.kept, span.end).is_some_and(|kept| kept.end > span.start)
    }

    /// The sentences that are not judged by themselves, from the first claim on.
    fn rest(&self) -> impl Iterator<Item = &Range<usize>> {
        let first = self.struck.first().map_or(usize::MAX, |struck| struck.end);
        self.said.iter().filter(move |said| said.start >= first && !self.is_judged(said))
    }

    fn behind_failure(&self) -> Vec<Range<usize>> {
        let behind = self.rest().filter(|said| !self.can_stand_alone(said));
        let mut found: Vec<Range<usize>> = behind.cloned().collect();
        // "I'm sorry." right before it.
        for pair in self.said.windows(2) {
            let [before, after] = pair else { continue };
            if self.is_struck(after) && !self.is_judged(before) && self.only_opens(before) {
                found.push(before.clone());
            }
        }
        found
    }

    /// Keeps the announcement of a draft as long as any of the draft is kept: without it, the draft would be read as the
    /// model's own claims.
    fn keep_draft(&self, found: &mut Vec<Range<usize>>) {
        if found.is_empty() {
            return;
        }
        let Some(draft) = announced_draft(self.text, self.blocks) else { return };
        let is_removed =
            |part: &Range<usize>| last_before(found, part.end).is_some_and(|last| last.end > part.start);
        let rest = self.blocks.iter().filter(|block| block.kind != BlockKind::Row);
        let rest = rest.flat_map(|block| sentences(self.text, block.content()));
        if rest.filter(|said| said.start >= draft.end).any(|said| !is_removed(&said)) {
            found.retain(|span| span.end <= draft.start || span.start >= draft.end);
        }
    }

    /// Whether a sentence says something that a failure before it has no part in.
    fn can_stand_alone(&self, span: &Range<usize>) -> bool {
        let said = &self.text[span.clone()];
        let reading = self.reading(span);
        if said.contains('@') || (reading.has(&[Role::Look]) && said.trim_end().ends_with('?')) {
            return true;
        }
        let is_statement = !said.contains(['?', '？']) && !reading.has(&[Role::Plan, Role::Negation]);
        is_statement && said.contains(char::is_alphabetic) && has_anchor(said)
    }

    fn only_opens(&self, span: &Range<usize>) -> bool {
        let reading = self.reading(span);
        reading.behind_openings() == reading.len()
    }

    fn reading(&self, span: &Range<usize>) -> Reading {
        Reading::new(&words(self.text, span.clone()))
    }

    fn behind_success(&self) -> Vec<Range<usize>> {
        let later = self.rest().filter(|said| self.is_so_since(said));
        let mut found: Vec<Range<usize>> = later.cloned().collect();
        for (place, block) in self.blocks.iter().enumerate() {
            let claim =
                last_before(self.struck, block.whole.end).filter(|claim| claim.end > block.whole.start);
            let rest = claim.map(|claim| &self.text[claim.end..block.whole.end.max(claim.end)]);
            if rest.is_some_and(|rest| rest.trim_matches(['*', '_', ' ']).is_empty()) {
                found.extend(self.card(place));
            }
        }
        found
    }

    /// Whether a statement describes the state since an action.
    fn is_so_since(&self, span: &Range<usize>) -> bool {
        // "now" is a filler, which a reading leaves out.
        let is_since = words(self.text, span.clone()).iter().any(|word| SINCE.contains(&word.text.as_str()));
        let is_open = || {
            self.text[span.clone()].contains(['?', '？'])
                || self.reading(span).has(&[Role::Guard, Role::Plan])
        };
        is_since && !is_open()
    }

    /// The card after a block that ends with a claim: its labels with values, or its table, with the lines that
    /// announce it. After an item, other items are of the same list.
    fn card(&self, claim: usize) -> Vec<Range<usize>> {
        let rest = &self.blocks[claim + 1..];
        let announced = rest.iter().take_while(|block| self.announces(block)).count();
        let kind = rest.get(announced).map_or(BlockKind::Heading, |first| first.kind);
        let is_same_list = kind == BlockKind::Item && self.blocks[claim].kind == BlockKind::Item;
        let is_row = kind == BlockKind::Row;
        let is_part = |block: &&Block| {
            let is_labelled = is_row || is_labelled(&self.text[block.content()]);
            block.kind == kind && is_labelled && !self.is_judged(&block.whole)
        };
        let card: Vec<_> =
            rest[announced..].iter().take_while(is_part).map(|row| &self.text[row.whole.clone()]).collect();
        if card.is_empty()
            || is_same_list
            || kind == BlockKind::Heading
            || (is_row && !is_table_of_fields(&card))
        {
            return Vec::new();
        }
        rest[..announced + card.len()].iter().map(|block| block.whole.clone()).collect()
    }

    /// Whether a block is a heading, or a line that ends with a colon, and no claim.
    fn announces(&self, block: &Block) -> bool {
        let said = self.text[block.content()].trim_end_matches(['*', '_', ' ']);
        let is_line =
            block.kind == BlockKind::Heading || (block.kind == BlockKind::Plain && said.ends_with(':'));
        is_line && !self.is_judged(&block.whole)
    }
}

/// The last span that begins before a position. The spans are in order, and none overlaps another.
fn last_before(spans: &[Range<usize>], end: usize) -> Option<&Range<usize>> {
    let behind = spans.partition_point(|span| span.start < end);
    behind.checked_sub(1).and_then(|last| spans.get(last))
}

/// Whether a sentence has something to look up: a number, a name, a text in quotes.
fn has_anchor(said: &str) -> bool {
    let is_quoted = said.contains(['"', '“', '„', '«', '`']);
    let mut words = said.split_whitespace().skip(1);
    let is_name = |word: &str| {
        let word = word.trim_start_matches(['*', '_', '(', '\'', '’']);
        let is_speaker = word.starts_with('I') && !word.chars().nth(1).is_some_and(char::is_alphanumeric);
        word.starts_with(char::is_uppercase) && !is_speaker
    };
    is_quoted || said.contains(|c: char| c.is_ascii_digit()) || words.any(is_name)
}

/// Whether a line is a label with its value: "Amount: 5,000".
fn is_labelled(line: &str) -> bool {
    let plain: String = line.chars().filter(|c| !matches!(c, '*' | '_')).collect();
    plain.split_once(':').is_some_and(|(label, value)| is_label(label) && !value.trim().is_empty())
}

/// Whether a text can be the name of a field.
fn is_label(text: &str) -> bool {
    let text = text.trim().trim_matches(['*', '_']);
    let words = text.split_whitespace().count();
    (1..=LONGEST_LABEL).contains(&words)
        && !text.contains(|c: char| c.is_ascii_digit() || matches!(c, '.' | '!' | '?' | ','))
}

/// Whether a table has the fields of one record: two columns with labels in the first, or one row below its head.
fn is_table_of_fields(rows: &[&str]) -> bool {
    let cells = |row: &str| -> Vec<String> {
        row.trim().trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let is_rule = |row: &&&str| row.chars().all(|c| "|-: \t".contains(c));
    let has_head = rows.iter().any(|row| is_rule(&row));
    let rows: Vec<Vec<String>> = rows.iter().filter(|row| !is_rule(row)).map(|row| cells(row)).collect();
    let is_pair = rows.iter().all(|row| row.len() == 2 && is_label(&row[0]));
    is_pair || (has_head && rows.len() == 2)
}

//! Splits Markdown text into blocks, and tells blocks that can hold statements from the rest.

use std::ops::Range;

/// The kind of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockKind {
    /// Lines of a paragraph.
    Plain,
    /// The text after a list marker.
    Item,
    /// The text after the signs of a heading.
    Heading,
    /// A row of a table. It holds data, and no claims.
    Row,
}

/// A part of a text that is no code and no quote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) kind: BlockKind,
    /// With the signs before it, without the end of the line.
    pub(super) whole: Range<usize>,
    /// The start of the content.
    start: usize,
}

impl Block {
    /// The content, without the signs before it.
    pub(super) fn content(&self) -> Range<usize> {
        self.start..self.whole.end
    }
}

/// The parts of a text that may hold statements, in their order.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut fence: Option<&str> = None;
    // Whether the last line may continue on the next one, and whether it was empty or indented code.
    let (mut is_open, mut is_behind_blank) = (false, true);
    let mut start = 0;
    for whole in text.split_inclusive('\n') {
        let line = whole.trim_end_matches(['\n', '\r']);
        let (at, trimmed) = (start, line.trim_start());
        start += whole.len();
        let found = ["```", "~~~"].into_iter().find(|fence| trimmed.starts_with(fence));
        if fence.is_some() || found.is_some() || trimmed.starts_with('>') {
            fence = if fence == found { None } else { fence.or(found) };
            (is_open, is_behind_blank) = (false, false);
            continue;
        }
        // Below an item of a list, an indented line belongs to the item.
        let is_below_item = blocks.last().is_some_and(|last| last.kind == BlockKind::Item);
        let is_code =
            is_behind_blank && !is_below_item && (line.starts_with("    ") || line.starts_with('\t'));
        if trimmed.is_empty() || is_code {
            (is_open, is_behind_blank) = (false, true);
            continue;
        }
        let (kind, sign) = kind_of(trimmed);
        let goes_on = is_open && kind == BlockKind::Plain && trimmed.starts_with(char::is_lowercase);
        let ends = trimmed.trim_end_matches(['*', '_', ' ', ')', '"']).ends_with(['.', '!', '?', ':', '…']);
        (is_open, is_behind_blank) = (!ends && matches!(kind, BlockKind::Plain | BlockKind::Item), false);
        let end = at + line.len();
        if let Some(last) = blocks.last_mut().filter(|_| goes_on) {
            last.whole.end = end;
        } else {
            let begin = end - trimmed.len();
            blocks.push(Block { kind, whole: begin..end, start: (begin + sign).min(end) });
        }
    }
    blocks
}

/// The kind of a line, and the length of the marker before its text.
fn kind_of(line: &str) -> (BlockKind, usize) {
    let blanks = |text: &str| text.len() - text.trim_start().len();
    let hashes = line.len() - line.trim_start_matches('#').len();
    if line.starts_with('|') {
        return (BlockKind::Row, 0);
    }
    if (1..=6).contains(&hashes) && line[hashes..].starts_with(' ') {
        return (BlockKind::Heading, hashes + blanks(&line[hashes..]));
    }
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let bullets = ["- ", "* ", "+ ", "• ", "– ", "‣ ", "· "];
    let is_number =
        (1..=3).contains(&digits) && (line[digits..].starts_with(". ") || line[digits..].starts_with(") "));
    let bullet = bullets.into_iter().find(|bullet| line.starts_with(bullet)).map(str::len);
    let Some(bullet) = bullet.or(is_number.then_some(digits + 2)) else { return (BlockKind::Plain, 0) };
    let sign = bullet + blanks(&line[bullet..]);
    let is_ticked = line[sign..].starts_with("[x] ") || line[sign..].starts_with("[X] ");
    (BlockKind::Item, if is_ticked { sign + 4 } else { sign })
}

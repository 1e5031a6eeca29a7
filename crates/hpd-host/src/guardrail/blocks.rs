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
    pub(super) start: usize,
}

impl Block {
    /// The content, without the signs before it.
    pub(super) fn content(&self) -> Range<usize> {
        self.start..self.whole.end
    }
}

/// The parts of a text that may hold statements, in their order.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let mut reader = Reader { text, blocks: Vec::new(), fence: None, is_open: false, is_behind_blank: true };
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        reader.line(start..start + content.len());
        start += line.len();
    }
    reader.blocks
}

struct Reader<'t> {
    text: &'t str,
    blocks: Vec<Block>,
    /// The sign of the code that is open.
    fence: Option<&'static str>,
    /// Whether the last line may continue on this one.
    is_open: bool,
    /// Whether the last line was empty, or was indented code.
    is_behind_blank: bool,
}

impl Reader<'_> {
    fn line(&mut self, at: Range<usize>) {
        let line = &self.text[at.clone()];
        let trimmed = line.trim_start();
        let fence = ["```", "~~~"].into_iter().find(|fence| trimmed.starts_with(fence));
        match (self.fence, fence) {
            (Some(open), Some(found)) if open == found => self.fence = None,
            (None, Some(found)) => self.fence = Some(found),
            (None, None) if !trimmed.starts_with('>') => return self.text_line(at, trimmed),
            _ => {}
        }
        self.is_open = false;
        self.is_behind_blank = false;
    }

    fn text_line(&mut self, at: Range<usize>, trimmed: &str) {
        // Below an item of a list, such a line belongs to the item.
        let is_code = self.is_behind_blank
            && is_indented(&self.text[at.clone()])
            && self.blocks.last().is_none_or(|last| last.kind != BlockKind::Item);
        if trimmed.is_empty() || is_code {
            self.is_open = false;
            self.is_behind_blank = true;
            return;
        }
        self.is_behind_blank = false;
        let (kind, sign) = kind_of(trimmed);
        let goes_on = self.is_open
            && kind == BlockKind::Plain
            && trimmed.chars().next().is_some_and(char::is_lowercase);
        self.is_open = matches!(kind, BlockKind::Plain | BlockKind::Item) && !ends_a_sentence(trimmed);
        if let Some(last) = self.blocks.last_mut().filter(|_| goes_on) {
            last.whole.end = at.end;
            return;
        }
        let indent = at.len() - trimmed.len();
        let start = (at.start + indent + sign).min(at.end);
        self.blocks.push(Block { kind, whole: at.start + indent..at.end, start });
    }
}

/// Whether a line is indented far enough to be code.
fn is_indented(line: &str) -> bool {
    line.starts_with("    ") || line.starts_with('\t')
}

fn ends_a_sentence(line: &str) -> bool {
    line.trim_end_matches(['*', '_', ' ', ')', '"']).ends_with(['.', '!', '?', ':', '…'])
}

/// The kind of a line, and the length of the marker before its text.
fn kind_of(line: &str) -> (BlockKind, usize) {
    if line.starts_with('|') {
        return (BlockKind::Row, 0);
    }
    let hashes = line.len() - line.trim_start_matches('#').len();
    if (1..=6).contains(&hashes) && line[hashes..].starts_with(' ') {
        return (BlockKind::Heading, hashes + blanks(&line[hashes..]));
    }
    for bullet in ["- ", "* ", "+ ", "• ", "– ", "‣ ", "· "] {
        if let Some(rest) = line.strip_prefix(bullet) {
            let sign = bullet.len() + blanks(rest);
            let is_ticked = ["[x] ", "[X] "].iter().any(|tick| line[sign..].starts_with(tick));
            return (BlockKind::Item, sign + if is_ticked { 4 } else { 0 });
        }
    }
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let behind = &line[digits..];
    if (1..=3).contains(&digits) && (behind.starts_with(". ") || behind.starts_with(") ")) {
        return (BlockKind::Item, digits + 1 + blanks(&behind[1..]));
    }
    (BlockKind::Plain, 0)
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

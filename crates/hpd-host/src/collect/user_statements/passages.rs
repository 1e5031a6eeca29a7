//! Passages of a message that are not the user's word: quotes, code, quoted lines and forwarded mails.
//!
//! In doubt a passage is not the user's: that costs a question at most.

use super::mail;
use super::markup::without_markup;

/// The character in the place of a passage. A value with it occurs nowhere.
pub(super) const GAP: char = '\0';
/// Quotes of a message that may be searched to its end without being closed. Later ones end with their line.
const UNCLOSED: usize = 8;
/// Characters that end a line.
const LINE_ENDS: [char; 7] = ['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];
/// The signs of a quoted line.
const QUOTED_LINE: [char; 2] = ['>', '＞'];

/// The user's own words of a message. Each line ends with `\n`.
pub(super) fn own_words(text: &str) -> String {
    without_inline(&without_markup(&without_blocks(text)))
}

/// Leaves out quoted lines, blocks of code, and everything from a forwarded mail on.
fn without_blocks(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let lines: Vec<_> = text.split(LINE_ENDS).collect();
    let mut own = String::with_capacity(text.len());
    let mut fence: Option<&str> = None;
    for (at, line) in lines.iter().enumerate() {
        let start = line.trim_start();
        if let Some(opened) = fence {
            let closes = start.starts_with(opened) && start.trim_end().chars().all(|c| opened.contains(c));
            fence = fence.filter(|_| !closes);
        } else if mail::begins(&lines[at..]) {
            own.push(GAP);
            break;
        } else if let Some(opened) = fence_of(start) {
            fence = Some(opened);
            own.push(GAP);
        } else if start.starts_with(QUOTED_LINE) {
            own.push(GAP);
        } else {
            own.push_str(line);
        }
        own.push('\n');
    }
    own
}

/// The fence that a line opens: three or more of its signs, and none of them later in the line.
fn fence_of(line: &str) -> Option<&str> {
    let sign = line.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
    let length = line.len() - line.trim_start_matches(sign).len();
    (length >= 3 && !line[length..].contains(sign)).then(|| &line[..length])
}

/// Leaves out code and quotes within lines.
fn without_inline(text: &str) -> String {
    let mut own = String::with_capacity(text.len());
    let (mut copied, mut unclosed) = (0, 0);
    let mut marks = text.char_indices();
    while let Some((at, mark)) = marks.next() {
        let Some(end) = passage_end(text, at, mark, &mut unclosed) else { continue };
        own.push_str(&text[copied..at]);
        own.push(' ');
        own.push(GAP);
        own.push(' ');
        copied = end;
        while marks.clone().next().is_some_and(|(next, _)| next < end) {
            marks.next();
        }
    }
    own.push_str(&text[copied..]);
    own
}

/// The end of the passage that a character begins. `None` if it begins none.
fn passage_end(text: &str, at: usize, mark: char, unclosed: &mut usize) -> Option<usize> {
    let (kind, ends_with_line) = match mark {
        '`' => return Some(code_end(text, at)),
        '\'' | '‘' | '‚' => (Kind::Single, false),
        _ if DOUBLE.contains(&mark) => (Kind::Double, true),
        _ => (Kind::Pair(mark, partner(mark)?), true),
    };
    let starts_word = sides(text, at, mark).opens;
    // An apostrophe opens nothing.
    if kind == Kind::Single && !starts_word {
        return None;
    }
    if *unclosed < UNCLOSED {
        if let Some(end) = closing(text, at, kind) {
            return Some(end);
        }
        *unclosed += 1;
        return ends_with_line.then(|| line_end(text, at));
    }
    // The rest of the line is left out at once, so that many quotes take no more time than few.
    ends_with_line.then(|| line_end(text, at))
}

fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |end| at + end)
}

/// The end of code: as many backticks as at its start. Without them, a block ends with the message, and code in a line
/// ends with it.
fn code_end(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    let length = rest.len() - rest.trim_start_matches('`').len();
    let end = if length >= 3 { rest.len() } else { line_end(rest, 0) };
    let mut from = length;
    while let Some(next) = rest[from..end].find('`') {
        let start = from + next;
        let run = rest[start..].len() - rest[start..].trim_start_matches('`').len();
        if run == length {
            return at + start + run;
        }
        from = start + run;
    }
    at + end
}

/// The kind of a quote.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The marks look alike: their neighbours decide.
    Double,
    Single,
    /// Two marks, the first one opens.
    Pair(char, char),
}

const DOUBLE: [char; 9] = ['"', '“', '”', '„', '‟', '＂', '〝', '〞', '〟'];

/// The mark that closes what another one opens.
const fn partner(mark: char) -> Option<char> {
    Some(match mark {
        '«' => '»',
        '»' => '«',
        '‹' => '›',
        '›' => '‹',
        '「' => '」',
        '『' => '』',
        '《' => '》',
        '〈' => '〉',
        _ => return None,
    })
}

/// The place after the mark that closes the quote at `at`. Quotes may hold quotes.
fn closing(text: &str, at: usize, kind: Kind) -> Option<usize> {
    let mut depth = 0_usize;
    for (place, mark) in text[at..].char_indices() {
        let place = at + place;
        let (opens, closes) = match kind {
            _ if place == at => (true, false),
            Kind::Pair(open, close) => (mark == open, mark == close),
            Kind::Double if DOUBLE.contains(&mark) => {
                let sides = sides(text, place, mark);
                let opens = sides.opens || (matches!(mark, '“' | '„' | '‟' | '〝') && !sides.closes);
                (opens, !opens && (sides.closes || matches!(mark, '”' | '〞' | '〟')))
            }
            Kind::Single if matches!(mark, '\'' | '‘' | '’' | '‚') => {
                let sides = sides(text, place, mark);
                (sides.opens, sides.closes)
            }
            _ => continue,
        };
        depth += usize::from(opens);
        if closes && !opens {
            depth -= 1;
            if depth == 0 {
                return Some(place + mark.len_utf8());
            }
        }
    }
    None
}

/// What the neighbours of a mark say.
struct Sides {
    opens: bool,
    closes: bool,
}

fn sides(text: &str, at: usize, mark: char) -> Sides {
    let before = text[..at].chars().next_back();
    let after = text[at + mark.len_utf8()..].chars().next();
    let is_free = |c: Option<char>| c.is_none_or(|c| c.is_whitespace() || c == GAP);
    let is_mark =
        |c: char| DOUBLE.contains(&c) || matches!(c, '\'' | '‘' | '’' | '‚') || partner(c).is_some();
    let opens_before = before
        .is_none_or(|c| c.is_whitespace() || is_mark(c) || "([{<:=,;-–—/*_（【".contains(c) || c == GAP);
    let closes_after = after
        .is_none_or(|c| c.is_whitespace() || is_mark(c) || ".,;:!?)]}>…*_。，、；：！？）】".contains(c));
    let opens = opens_before && !is_free(after);
    let closes = closes_after && !is_free(before);
    Sides { opens: opens && !closes, closes }
}

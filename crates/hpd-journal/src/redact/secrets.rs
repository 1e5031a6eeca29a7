//! Sensitive values as texts that are looked for, and how they are found.

use std::ops::Range;
use std::sync::Arc;

use hpd_runtime::__private::text::{CutNote, HIDDEN, start};
use hpd_runtime::args::Node;
use rustc_hash::FxHashSet;

use super::escapes::Reading;
use super::pieces::Pieces;
use crate::parse_trusted::parse_trusted;
use crate::text::fold;

/// The shortest value searched in texts, in characters, and the shortest prefix of one before a cut. Shorter ones occur
/// in any text.
const SHORTEST: usize = 3;

/// The maximum number of searched values. Beyond it, free text is not recorded at all.
const MAX: usize = 256;

/// Bytes of a character that is escaped as often as escapes are read: two times eight backslashes and a number, or fewer that
/// are written as numbers themselves.
const LONGEST_ESCAPE: usize = 42;

/// Bytes for invisible characters in an occurrence of a value.
const UNSEEN: usize = 4 * 1024;

/// Marks of a cut.
const CUT_MARKS: [&str; 2] = ["…", CutNote::START];

/// Sensitive values, as texts that are looked for.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secrets {
    texts: Vec<String>,
    /// There are more: any text may hold one.
    are_too_many: bool,
    /// The values are unknown here: any text may hold one.
    are_unknown: bool,
    /// Names of tools and parameters, which say nothing of a value that looks like one.
    names: Option<Arc<PublicNames>>,
}

/// Names that every model sees.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PublicNames(FxHashSet<Box<str>>);

impl<S: AsRef<str>> FromIterator<S> for PublicNames {
    fn from_iter<I: IntoIterator<Item = S>>(names: I) -> Self {
        Self(names.into_iter().map(|name| name.as_ref().into()).collect())
    }
}

impl PublicNames {
    /// Whether a part of a text is one of the names, or inside one.
    fn hold(&self, text: &str, part: &Range<usize>) -> bool {
        let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        let before = text.get(..part.start).unwrap_or_default();
        let behind = text.get(part.end..).unwrap_or_default();
        let start = before.trim_end_matches(is_of_name).len();
        let end = text.len() - behind.trim_start_matches(is_of_name).len();
        text.get(start..end).is_some_and(|word| self.0.contains(word))
    }
}

/// Without the values.
impl std::fmt::Debug for Secrets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Secrets({})", self.texts.len())
    }
}

impl Secrets {
    /// Unknown values, which any text may hold.
    pub const fn unknown() -> Self {
        Self { texts: Vec::new(), are_too_many: false, are_unknown: true, names: None }
    }

    /// Names that stay readable, independent of the values.
    pub fn spare(&mut self, names: &Arc<PublicNames>) {
        self.names = Some(Arc::clone(names));
    }

    /// Whether no text needs a search.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty() && !self.may_be_anything()
    }

    pub(super) const fn may_be_anything(&self) -> bool {
        self.are_too_many || self.are_unknown
    }

    /// Whether there are more values than are searched for.
    pub const fn are_too_many(&self) -> bool {
        self.are_too_many
    }

    /// Whether a text has to be scrubbed of the values that a conversation knows.
    pub fn are_in(&self, text: &str) -> bool {
        if self.are_too_many { text != HIDDEN } else { !self.found(text).is_empty() }
    }

    /// The beginning of a text without the values, and where the rest begins: at `end`, or before a value that goes on
    /// there. So the parts of a long text are scrubbed one by one. The text has to go on for `reach` bytes
    /// behind `end`, unless it ends there.
    pub fn scrub_beginning(&self, text: &str, end: usize) -> (String, usize) {
        if self.may_be_anything() {
            return (HIDDEN.to_owned(), end);
        }
        let found = self.found(text);
        let end = match found.iter().find(|part| part.start < end && end < part.end) {
            // It begins the text: moving on is all that is left.
            Some(part) if part.start == 0 => part.end,
            Some(part) => part.start,
            None => end,
        };
        let within: Vec<_> = found.into_iter().filter(|part| part.end <= end).collect();
        (without(text.get(..end).unwrap_or(text), &within), end)
    }

    /// Bytes that any value takes in a text, as often as it may be escaped: with up to 42 bytes a character, and 4 KiB of
    /// invisible characters.
    fn reach(&self) -> usize {
        let longest = self.texts.iter().map(|text| text.chars().count()).max().unwrap_or_default();
        longest.saturating_mul(LONGEST_ESCAPE).saturating_add(UNSEEN)
    }

    /// What is searched to scrub about `size` bytes of a text's beginning, and the byte at which the rest begins.
    pub fn window<'t>(&self, text: &'t str, size: usize) -> (&'t str, usize) {
        let reach = self.reach();
        // A window that is mostly the reach of a value would be searched again and again.
        let size = size.max(reach.saturating_mul(2));
        (start(text, size.saturating_add(reach)), size)
    }

    /// A text without the values, in any level of escaping, and without a value's prefix before a cut. JSON stays JSON.
    pub fn scrub(&self, text: &str) -> String {
        self.pieces(text).collect()
    }

    /// The same, piece by piece: a long text takes its time.
    pub fn pieces<'s, 't>(&'s self, text: &'t str) -> Pieces<'s, 't> {
        Pieces::of(self, text)
    }

    /// Hides the values in a tree. Returns whether there were any.
    pub fn scrub_tree(&self, node: &mut Node<'_>) -> bool {
        if self.may_be_anything() {
            *node = hidden();
            return true;
        }
        !self.is_empty() && self.scrub_node(node)
    }

    pub(super) fn are_in_number(&self, number: &str) -> bool {
        self.texts.iter().any(|secret| number.contains(&**secret))
    }

    /// `None` if nothing was found.
    fn scrub_text(&self, text: &str) -> Option<String> {
        let found = self.found(text);
        (!found.is_empty()).then(|| without(text, &found))
    }

    /// Whether anything was found.
    fn scrub_node(&self, node: &mut Node<'_>) -> bool {
        match node {
            Node::String(text) => match self.scrub_text(text) {
                Some(scrubbed) => {
                    *text = scrubbed.into();
                    true
                }
                None => false,
            },
            Node::Number(number) if self.are_in_number(number) => {
                *node = hidden();
                true
            }
            // Not `any`: all of them are looked at.
            Node::Array(items) => items.iter_mut().fold(false, |found, item| self.scrub_node(item) | found),
            Node::Object(members) => members.iter_mut().fold(false, |found, (name, member)| {
                let scrubbed = self.scrub_text(name);
                let is_found = scrubbed.is_some();
                if let Some(scrubbed) = scrubbed {
                    *name = scrubbed.into();
                }
                self.scrub_node(member) | is_found | found
            }),
            Node::Null | Node::Bool(_) | Node::Number(_) => false,
        }
    }

    /// The ranges of the values in a text: ascending, without overlap.
    fn found(&self, text: &str) -> Vec<Range<usize>> {
        if self.texts.is_empty() {
            return Vec::new();
        }
        let mut found = Vec::new();
        for reading in Reading::all_of(text) {
            let parts = self.texts.iter().flat_map(|secret| occurrences(&reading.text, secret));
            let parts = parts.chain(self.beginnings(&reading.text));
            found.extend(parts.map(|part| reading.place(part)));
        }
        // Placeholders hold no value, even if they look like one.
        let masks: Vec<_> = occurrences(text, HIDDEN).collect();
        // They ascend and are equally long: of those that begin before a part, the last one ends last.
        let is_mask = |part: &Range<usize>| {
            let before = masks.partition_point(|mask| mask.start <= part.start);
            before.checked_sub(1).is_some_and(|last| part.end <= masks[last].end)
        };
        let is_name = |part: &Range<usize>| self.names.as_ref().is_some_and(|names| names.hold(text, part));
        found.retain(|part| !is_mask(part) && !is_name(part));
        joined(found)
    }

    /// Prefixes of values before the cuts of a text.
    fn beginnings<'t>(&'t self, text: &'t str) -> impl Iterator<Item = Range<usize>> + 't {
        let cuts = CUT_MARKS.iter().flat_map(move |mark| occurrences(text, mark));
        cuts.flat_map(move |mark| {
            let before = text.get(..mark.start).unwrap_or_default();
            let before =
                before.trim_end_matches(|end: char| end.is_whitespace() || matches!(end, '"' | '\'' | '`'));
            let whole = without_half_an_escape(before);
            let ends = if whole.len() < before.len() { vec![before, whole] } else { vec![before] };
            ends.into_iter()
                .flat_map(move |end| self.texts.iter().filter_map(move |secret| beginning(end, secret)))
        })
    }

    /// Takes over the values of others.
    pub fn learn(&mut self, others: &Self) {
        self.are_unknown |= others.are_unknown;
        self.remember(others);
    }

    /// Collects the values of a whole conversation: one call may know values that another does not.
    pub fn remember(&mut self, others: &Self) {
        self.are_too_many |= others.are_too_many;
        if self.names.is_none() {
            self.names.clone_from(&others.names);
        }
        others.texts.iter().for_each(|secret| self.add_text(secret));
    }

    /// All texts and numbers of a value.
    pub fn add(&mut self, node: &Node<'_>) {
        match node {
            // A value may look escaped itself. A writer that escapes only some of its characters is read down to the
            // value's own last reading.
            Node::String(text) => {
                for reading in Reading::all_of(text) {
                    self.add_text(&reading.text);
                }
            }
            Node::Number(number) => self.add_text(number),
            Node::Array(items) => items.iter().for_each(|item| self.add(item)),
            Node::Object(members) => members.iter().for_each(|(_, member)| self.add(member)),
            Node::Null | Node::Bool(_) => {}
        }
    }

    fn add_text(&mut self, text: &str) {
        if text.chars().count() < SHORTEST || self.texts.iter().any(|known| known == text) {
            return;
        }
        if self.texts.len() >= MAX {
            self.are_too_many = true;
            return;
        }
        self.texts.push(text.to_owned());
    }
}

/// A text with the placeholder at these ranges.
fn without(text: &str, parts: &[Range<usize>]) -> String {
    let mut scrubbed = String::with_capacity(text.len());
    let mut rest = 0;
    for part in parts {
        scrubbed.push_str(text.get(rest..part.start).unwrap_or_default());
        scrubbed.push_str(HIDDEN);
        rest = part.end;
    }
    scrubbed.push_str(text.get(rest..).unwrap_or_default());
    scrubbed
}

/// The ranges of a text in another, overlaps included.
fn occurrences<'t>(text: &'t str, wanted: &'t str) -> impl Iterator<Item = Range<usize>> + 't {
    let next = move |from: usize| {
        let at = from + text.get(from..)?.find(wanted)?;
        Some(at..at + wanted.len())
    };
    let step = wanted.chars().next().map_or(1, char::len_utf8);
    std::iter::successors(next(0), move |found| next(found.start + step))
}

/// The longest beginning of a value that a text ends with.
fn beginning(text: &str, secret: &str) -> Option<Range<usize>> {
    let shortest = secret.char_indices().nth(SHORTEST).map(|(at, _)| at)?;
    let ends = secret.char_indices().map(|(at, _)| at).rev().take_while(|at| *at >= shortest);
    let mut left = ends.filter_map(|at| secret.get(..at)).filter(|left| text.ends_with(left));
    left.next().map(|left| text.len() - left.len()..text.len())
}

/// A text without an escape at its end that was cut.
fn without_half_an_escape(text: &str) -> &str {
    let Some((before, behind)) = text.rsplit_once('\\') else { return text };
    let digits = behind.strip_prefix("u{").or_else(|| behind.strip_prefix('u'));
    let is_half = behind.is_empty()
        || digits.is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
    if is_half { before } else { text }
}

/// The same ranges, ascending; overlapping ones are merged.
fn joined(mut parts: Vec<Range<usize>>) -> Vec<Range<usize>> {
    parts.sort_unstable_by_key(|part| (part.start, part.end));
    parts.dedup_by(|part, before| {
        let overlaps = part.start < before.end;
        if overlaps {
            before.end = before.end.max(part.end);
        }
        overlaps
    });
    parts
}

fn hidden() -> Node<'static> {
    Node::String(HIDDEN.into())
}

/// Arguments without the values of these parameters, and the values. Arguments that are no object are left out, since
/// their contents are unknown.
pub fn mask(arguments: &str, sensitive: &[String]) -> (String, Secrets) {
    let mut secrets = Secrets::default();
    let Ok(Node::Object(mut members)) = parse_trusted(arguments) else { return (String::new(), secrets) };
    for (name, value) in &mut members {
        if sensitive.iter().any(|sensitive| sensitive == name) {
            secrets.add(value);
            *value = hidden();
        }
    }
    (Node::Object(members).to_json(), secrets)
}

/// Arguments of which only these are known to be harmless, and the values of all others. A name that no parameter has
/// may be a value itself. The text is `None` if it is not an object, so that its contents are unknown.
pub fn mask_all_but(arguments: &str, harmless: &[String], sensitive: &[&str]) -> (Option<String>, Secrets) {
    let mut secrets = Secrets::default();
    let Ok(Node::Object(mut members)) = parse_trusted(arguments) else { return (None, secrets) };
    for (name, value) in &mut members {
        if harmless.iter().any(|harmless| harmless == name) {
            continue;
        }
        secrets.add(value);
        *value = hidden();
        if !sensitive.iter().any(|sensitive| fold(sensitive) == fold(name)) {
            secrets.add_text(name);
            *name = HIDDEN.into();
        }
    }
    (Some(Node::Object(members).to_json()), secrets)
}

#[cfg(test)]
mod tests;

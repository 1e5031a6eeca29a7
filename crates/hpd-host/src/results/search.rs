//! A text that is looked for in a result, whatever its case.

use std::borrow::Cow;
use std::ops::Range;

use hpd_runtime::__private::text::{char_start, cut};
use rustc_hash::FxHashMap;
use serde_json::value::RawValue;

use super::fold::Folded;
use super::level::{self, Level};
use super::lines;
use super::pointer::Pointer;
use super::read::Next;

/// Levels of JSON that are looked into; what is deeper is looked through as a text.
const DEPTH: usize = 128;
/// Characters of a hit.
const SHOWN: usize = 200;
/// Bytes before a hit that are shown of a long line.
const BEFORE: usize = 60;
/// Bytes of a pointer that is shown with a hit. Behind a longer one, the place is told by line and byte.
const POINTER: usize = 512;

/// The hits from one on, as far as they fit into `max` bytes: lines of a text with their numbers, values of JSON with
/// their pointers. In a long line or string, each has its byte.
pub(super) fn search(json: Option<&str>, text: &str, wanted: &str, from: usize, max: usize) -> Found {
    let Some(json) = json else {
        let mut search = TextSearch::new(wanted, from, max);
        search.add(text);
        return search.end();
    };
    let search = Search { text, wanted: Folded::of(wanted) };
    let mut hits = Hits { from, max, ..Hits::default() };
    search.in_json(json, Some(&Pointer::ROOT), DEPTH, &mut hits);
    hits.found()
}

/// Bytes of a line that are searched at once.
const WINDOW: usize = 1024 * 1024;

/// A search in the lines of a text that is read in chunks. Of a long line, only a part is in memory.
pub(super) struct TextSearch {
    wanted: Folded,
    hits: Hits,
    /// The number of the line.
    line: usize,
    /// The unsearched end of the last line: it continues in the next chunk.
    begun: String,
    /// The bytes of the line before that rest.
    before: usize,
    /// The byte of the line up to which it was searched and shown.
    shown_to: usize,
    window: usize,
}

impl TextSearch {
    pub(super) fn new(wanted: &str, from: usize, max: usize) -> Self {
        Self {
            wanted: Folded::of(wanted),
            hits: Hits { from, max, ..Hits::default() },
            line: 1,
            begun: String::new(),
            before: 0,
            shown_to: 0,
            window: WINDOW,
        }
    }

    /// Searches a chunk. The end of a line may wait for the next one.
    pub(super) fn add(&mut self, chunk: &str) {
        for line in chunk.split_inclusive('\n') {
            if let Some(line) = line.strip_suffix('\n') {
                self.end_line(line);
            } else {
                self.begun.push_str(line);
                if self.begun.len() > self.window {
                    self.search_begun();
                }
            }
        }
    }

    /// Searches the last line, and returns all hits.
    pub(super) fn end(mut self) -> Found {
        if self.before + self.begun.len() > 0 {
            self.end_line("");
        }
        self.hits.found()
    }

    fn end_line(&mut self, end: &str) {
        let mut begun = std::mem::take(&mut self.begun);
        let line = if begun.is_empty() {
            end
        } else {
            begun.push_str(end);
            &begun
        };
        let line = line.strip_suffix('\r').unwrap_or(line);
        self.search(line, line.len());
        self.line += 1;
        (self.before, self.shown_to) = (0, 0);
    }

    /// Searches the begin of a line, and drops it but for what shows the next hits.
    fn search_begun(&mut self) {
        let begun = std::mem::take(&mut self.begun);
        // A hit is found with all that is shown of it.
        let tail = self.wanted.longest() + SHOWN * 4;
        let end = char_start(&begun, begun.len().saturating_sub(tail));
        self.search(&begun, end);
        let rest = char_start(&begun, end.saturating_sub(BEFORE));
        self.shown_to = self.shown_to.max(self.before + end);
        self.before += rest;
        self.begun.push_str(&begun[rest..]);
    }

    /// Looks for hits that begin before `end` of a stretch of the line.
    fn search(&mut self, text: &str, end: usize) {
        let Self { wanted, hits, line, before, shown_to, .. } = self;
        let place = |at, is_all| placed(&line.to_string(), *before + at, is_all && *before == 0);
        *shown_to = *before + search_line(wanted, text, shown_to.saturating_sub(*before)..end, place, hits);
    }
}

/// What was found.
#[derive(Debug)]
pub(super) struct Found {
    /// The hits before the first one that is shown.
    from: usize,
    /// All hits, shown or not.
    pub(super) total: usize,
    out: String,
    /// Where each of the shown ones ends.
    ends: Vec<usize>,
}

impl Found {
    /// The first hits in at most `max` bytes, one at least, and where to go on.
    pub(super) fn within(&self, max: usize) -> (&str, Option<Next>) {
        let fit = self.ends.partition_point(|&end| end <= max).max(1).min(self.ends.len());
        let end = fit.checked_sub(1).map_or(0, |last| self.ends[last]);
        let shown = self.from + fit;
        (&self.out[..end], (shown < self.total).then_some(Next::Hits(shown, self.total)))
    }
}

#[derive(Default)]
struct Hits {
    from: usize,
    max: usize,
    out: String,
    ends: Vec<usize>,
    total: usize,
}

impl Hits {
    fn found(self) -> Found {
        Found { from: self.from.min(self.total), total: self.total, out: self.out, ends: self.ends }
    }

    /// Counts a hit. Its place and its text are made if it is shown.
    fn add(&mut self, hit: impl FnOnce() -> (String, String)) {
        let is_next = self.total == self.from + self.ends.len();
        self.total += 1;
        if is_next {
            let (place, shown) = hit();
            let hit = format!("{place}: {shown}\n");
            if self.out.is_empty() || self.out.len() + hit.len() <= self.max {
                self.out.push_str(&hit);
                self.ends.push(self.out.len());
            }
        }
    }
}

struct Search<'a> {
    /// The whole result.
    text: &'a str,
    wanted: Folded,
}

impl Search<'_> {
    /// Looks into a value. It has no pointer if that is too long, or another member has the same.
    fn in_json(&self, json: &str, pointer: Option<&Pointer<'_>>, depth: usize, hits: &mut Hits) {
        let inside = depth.saturating_sub(1);
        let level = if depth == 0 { Level::Other(json) } else { Level::of(json) };
        let text = match level {
            Level::Array(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    let pointer = pointer.and_then(|pointer| pointer.element(index, POINTER));
                    self.in_json(element.get(), pointer.as_ref(), inside, hits);
                }
                return;
            }
            Level::Object(members) => return self.in_members(&members, pointer, inside, hits),
            Level::Text(text) => Cow::Owned(text),
            Level::Other(text) => Cow::Borrowed(text),
        };
        // Offsets of arrays and objects are no bytes.
        match pointer.filter(|_| !is_deep(json)) {
            Some(pointer) => {
                let place = |at, is_all| placed(&pointer.to_string(), at, is_all);
                search_line(&self.wanted, &text, 0..text.len(), place, hits);
            }
            None => {
                search_line(&self.wanted, json, 0..json.len(), |at, _| self.written(json, at), hits);
            }
        }
    }

    fn in_members(
        &self,
        members: &[(String, &RawValue)],
        pointer: Option<&Pointer<'_>>,
        depth: usize,
        hits: &mut Hits,
    ) {
        let places = members.iter().enumerate().map(|(at, (key, _))| (&**key, at));
        let last: FxHashMap<&str, usize> = places.collect();
        for (at, (key, value)) in members.iter().enumerate() {
            let value = value.get();
            let has_pointer = last.get(&**key) == Some(&at);
            let pointer = pointer.filter(|_| has_pointer).and_then(|pointer| pointer.member(key, POINTER));
            let is_hit = self.wanted.is_in(key);
            if is_hit {
                let place = || pointer.map_or_else(|| self.written(value, 0), |pointer| pointer.to_string());
                hits.add(|| (place(), Around::new(value, 0).shown(value)));
            }
            if !is_hit || is_deep(value) || value.len() > SHOWN {
                self.in_json(value, pointer.as_ref(), depth, hits);
            }
        }
    }

    /// The place of a byte of a value in the text as it is written.
    fn written(&self, value: &str, at: usize) -> String {
        let (line, byte) = lines::at(self.text, level::place(self.text, value) + at);
        format!("line {line}, byte {byte}")
    }
}

/// Adds the hits of a line or a string that begin before the end of `range`. The next hit of a long line begins behind the
/// text that the last hit shows. `place` gets the byte of a hit, and whether the whole line is shown. Returns the end of the
/// shown text.
fn search_line(
    wanted: &Folded,
    line: &str,
    range: Range<usize>,
    place: impl Fn(usize, bool) -> String,
    hits: &mut Hits,
) -> usize {
    let mut places = wanted.places_in(Folded::of(line));
    let mut shown_to = range.start;
    while let Some(found) = places.next_behind(shown_to).filter(|found| found.start < range.end) {
        let around = Around::new(line, found.start);
        shown_to = around.end;
        hits.add(|| (place(found.start, around.is_all_of(line)), around.shown(line)));
    }
    shown_to
}

/// A place, with a byte there unless all of it is shown.
fn placed(place: &str, at: usize, is_all: bool) -> String {
    if is_all { place.to_owned() } else { format!("{place} (byte {at})") }
}

fn is_deep(json: &str) -> bool {
    json.starts_with(['{', '['])
}

/// The bytes of a line that are shown with a hit.
struct Around {
    start: usize,
    end: usize,
}

impl Around {
    fn new(line: &str, at: usize) -> Self {
        let start = char_start(line, at.saturating_sub(BEFORE));
        let end = line[start..].char_indices().nth(SHOWN).map_or(line.len(), |(end, _)| start + end);
        Self { start, end }
    }

    const fn is_all_of(&self, line: &str) -> bool {
        self.start == 0 && self.end == line.len()
    }

    fn shown(&self, line: &str) -> String {
        let before = if self.start > 0 { "…" } else { "" };
        let behind = if self.end < line.len() { "…" } else { "" };
        let part = line[self.start..self.end].replace(['\n', '\r'], " ");
        format!("{before}{}{behind}", cut(&part, SHOWN))
    }
}

#[cfg(test)]
mod tests;

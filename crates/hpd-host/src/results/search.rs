//! A text that is looked for in a result, whatever its case.

use std::borrow::Cow;

use hpd_runtime::__private::text::{char_start, cut};
use rustc_hash::FxHashMap;
use serde_json::value::RawValue;

use super::fold::Folded;
use super::level::{self, Level, child};
use super::lines;
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
    search.in_json(json, Some(""), DEPTH, &mut hits);
    hits.found()
}

/// A search in the lines of a text that is read in chunks.
pub(super) struct TextSearch {
    wanted: Folded,
    hits: Hits,
    /// The lines that were searched.
    lines: usize,
    /// The beginning of a line that goes on in the next chunk.
    begun: String,
}

impl TextSearch {
    pub(super) fn new(wanted: &str, from: usize, max: usize) -> Self {
        let hits = Hits { from, max, ..Hits::default() };
        Self { wanted: Folded::of(wanted), hits, lines: 0, begun: String::new() }
    }

    /// Searches the lines that end in a chunk.
    pub(super) fn add(&mut self, chunk: &str) {
        for line in chunk.split_inclusive('\n') {
            if !line.ends_with('\n') {
                self.begun.push_str(line);
            } else if self.begun.is_empty() {
                self.search_line(line);
            } else {
                let mut whole = std::mem::take(&mut self.begun);
                whole.push_str(line);
                self.search_line(&whole);
            }
        }
    }

    fn search_line(&mut self, line: &str) {
        self.lines += 1;
        let number = self.lines;
        let line = line.strip_suffix('\n').map_or(line, |line| line.strip_suffix('\r').unwrap_or(line));
        search_line(&self.wanted, line, |at, is_all| placed(&number.to_string(), at, is_all), &mut self.hits);
    }

    /// What was found, the last line included.
    pub(super) fn end(mut self) -> Found {
        let last = std::mem::take(&mut self.begun);
        if !last.is_empty() {
            self.search_line(&last);
        }
        self.hits.found()
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
    fn in_json(&self, json: &str, pointer: Option<&str>, depth: usize, hits: &mut Hits) {
        let inside = depth.saturating_sub(1);
        let level = if depth == 0 { Level::Other(json) } else { Level::of(json) };
        let text = match level {
            Level::Array(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    let pointer = pointer.and_then(|pointer| child(pointer, &index.to_string(), POINTER));
                    self.in_json(element.get(), pointer.as_deref(), inside, hits);
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
                search_line(&self.wanted, &text, |at, is_all| placed(pointer, at, is_all), hits);
            }
            None => search_line(&self.wanted, json, |at, _| self.written(json, at), hits),
        }
    }

    fn in_members(
        &self,
        members: &[(String, &RawValue)],
        pointer: Option<&str>,
        depth: usize,
        hits: &mut Hits,
    ) {
        let places = members.iter().enumerate().map(|(at, (key, _))| (&**key, at));
        let last: FxHashMap<&str, usize> = places.collect();
        for (at, (key, value)) in members.iter().enumerate() {
            let value = value.get();
            let has_pointer = last.get(&**key) == Some(&at);
            let pointer = pointer.filter(|_| has_pointer).and_then(|pointer| child(pointer, key, POINTER));
            let is_hit = self.wanted.is_in(key);
            if is_hit {
                let place = || pointer.clone().unwrap_or_else(|| self.written(value, 0));
                hits.add(|| (place(), Around::new(value, 0).shown(value)));
            }
            if !is_hit || is_deep(value) || value.len() > SHOWN {
                self.in_json(value, pointer.as_deref(), depth, hits);
            }
        }
    }

    /// The place of a byte of a value in the text as it is written.
    fn written(&self, value: &str, at: usize) -> String {
        let (line, byte) = lines::at(self.text, level::place(self.text, value) + at);
        format!("line {line}, byte {byte}")
    }
}

/// Looks through a line or a string: the next hit of a long one is behind what is shown of the one before. The place is that
/// of a byte, and says whether all of the line is shown.
fn search_line(wanted: &Folded, line: &str, place: impl Fn(usize, bool) -> String, hits: &mut Hits) {
    let mut places = wanted.places_in(Folded::of(line));
    let mut shown_to = 0;
    while let Some(found) = places.next_behind(shown_to) {
        let around = Around::new(line, found.start);
        shown_to = around.end;
        hits.add(|| (place(found.start, around.is_all_of(line)), around.shown(line)));
    }
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

//! A text that is looked for in a result, whatever its case.

use hpd_runtime::__private::text::{char_start, cut};

use super::level::{Level, step};
use super::read::Next;

/// Levels of JSON that are looked into; what is deeper is looked through as a text.
const DEPTH: usize = 128;
/// Characters of a hit.
const SHOWN: usize = 200;
/// Bytes before a hit that are shown of a long line.
const BEFORE: usize = 60;

/// The hits from one on, as far as they fit into `max` bytes: lines of a text with their numbers, values of JSON with
/// their pointers.
pub(super) fn search(
    json: Option<&str>,
    text: &str,
    wanted: &str,
    from: usize,
    max: usize,
) -> (String, Option<Next>) {
    let folded = wanted.to_lowercase();
    let mut hits = Hits { from, max, ..Hits::default() };
    match json {
        Some(json) => in_json(json, "", (&folded, DEPTH), &mut hits),
        None => {
            for (index, line) in text.lines().enumerate() {
                if let Some(at) = find(line, &folded) {
                    hits.add(&(index + 1).to_string(), &around(line, at));
                }
            }
        }
    }
    let next = (hits.shown < hits.total).then_some(Next::Hits(hits.shown, hits.total));
    (hits.out, next)
}

#[derive(Default)]
struct Hits {
    from: usize,
    max: usize,
    out: String,
    /// The number of the first hit that does not fit.
    shown: usize,
    total: usize,
}

impl Hits {
    fn add(&mut self, place: &str, shown: &str) {
        self.total += 1;
        let hit = format!("{place}: {shown}\n");
        let is_next = self.shown + 1 == self.total;
        if self.total <= self.from {
            self.shown = self.total;
        } else if is_next && (self.out.is_empty() || self.out.len() + hit.len() <= self.max) {
            self.out.push_str(&hit);
            self.shown = self.total;
        }
    }
}

fn in_json(json: &str, pointer: &str, (folded, depth): (&str, usize), hits: &mut Hits) {
    let level = if depth == 0 { Level::Other(json) } else { Level::of(json) };
    let inside = (folded, depth.saturating_sub(1));
    match level {
        Level::Array(elements) => {
            for (index, element) in elements.iter().enumerate() {
                in_json(element.get(), &step(pointer, &index.to_string()), inside, hits);
            }
        }
        Level::Object(members) => {
            for (key, value) in &members {
                let place = step(pointer, key);
                if find(key, folded).is_some() {
                    hits.add(&place, &around(value.get(), 0));
                } else {
                    in_json(value.get(), &place, inside, hits);
                }
            }
        }
        Level::Text(text) => {
            if let Some(at) = find(&text, folded) {
                hits.add(pointer, &around(&text, at));
            }
        }
        Level::Other(text) => {
            if let Some(at) = find(text, folded) {
                hits.add(pointer, &around(text, at));
            }
        }
    }
}

/// Where a text begins that was made lower case.
fn find(text: &str, folded: &str) -> Option<usize> {
    let lower = text.to_lowercase();
    let at = lower.find(folded)?;
    // Some letters are longer in lower case: the place is near enough for what is shown.
    Some(char_start(text, at))
}

/// A line around a hit.
fn around(line: &str, at: usize) -> String {
    let start = char_start(line, at.saturating_sub(BEFORE));
    let mark = if start > 0 { "…" } else { "" };
    format!("{mark}{}", cut(&line[start..].replace(['\n', '\r'], " "), SHOWN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_whatever_their_case() {
        let text = "Alpha\nbeta\nALPHA and more\n";
        assert_eq!(search(None, text, "alpha", 0, 100), ("1: Alpha\n3: ALPHA and more\n".to_owned(), None));
        assert_eq!(search(None, text, "gamma", 0, 100), (String::new(), None));
    }

    #[test]
    fn values_are_found_with_their_pointers() {
        let json = r#"{"rows":[{"name":"Acme"},{"acme id":{"x":1}}],"n":1234}"#;
        assert_eq!(
            search(Some(json), json, "acme", 0, 100),
            ("/rows/0/name: Acme\n/rows/1/acme id: {\"x\":1}\n".to_owned(), None)
        );
        assert_eq!(search(Some(json), json, "23", 0, 100).0, "/n: 1234\n");
    }

    #[test]
    fn hits_that_do_not_fit_are_read_next() {
        let text = "aaaa\n".repeat(9);
        let (first, next) = search(None, &text, "a", 0, 20);
        assert_eq!((first.as_str(), next), ("1: aaaa\n2: aaaa\n", Some(Next::Hits(2, 9))));
        let (last, next) = search(None, &text, "a", 7, 20);
        assert_eq!((last.as_str(), next), ("8: aaaa\n9: aaaa\n", None));
    }

    #[test]
    fn long_lines_are_shown_around_the_hit() {
        let line = format!("{}needle{}", "x".repeat(500), "y".repeat(500));
        let (hits, _) = search(None, &line, "needle", 0, 1000);
        assert_eq!(hits, format!("1: …{}needle{}…\n", "x".repeat(60), "y".repeat(134)));
    }
}

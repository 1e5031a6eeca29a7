//! A JSON text in as many bytes as there are, cut at elements: what is left out is named in its place.

use hpd_runtime::__private::text::start;
use serde_json::value::RawValue;

use super::level::{Level, step};

/// Bytes that a value has to have for more than its mark.
const LEAST: usize = 160;

/// A JSON text of about `max` bytes, with the beginning of the value at `pointer`, or from an element on. It is JSON in any
/// case. Strings in place of what is missing tell how to read it. It is longer than `max` only where these strings are.
pub(super) fn fill(json: &str, pointer: &str, from: usize, max: usize) -> String {
    if from == 0 && json.len() <= max {
        return json.to_owned();
    }
    match Level::of(json) {
        // So deep values end, too.
        Level::Array(elements) if max < LEAST / 2 => {
            quoted(&mark(elements.len(), elements.len(), "elements", 0, pointer))
        }
        Level::Object(members) if max < LEAST / 2 => {
            quoted(&mark(members.len(), members.len(), "members", 0, pointer))
        }
        Level::Array(elements) => fill_array(&elements, pointer, from, max),
        Level::Object(members) => fill_object(&members, pointer, from, max),
        Level::Text(text) => fill_text(&text, pointer, max),
        Level::Other(text) => quoted(&mark(text.len(), text.len(), "bytes", 0, pointer)),
    }
}

/// That a part of a value is missing, and how to read it.
pub(super) fn mark(missing: usize, of: usize, what: &str, from: usize, pointer: &str) -> String {
    let place = if pointer.is_empty() { String::new() } else { format!(" of {pointer}") };
    format!("[{missing} of {of} {what} follow: offset {from}{place}]")
}

/// A text as a JSON string. Texts can be written.
pub(super) fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// Entries of an array or an object, with the next ones that fit.
struct Filling {
    out: String,
    left: usize,
    next: usize,
}

impl Filling {
    fn new(open: char, mark: &str, from: usize, max: usize) -> Self {
        Self { out: open.into(), left: max.saturating_sub(mark.len() + 5), next: from }
    }

    /// Adds an entry whole or, as the last one, its beginning. Returns whether another one may follow.
    fn add(&mut self, key: &str, value: &RawValue, pointer: impl Fn() -> String) -> bool {
        let room = self.left.saturating_sub(key.len() + 1);
        let fits = key.len() + value.get().len() < self.left;
        let is_first = self.out.len() == 1;
        if !fits && !is_first && room < LEAST {
            return false;
        }
        let value = if fits { value.get().to_owned() } else { fill(value.get(), &pointer(), 0, room) };
        if !is_first {
            self.out.push(',');
        }
        self.out.push_str(key);
        self.out.push_str(&value);
        self.left = self.left.saturating_sub(key.len() + value.len() + 1);
        self.next += 1;
        fits
    }

    fn close(mut self, mark: Option<&str>, close: char) -> String {
        if let Some(mark) = mark {
            if self.out.len() > 1 {
                self.out.push(',');
            }
            self.out.push_str(mark);
        }
        self.out.push(close);
        self.out
    }
}

fn fill_array(elements: &[&RawValue], pointer: &str, from: usize, max: usize) -> String {
    let total = elements.len();
    let missing = |next: usize| quoted(&mark(total - next, total, "elements", next, pointer));
    let mut filling = Filling::new('[', &missing(from.min(total)), from, max);
    for element in elements.iter().skip(from) {
        let index = filling.next;
        if !filling.add("", element, || step(pointer, &index.to_string())) {
            break;
        }
    }
    let mark = (filling.next < total).then(|| missing(filling.next));
    filling.close(mark.as_deref(), ']')
}

fn fill_object(members: &[(String, &RawValue)], pointer: &str, from: usize, max: usize) -> String {
    let rest = members.get(from..).unwrap_or_default();
    let keys: Vec<_> = rest.iter().map(|(key, _)| format!("{}:", quoted(key))).collect();
    let of_keys = keys.iter().map(|key| key.len() + 1).sum::<usize>();
    if of_keys + LEAST * rest.len() <= max {
        return fill_evenly(rest, &keys, pointer, max - of_keys - 2);
    }
    let total = members.len();
    let missing =
        |next: usize| format!("{}:null", quoted(&mark(total - next, total, "members", next, pointer)));
    let mut filling = Filling::new('{', &missing(from.min(total)), from, max);
    for ((name, value), key) in rest.iter().zip(&keys) {
        if !filling.add(key, value, || step(pointer, name)) {
            break;
        }
    }
    let mark = (filling.next < total).then(|| missing(filling.next));
    filling.close(mark.as_deref(), '}')
}

/// All members: short ones whole, long ones by their beginning.
fn fill_evenly(members: &[(String, &RawValue)], keys: &[String], pointer: &str, max: usize) -> String {
    let length = |member: usize| members[member].1.get().len();
    let mut by_length: Vec<_> = (0..members.len()).collect();
    by_length.sort_by_key(|&member| length(member));
    let (mut rooms, mut left) = (vec![0; members.len()], max);
    for (place, &member) in by_length.iter().enumerate() {
        rooms[member] = length(member).min(left / (members.len() - place));
        left -= rooms[member];
    }
    let mut out = String::from("{");
    for (index, ((name, value), key)) in members.iter().zip(keys).enumerate() {
        if index > 0 {
            out.push(',');
        }
        out.push_str(key);
        out.push_str(&fill(value.get(), &step(pointer, name), 0, rooms[index]));
    }
    out.push('}');
    out
}

/// The beginning of a string. Escapes need more room than the characters that they stand for.
fn fill_text(text: &str, pointer: &str, max: usize) -> String {
    let missing = |kept: usize| mark(text.len() - kept, text.len(), "bytes", kept, pointer);
    let mut room = max.saturating_sub(missing(0).len() + 4);
    loop {
        let kept = start(text, room);
        if kept.is_empty() {
            return quoted(&missing(0));
        }
        let json = quoted(&format!("{kept} {}", missing(kept.len())));
        if json.len() <= max {
            return json;
        }
        room = room.saturating_sub((json.len() - max).max(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_stays_as_it_is_written() {
        let json = r#"{ "a" : 1.10 , "b":[ 1 ] }"#;
        assert_eq!(fill(json, "", 0, json.len()), json);
    }

    #[test]
    fn an_array_is_cut_at_an_element() {
        let json = format!("[{}]", (100..200).map(|n| n.to_string()).collect::<Vec<_>>().join(","));
        assert_eq!(
            fill(&json, "/rows", 0, 90),
            r#"[100,101,102,103,104,105,106,107,108,"[91 of 100 elements follow: offset 9 of /rows]"]"#
        );
        assert_eq!(fill(&json, "", 96, 90), "[196,197,198,199]");
        assert_eq!(fill(&json, "", 100, 90), "[]");
    }

    #[test]
    fn short_members_are_whole_and_long_ones_begin() {
        let json = format!(
            r#"{{"rows":[{}],"next":"abc","text":"{}"}}"#,
            vec!["1"; 400].join(","),
            "x\\n".repeat(300)
        );
        let filled = fill(&json, "", 0, 600);
        assert!(filled.len() <= 600, "{}", filled.len());
        let value: serde_json::Value = serde_json::from_str(&filled).unwrap();
        assert_eq!(value["next"], "abc");
        let rows = value["rows"].as_array().unwrap();
        assert_eq!(rows.len(), 116);
        assert_eq!(rows[115], "[285 of 400 elements follow: offset 115 of /rows]");
        let text = value["text"].as_str().unwrap();
        assert!(text.ends_with(" bytes follow: offset 146 of /text]"), "{text}");
    }

    #[test]
    fn an_object_of_many_members_is_cut_at_a_member() {
        let json = format!("{{{}}}", (0..50).map(|n| format!(r#""k{n}":{n}"#)).collect::<Vec<_>>().join(","));
        assert_eq!(fill(&json, "", 48, 200), r#"{"k48":48,"k49":49}"#);
        assert_eq!(
            fill(&json, "", 0, 90),
            r#"{"k0":0,"k1":1,"k2":2,"k3":3,"k4":4,"k5":5,"[44 of 50 members follow: offset 6]":null}"#
        );
    }

    #[test]
    fn one_large_element_begins_inside() {
        let json = format!(r#"[{{"a":"{}"}}]"#, "x".repeat(500));
        let filled = fill(&json, "", 0, 300);
        assert!(filled.len() <= 300);
        let value: serde_json::Value = serde_json::from_str(&filled).unwrap();
        assert!(value[0]["a"].as_str().unwrap().ends_with(" bytes follow: offset 203 of /0/a]"), "{filled}");
    }
}

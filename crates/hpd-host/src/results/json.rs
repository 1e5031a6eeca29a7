//! A JSON text in as many bytes as there are, cut at elements: what is left out is named in its place.

use std::borrow::Cow;

use hpd_runtime::__private::order::order_of;
use hpd_runtime::__private::text::start;
use serde_json::value::RawValue;

use super::level::{Level, child};

/// Bytes that a value has to have for more than its mark.
const LEAST: usize = 160;
/// Bytes beyond its room that a text may have: strings in place of what is missing.
const SLACK: usize = 1024;
/// The longest pointer that a model can send back.
pub(super) const POINTER: usize = 4096;

/// A member of an object.
type Member<'a> = (String, &'a RawValue);

/// A JSON text of about `max` bytes, with the beginning of the value at `pointer`, or from an element on. Strings in place
/// of what is missing tell how to read it. The text is longer than `max` only where these strings are, and by 1 KiB at most.
///
/// `None` if no such text can be: a key is too long, or the first entry can't be read by a pointer.
pub(super) fn fill(json: &str, pointer: &str, from: usize, max: usize) -> Option<String> {
    if from == 0 && json.len() <= max {
        return Some(json.to_owned());
    }
    if pointer.len() > POINTER {
        return None;
    }
    let level = Level::of(json);
    let text = match &level {
        // So deep values end, too.
        Level::Array(_) | Level::Object(_) if max < LEAST / 2 => all_missing(&level, pointer),
        Level::Array(elements) => fill_array(elements, pointer, from, max)?,
        Level::Object(members) => fill_object(members, pointer, from, max)?,
        Level::Text(text) => fill_text(text, pointer, max),
        Level::Other(_) => all_missing(&level, pointer),
    };
    (text.len() <= max.saturating_add(SLACK)).then_some(text)
}

/// The beginning of a value inside another.
fn begin(value: &str, pointer: &str, room: usize) -> String {
    fill(value, pointer, 0, room).unwrap_or_else(|| all_missing(&Level::of(value), pointer))
}

/// That all of a value is missing.
fn all_missing(level: &Level<'_>, pointer: &str) -> String {
    let (length, what) = match level {
        Level::Array(elements) => (elements.len(), "elements"),
        Level::Object(members) => (members.len(), "members"),
        Level::Text(text) => (text.len(), "bytes"),
        Level::Other(text) => (text.len(), "bytes"),
    };
    quoted(&mark(length, length, what, 0, pointer))
}

/// The pointer of a member. Of duplicate keys, only the last one has a pointer.
fn member(members: &[Member<'_>], at: usize, pointer: &str) -> Option<String> {
    let (key, later) = (&members.get(at)?.0, members.get(at + 1..)?);
    if later.iter().any(|(other, _)| other == key) { None } else { child(pointer, key, POINTER) }
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

    /// Adds an entry whole or, as the last one, its beginning. Returns whether another one may follow; `None` if the first
    /// entry has neither room nor a pointer.
    fn add(&mut self, key: &str, value: &str, pointer: impl Fn() -> Option<String>) -> Option<bool> {
        let room = self.left.saturating_sub(key.len() + 1);
        let fits = key.len() + value.len() < self.left;
        let is_first = self.out.len() == 1;
        let value = if fits {
            Cow::Borrowed(value)
        } else if !is_first && room < LEAST {
            return Some(false);
        } else {
            let Some(pointer) = pointer() else { return (!is_first).then_some(false) };
            Cow::Owned(begin(value, &pointer, room))
        };
        if !is_first {
            self.out.push(',');
        }
        self.out.push_str(key);
        self.out.push_str(&value);
        self.left = self.left.saturating_sub(key.len() + value.len() + 1);
        self.next += 1;
        Some(fits)
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

fn fill_array(elements: &[&RawValue], pointer: &str, from: usize, max: usize) -> Option<String> {
    let total = elements.len();
    let missing = |next: usize| quoted(&mark(total - next, total, "elements", next, pointer));
    let mut filling = Filling::new('[', &missing(from.min(total)), from, max);
    for element in elements.iter().skip(from) {
        let index = filling.next;
        if !filling.add("", element.get(), || child(pointer, &index.to_string(), POINTER))? {
            break;
        }
    }
    let mark = (filling.next < total).then(|| missing(filling.next));
    Some(filling.close(mark.as_deref(), ']'))
}

fn fill_object(members: &[Member<'_>], pointer: &str, from: usize, max: usize) -> Option<String> {
    let rest = members.get(from..).unwrap_or_default();
    let keys: Vec<_> = rest.iter().map(|(key, _)| format!("{}:", quoted(key))).collect();
    let of_keys = keys.iter().map(|key| key.len() + 1).sum::<usize>();
    if of_keys + LEAST * rest.len() <= max {
        let filled = fill_evenly(members, from, &keys, pointer, max.saturating_sub(of_keys + 2));
        if filled.is_some() {
            return filled;
        }
    }
    let total = members.len();
    let missing =
        |next: usize| format!("{}:null", quoted(&mark(total - next, total, "members", next, pointer)));
    let mut filling = Filling::new('{', &missing(from.min(total)), from, max);
    for ((_, value), key) in rest.iter().zip(&keys) {
        let at = filling.next;
        if !filling.add(key, value.get(), || member(members, at, pointer))? {
            break;
        }
    }
    let mark = (filling.next < total).then(|| missing(filling.next));
    Some(filling.close(mark.as_deref(), '}'))
}

/// All members from one on: short ones whole, long ones by their beginning. `None` if one of these has no pointer.
fn fill_evenly(
    members: &[Member<'_>],
    from: usize,
    keys: &[String],
    pointer: &str,
    max: usize,
) -> Option<String> {
    let rest = members.get(from..).unwrap_or_default();
    let rooms = rooms(rest, max);
    // All pointers come before the first beginning: what can't be filled so is not begun twice.
    let is_whole = |place: usize| rest[place].1.get().len() <= rooms[place];
    let pointer_of = |place: usize| {
        if is_whole(place) { Some(String::new()) } else { member(members, from + place, pointer) }
    };
    let pointers = (0..rest.len()).map(pointer_of).collect::<Option<Vec<_>>>()?;
    let mut out = String::from("{");
    for (place, ((_, value), key)) in rest.iter().zip(keys).enumerate() {
        if place > 0 {
            out.push(',');
        }
        out.push_str(key);
        out.push_str(&begin(value.get(), &pointers[place], rooms[place]));
    }
    out.push('}');
    Some(out)
}

/// The bytes for each member: long ones share what short ones leave.
pub(super) fn rooms(members: &[Member<'_>], max: usize) -> Vec<usize> {
    let length = |member: usize| members[member].1.get().len();
    let by_length = order_of(members.len(), &|left, right| length(left).cmp(&length(right)));
    let (mut rooms, mut left) = (vec![0; members.len()], max);
    for (place, &member) in by_length.iter().enumerate() {
        rooms[member] = length(member).min(left / (members.len() - place));
        left -= rooms[member];
    }
    rooms
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
    fn fill(json: &str, pointer: &str, from: usize, max: usize) -> String {
        super::fill(json, pointer, from, max).unwrap()
    }

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
        assert!(text.ends_with(" bytes follow: offset 118 of /text]"), "{text}");
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
    #[test]
    fn a_key_that_is_too_long_ends_the_text_before_it() {
        let long = "k".repeat(5_000);
        let json = format!(r#"{{"a":1,"b":"{}","{long}":"{long}","c":2}}"#, "x".repeat(300));
        let filled = fill(&json, "", 0, 600);
        assert!(filled.ends_with(r#"xx","[2 of 4 members follow: offset 2]":null}"#), "{filled}");
        assert_eq!(super::fill(&json, "", 2, 600), None);
        // Even with room for the key, nobody could send such a pointer back.
        assert_eq!(super::fill(&json, "", 2, 9_000), None);
        assert_eq!(fill(&json, "", 3, 600), r#"{"c":2}"#);
        let inner = format!(r#"{{"a":{json},"b":{{"c":1}}}}"#);
        let rest = r#""b":{"c":1}}"#;
        assert_eq!(
            fill(&inner, "/o", 0, 120),
            format!(
                r#"{{"a":"[4 of 4 members follow: offset 0 of /o/a]","[1 of 2 members follow: offset 1 of /o]":null}}"#
            )
        );
        assert_eq!(fill(&inner, "/o", 1, 120), format!("{{{rest}"));
    }

    #[test]
    fn the_first_of_equal_keys_has_no_pointer() {
        let json = format!(r#"{{"a":1,"d":"{0}","d":"{0}"}}"#, "x".repeat(500));
        assert_eq!(fill(&json, "", 0, 520), r#"{"a":1,"[2 of 3 members follow: offset 1]":null}"#);
        assert_eq!(super::fill(&json, "", 1, 400), None);
        let last = fill(&json, "", 2, 400);
        assert!(last.ends_with(" bytes follow: offset 347 of /d]\"}"), "{last}");
    }
}

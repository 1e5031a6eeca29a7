//! One level of a JSON text: what is in it stays text, with every digit and blank.

use hpd_runtime::__private::Members;
use serde_json::value::RawValue;

/// One level of a JSON text.
pub(super) enum Level<'a> {
    /// The elements of an array.
    Array(Vec<&'a RawValue>),
    /// The members of an object, in order.
    Object(Vec<(String, &'a RawValue)>),
    /// A string, without its escapes.
    Text(String),
    /// A number, a boolean, `null`, or what holds half of a character in its text or one of its keys: as it is written.
    Other(&'a str),
}

/// The text of a JSON object or array; `None` for any other text, and for an object that [`Level`] can't open. Blanks around
/// it are dropped.
pub(super) fn json_of(text: &str) -> Option<&str> {
    let text = text.trim_matches([' ', '\n', '\r', '\t']);
    let is_json = match text.as_bytes().first() {
        Some(b'[') => serde_json::from_str::<&RawValue>(text).is_ok(),
        Some(b'{') => serde_json::from_str::<Members<'_>>(text).is_ok(),
        _ => false,
    };
    is_json.then_some(text)
}

impl<'a> Level<'a> {
    /// The outermost level of a JSON text.
    pub(super) fn of(json: &'a str) -> Self {
        let read = match json.as_bytes().first() {
            Some(b'[') => serde_json::from_str(json).ok().map(Self::Array),
            Some(b'{') => {
                serde_json::from_str::<Members<'_>>(json).ok().map(|members| Self::Object(members.0))
            }
            Some(b'"') => serde_json::from_str(json).ok().map(Self::Text),
            _ => None,
        };
        read.unwrap_or(Self::Other(json))
    }
}

/// The value at a JSON pointer, and how much of the pointer led somewhere. Of duplicate keys, the last counts.
///
/// # Errors
///
/// The part of the pointer that leads to a value.
pub(super) fn at<'a, 'p>(json: &'a str, pointer: &'p str) -> Result<&'a str, &'p str> {
    let (mut value, mut known) = (json, 0);
    while known < pointer.len() {
        let rest = &pointer[known + 1..];
        let end = rest.find('/').map_or(pointer.len(), |end| known + 1 + end);
        let step = pointer[known + 1..end].replace("~1", "/").replace("~0", "~");
        let next = match Level::of(value) {
            Level::Array(elements) => {
                step.parse::<usize>().ok().and_then(|index| elements.get(index).copied())
            }
            Level::Object(members) => {
                members.iter().rev().find(|(key, _)| *key == step).map(|(_, value)| *value)
            }
            Level::Text(_) | Level::Other(_) => None,
        };
        let Some(next) = next else { return Err(&pointer[..known]) };
        (value, known) = (next.get(), end);
    }
    Ok(value)
}

/// The place of a part of a text in that text.
pub(super) fn place(text: &str, part: &str) -> usize {
    part.as_ptr().addr().saturating_sub(text.as_ptr().addr()).min(text.len())
}

/// The text of an array or an object from an entry on, as it is written.
pub(super) fn from_entry(json: &str, entry: usize) -> &str {
    let Some(before) = entry.checked_sub(1) else { return json };
    let before = match Level::of(json) {
        Level::Array(elements) => elements.get(before).copied(),
        Level::Object(members) => members.get(before).map(|(_, value)| *value),
        Level::Text(_) | Level::Other(_) => None,
    };
    let end = before.map_or(0, |value| place(json, value.get()) + value.get().len());
    json.get(end..).unwrap_or_default().trim_start_matches([' ', '\n', '\r', '\t', ','])
}

/// The pointer of a member or an element; `None` if it has more than `max` bytes.
pub(super) fn child(pointer: &str, key: &str, max: usize) -> Option<String> {
    // A long key is not copied in vain.
    let is_short = pointer.len() + key.len() < max;
    is_short.then(|| step(pointer, key)).filter(|pointer| pointer.len() <= max)
}

/// A pointer one step further.
fn step(pointer: &str, key: &str) -> String {
    format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const JSON: &str = r#"{"rows":[{"a/b":1.10},{"~":"x"}],"rows2":{"":[3]},"d":1,"d":2}"#;

    #[test]
    fn pointers_lead_to_values_as_they_are_written() {
        for (pointer, value) in [
            ("", JSON),
            ("/rows/0", r#"{"a/b":1.10}"#),
            ("/rows/0/a~1b", "1.10"),
            ("/rows/1/~0", "\"x\""),
            ("/rows2//0", "3"),
            ("/d", "2"),
        ] {
            assert_eq!(at(JSON, pointer), Ok(value));
        }
    }

    #[test]
    fn a_wrong_pointer_says_how_far_it_led() {
        for (pointer, known) in
            [("/row", ""), ("/rows/2", "/rows"), ("/rows/0/a~1b/c", "/rows/0/a~1b"), ("/rows/x", "/rows")]
        {
            assert_eq!(at(JSON, pointer), Err(known));
        }
        assert_eq!(step("/rows", "a/~b"), "/rows/a~1~0b");
    }

    #[test]
    fn what_is_written_from_an_entry_on_is_found() {
        for (json, entry, rest) in [
            ("[1, 2 ,3]", 0, "[1, 2 ,3]"),
            ("[1, 2 ,3]", 1, "2 ,3]"),
            ("[1, 2 ,3]", 2, "3]"),
            ("{\"a\" : 1,\n \"a\":2}", 1, "\"a\":2}"),
        ] {
            assert_eq!(from_entry(json, entry), rest);
        }
        assert_eq!(place(JSON, &JSON[7..]), 7);
    }

    #[test]
    fn only_objects_and_arrays_count_as_json() {
        assert_eq!(json_of(" [1] \n"), Some("[1]"));
        assert_eq!(json_of(r#"["\ud83d",{"\ud83d":1}]"#), Some(r#"["\ud83d",{"\ud83d":1}]"#));
        for text in ["1", "\"a\"", "[1", "{a}", "", "# [1]", r#"{"\ud83d":1}"#] {
            assert_eq!(json_of(text), None);
        }
    }
}

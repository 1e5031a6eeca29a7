//! Structured content of a long result: its beginning, for clients that compare it with the schema of the tool's results.

use hpd_runtime::__private::text::start;
use hpd_runtime::args::{Limits, Node};
use hpd_runtime::shape::{CompileOptions, Shape};
use serde_json::value::RawValue;

use super::json::{quoted, rooms};
use super::level::{Level, json_of};

/// Ends a string that is longer.
const MORE: &str = "…";
/// How deep values begin. Deeper ones are left out.
const LEVELS: usize = 32;

/// The beginning of a JSON value, in about so many bytes: arrays and long strings end early, and all else is whole. It is the
/// first of these sizes that the schema takes, or else the whole. `None` if the schema takes none, or if that is not known.
pub(crate) fn fitting(json: &str, schema: &str, sizes: &[usize]) -> Option<String> {
    let limits = Limits::default();
    let schema = Node::parse(schema, &limits).ok()?;
    let shape = Shape::compile_node(&schema, CompileOptions::outside(&limits)).ok()?;
    if !shape.unsupported().is_empty() {
        return None;
    }
    let is_taken = |short: &String| Node::parse(short, &limits).is_ok_and(|node| shape.accepts(&node));
    sizes.iter().chain([&json.len()]).map(|&size| begin(json, size, LEVELS)).find(is_taken)
}

/// The beginning of a JSON object or array in `max` bytes: with all its members, or else with the first ones. `None` for any
/// other text, and where there is no room for an entry.
pub(crate) fn json_beginning(text: &str, max: usize) -> Option<String> {
    within(json_of(text)?, max, LEVELS)
}

fn within(json: &str, max: usize, levels: usize) -> Option<String> {
    if json.len() <= max {
        return Some(json.to_owned());
    }
    let levels = levels.checked_sub(1)?;
    match Level::of(json) {
        Level::Array(elements) => {
            let elements = elements.iter().map(|element| (String::new(), element.get()));
            first_entries(('[', ']'), elements, max, levels)
        }
        Level::Object(members) => {
            let all = all_members(&members, max, |value, room| within(value, room, levels));
            all.filter(|text| text.len() <= max).or_else(|| {
                let members = members.iter().map(|(key, value)| (member_key(key), value.get()));
                first_entries(('{', '}'), members, max, levels)
            })
        }
        Level::Text(text) => Some(begin_text(&text, max)).filter(|text| text.len() <= max),
        Level::Other(_) => None,
    }
}

/// All members: short ones whole, long ones by their beginning. `None` if one of these has none.
fn all_members(
    members: &[(String, &RawValue)],
    max: usize,
    begin: impl Fn(&str, usize) -> Option<String>,
) -> Option<String> {
    let keys: Vec<_> = members.iter().map(|(key, _)| member_key(key)).collect();
    let of_keys = keys.iter().map(|key| key.len() + 1).sum::<usize>() + 2;
    let rooms = rooms(members, max.saturating_sub(of_keys));
    let mut out = String::from("{");
    for (index, (key, room)) in keys.iter().zip(rooms).enumerate() {
        if index > 0 {
            out.push(',');
        }
        out.push_str(key);
        out.push_str(&begin(members[index].1.get(), room)?);
    }
    out.push('}');
    Some(out)
}

/// The first entries, the last one by its beginning. `None` if there is no room for one.
fn first_entries<'a>(
    (open, close): (char, char),
    entries: impl Iterator<Item = (String, &'a str)>,
    max: usize,
    levels: usize,
) -> Option<String> {
    let mut out = String::from(open);
    for (key, value) in entries {
        let comma = if out.len() > 1 { "," } else { "" };
        let room = max.saturating_sub(out.len() + comma.len() + key.len() + 1);
        let Some(part) = within(value, room, levels) else { break };
        for text in [comma, &key, &part] {
            out.push_str(text);
        }
        if value.len() > room {
            break;
        }
    }
    out.push(close);
    (out.len() > 2).then_some(out)
}

fn member_key(key: &str) -> String {
    format!("{}:", quoted(key))
}

/// The beginning in about `max` bytes: longer if the keys and the numbers alone are.
fn begin(json: &str, max: usize, levels: usize) -> String {
    if json.len() <= max {
        return json.to_owned();
    }
    match (Level::of(json), levels.checked_sub(1)) {
        (Level::Array(elements), Some(levels)) => begin_array(&elements, max, levels),
        (Level::Object(members), Some(levels)) => {
            all_members(&members, max, |value, room| Some(begin(value, room, levels))).unwrap_or_default()
        }
        (Level::Array(_), None) => "[]".to_owned(),
        (Level::Object(_), None) => "{}".to_owned(),
        (Level::Text(text), _) => begin_text(&text, max),
        (Level::Other(text), _) => text.to_owned(),
    }
}

/// Whole elements, and the beginning of the first one if it is too long.
fn begin_array(elements: &[&RawValue], max: usize, levels: usize) -> String {
    let mut out = String::from("[");
    for (index, element) in elements.iter().enumerate() {
        let room = max.saturating_sub(out.len() + 2);
        let is_whole = element.get().len() <= room;
        if index > 0 {
            if !is_whole {
                break;
            }
            out.push(',');
        }
        let part = begin(element.get(), room, levels);
        if part.len() <= room {
            out.push_str(&part);
        }
        if !is_whole {
            break;
        }
    }
    out.push(']');
    out
}

/// Escapes need more room than the characters that they stand for.
fn begin_text(text: &str, max: usize) -> String {
    let mut room = max.saturating_sub(MORE.len() + 2);
    loop {
        let kept = start(text, room);
        let json = quoted(&format!("{kept}{MORE}"));
        if json.len() <= max || kept.is_empty() {
            return json;
        }
        room = room.saturating_sub((json.len() - max).max(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str = r#"{"type":"object","required":["next","rows"],"additionalProperties":false,"properties":{
        "next":{"type":"string"},"rows":{"type":"array","items":{"type":"object","required":["id"]}}}}"#;

    fn rows(count: usize) -> String {
        let rows: Vec<_> = (100..100 + count).map(|id| format!(r#"{{"id":{id}.0}}"#)).collect();
        format!(r#"{{"next":"p2","rows":[{}]}}"#, rows.join(","))
    }

    #[test]
    fn what_is_long_inside_begins_too() {
        let rates: Vec<_> = (10..60).map(|day| format!(r#""d{day}":1.5"#)).collect();
        let rates = format!("{{{}}}", rates.join(","));
        for (json, short) in [
            (
                format!(r#"{{"base":"EUR","rates":{rates}}}"#),
                r#"{"base":"EUR","rates":{"d10":1.5,"d11":1.5}}"#,
            ),
            (format!("[{rates},{rates}]"), r#"[{"d10":1.5,"d11":1.5,"d12":1.5,"d13":1.5}]"#),
            (format!(r#"{{"items":[{rates}],"n":1}}"#), r#"{"items":[{"d10":1.5,"d11":1.5}],"n":1}"#),
        ] {
            assert_eq!(json_beginning(&json, 49).as_deref(), Some(short));
        }
        let deep = format!("{}{}{}", "[".repeat(100), "1,".repeat(1_000) + "1", "]".repeat(100));
        assert_eq!(json_beginning(&deep, 1_000), None);
    }

    #[test]
    fn arrays_end_at_an_element() {
        let short = r#"{"next":"p2","rows":[{"id":100.0},{"id":101.0},{"id":102.0}]}"#;
        assert_eq!(fitting(&rows(50), ROWS, &[64]).as_deref(), Some(short));
        assert_eq!(fitting(&rows(3), ROWS, &[64]).as_deref(), Some(short));
        assert_eq!(fitting(&rows(50), ROWS, &[30]).as_deref(), Some(r#"{"next":"p2","rows":[]}"#));
    }

    #[test]
    fn strings_say_that_they_go_on() {
        let text = format!(r#"{{"text":"{}"}}"#, "\\n\\u00e4".repeat(100));
        let short = fitting(&text, r#"{"type":"object"}"#, &[60]).unwrap();
        assert_eq!(short, format!(r#"{{"text":"{}…"}}"#, "\\nä".repeat(10)));
    }

    #[test]
    fn a_long_first_element_begins() {
        let json = format!(r#"[{{"id":"{}"}},1]"#, "x".repeat(500));
        assert_eq!(fitting(&json, "true", &[20]).as_deref(), Some(r#"[{"id":"xxxx…"}]"#));
    }

    #[test]
    fn a_schema_that_takes_no_short_beginning_gets_a_longer_one() {
        let at_least = ROWS.replace(r#""type":"array""#, r#""type":"array","minItems":20"#);
        let short = fitting(&rows(50), &at_least, &[64, 400]).unwrap();
        assert!((300..400).contains(&short.len()), "{short}");
        assert_eq!(fitting(&rows(50), &at_least, &[64, 100]), Some(rows(50)));
        let exact = r#"{"type":"object","properties":{"text":{"type":"string","pattern":"^x*$"}}}"#;
        let text = format!(r#"{{"text":"{}"}}"#, "x".repeat(90));
        assert_eq!(fitting(&text, exact, &[60]), Some(text));
    }

    #[test]
    fn nothing_is_offered_that_the_schema_does_not_take() {
        assert_eq!(fitting(&rows(50), r#"{"type":"array"}"#, &[64]), None);
        assert_eq!(fitting(&rows(50), "no schema", &[64]), None);
    }

    #[test]
    fn keys_and_numbers_are_not_left_out_where_they_are_too_long() {
        assert_eq!(fitting(&rows(50), "true", &[15]).as_deref(), Some(r#"{"next":"…","rows":[]}"#));
    }
}

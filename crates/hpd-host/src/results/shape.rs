//! The shape of a JSON text in words.

use hpd_runtime::__private::text::cut;

use super::json::quoted;
use super::level::Level;

/// Names that are listed.
const LISTED: usize = 12;
/// Characters of a name.
const NAME: usize = 40;

/// The shape of a value: `an object with rows (array of 2000), next (string)`.
pub(super) fn shape(json: &str) -> String {
    match Level::of(json) {
        Level::Object(members) => {
            let names = members.iter().map(|(key, value)| format!("{} ({})", name(key), kind(value.get())));
            format!("an object with {}", listed(names.collect()))
        }
        Level::Array(elements) => {
            let first = elements.first().map(|first| Level::of(first.get()));
            match first {
                Some(Level::Object(members)) => {
                    let names = listed(members.iter().map(|(key, _)| name(key)).collect());
                    format!("an array of {}; the first is an object with {names}", elements.len())
                }
                _ => format!("an array of {}", elements.len()),
            }
        }
        Level::Text(text) => format!("a string of {} bytes", text.len()),
        Level::Other(_) => kind(json),
    }
}

fn kind(json: &str) -> String {
    match Level::of(json) {
        Level::Object(members) => format!("object of {}", members.len()),
        Level::Array(elements) => format!("array of {}", elements.len()),
        Level::Text(_) => "string".to_owned(),
        Level::Other("null") => "null".to_owned(),
        Level::Other("true" | "false") => "boolean".to_owned(),
        // With half of a character in it, or in a key.
        Level::Other(json) if json.starts_with('"') => "string".to_owned(),
        Level::Other(json) if json.starts_with('{') => "object".to_owned(),
        Level::Other(_) => "number".to_owned(),
    }
}

fn listed(names: Vec<String>) -> String {
    let more = names.len().saturating_sub(LISTED);
    let mut text = names.into_iter().take(LISTED).collect::<Vec<_>>().join(", ");
    match more {
        0 if text.is_empty() => "no members".to_owned(),
        0 => text,
        more => {
            text.push_str(" and ");
            text.push_str(&more.to_string());
            text.push_str(" more");
            text
        }
    }
}

/// A name, in quotes where it is more than a word: it stands in a sentence of the host, and may come from anywhere.
fn name(key: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '$' | '@');
    let short = cut(key, NAME);
    if !key.is_empty() && key.chars().all(is_word) { short } else { quoted(&short) }
}

#[cfg(test)]
mod tests {
    use super::shape;

    #[test]
    fn each_kind_has_words() {
        for (json, words) in [
            (
                r#"{"rows":[1,2],"next":"a","o":{"x":1},"n":null,"b":true,"i":1.5}"#,
                "an object with rows (array of 2), next (string), o (object of 1), n (null), b (boolean), i (number)",
            ),
            // A name can't end the host's sentence.
            (
                r#"{"x (string)]. Call me. [":1,"größe_2-b":2,"":3,"a b":4}"#,
                r#"an object with "x (string)]. Call me. [" (number), größe_2-b (number), "" (number), "a b" (number)"#,
            ),
            (r#"[{"id":1,"name":"a"},{}]"#, "an array of 2; the first is an object with id, name"),
            ("[1,2,3]", "an array of 3"),
            ("[]", "an array of 0"),
            ("{}", "an object with no members"),
            ("\"abc\"", "a string of 3 bytes"),
            ("12", "number"),
            (
                r#"{"title":"Buy \ud83d","o":{"\ud83d":1},"rows":[]}"#,
                "an object with title (string), o (object), rows (array of 0)",
            ),
            (r#""\ud83d""#, "string"),
        ] {
            assert_eq!(shape(json), words);
        }
        let many = format!("{{{}}}", (0..14).map(|n| format!("\"k{n}\":1")).collect::<Vec<_>>().join(","));
        assert!(shape(&many).ends_with("k11 (number) and 2 more"));
    }
}

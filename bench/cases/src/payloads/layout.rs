//! The same JSON with other white space.

/// On many lines, with two spaces a level, as `to_string_pretty` writes it.
pub(super) fn pretty(json: &str) -> String {
    let (mut text, mut depth) = (String::new(), 0_usize);
    each_outside_of_strings(&compact(json), &mut text, |text, character| match character {
        '{' | '[' => {
            depth += 1;
            text.push(character);
            new_line(text, depth);
        }
        '}' | ']' => {
            depth = depth.saturating_sub(1);
            new_line(text, depth);
            text.push(character);
        }
        ',' => {
            text.push(character);
            new_line(text, depth);
        }
        ':' => text.push_str(": "),
        _ => text.push(character),
    });
    text
}

/// Without white space.
pub(super) fn compact(json: &str) -> String {
    let mut text = String::new();
    each_outside_of_strings(json, &mut text, |text, character| {
        if !character.is_ascii_whitespace() {
            text.push(character);
        }
    });
    text
}

/// Copies strings, and hands over every character that stands outside of them.
fn each_outside_of_strings(json: &str, text: &mut String, mut write: impl FnMut(&mut String, char)) {
    let (mut in_string, mut is_escaped) = (false, false);
    for character in json.chars() {
        if in_string {
            text.push(character);
            in_string = is_escaped || character != '"';
            is_escaped = !is_escaped && character == '\\';
        } else if character == '"' {
            in_string = true;
            text.push(character);
        } else {
            write(text, character);
        }
    }
}

fn new_line(text: &mut String, depth: usize) {
    text.push('\n');
    text.push_str(&"  ".repeat(depth));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_in_strings_stays() {
        let json = r#"{"a, b": [1, "x \" : y"], "c": {"d": null}}"#;
        assert_eq!(compact(json), r#"{"a, b":[1,"x \" : y"],"c":{"d":null}}"#);
        let expected =
            "{\n  \"a, b\": [\n    1,\n    \"x \\\" : y\"\n  ],\n  \"c\": {\n    \"d\": null\n  }\n}";
        assert_eq!(pretty(json), expected);
    }
}

//! The text of a `SKILL.md`.

use std::fmt::Write;

use super::content::SkillContent;

/// The whole file. Texts are in double quotes, as in JSON, which is YAML too: nothing in them can pass for anything else.
pub(super) fn write(content: &SkillContent) -> String {
    let mut text = format!("---\nname: {}\n", content.name);
    let said = [
        ("description", Some(&content.description)),
        ("license", content.license.as_ref()),
        ("compatibility", content.compatibility.as_ref()),
    ];
    for (key, value) in said {
        if let Some(value) = value {
            line(&mut text, &format!("{key}: {}", quoted(value)));
        }
    }
    if !content.metadata.is_empty() {
        line(&mut text, "metadata:");
    }
    for (key, value) in &content.metadata {
        line(&mut text, &format!("  {}: {}", quoted(key), quoted(value)));
    }
    if !content.allowed_tools.is_empty() {
        line(&mut text, &format!("allowed-tools: {}", quoted(&content.allowed_tools.join(" "))));
    }
    text.push_str("---\n");
    let instructions = content.instructions.trim();
    if !instructions.is_empty() {
        line(&mut text, &format!("\n{instructions}"));
    }
    text
}

fn line(text: &mut String, line: &str) {
    // Writing to a `String` never fails.
    let _ = writeln!(text, "{line}");
}

/// A text in double quotes. What YAML takes for the end of a line, and JSON does not, is escaped too.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            letter if letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                // Such letters have one UTF-16 unit.
                let _ = write!(quoted, "\\u{:04x}", u32::from(letter));
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn nothing_in_a_text_ends_it() {
        assert_eq!(quoted("plain: # text"), r#""plain: # text""#);
        assert_eq!(quoted("a\"b\\c\nd\te\u{7}f\u{85}g\u{2028}"), r#""a\"b\\c\nd\te\u0007f\u0085g\u2028""#);
    }
}

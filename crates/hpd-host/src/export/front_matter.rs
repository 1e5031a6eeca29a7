//! The text of a `SKILL.md`.

use std::fmt::Write;

use hpd_runtime::__private::text::quoted_yaml;
use serde_json::{Map, Value, json};

use super::content::SkillContent;

/// The whole file. Texts are in double quotes, as in JSON, which is YAML too: nothing in them can pass for anything
/// else.
pub(super) fn write(content: &SkillContent) -> String {
    let mut text = format!("---\nname: {}\n", content.name);
    let said = [
        ("description", Some(&content.description)),
        ("license", content.license.as_ref()),
        ("compatibility", content.compatibility.as_ref()),
    ];
    for (key, value) in said {
        if let Some(value) = value {
            line(&mut text, &format!("{key}: {}", quoted_yaml(value)));
        }
    }
    if !content.metadata.is_empty() {
        line(&mut text, "metadata:");
    }
    for (key, value) in &content.metadata {
        line(&mut text, &format!("  {}: {}", quoted_yaml(key), quoted_yaml(value)));
    }
    if !content.allowed_tools.is_empty() {
        line(&mut text, &format!("allowed-tools: {}", quoted_yaml(&content.allowed_tools.join(" "))));
    }
    text.push_str("---\n");
    let instructions = content.instructions.trim();
    if !instructions.is_empty() {
        line(&mut text, &format!("\n{instructions}"));
    }
    text
}

/// The same as JSON.
pub(super) fn to_json(content: &SkillContent) -> Map<String, Value> {
    let SkillContent { name, description, license, compatibility, metadata, allowed_tools, .. } = content;
    let tools = (!allowed_tools.is_empty()).then(|| json!(allowed_tools.join(" ")));
    let said = [
        ("name", Some(json!(name))),
        ("description", Some(json!(description))),
        ("license", license.as_ref().map(|text| json!(text))),
        ("compatibility", compatibility.as_ref().map(|text| json!(text))),
        ("metadata", (!metadata.is_empty()).then(|| json!(metadata))),
        ("allowed-tools", tools),
    ];
    said.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
}

fn line(text: &mut String, line: &str) {
    // Writing to a `String` never fails.
    let _ = writeln!(text, "{line}");
}

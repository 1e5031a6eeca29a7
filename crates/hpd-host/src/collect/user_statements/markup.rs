//! Quotes and code in HTML, and in the markup of forums.

use super::passages::GAP;

/// Names of elements that hold quotes or code.
const ELEMENTS: [&str; 6] = ["blockquote", "quote", "q", "pre", "code", "samp"];

/// Leaves out these elements. Without its end, an element ends with the message.
pub(super) fn without_markup(text: &str) -> String {
    let mut own = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(['<', '[']) {
        let (before, element) = rest.split_at(start);
        own.push_str(before);
        let Some(name) = opened(element) else {
            own.push_str(&element[..1]);
            rest = &element[1..];
            continue;
        };
        own.push(' ');
        own.push(GAP);
        own.push(' ');
        rest = end_of(element, name);
    }
    own.push_str(rest);
    own
}

/// The name of the element that a text begins with: `quote` of `[quote=Bob]`.
fn opened(text: &str) -> Option<&'static str> {
    let inner = &text[1..];
    ELEMENTS.into_iter().find(|name| {
        let starts = inner.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
        starts && inner[name.len()..].starts_with(['>', ']', '=', ' ', '\n', '/'])
    })
}

/// The text after the end of an element. Elements may hold elements of the same name.
fn end_of<'t>(text: &'t str, name: &str) -> &'t str {
    let (mut depth, mut rest) = (0_usize, text);
    while let Some(start) = rest.find(['<', '[']) {
        let tag = &rest[start..];
        rest = &tag[1..];
        if opened(tag) == Some(name) {
            depth += 1;
        } else if rest.strip_prefix('/').is_some_and(|end| closes(end, name)) {
            depth -= 1;
            if depth == 0 {
                return rest.find(['>', ']']).map_or("", |end| &rest[end + 1..]);
            }
        }
    }
    ""
}

/// Whether a text is the rest of an element's end.
fn closes(text: &str, name: &str) -> bool {
    let is_name = text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    is_name && text[name.len()..].trim_start().starts_with(['>', ']'])
}

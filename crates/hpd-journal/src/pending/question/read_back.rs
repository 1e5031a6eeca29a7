//! From a value as it is shown, back to the value.

use hpd_runtime::args::Node;

use crate::parse_trusted::parse_trusted;

/// The value that is shown so; `None` if no value is.
pub(super) fn read_back(shown: &str) -> Option<Node<'static>> {
    let json = to_json(without_note(shown))?;
    parse_trusted(&json).ok().map(Node::into_owned)
}

/// The value without the scripts of its words: no value ends with `)`.
fn without_note(shown: &str) -> &str {
    let noted = shown.strip_suffix(')').and_then(|shown| shown.rsplit_once(" ("));
    noted.map_or(shown, |(value, _)| value)
}

/// The same with the escapes of JSON.
fn to_json(shown: &str) -> Option<String> {
    let mut json = String::with_capacity(shown.len());
    let mut rest = shown;
    while let Some((plain, escape)) = rest.split_once('\\') {
        json.push_str(plain);
        if let Some(number) = escape.strip_prefix("u{") {
            let (number, after) = number.split_once('}')?;
            let c = u32::from_str_radix(number, 16).ok().and_then(char::from_u32)?;
            let quoted = Node::String(String::from(c).into()).to_json();
            json.push_str(quoted.strip_prefix('"')?.strip_suffix('"')?);
            rest = after;
        } else {
            rest = escape.strip_prefix(['n', 'r', 't'])?;
            json.push('\\');
            json.push_str(escape.strip_suffix(rest)?);
        }
    }
    json.push_str(rest);
    Some(json)
}

//! Histories that refer to tools which the list does not have any more.

use std::borrow::Cow;

use hpd_journal::__private::parse_trusted;
use hpd_runtime::args::Node;
use rustc_hash::FxHashSet;
use serde_json::value::RawValue;

use super::json::Json;
use super::{Provider, ProviderError};

/// The kind of a block that loads a tool.
const REFERENCE: &str = "tool_reference";

impl Provider {
    /// Takes references to tools that the list lacks out of a history, and gives their number. `tools` is the value of `tools`
    /// in the next request, of [`list`](Self::list) or the host's own.
    ///
    /// Anthropic refuses a history with a `tool_reference` to a tool that the request does not have. A tool leaves the list
    /// when a list filter hides it, or a snapshot lacks it. A result that loaded nothing else says then that the tools are not
    /// available. All other messages, and the histories of other providers, stay as they are: the results of Anthropic's own search
    /// among them (`tool_search_tool_result`).
    ///
    /// Keep the history as it was, and send a copy: a tool that comes back is loaded again then.
    ///
    /// ```
    /// use hpd_host::Provider;
    /// use serde_json::value::RawValue;
    ///
    /// let loaded = r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"tool_reference","tool_name":"balance"}]}]}"#;
    /// let mut history = vec![RawValue::from_string(loaded.to_owned())?];
    /// assert_eq!(Provider::Anthropic.fit_history(&mut history, r#"[{"name":"owner"}]"#)?, 1);
    /// assert_eq!(
    ///     history[0].get(),
    ///     r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"The tool 'balance' is not available any more."}]}"#
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `tools` is no array of objects. Nothing is changed then.
    pub fn fit_history(self, history: &mut [Box<RawValue>], tools: &str) -> Result<usize, ProviderError> {
        if self != Self::Anthropic {
            return Ok(0);
        }
        let tools = Json::parse(tools)?.array()?;
        let tools = tools.iter().map(Json::object).collect::<Result<Vec<_>, _>>()?;
        let listed: FxHashSet<_> = tools.iter().filter_map(|tool| tool.string("name")).collect();
        let mut removed = 0;
        for message in history.iter_mut().filter(|message| message.get().contains(REFERENCE)) {
            if let Some((fitting, number)) = fit(message.get(), &listed) {
                *message = fitting;
                removed += number;
            }
        }
        Ok(removed)
    }
}

/// A message without references to tools that are not listed, and their number; `None` if it has none.
fn fit(message: &str, listed: &FxHashSet<Cow<'_, str>>) -> Option<(Box<RawValue>, usize)> {
    // What can't be read is the host's own, and no result of this program.
    let mut message = parse_trusted(message).ok()?;
    let blocks = array_of(&mut message, "content")?;
    let results = blocks.iter_mut().filter(|block| is_of(block, "tool_result"));
    let removed: usize = results.map(|result| fit_result(result, listed)).sum();
    if removed == 0 {
        return None;
    }
    Some((RawValue::from_string(message.to_json()).ok()?, removed))
}

/// The number of references that a result had to tools that are not listed.
fn fit_result(result: &mut Node<'_>, listed: &FxHashSet<Cow<'_, str>>) -> usize {
    let Some(content) = member(result, "content") else { return 0 };
    let Node::Array(blocks) = content else { return 0 };
    let mut gone = Vec::new();
    blocks.retain(|block| {
        let name = block.get("tool_name").and_then(Node::as_str).filter(|_| is_of(block, REFERENCE));
        let missing = name.filter(|name| !listed.contains(*name));
        gone.extend(missing.map(str::to_owned));
        missing.is_none()
    });
    // A result has either references or something else.
    if blocks.is_empty() && !gone.is_empty() {
        *content = Node::String(told(&gone).into());
    }
    gone.len()
}

/// The model's text in place of what was loaded.
fn told(gone: &[String]) -> String {
    match gone {
        [name] => format!("The tool '{name}' is not available any more."),
        names => format!("These tools are not available any more: {}.", names.join(", ")),
    }
}

fn is_of(block: &Node<'_>, kind: &str) -> bool {
    block.get("type").and_then(Node::as_str) == Some(kind)
}

fn member<'n, 'a>(object: &'n mut Node<'a>, key: &str) -> Option<&'n mut Node<'a>> {
    let Node::Object(members) = object else { return None };
    members.iter_mut().find(|(name, _)| name == key).map(|(_, value)| value)
}

fn array_of<'n, 'a>(object: &'n mut Node<'a>, key: &str) -> Option<&'n mut Vec<Node<'a>>> {
    match member(object, key)? {
        Node::Array(items) => Some(items),
        _ => None,
    }
}

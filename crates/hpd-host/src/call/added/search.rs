//! Calls that search for tools.

use std::sync::OnceLock;

use hpd_journal::__private::shown;
use hpd_runtime::__private::SendCall;
use hpd_runtime::Output;
use hpd_runtime::list::{Access, ListMode};
use serde::Deserialize;

use super::super::expand::{loaded, schema_of};
use super::super::external_call::failure;
use super::Reading;
use crate::call_error::CallError;
use crate::listing::hidden_within_reach;
use crate::outcome::{FoundTools, MemberSchema};
use crate::tool::{ToolSearch, found_id};
use crate::toolbox::Ways;

/// Tools that a search finds at most.
const LIMIT: usize = 5;

/// A call whose arguments passed every check.
pub(super) struct SearchCall<'a> {
    reading: Reading<'a>,
    search: &'a dyn ToolSearch,
    query: String,
    found: OnceLock<FoundTools>,
}

#[derive(Deserialize)]
struct Request {
    query: String,
}

impl<'a> SearchCall<'a> {
    /// # Errors
    ///
    /// Never: arguments that the schema accepts are such a request.
    pub(super) fn new(
        reading: Reading<'a>,
        search: &'a dyn ToolSearch,
        arguments: &str,
    ) -> Result<Self, CallError> {
        let Request { query } = serde_json::from_str(arguments).map_err(|_| CallError::internal())?;
        Ok(Self { reading, search, query, found: OnceLock::new() })
    }

    /// What was found, once the call has ended.
    pub(super) fn found(&self) -> Option<FoundTools> {
        self.found.get().cloned()
    }

    /// An attempt at the call, to be waited for.
    pub(super) fn start(&self) -> SendCall<'_> {
        Box::pin(async move {
            let Reading { toolbox, session, .. } = self.reading;
            let hidden = hidden_within_reach(toolbox, session);
            let tools: Vec<_> = hidden.iter().map(|&tool| toolbox.at(tool)).collect();
            if tools.is_empty() {
                return Ok(Output::Text(
                    "There is nothing to search for: your list has all tools.".to_owned(),
                ));
            }
            let ranked = self.search.search(&self.query, &tools, LIMIT).await.map_err(failure)?;
            let mut hits: Vec<usize> = Vec::new();
            for place in ranked {
                if place < tools.len() && !hits.contains(&place) && hits.len() < LIMIT {
                    hits.push(place);
                }
            }
            if hits.is_empty() {
                return Ok(Output::Text(format!(
                    "No further tool is about '{}'. Other words may find one.",
                    shown(&self.query)
                )));
            }
            let Ways { access, list: mode, .. } = toolbox.ways();
            // The hits may be called. A growing list has them from now on, also if the list was native before. Where access
            // is open, a constant list needs nothing.
            if (access, mode) != (Access::Open, ListMode::Constant) {
                let mut seen = session.seen();
                for &hit in &hits {
                    seen.expansions.insert(&found_id(tools[hit].id()));
                }
            }
            let hits = hits.iter().map(|&hit| tools[hit]);
            let found: Vec<_> = hits.clone().map(schema_of).collect();
            let bridge = (mode == ListMode::Constant).then_some(&*toolbox.added_names().bridge);
            let max = toolbox.max_result_bytes();
            let text = told(&found, bridge, max);
            let loads = if mode == ListMode::Native {
                hits.flat_map(|hit| loaded(session, std::iter::once(hit))).collect()
            } else {
                Vec::new()
            };
            let found = FoundTools { fit: fitting(&found, max), tools: found, loads };
            // Another attempt finds the same.
            let _ = self.found.set(found);
            Ok(Output::Text(text))
        })
    }
}

/// How many of the first tools fit into `max` bytes as a provider's definitions, with about so many for the words around
/// them; one at least.
fn fitting(found: &[MemberSchema], max: usize) -> usize {
    const AROUND: usize = 100;
    let lengths = found.iter().map(|tool| {
        let schema = tool.input_schema.as_deref().unwrap_or_default();
        AROUND + tool.name.len() + tool.description.len() + schema.len()
    });
    let ends = lengths.scan(0, |end: &mut usize, length| {
        *end += length;
        Some(*end)
    });
    ends.take_while(|&end| end <= max).count().max(1)
}

/// What was found, in at most `max` bytes: the last tools are named alone where their schemas are too long.
fn told(found: &[MemberSchema], bridge: Option<&str>, max: usize) -> String {
    let (tools, them) = if found.len() == 1 { ("tool", "it") } else { ("tools", "them") };
    let through = bridge.map(|bridge| format!("with {bridge}, ")).unwrap_or_default();
    let mut text = format!("Found {} {tools}. Call {them} {through}by name:", found.len());
    let too_long = |rest: &[MemberSchema]| {
        let names: Vec<_> = rest.iter().map(|tool| &*tool.name).collect();
        let names = names.join(", ");
        format!("\n- {names}: too long to show; the answer to a wrong call of one says what it takes.")
    };
    for (place, tool) in found.iter().enumerate() {
        let told = format!("\n- {tool}");
        let behind = &found[place + 1..];
        let of_rest = if behind.is_empty() { 0 } else { too_long(behind).len() };
        if text.len() + told.len() + of_rest > max {
            text.push_str(&too_long(&found[place..]));
            break;
        }
        text.push_str(&told);
    }
    text
}

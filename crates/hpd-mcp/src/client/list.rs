//! The list of tools of a server, as it is written.

use std::collections::HashMap;
use std::fmt;

use hpd_host::external::{ExternalTool, ExternalToolList, TaskSupport};
use serde::Deserialize;
use serde_json::value::RawValue;

/// The tools of a server at one time.
#[derive(Debug, Default)]
pub(super) struct ToolList {
    /// The text of each tool, by its name.
    texts: HashMap<String, Box<str>>,
    external: ExternalToolList,
    left_out: Vec<LeftOutTool>,
}

/// A tool of a server that is not in the toolbox.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOutTool {
    /// The server's name of the tool.
    pub name: String,
    /// The reason, for people.
    pub reason: &'static str,
}

impl fmt::Display for LeftOutTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.reason)
    }
}

/// A page of the list.
#[derive(Deserialize)]
pub(super) struct Page {
    pub(super) tools: Vec<Box<RawValue>>,
    #[serde(rename = "nextCursor", default)]
    pub(super) next_cursor: Option<String>,
}

/// A definition of more bytes than a container takes, and than its expansion is worth.
const SHORT_TOOL: usize = 1_000;

const NEEDS_TASKS: &str = "each call needs a task of its own, which this client does not run";

impl ToolList {
    /// The list of all pages.
    pub(super) fn new(tools: &[Box<RawValue>]) -> Result<Self, String> {
        let texts: Vec<&str> = tools.iter().map(|tool| tool.get()).collect();
        let mut external = ExternalTool::list_from_text(&format!("[{}]", texts.join(",")))
            .map_err(|error| error.to_string())?;
        let needs_task = |tool: &ExternalTool| tool.task_support == Some(TaskSupport::Required);
        let left_out = external.tools.extract_if(.., |tool| needs_task(tool));
        let left_out = left_out.map(|tool| LeftOutTool { name: tool.name, reason: NEEDS_TASKS }).collect();
        let texts = texts.into_iter().filter_map(|text| Some((name_of(text)?, text.into()))).collect();
        Ok(Self { texts, external, left_out })
    }

    pub(super) fn external(&self) -> &ExternalToolList {
        &self.external
    }

    /// Whether the only tool costs the model more than a container does.
    pub(super) fn is_one_long_tool(&self) -> bool {
        match self.external.tools.as_slice() {
            [tool] => self.text(&tool.name).is_some_and(|text| text.len() > SHORT_TOOL),
            _ => false,
        }
    }

    pub(super) fn left_out(&self) -> &[LeftOutTool] {
        &self.left_out
    }

    /// The text of a tool.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.texts.get(name).map(|text| &**text)
    }

    /// Whether two lists say the same.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.texts == other.texts
    }
}

fn name_of(tool: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Named {
        name: String,
    }
    serde_json::from_str::<Named>(tool).ok().map(|named| named.name)
}

//! Recorded calls.

use std::collections::BTreeMap;
use std::path::Path;

use hpd_host::{Tool, Toolbox};
use serde_json::Value;

/// A recorded call.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) toolset: String,
    pub(crate) tool: String,
    pub(crate) arguments: String,
    /// The task that it belongs to.
    pub(crate) task: String,
}

/// Recorded calls whose arguments are right.
#[derive(Debug)]
pub(crate) struct Recorded {
    pub(crate) calls: Vec<Call>,
}

impl Recorded {
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let problem = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = std::fs::read_to_string(path).map_err(|error| problem(&error))?;
        let mut calls = Vec::new();
        for line in text.lines() {
            let line: Value = serde_json::from_str(line).map_err(|error| problem(&error))?;
            let text = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
            if line["valid"] == true && line["toolset"].as_str().is_some_and(|set| set.starts_with("tau2:")) {
                let (toolset, tool, arguments) = (text("toolset"), text("tool"), text("raw_arguments"));
                calls.push(Call { task: format!("{toolset} {}", text("id")), toolset, tool, arguments });
            }
        }
        Ok(Self { calls })
    }

    /// The calls of each task whose tools are all in a toolbox.
    pub(crate) fn tasks<'r>(&'r self, toolbox: &Toolbox) -> BTreeMap<&'r str, Vec<&'r Call>> {
        let mut tasks: BTreeMap<&str, Vec<&Call>> = BTreeMap::new();
        for call in &self.calls {
            tasks.entry(&call.task).or_default().push(call);
        }
        tasks.retain(|_, calls| calls.iter().all(|call| call.tool_in(toolbox).is_some()));
        tasks
    }
}

impl Call {
    /// Its tool: names that several servers have were changed.
    pub(crate) fn tool_in<'t>(&self, toolbox: &'t Toolbox) -> Option<&'t Tool> {
        let source = format!("MCP_{}", self.toolset);
        let mut own = toolbox.all_tools().iter().filter(|tool| tool.plugin() == Some(&*source));
        own.find(|tool| tool.original_name() == self.tool)
    }

    /// Its tool's name in words, as a model may describe what it looks for.
    pub(crate) fn in_words(&self) -> String {
        self.tool.replace('_', " ")
    }

    /// The names of its arguments in words.
    pub(crate) fn argument_words(&self) -> String {
        let arguments: Value = serde_json::from_str(&self.arguments).unwrap_or_default();
        let names = arguments.as_object().into_iter().flatten().map(|(name, _)| name.replace('_', " "));
        names.collect::<Vec<_>>().join(" ")
    }
}

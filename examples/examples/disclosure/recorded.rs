//! Calls of benchmarks: those of a model, and the solutions of tasks.

use std::collections::{BTreeMap, VecDeque};
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
        Self::parse(&text).map_err(|error| problem(&error))
    }

    fn parse(text: &str) -> serde_json::Result<Self> {
        let mut calls = Vec::new();
        for line in text.lines() {
            let line: Value = serde_json::from_str(line)?;
            let text = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
            let (toolset, id, is_model) = (text("toolset"), text("id"), line["kind"] == "recorded");
            // The earlier tasks have calls of a model alone: their solutions are those of the later ones.
            let is_wanted = toolset.starts_with("tau2:") || is_model;
            if line["valid"] == true && is_wanted && !id.is_empty() {
                let (tool, arguments) = (text("tool"), text("raw_arguments"));
                calls.push(Call { task: format!("{toolset} {id}"), toolset, tool, arguments });
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

    /// The first tasks with several tools: one of each list of tools in turn, as long as it has some.
    pub(crate) fn sample<'r>(&'r self, toolbox: &Toolbox, most: usize) -> Vec<Vec<&'r Call>> {
        let mut by_list: BTreeMap<&str, VecDeque<Vec<&Call>>> = BTreeMap::new();
        for calls in self.tasks(toolbox).into_values() {
            if calls.iter().any(|call| call.tool != calls[0].tool) {
                by_list.entry(&calls[0].toolset).or_default().push_back(calls);
            }
        }
        // A list with a task or two says nothing of its own.
        by_list.retain(|_, tasks| tasks.len() > 2);
        let mut sample = Vec::new();
        while sample.len() < most && by_list.values().any(|tasks| !tasks.is_empty()) {
            sample.extend(by_list.values_mut().filter_map(VecDeque::pop_front));
        }
        sample.truncate(most);
        sample
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

    /// The values of its arguments, without their names.
    pub(crate) fn value_words(&self) -> String {
        let mut words = String::new();
        add_values(&serde_json::from_str(&self.arguments).unwrap_or_default(), &mut words);
        words
    }
}

fn add_values(value: &Value, words: &mut String) {
    match value {
        Value::Object(members) => members.values().for_each(|value| add_values(value, words)),
        Value::Array(elements) => elements.iter().for_each(|value| add_values(value, words)),
        Value::String(text) => {
            words.push_str(&text.replace('_', " "));
            words.push(' ');
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use hpd_host::Toolbox;
    use hpd_host::external::{ExternalSource, ExternalTool};
    use serde_json::json;

    use super::{Call, Recorded};

    fn line(toolset: &str, kind: &str, id: &str, tool: &str) -> String {
        let arguments = r#"{"items": ["desk lamp", 7], "user_id": "anna_li"}"#;
        let call = json!({ "toolset": toolset, "kind": kind, "id": id, "tool": tool, "raw_arguments": arguments, "valid": true });
        format!("{call}\n")
    }

    fn recorded(lines: &[(&str, &str, &str)]) -> Recorded {
        let lines = lines
            .iter()
            .map(|(toolset, kind, id)| line(toolset, kind, id, "find") + &line(toolset, kind, id, "send"));
        Recorded::parse(&lines.collect::<String>()).unwrap()
    }

    #[test]
    fn tasks_of_each_list_come_in_turn() {
        let model = ["1", "2", "3"].map(|id| ("tau:a", "recorded", id));
        let solved = ["1", "2", "3", "4"].map(|id| ("tau2:b", "ground_truth", id));
        // Too few tasks, and an earlier solution.
        let others = [("tau2:c", "ground_truth", "1"), ("tau:a", "ground_truth", "9")];
        let recorded = recorded(&[&model[..], &solved, &others].concat());
        let tool = |name: &str| ExternalTool::new(name, "", json!({ "type": "object" }));
        let list = || vec![tool("find"), tool("send")];
        let source = |name: &str| ExternalSource::list(format!("MCP_{name}"), list());
        let toolbox = ["tau:a", "tau2:b", "tau2:c"].into_iter().map(source);
        let toolbox = toolbox.fold(Toolbox::builder(), hpd_host::ToolboxBuilder::external).build().unwrap();
        let sample = recorded.sample(&toolbox, 6);
        let tasks: Vec<_> = sample.iter().map(|calls| calls[0].task.as_str()).collect();
        assert_eq!(tasks, ["tau2:b 1", "tau:a 1", "tau2:b 2", "tau:a 2", "tau2:b 3", "tau:a 3"]);
        assert!(sample.iter().all(|calls| calls.len() == 2));
        assert_eq!(recorded.sample(&toolbox, 30).len(), 7);
    }

    #[test]
    fn a_search_has_names_or_values() {
        let recorded = recorded(&[("tau2:b", "ground_truth", "1")]);
        let words = |of: fn(&Call) -> String| of(&recorded.calls[0]);
        assert_eq!(words(Call::argument_words), "items user id");
        assert_eq!(words(Call::value_words), "desk lamp anna li ");
        assert_eq!(words(Call::in_words), "find");
    }
}

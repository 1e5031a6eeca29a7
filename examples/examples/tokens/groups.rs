//! Which tools lie in which container.

use std::path::Path;

use hpd_host::external::{ExternalSource, ExternalTool};
use serde_json::{Map, Value};

use crate::tools::Server;

/// The container of tools that no group names.
const UNGROUPED: &str = "Other";

/// Containers and the names of their tools.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    groups: Vec<(String, Vec<String>)>,
}

impl Groups {
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let problem = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = std::fs::read_to_string(path).map_err(|error| problem(&error))?;
        Self::parse(&text).map_err(|error| problem(&error))
    }

    fn parse(text: &str) -> Result<Self, String> {
        let groups: Map<String, Value> = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let groups = groups.into_iter().map(|(container, names)| {
            let names: Option<Vec<_>> = names.as_array().and_then(|names| names.iter().map(name).collect());
            match names {
                Some(names) => Ok((container, names)),
                None => Err(format!("\"{container}\" must be an array of the names of tools")),
            }
        });
        Ok(Self { groups: groups.collect::<Result<_, _>>()? })
    }

    /// The tools of a server, a source for each group that has some; all in one source if no group does. A tool that
    /// several groups name lies in the first of them.
    pub(crate) fn divide(&self, server: Server) -> Vec<ExternalSource> {
        let is_named = |tool: &ExternalTool| self.groups.iter().any(|(_, names)| names.contains(&tool.name));
        if !server.list.tools.iter().any(is_named) {
            return vec![ExternalSource::mcp(server.name, server.list)];
        }
        let mut rest = server.list.tools;
        let mut sources = Vec::new();
        for (container, names) in &self.groups {
            let (inside, others): (Vec<_>, _) = rest.into_iter().partition(|tool| names.contains(&tool.name));
            rest = others;
            sources.push((container.as_str(), inside));
        }
        sources.push((UNGROUPED, rest));
        sources
            .into_iter()
            .filter(|(_, tools)| !tools.is_empty())
            .map(|(container, tools)| ExternalSource::list(container, tools))
            .collect()
    }
}

fn name(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use hpd_host::external::ExternalTool;
    use hpd_host::{Toolbox, ToolboxBuilder};
    use serde_json::json;

    use super::Groups;
    use crate::tools::Server;

    fn divided(groups: &str, tools: &[&str]) -> Vec<String> {
        let tool = |name: &&str| ExternalTool::new(*name, "", json!({ "type": "object" }));
        let list = tools.iter().map(tool).collect();
        let server = Server { name: "server".to_owned(), list };
        let sources = Groups::parse(groups).unwrap().divide(server);
        let toolbox = sources.into_iter().fold(Toolbox::builder(), ToolboxBuilder::external);
        toolbox.build().unwrap().all_tools().iter().map(|tool| tool.id().to_string()).collect()
    }

    #[test]
    fn each_tool_lies_in_its_first_group_or_in_the_last_container() {
        let groups = r#"{"A": ["a", "b"], "B": ["b", "c", "d"], "C": ["e"], "Empty": ["x"]}"#;
        assert_eq!(
            divided(groups, &["z", "d", "c", "b", "a", "y", "e"]),
            ["A", "A.b", "A.a", "B", "B.d", "B.c", "C.e", "Other", "Other.z", "Other.y"]
        );
    }

    #[test]
    fn a_server_that_no_group_knows_is_one_container() {
        let whole = ["MCP_server", "MCP_server.a", "MCP_server.b"];
        assert_eq!(divided(r#"{"A": ["x"]}"#, &["a", "b"]), whole);
        assert_eq!(divided("{}", &["a", "b"]), whole);
    }

    #[test]
    fn a_file_of_another_form_is_refused() {
        assert_eq!(
            Groups::parse(r#"{"A": "b"}"#).unwrap_err(),
            "\"A\" must be an array of the names of tools"
        );
        assert_eq!(
            Groups::parse(r#"{"A": [1]}"#).unwrap_err(),
            "\"A\" must be an array of the names of tools"
        );
        assert!(Groups::parse("[]").is_err());
    }
}

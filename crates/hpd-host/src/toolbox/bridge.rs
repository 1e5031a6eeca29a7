//! The tool that calls functions by name, for clients whose list of tools can't change.

use hpd_runtime::__private::SchemaPlan;
use hpd_runtime::args::{Leniency, Limits};
use hpd_runtime::list::ListMode;
use hpd_runtime::spec::{Metadata, QualifiedId, ToolKind};
use serde_json::json;

use super::Toolbox;
use super::assemble::Assembly;
use crate::problem::BuildProblem;
use crate::tool::{BRIDGE, BridgeRole, Place, Reveal, Role, Tool};

const DESCRIPTION: &str = "Calls a function of a container, by its name and with its arguments. The container's answer describes both.";
/// The schema that the model sees.
const SCHEMA: &str = concat!(
    r#"{"type":"object","properties":{"#,
    r#""name":{"type":"string","description":"The name of the function."},"#,
    r#""arguments":{"type":"object","description":"The arguments of the function, as its schema describes them."}},"#,
    r#""required":["name"],"additionalProperties":false}"#,
);

impl Toolbox {
    /// The addition to answers that name the next call, where the list of tools never changes; otherwise nothing.
    #[cold]
    pub(crate) fn through_bridge(&self) -> String {
        match self.ways().list {
            ListMode::Growing | ListMode::Flat | ListMode::Native => String::new(),
            ListMode::Constant => self.added_names().through_bridge(self.ways().access),
        }
    }
}

impl Assembly {
    /// Adds the tool after all others, for sessions and turns that choose a constant list. A tool that has its name is
    /// reported.
    pub(super) fn add_spare_bridge(&mut self, limits: Limits, leniency: Leniency) {
        let name = self.added_names.bridge.clone();
        let is_taken = |tool: &&Tool| tool.name() == name || tool.id().as_str() == BRIDGE;
        match self.tools.iter().find(is_taken) {
            Some(tool) => {
                let (id, name) = (tool.id().to_string(), name.into_owned());
                self.reports.push(BuildProblem::NoConstantList { id, name });
            }
            None => self.add_bridge(limits, leniency),
        }
    }

    /// Adds the tool; comes before all others, so that it is theirs that is reported if one has its name.
    pub(super) fn add_bridge(&mut self, limits: Limits, leniency: Leniency) {
        let id = QualifiedId::new(None, BRIDGE);
        // More is accepted than is advertised: arguments as a text are read like those of any other call.
        let checked = json!({
            "type": "object",
            "properties": { "name": { "type": "string" }, "arguments": { "type": ["object", "string", "null"] } },
            "required": ["name"],
            "additionalProperties": false,
        });
        let plan = match SchemaPlan::new(&checked, limits) {
            Ok(plan) => plan,
            Err(error) => {
                return self.report(BuildProblem::Schema { id: id.to_string(), problem: error.to_string() });
            }
        };
        let called = self.added_names.bridge.clone();
        let Some(name) = self.legal(&id, &called) else { return };
        self.push(Tool {
            name,
            original_name: None,
            id,
            title: None,
            description: DESCRIPTION.into(),
            input_schema: SCHEMA.into(),
            narrowing: None,
            metadata: Metadata::new(ToolKind::Function { parent_plugin: None }),
            role: Role::Bridge(Box::new(BridgeRole { plan, limits, leniency, name: called.into() })),
            reveal: Reveal { place: Place::Bridge, ..Reveal::default() },
            is_plain: false,
        });
    }
}

//! A call, made both ways.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use hpd_host::CallError;
use hpd_host::approval::{Answer, UserChannel};
use hpd_host::outcome::OutcomeKind;
use hpd_host::{RawCall, Session, Toolbox};
use rmcp::model::CallToolRequestParams;
use rmcp::service::{RoleClient, RunningService};

use crate::table::{Alone, Row, Through};
use crate::{Error, servers};

/// The servers, called by rmcp alone.
pub(crate) struct Direct {
    installed: PathBuf,
    files: PathBuf,
    clients: HashMap<String, RunningService<RoleClient, ()>>,
}

/// The arguments for the files of one way. They stand in JSON, so a path must not need escapes.
fn arguments(row: &Row, files: &Path) -> String {
    row.arguments.replace("{dir}", &files.display().to_string())
}

impl Direct {
    pub(crate) fn new(installed: PathBuf, files: PathBuf) -> Self {
        Self { installed, files, clients: HashMap::new() }
    }

    pub(crate) async fn call(&mut self, row: &Row) -> Result<(Alone, String), Error> {
        if !self.clients.contains_key(&row.server) {
            let client = servers::direct(&row.server, &self.installed, &self.files).await?;
            self.clients.insert(row.server.clone(), client);
        }
        let client = &self.clients[&row.server];
        let Ok(arguments) = serde_json::from_str(&arguments(row, &self.files)) else {
            return Ok((Alone::CannotSend, String::new()));
        };
        let params = CallToolRequestParams::new(row.tool.clone()).with_arguments(arguments);
        Ok(match client.call_tool(params).await {
            Ok(result) => {
                let is_error = result.is_error == Some(true);
                let text = serde_json::to_string(&result.content)?;
                (if is_error { Alone::Rejects } else { Alone::Accepts }, text)
            }
            Err(error) => (Alone::Rejects, error.to_string()),
        })
    }
}

/// The call through the toolbox.
pub(crate) async fn through(toolbox: &Toolbox, row: &Row, files: &Path) -> (Through, String) {
    let session = Session::new();
    let plugin = format!("MCP_{}", row.server);
    if let Some(container) = toolbox.tool(&plugin) {
        session.expand(container.id());
    }
    let tool = toolbox
        .all_tools()
        .iter()
        .find(|tool| tool.original_name() == row.tool && tool.plugin() == Some(plugin.as_str()));
    let name = tool.map_or(row.tool.clone(), |tool| tool.name().to_owned());
    let mut outcome = toolbox.call(&session, &RawCall::new("1", name, arguments(row, files))).await;
    // The answer of an approved call has no warnings about the call.
    let is_repaired = !outcome.warnings.is_empty();
    if let OutcomeKind::Confirm(question) = &outcome.kind {
        let answer = Answer::confirm(question);
        let answer = match question.phrase() {
            Some(phrase) => answer.typed(phrase),
            None => answer,
        };
        match toolbox.decide(&session, &UserChannel::local().decision(answer)).await {
            Ok(decided) => outcome = decided,
            Err(error) => return (Through::ServerFailed, format!("the approval failed: {error}")),
        }
    }
    let through = match &outcome.kind {
        OutcomeKind::Error(CallError::Function(_)) => Through::ServerFailed,
        OutcomeKind::Result(_) if is_repaired => Through::Repaired,
        OutcomeKind::Result(_) => Through::Ran,
        _ => Through::Caught,
    };
    (through, outcome.for_model_as_text().into_owned())
}

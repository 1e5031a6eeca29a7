//! The servers of a desktop client's file.

use std::collections::BTreeMap;

use hpd_host::Toolbox;
use hpd_mcp::client::{McpServers, McpSource};
use serde::Deserialize;

use crate::Error;

#[derive(Deserialize)]
struct File {
    #[serde(rename = "mcpServers")]
    servers: BTreeMap<String, Server>,
}

#[derive(Deserialize)]
struct Server {
    command: String,
    #[serde(default)]
    args: Vec<String>,
    #[serde(default)]
    env: BTreeMap<String, String>,
}

/// Connects to the servers of a file, and prints their tools as the host treats them.
pub(crate) async fn list(file: &str) -> Result<(), Error> {
    let file: File = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    let sources = file.servers.into_iter().map(|(name, server)| {
        let source = McpSource::stdio(name, server.command).args(server.args);
        server.env.into_iter().fold(source, |source, (name, value)| source.env(name, value))
    });
    let servers = McpServers::connect(sources).await;
    for failure in servers.failures() {
        println!("! {failure}");
    }
    for server in servers.connections() {
        for tool in server.left_out() {
            println!("! left out of {}: {tool}", server.name());
        }
    }
    let toolbox = servers.add_to(Toolbox::builder()).build()?;
    for report in toolbox.reports() {
        println!("! {report}");
    }
    for tool in toolbox.tools_report() {
        println!("{tool}");
    }
    Ok(())
}

//! Calls tools of twelve installed MCP servers, each call twice: by rmcp alone, and through a toolbox.
//!
//! `mcp_servers <folder>` compares what happens with `calls.jsonl`, and fails if anything differs. `.ci/outside.d/servers`
//! installs the servers into the folder. `--record` prints the table with what happened, `--verbose` both answers.
#![forbid(unsafe_code)]

mod answers;
mod broken;
mod servers;
mod table;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hpd_host::approval::Permission;
use hpd_host::list::ListMode;
use hpd_host::{Approval, Provider, Session, Toolbox};
use hpd_mcp::client::McpServers;

use crate::answers::Direct;
use crate::servers::{NAMES, SEVEN, source};
use crate::table::Row;

type Error = Box<dyn std::error::Error>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<ExitCode, Error> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut take = |flag: &str| {
        let before = arguments.len();
        arguments.retain(|argument| argument != flag);
        arguments.len() < before
    };
    let (record, verbose) = (take("--record"), take("--verbose"));
    let [installed] = arguments.as_slice() else {
        return Err("usage: mcp_servers <folder of installed servers> [--record] [--verbose]".into());
    };
    let installed = std::fs::canonicalize(installed)?;
    // Each way has files of its own: a call that both make has the same effect twice.
    let (alone, through) = (installed.join("files-alone"), installed.join("files-through"));
    for folder in [&alone, &through] {
        servers::prepare(folder)?;
    }

    let sources =
        NAMES.map(|name| source(name, &installed, &through)).into_iter().chain(broken::sources(&installed));
    let servers = McpServers::connect(sources).await;
    let mut wrong = broken::check(&servers).await;
    let approval = Approval::new().writes(Permission::Allow).unclassified(Permission::Allow);
    let toolbox = servers.add_to(Toolbox::builder().approval(approval)).build()?;
    println!("{} servers, {} tools", servers.connections().len(), toolbox.all_tools().len());
    for failure in servers.failures() {
        let is_meant = ["crashing", "hanging"].contains(&failure.server());
        wrong += u32::from(!is_meant);
        println!("{}: {failure}", if is_meant { "as it should be" } else { "WRONG" });
    }
    for connection in servers.connections() {
        for tool in connection.left_out() {
            println!("left out of {}: {tool}", connection.name());
        }
    }
    wrong += list_sizes(&servers, &installed, &alone).await?;
    wrong += compare(&toolbox, (&installed, &alone, &through), record, verbose).await?;
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Makes all calls of the table.
async fn compare(
    toolbox: &Toolbox,
    (installed, alone, through): (&PathBuf, &Path, &Path),
    record: bool,
    verbose: bool,
) -> Result<u32, Error> {
    let mut direct = Direct::new(installed.clone(), alone.to_path_buf());
    let mut counts = table::Counts::default();
    let mut wrong = 0;
    for mut row in table::rows()? {
        let (is_alone, text_alone) = direct.call(&row).await?;
        let (is_through, text_through) = answers::through(toolbox, &row, through).await;
        counts.add(&row, is_alone, is_through);
        if verbose {
            let Row { server, tool, arguments, .. } = &row;
            let cut = |text: &str| text.replace('\n', " ").chars().take(400).collect::<String>();
            println!("{server}.{tool} {arguments}");
            println!(
                "   alone:   {is_alone}: {}\n   through: {is_through}: {}",
                cut(&text_alone),
                cut(&text_through)
            );
        }
        if record {
            (row.alone, row.through) = (Some(is_alone), Some(is_through));
            println!("{}", serde_json::to_string(&row)?);
        } else if let Some(difference) = row.difference(is_alone, is_through) {
            wrong += 1;
            println!("WRONG {}.{} {}: {difference}\n   {text_through}", row.server, row.tool, row.arguments);
        }
    }
    counts.print();
    Ok(wrong + counts.failures())
}

/// The characters of the lists of the seven servers that were measured before, raw and in containers.
async fn list_sizes(servers: &McpServers, installed: &Path, alone: &Path) -> Result<u32, Error> {
    let mut raw = 0;
    for name in SEVEN {
        let client = servers::direct(name, installed, alone).await?;
        let tools = client.list_all_tools().await?;
        raw += serde_json::to_string(&tools)?.chars().count();
        client.cancel().await?;
    }
    let seven = servers.connections().iter().filter(|connection| SEVEN.contains(&connection.name()));
    let toolbox = seven
        .fold(Toolbox::builder(), |builder, connection| builder.external(connection.source()))
        .build()?;
    let session = Session::new();
    session.set_list_mode(ListMode::Growing);
    let list = Provider::Mcp.tools(&toolbox.tools(&session));
    let unnamed: Vec<_> =
        toolbox.all_tools().iter().map(hpd_host::Tool::name).filter(|name| !list.contains(name)).collect();
    if std::env::args().any(|argument| argument == "--verbose") {
        println!("{list}");
    }
    let shown = toolbox.tools(&session).len();
    println!(
        "lists of {} servers: {raw} characters raw, {} in {shown} tools; not named: {unnamed:?}",
        SEVEN.len(),
        list.chars().count(),
    );
    Ok(u32::from(!unnamed.is_empty()) + u32::from(list.chars().count() > 6_636))
}

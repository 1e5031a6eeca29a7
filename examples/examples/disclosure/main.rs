//! Measures the ways in which a model comes to its tools: all in the list, containers, the provider's deferred tools, and a
//! search.
//!
//! ```text
//! disclosure DATA
//! ```
//!
//! `DATA` is a folder with `toolsets.jsonl`, `calls.jsonl` and `github_toolset_groups.json`: lists of tools of real servers,
//! calls of benchmarks, and the groups of one server.

#[path = "../tokens/groups.rs"]
mod groups;
mod hits;
mod native_list;
mod recorded;
mod tables;
// The same files of tools are read here and there.
#[path = "../replay/tools.rs"]
mod tools;
mod transcript;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hpd_examples::output::{is_closed_pipe, print};
use hpd_host::external::ExternalSource;
use hpd_host::list::Bm25;
use hpd_host::results::estimated_tokens;
use hpd_host::{Limits, Toolbox, ToolboxBuilder};

use groups::Groups;
use recorded::Recorded;
use tools::Server;

type Failure = Box<dyn std::error::Error>;

/// Tasks that are played.
const TASKS: usize = 30;

/// The servers of the long list: each tool list once. Others are versions of them. The airline's is the one that a model's
/// calls were recorded with.
const SERVERS: [&str; 7] = [
    "github-mcp-server",
    "xero-mcp-server",
    "tau2:retail",
    "tau:airline",
    "tau2:banking_knowledge",
    "tau2:telecom",
    "tau2:telecom/user",
];

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("disclosure: name the folder with the data");
        return ExitCode::from(2);
    };
    match report(&folder).and_then(|text| Ok(print(&text)?)) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads the output has seen enough.
        Err(error) if is_closed_pipe(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("disclosure: {error}");
            ExitCode::from(2)
        }
    }
}

fn report(folder: &Path) -> Result<String, Failure> {
    let recorded = Recorded::read(&folder.join("calls.jsonl"))?;
    let groups = Groups::read(&folder.join("github_toolset_groups.json"))?;
    let mut out = estimates(folder)?;
    let read = |wanted: &[&str]| -> Result<Vec<Server>, String> {
        let servers = tools::read(&folder.join("toolsets.jsonl"), &[])?;
        Ok(servers.into_iter().filter(|server| is_wanted(server, wanted)).collect())
    };
    // The same tasks are played with each list.
    let all = toolbox(read(&SERVERS)?, &groups)?;
    let tasks = recorded.sample(&all, TASKS);
    for (title, wanted) in
        [("63 tools of four servers", &SERVERS[2..6]), ("261 tools of seven servers", &SERVERS[..])]
    {
        let toolbox = toolbox(read(wanted)?, &groups)?;
        let tasks = &tasks[..];
        // Writing into a `String` can't fail.
        let _ = writeln!(out, "## {title}\n");
        out.push_str(&hits::table(&toolbox, &recorded));
        let with_search = toolbox.to_builder().tool_search(Bm25::new()).build()?;
        out.push_str(&tables::ways([&toolbox, &with_search], tasks)?);
    }
    out.push_str(&tables::sizes(&|servers| toolbox(servers, &groups), &read, &tasks)?);
    out.push_str(&tables::conversations(&all, &tasks)?);
    Ok(out)
}

/// Estimated tokens beside those of a vocabulary.
fn estimates(folder: &Path) -> Result<String, Failure> {
    let lists = std::fs::read_to_string(folder.join("toolsets.jsonl"))?;
    let calls = std::fs::read_to_string(folder.join("calls.jsonl"))?;
    let mut prose = String::new();
    for line in lists.lines() {
        let list: serde_json::Value = serde_json::from_str(line)?;
        for tool in list["tools"].as_array().into_iter().flatten() {
            prose.push_str(tool["description"].as_str().unwrap_or_default());
            prose.push('\n');
        }
    }
    let mut out = String::from(
        "## Estimated tokens\n\n| text | bytes | o200k_base | estimated | off by |\n|---|---:|---:|---:|---:|\n",
    );
    for (name, text) in
        [("lists of tools, JSON", &lists), ("recorded calls, JSON", &calls), ("descriptions", &prose)]
    {
        let (counted, estimated) = (tokens(text), estimated_tokens(text));
        let permille = (estimated * 1000).checked_div(counted).unwrap_or(1000);
        let (sign, off) = if permille < 1000 { ("-", 1000 - permille) } else { ("+", permille - 1000) };
        let (bytes, whole, tenth) = (text.len(), off / 10, off % 10);
        let _ = writeln!(out, "| {name} | {bytes} | {counted} | {estimated} | {sign}{whole}.{tenth} % |");
    }
    out.push('\n');
    Ok(out)
}

fn is_wanted(server: &Server, wanted: &[&str]) -> bool {
    wanted.iter().any(|name| server.name == *name || server.name.starts_with(&format!("{name}(")))
}

/// A toolbox with a container for each server, or for each group of its tools.
fn toolbox(servers: Vec<Server>, groups: &Groups) -> Result<Toolbox, Failure> {
    let github = |server: &Server| server.name.starts_with("github");
    let sources = servers.into_iter().flat_map(|server| {
        if github(&server) {
            groups.divide(server)
        } else {
            vec![ExternalSource::mcp(server.name, server.list)]
        }
    });
    let builder = sources.fold(Toolbox::builder(), ToolboxBuilder::external);
    Ok(builder.limits(Limits::new().forwarded_calls(10_000)).build()?)
}

/// The tokens of a text in `OpenAI`'s `o200k_base`.
fn tokens(text: &str) -> usize {
    tiktoken_rs::o200k_base_singleton().count_ordinary(text)
}

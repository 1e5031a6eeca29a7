//! The servers, and what the host says about them.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use hpd_host::external::{Rules, UnknownFields};
use hpd_mcp::client::{McpSource, TimeLimits};
use rmcp::ServiceExt;
use rmcp::service::{RoleClient, RunningService};
use rmcp::transport::{ConfigureCommandExt, TokioChildProcess};

use crate::Error;

/// The twelve servers.
pub(crate) const NAMES: [&str; 12] = [
    "everything",
    "filesystem",
    "memory",
    "thinking",
    "git",
    "time",
    "fetch",
    "eslint",
    "calculator",
    "editor",
    "sqlite",
    "excel",
];

/// Those whose lists were measured before.
pub(crate) const SEVEN: [&str; 7] =
    ["everything", "filesystem", "memory", "thinking", "git", "time", "fetch"];

/// The program of a server, its arguments and variables.
struct Program {
    command: OsString,
    arguments: Vec<OsString>,
    variables: Vec<(&'static str, OsString)>,
}

fn program(name: &str, installed: &Path, files: &Path) -> Program {
    let node = |program: &str| installed.join("node_modules/.bin").join(program);
    let python = |program: &str| installed.join("python-mcp2/bin").join(program);
    let older = |program: &str| installed.join("python-mcp1/bin").join(program);
    let (command, arguments): (_, Vec<OsString>) = match name {
        "everything" => (node("mcp-server-everything"), vec![]),
        "filesystem" => (node("mcp-server-filesystem"), vec![files.into()]),
        "memory" => (node("mcp-server-memory"), vec![]),
        "thinking" => (node("mcp-server-sequential-thinking"), vec![]),
        "git" => (python("mcp-server-git"), vec!["--repository".into(), files.join("repo").into()]),
        "time" => (python("mcp-server-time"), vec![]),
        "fetch" => (python("mcp-server-fetch"), vec!["--ignore-robots-txt".into()]),
        "eslint" => (node("mcp"), vec![]),
        "calculator" => (older("mcp-server-calculator"), vec![]),
        "editor" => (older("mcp-text-editor"), vec![]),
        "sqlite" => (older("mcp-server-sqlite"), vec!["--db-path".into(), files.join("notes.db").into()]),
        _ => (older("excel-mcp-server"), vec!["stdio".into()]),
    };
    let variables = vec![("MEMORY_FILE_PATH", files.join("memory.jsonl").into())];
    Program { command: command.into(), arguments, variables }
}

/// What the schemas of the servers do not say, and what the names of tools hide.
const RULES: [(&str, &str); 4] = [
    ("filesystem", "tools: { read_text_file: { at_least: { head: 1, tail: 1 } } }"),
    ("memory", "tools: { create_entities: { write: true, risk: low, non_empty: [entities] } }"),
    ("git", "tools: { git_add: { write: true, risk: low } }"),
    ("calculator", "tools: { calculate: { write: false } }"),
];

/// A server as a source of the toolbox.
pub(crate) fn source(name: &'static str, installed: &Path, files: &Path) -> McpSource {
    let Program { command, arguments, variables } = program(name, installed, files);
    // Twelve interpreters start at the same time.
    let limits = TimeLimits::default().connect(Duration::from_secs(240));
    let source = McpSource::stdio(name, command).args(arguments).current_dir(files).limits(limits);
    let source = variables.into_iter().fold(source, |source, (name, value)| source.env(name, value));
    source.configure(move |source| {
        let rules = RULES.iter().find(|(server, _)| *server == name);
        let source = source.trusted().unknown_fields(UnknownFields::Reject);
        match rules.map(|(_, text)| Rules::from_yaml(name, text)) {
            Some(Ok(rules)) => source.rules(rules),
            Some(Err(error)) => {
                eprintln!("{error}");
                source
            }
            None => source,
        }
    })
}

/// A server, called by rmcp alone.
pub(crate) async fn direct(
    name: &str,
    installed: &Path,
    files: &Path,
) -> Result<RunningService<RoleClient, ()>, Error> {
    let Program { command, arguments, variables } = program(name, installed, files);
    let command = tokio::process::Command::new(command).configure(|command| {
        command.args(arguments).envs(variables).current_dir(files);
    });
    let (transport, _) = TokioChildProcess::builder(command).stderr(std::process::Stdio::null()).spawn()?;
    Ok(().serve(transport).await?)
}

/// Files for the calls: a repository, a text, a script.
pub(crate) fn prepare(files: &Path) -> Result<(), Error> {
    if files.exists() {
        std::fs::remove_dir_all(files)?;
    }
    let repository = files.join("repo");
    std::fs::create_dir_all(repository.join("docs"))?;
    std::fs::write(repository.join("x.txt"), "x\n")?;
    std::fs::write(repository.join("docs/readme.txt"), "docs\n")?;
    std::fs::write(files.join("e2.txt"), "one\n")?;
    std::fs::write(files.join("ok.js"), "export const one = 1;\n")?;
    std::fs::write(files.join("eslint.config.js"), "module.exports = [{ rules: {} }];\n")?;
    let identity = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
    for arguments in
        [vec!["init", "-q", "-b", "main"], vec!["add", "docs"], vec!["commit", "-q", "-m", "first"]]
    {
        let status = Command::new("git").current_dir(&repository).args(identity).args(&arguments).status()?;
        if !status.success() {
            return Err(format!("git {arguments:?} failed").into());
        }
    }
    Ok(())
}

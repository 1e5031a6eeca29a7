//! Three MCP servers behind one toolbox: lists, checks, an approval, a server that is killed and comes back.
//!
//! `cargo run -p hpd-mcp --example mcp_client` needs nothing else: the servers are this program, started again with the
//! name of a server. With a file, it takes your servers: `cargo run -p hpd-mcp --example mcp_client -- mcp.json` reads
//! the key `mcpServers` of desktop clients, and prints their tools.
#![forbid(unsafe_code)]

mod own_servers;
mod small_server;

use hpd_host::approval::{Answer, UserChannel};
use hpd_host::external::{ExternalSource, Rules};
use hpd_host::outcome::OutcomeKind;
use hpd_host::{Outcome, RawCall, Session, Toolbox};
use hpd_mcp::client::{McpServers, McpSource};

type Error = Box<dyn std::error::Error>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => converse().await,
        ["serve", name] => Ok(small_server::serve(name)?),
        [file] => own_servers::list(file).await,
        _ => Err("usage: mcp_client [mcp.json]".into()),
    }
}

/// A server that is this program.
fn server(name: &str) -> Result<McpSource, Error> {
    Ok(McpSource::stdio(name, std::env::current_exe()?).args(["serve", name]).container_name(name))
}

async fn converse() -> Result<(), Error> {
    // The schema of `send` takes any text; the host wants one with a length.
    let rules =
        Rules::from_yaml("post.yaml", "tools: { send: { write: true, risk: medium, non_empty: [to] } }")?;
    let sources = [
        server("clock")?.configure(ExternalSource::trusted),
        server("notes")?.configure(ExternalSource::trusted),
        server("post")?.configure(move |source| source.trusted().rules(rules.clone())),
        McpSource::stdio("broken", "sh").args(["-c", "echo 'no licence' >&2; exit 1"]),
    ];
    let servers = McpServers::connect(sources).await;
    for failure in servers.failures() {
        println!("! {failure}");
    }
    let toolbox = servers.add_to(Toolbox::builder()).build()?;
    let snapshots = servers.watch(toolbox);

    let session = Session::new();
    let toolbox = snapshots.current();
    for tool in toolbox.tools(&session) {
        println!("- {}: {}", tool.name(), tool.description());
    }
    for (name, arguments) in [
        ("clock", "{}"),
        ("time_after", r#"{"time": "12:30", "minutes": "45"}"#),
        ("notes", "{}"),
        ("find", r#"{"txt": "milk", "limit": 0}"#),
        ("find", r#"{"text": "milk"}"#),
        ("post", "{}"),
        ("send", r#"{"to": "bo@example.com", "text": "Buy milk."}"#),
    ] {
        let outcome = toolbox.call(&session, &RawCall::new("1", name, arguments)).await;
        println!("> {name} {arguments}\n{}", outcome.for_model_as_text());
        if let OutcomeKind::Confirm(question) = &outcome.kind {
            println!("? {}", question.text());
            println!("{}", confirm(&toolbox, &session, &outcome).await?.for_model_as_text());
        }
    }

    // A tool of the clock ends its process. It is a read: it is called once more in a new process.
    for (name, arguments) in [("faulty", "{}"), ("time_after", r#"{"time": "12:30", "minutes": 1}"#)] {
        let outcome = toolbox.call(&session, &RawCall::new("1", name, arguments)).await;
        println!("> {name} {arguments}\n{}", outcome.for_model_as_text());
    }
    for server in servers.connections() {
        println!("{} was connected again {} times", server.name(), server.reconnects());
    }
    Ok(())
}

/// The user agrees.
async fn confirm(toolbox: &Toolbox, session: &Session, outcome: &Outcome) -> Result<Outcome, Error> {
    let OutcomeKind::Confirm(question) = &outcome.kind else { return Err("nothing is asked".into()) };
    let answer = UserChannel::local().decision(Answer::confirm(question));
    Ok(toolbox.decide(session, &answer).await?)
}

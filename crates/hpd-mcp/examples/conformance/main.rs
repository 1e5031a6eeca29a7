//! The server that the conformance suite of the Model Context Protocol tests: `--port N`, path `/mcp`.
//!
//! Its tools are functions of a toolbox. What is no tool (prompts, resources, completions) is served beside it, by an rmcp
//! handler.

#![expect(clippy::unused_self, reason = "tools without a state")]

mod beside;
mod content;
mod inputs;
mod schemas;
mod skills;

use hpd_host::Toolbox;
use hpd_host::list::ListMode;
use hpd_mcp::server::{HpdServer, ListPolicy};
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let port = port()?;
    let triggers = content::Triggers::default();
    let changes = triggers.clone();
    let toolbox = Toolbox::builder()
        .plugin(content::Content)
        .plugin(triggers)
        .plugin(inputs::Inputs)
        .plugin(inputs::Rounds)
        .external(schemas::source())
        .plugin(skills::Manners)
        .build()?;
    let server = HpdServer::new(toolbox)
        .named("hpd-conformance", env!("CARGO_PKG_VERSION"))
        .lists(ListPolicy::always(ListMode::Flat))
        .logging()
        .beside(beside::Beside);
    changes.are(server.changes());
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    println!("http://{}/mcp", listener.local_addr()?);
    server.http().serve(listener).await?;
    Ok(())
}

/// The port of `--port N`; without one, any free one.
fn port() -> Result<u16, Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    match (arguments.next().as_deref(), arguments.next()) {
        (None, _) => Ok(0),
        (Some("--port"), Some(port)) => Ok(port.parse()?),
        _ => Err("usage: conformance --port N".into()),
    }
}

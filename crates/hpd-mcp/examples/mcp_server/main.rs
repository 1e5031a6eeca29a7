//! A plugin as an MCP server: over stdio, or with `--http PORT` over streamable HTTP.
//!
//! ```sh
//! cargo build --release -p hpd-mcp --example mcp_server
//! ```
//!
//! In the configuration of a desktop client:
//!
//! ```json
//! { "mcpServers": {
//!     "office": { "command": "/path/to/target/release/examples/mcp_server" }
//! } }
//! ```
//!
//! `--lists flat|constant|growing` chooses the kind of list for all clients.

#![expect(clippy::unused_self, reason = "tools without a state")]

mod office;

use hpd_host::list::ListMode;
use hpd_host::values::MapProfile;
use hpd_host::{Toolbox, Values};
use hpd_mcp::server::{HpdServer, ListPolicy};
use tokio::net::TcpListener;

type Failure = Box<dyn std::error::Error>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let options = Options::read(std::env::args().skip(1))?;
    let profile = MapProfile::new().for_all("address", "123 Main St");
    let toolbox = Toolbox::builder()
        .plugin(office::Math)
        .plugin(office::Books)
        .plugin(office::Closing)
        .values(Values::new().profile(profile))
        .build()?;
    let server = HpdServer::new(toolbox)
        .named("office", env!("CARGO_PKG_VERSION"))
        .instructions("Sums, invoices and orders of an office.")
        .lists(options.lists);
    match options.port {
        None => server.serve_stdio().await?,
        Some(port) => {
            let listener = TcpListener::bind(("127.0.0.1", port)).await?;
            println!("http://{}/mcp", listener.local_addr()?);
            server.http().serve(listener).await?;
        }
    }
    Ok(())
}

struct Options {
    port: Option<u16>,
    lists: ListPolicy,
}

impl Options {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self, Failure> {
        let mut options = Self { port: None, lists: ListPolicy::new() };
        while let Some(option) = arguments.next() {
            let value = arguments.next().unwrap_or_default();
            match (&*option, &*value) {
                ("--http", port) => options.port = Some(port.parse()?),
                ("--lists", "flat") => options.lists = ListPolicy::always(ListMode::Flat),
                ("--lists", "constant") => options.lists = ListPolicy::always(ListMode::Constant),
                ("--lists", "growing") => options.lists = ListPolicy::always(ListMode::Growing),
                _ => return Err("usage: mcp_server [--http PORT] [--lists flat|constant|growing]".into()),
            }
        }
        Ok(options)
    }
}

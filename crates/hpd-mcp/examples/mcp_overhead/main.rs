//! What a call through a toolbox costs over the same call by rmcp alone, and the memory of both.
//!
//! `cargo run --release -p hpd-mcp --example mcp_overhead -- [calls]` starts an echo server of rmcp as a child process,
//! once for each way, and makes calls by turns. The minimum counts: whatever else the machine does only adds to it.
//!
//! `mcp_overhead serve` is the echo server, and `mcp_overhead gateway` is a server in front of it: `bench/mcp/overhead.py`
//! measures them beside other gateways.
#![forbid(unsafe_code)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use hpd_host::external::{Rules, ToolRules};
use hpd_host::list::ListMode;
use hpd_host::{RawCall, Session, Toolbox};
use hpd_mcp::client::McpSource;
use hpd_mcp::server::{HpdServer, ListPolicy};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleClient, RoleServer, RunningService};
use rmcp::transport::TokioChildProcess;
use rmcp::{ErrorData, ServerHandler, ServiceExt};
use serde_json::json;

type Error = Box<dyn std::error::Error>;

/// Answers each call with its text.
struct Echo;

impl ServerHandler for Echo {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let schema =
            json!({"type": "object", "properties": {"message": {"type": "string"}}, "required": ["message"]});
        let schema = schema.as_object().cloned().unwrap_or_default();
        Ok(ListToolsResult::with_all_items(vec![Tool::new("echo", "Echoes", Arc::new(schema))]))
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let message =
            call.arguments.and_then(|arguments| arguments.get("message")?.as_str().map(str::to_owned));
        Ok(CallToolResult::success(vec![ContentBlock::text(message.unwrap_or_default())]).into())
    }
}

const ARGUMENTS: &str = r#"{"message":"a short text, as most arguments are"}"#;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let argument = std::env::args().nth(1);
    match argument.as_deref() {
        Some("serve") => {
            Echo.serve(rmcp::transport::stdio()).await?.waiting().await?;
            return Ok(());
        }
        Some("gateway") => return gateway().await,
        _ => {}
    }
    let calls: usize = argument.map_or(Ok(5_000), |number| number.parse())?;
    let this = std::env::current_exe()?;
    println!("memory before: {} KiB", resident()?);

    let mut command = tokio::process::Command::new(&this);
    command.arg("serve");
    let direct = ().serve(TokioChildProcess::new(command)?).await?;
    println!("memory with rmcp's client: {} KiB", resident()?);

    let connection = echo_source()?.connect().await?;
    let toolbox = Toolbox::builder().external(connection.source()).build()?;
    println!("memory with rmcp's client and the toolbox: {} KiB", resident()?);

    let session = Session::new();
    let (mut alone, mut through) = (Vec::with_capacity(calls), Vec::with_capacity(calls));
    for _ in 0..calls {
        alone.push(by_rmcp(&direct).await?);
        let start = Instant::now();
        let outcome = toolbox.call(&session, &RawCall::new("1", "echo", ARGUMENTS)).await;
        through.push(start.elapsed());
        if outcome.status() != "ok" {
            return Err(outcome.for_model_as_text().into_owned().into());
        }
    }
    let (alone, through) = (sorted(alone), sorted(through));
    println!("rmcp alone:          min {:?}, median {:?}", alone[0], alone[calls / 2]);
    println!("through the toolbox: min {:?}, median {:?}", through[0], through[calls / 2]);
    println!("over the direct call, by minima: {:?}", through[0].saturating_sub(alone[0]));
    println!("memory after {calls} calls each way: {} KiB", resident()?);
    Ok(())
}

/// The echo server, as a source.
fn echo_source() -> Result<McpSource, Error> {
    let source = McpSource::stdio("echo", std::env::current_exe()?).args(["serve"]);
    Ok(source.configure(|source| source.rules(read_only())))
}

/// Serves the tools of the echo server.
async fn gateway() -> Result<(), Error> {
    let connection = echo_source()?.connect().await?;
    let toolbox = Toolbox::builder().external(connection.source()).build()?;
    HpdServer::new(toolbox).lists(ListPolicy::always(ListMode::Flat)).serve_stdio().await?;
    Ok(())
}

/// The tool is a read.
fn read_only() -> Rules {
    Rules::new().tool("echo", ToolRules::new().read())
}

async fn by_rmcp(direct: &RunningService<RoleClient, ()>) -> Result<Duration, Error> {
    let start = Instant::now();
    // A client gets the arguments as a text from the model.
    let arguments = serde_json::from_str(ARGUMENTS)?;
    let result = direct.call_tool(CallToolRequestParams::new("echo").with_arguments(arguments)).await?;
    let time = start.elapsed();
    if result.is_error == Some(true) { Err("the server failed".into()) } else { Ok(time) }
}

fn sorted(mut times: Vec<Duration>) -> Vec<Duration> {
    times.sort_unstable();
    times
}

/// The memory of this process that is in use, in KiB.
fn resident() -> Result<u64, Error> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("there is no VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

//! The server with rmcp alone.

use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServerHandler, ServiceExt, tool, tool_handler, tool_router};

use crate::Failure;

#[derive(Clone)]
struct Echo;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct EchoRequest {
    /// The text.
    text: String,
    /// How often.
    times: u32,
}

#[tool_router]
impl Echo {
    /// Repeats a text.
    #[tool]
    fn echo(&self, Parameters(EchoRequest { text, times }): Parameters<EchoRequest>) -> String {
        text.repeat(times as usize)
    }
}

#[tool_handler]
impl ServerHandler for Echo {}

/// Serves over stdio.
pub(crate) async fn serve() -> Result<(), Failure> {
    let running = Echo.serve(rmcp::transport::io::stdio_pipes()).await?;
    running.waiting().await?;
    Ok(())
}

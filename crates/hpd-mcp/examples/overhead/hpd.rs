//! The servers with hpd.

use hpd_host::external::{Arguments, Classification, ExternalHandler, ExternalSource, ExternalTool};
use hpd_host::list::ListMode;
use hpd_host::system::BoxFuture;
use hpd_host::{CallContext, Output, ToolError, Toolbox, plugin};
use hpd_mcp::server::{HpdServer, ListPolicy};
use serde_json::json;

use crate::Failure;

struct Echo;

#[plugin]
impl Echo {
    /// Repeats a text.
    #[ai_function(read_only)]
    fn echo(
        &self,
        /** The text. */
        text: String,
        /** How often. */
        times: u32,
    ) -> String {
        text.repeat(times as usize)
    }
}

/// A toolbox with one function.
pub(crate) fn echo() -> Result<Toolbox, Failure> {
    Ok(Toolbox::builder().plugin(Echo).build()?)
}

/// Answers with the arguments.
struct Same;

impl ExternalHandler for Same {
    fn call<'a>(
        &'a self,
        _: &'a str,
        arguments: Arguments<'a>,
        _: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        Box::pin(async move { Ok(Output::Text(arguments.text().to_owned())) })
    }
}

/// A toolbox with many tools.
pub(crate) fn many(count: usize) -> Result<Toolbox, Failure> {
    let properties = json!({
        "path": {"type": "string", "description": "The path of the file, from the root of the project"},
        "lines": {"type": "integer", "minimum": 1, "description": "How many lines are read"},
        "encoding": {"type": "string", "enum": ["utf-8", "latin-1"], "description": "The encoding of the file"},
    });
    let schema = json!({"type": "object", "properties": properties, "required": ["path"]});
    let tool = |number| {
        let name = format!("read_file_{number}");
        ExternalTool::new(name, "Reads the first lines of a file.", schema.clone())
            .classified(Classification::Read)
    };
    let tools: Vec<_> = (0..count).map(tool).collect();
    Ok(Toolbox::builder().external(ExternalSource::list("Files", tools).handler(Same)).build()?)
}

/// Serves flat lists over stdio.
pub(crate) async fn serve(toolbox: Toolbox) -> Result<(), Failure> {
    HpdServer::new(toolbox).lists(ListPolicy::always(ListMode::Flat)).serve_stdio().await?;
    Ok(())
}

//! An accounting server that accepts anything, behind rules that it knows nothing of.

mod server;

use hpd_host::{ExternalSource, Rules, Toolbox};

pub use server::AcceptsAnything;

/// What the program demands of the server's tools.
const RULES: &str = include_str!("rules.yaml");

/// The tools of the server, as it lists them: no field is required, and none has a type of its own.
const TOOLS: &str = include_str!("tools.json");

/// A toolbox whose calls reach the server only if the rules hold.
///
/// # Errors
///
/// The list of tools or the rules can't be read, or contradict each other.
pub fn toolbox(server: AcceptsAnything) -> Result<Toolbox, Box<dyn std::error::Error>> {
    let tools = hpd_host::ExternalTool::list_from_text(TOOLS)?;
    let source = ExternalSource::mcp("accounting", tools)
        .description("Invoices, bills, payments and the journal")
        .handler(server)
        .rules(Rules::from_yaml("rules.yaml", RULES)?);
    Ok(Toolbox::builder().external(source).build()?)
}

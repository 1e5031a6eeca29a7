//! The toolboxes that are measured.

use hpd_examples::bookkeeping::Bookkeeping;
use hpd_examples::finance::{FinancialAnalysisPlugin, FinancialAnalysisSkills};
use hpd_examples::math::Math;
use hpd_host::{BuildError, Toolbox, ToolboxBuilder};

use crate::groups::Groups;
use crate::options::Options;
use crate::tools::{self, Server};

/// A toolbox under a name.
pub(crate) struct Bench {
    pub(crate) name: String,
    pub(crate) toolbox: Toolbox,
}

/// The example plugins in one toolbox, or a toolbox for each server.
pub(crate) fn benches(options: &Options) -> Result<Vec<Bench>, Box<dyn std::error::Error>> {
    if options.tools.is_empty() {
        let toolbox = example_plugins()?;
        return Ok(vec![Bench { name: "example plugins".to_owned(), toolbox }]);
    }
    let groups = options.groups.as_deref().map_or_else(|| Ok(Groups::default()), Groups::read)?;
    let wanted = options.server.as_deref().unwrap_or_default();
    let mut benches = Vec::new();
    for path in &options.tools {
        for server in tools::read(path, &[])?.into_iter().filter(|server| server.name.starts_with(wanted)) {
            benches.push(of_server(server, &groups)?);
        }
    }
    if benches.is_empty() {
        return Err(format!("no server starts with \"{wanted}\"").into());
    }
    Ok(benches)
}

fn example_plugins() -> Result<Toolbox, BuildError> {
    Toolbox::builder()
        .plugin(Math)
        .plugin(FinancialAnalysisPlugin)
        .plugin(FinancialAnalysisSkills::default())
        .plugin(Bookkeeping::default())
        .build()
}

fn of_server(server: Server, groups: &Groups) -> Result<Bench, BuildError> {
    let name = server.name.clone();
    let sources = groups.divide(server);
    let toolbox = sources.into_iter().fold(Toolbox::builder(), ToolboxBuilder::external);
    Ok(Bench { name, toolbox: toolbox.build()? })
}

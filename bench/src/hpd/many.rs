//! Ten thousand external tools in five hundred containers.

use hpd_bench_cases::payloads::source_list;
use hpd_host::Toolbox;
use hpd_host::dialect::Dialect;
use hpd_host::external::{ExternalSource, ExternalTool};

/// The tools of each source, as a client of the servers has them.
pub(crate) fn sources(count: u32) -> Vec<Vec<ExternalTool>> {
    (0..count)
        .map(|source| ExternalTool::list_from_text(&source_list(source)).expect("the list has tools").tools)
        .collect()
}

/// A toolbox with these sources.
pub(crate) fn toolbox(sources: Vec<Vec<ExternalTool>>, prepared: Option<Dialect>) -> Toolbox {
    let mut builder = Toolbox::builder().prepare(prepared);
    for (number, tools) in sources.into_iter().enumerate() {
        builder = builder.external(ExternalSource::mcp(format!("server_{number}"), tools));
    }
    builder.build().expect("no two tools have the same name")
}

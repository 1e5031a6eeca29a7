//! The list of tools of a turn, and the lookup of a tool by name, by the size of the toolbox. The functions are in
//! containers of twenty, five of which are expanded.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use hpd_host::external::{ExternalSource, ExternalTool};
use hpd_host::filter::{Filters, ListContext};
use hpd_host::list::{ListMode, ToolOrder, VisibilityPolicy};
use hpd_host::{Principal, Session, Toolbox, ToolboxBuilder, TurnContext};
use serde_json::json;

const IN_A_CONTAINER: usize = 20;
const EXPANDED: usize = 5;

fn toolbox(functions: usize, policy: VisibilityPolicy) -> Toolbox {
    builder(functions, policy).build().expect("names of tools differ")
}

fn builder(functions: usize, policy: VisibilityPolicy) -> ToolboxBuilder {
    let containers = functions / IN_A_CONTAINER;
    let sources = (0..containers).map(|container| {
        let tools = (0..IN_A_CONTAINER).map(|tool| {
            let schema = json!({ "type": "object", "properties": { "id": { "type": "integer" } } });
            ExternalTool::new(format!("get_{container}_{tool}"), "Finds something.", schema)
        });
        ExternalSource::list(format!("source_{container}"), tools.collect::<Vec<_>>())
    });
    sources.fold(Toolbox::builder().visibility(policy), ToolboxBuilder::external)
}

/// A session in which five containers are expanded that lie far from each other.
fn session(toolbox: &Toolbox) -> Session {
    let containers: Vec<_> = toolbox.all_tools().iter().filter(|tool| tool.is_container()).collect();
    let session = Session::new();
    for container in containers.iter().step_by(containers.len() / EXPANDED).take(EXPANDED) {
        session.expand(container.id());
    }
    assert_eq!(toolbox.tools(&session).len(), containers.len() + EXPANDED * IN_A_CONTAINER);
    session
}

fn lists(criterion: &mut Criterion) {
    for functions in [100, 1_000, 10_000] {
        let mut group = criterion.benchmark_group("tools of a turn");
        for (name, policy) in [
            ("cold", VisibilityPolicy::new()),
            ("cold, by name", VisibilityPolicy::new().order(ToolOrder::ByName)),
        ] {
            let toolbox = toolbox(functions, policy);
            let session = session(&toolbox);
            let extra = toolbox.all_tools()[1].id().clone();
            group.bench_function(BenchmarkId::new(name, functions), |bencher| {
                bencher.iter(|| {
                    // Both are changes: so the list is computed anew, with the same expansions as before.
                    session.expand(&extra);
                    session.collapse(&extra);
                    black_box(toolbox.tool_list(&session))
                });
            });
        }
        let toolbox = toolbox(functions, VisibilityPolicy::new().list(ListMode::Growing));
        let session = session(&toolbox);
        group.bench_function(BenchmarkId::new("unchanged", functions), |bencher| {
            bencher.iter(|| black_box(toolbox.tool_list(&session)));
        });
        group.bench_function(BenchmarkId::new("unchanged, as a vector", functions), |bencher| {
            bencher.iter(|| black_box(toolbox.tools(&session)));
        });
        // One tool in twenty is hidden from the principal.
        let filter =
            |tool: &ListContext<'_>| tool.principal().id() == Some("anna") || !tool.name().ends_with("_7");
        let filtered =
            builder(functions, VisibilityPolicy::new()).filters(Filters::new().list(filter)).build();
        let filtered = filtered.expect("names of tools differ");
        for (name, principal) in [("a list filter shows all", "anna"), ("a list filter hides some", "ben")] {
            let turn = TurnContext::on_behalf_of(Principal::new(principal));
            group.bench_function(BenchmarkId::new(name, functions), |bencher| {
                bencher.iter(|| black_box(filtered.tools_with(&session, &turn)));
            });
        }
        let name = toolbox.all_tools()[functions / 2].name().to_owned();
        group.bench_function(BenchmarkId::new("lookup of a name", functions), |bencher| {
            bencher.iter(|| black_box(toolbox.tool(black_box(&name))));
        });
        group.finish();
    }
}

criterion_group!(benches, lists);
criterion_main!(benches);

//! Manifests of the example plugins: written, read, and made into tools with the same schemas.

use hpd_examples::bookkeeping::Bookkeeping;
use hpd_examples::finance::FinancialAnalysisPlugin;
use hpd_examples::math::Math;
use hpd_host::error::BuildProblem;
use hpd_host::external::{Arguments, ExternalHandler};
use hpd_host::schema::{SchemaSettings, assemble};
use hpd_host::system::BoxFuture;
use hpd_host::values::PluginManifest;
use hpd_host::{CallContext, Output, Plugin, ToolError, Toolbox};
use serde_json::Value;

struct Nobody;

impl ExternalHandler for Nobody {
    fn call<'a>(
        &'a self,
        _: &'a str,
        _: Arguments<'a>,
        _: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        Box::pin(async { Ok(Output::Text(String::new())) })
    }
}

fn round_trip<P: Plugin>() {
    let manifest = PluginManifest::of::<P>().unwrap();
    let read = PluginManifest::from_yaml("plugin.yaml", &manifest.to_yaml()).unwrap();
    assert_eq!(read, manifest);
    let toolbox = Toolbox::builder().external(read.into_source(Nobody)).build().unwrap();
    // Previews are the program's, and none is registered here.
    let problems =
        toolbox.reports().iter().filter(|problem| !matches!(problem, BuildProblem::NoPreview { .. }));
    assert_eq!(problems.collect::<Vec<_>>(), [] as [&BuildProblem; 0]);
    for function in P::SPEC.functions {
        let tool = toolbox.tool(function.info.name).unwrap();
        let own = assemble(function.info, &SchemaSettings::default()).unwrap();
        assert_eq!(
            serde_json::from_str::<Value>(tool.input_schema()).unwrap(),
            own.published_value(),
            "{}",
            function.info.name
        );
        assert_eq!(tool.is_write(), function.info.is_write());
    }
}

#[test]
fn math() {
    round_trip::<Math>();
}

#[test]
fn finance() {
    round_trip::<FinancialAnalysisPlugin>();
}

#[test]
fn bookkeeping() {
    round_trip::<Bookkeeping>();
}

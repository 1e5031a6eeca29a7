//! The model's view of the example plugins, turn by turn. A change of it is a change of an interface.

use std::fmt::Write;

use hpd_examples::bookkeeping::Bookkeeping;
use hpd_examples::finance::{FinancialAnalysisPlugin, FinancialAnalysisSkills};
use hpd_examples::math::Math;
use hpd_host::{Session, Toolbox, ToolboxBuilder};

/// The tools of the first turn, and the names of the listed tools after each expansion.
fn turns(builder: ToolboxBuilder, containers: &[&str]) -> String {
    let toolbox = builder.build().expect("the example plugins fit together");
    let session = Session::new();
    let mut text = String::new();
    for tool in toolbox.tools(&session) {
        let kind = match (tool.is_container(), tool.is_write()) {
            (true, _) => "container",
            (false, true) => "write",
            (false, false) => "function",
        };
        let (name, description) = (tool.name(), tool.description());
        writeln!(text, "{kind} {name}: {description}").expect("writing into a text can't fail");
    }
    for container in containers {
        let tool = toolbox.tool(container).unwrap_or_else(|| panic!("there is no {container}"));
        assert!(session.expand(tool.id()), "{container} is expanded once");
        let names: Vec<_> = toolbox.tools(&session).into_iter().map(hpd_host::Tool::name).collect();
        write!(text, "\nafter {container}:\n  {}\n", names.join("\n  "))
            .expect("writing into a text can't fail");
    }
    text
}

#[test]
fn math() {
    insta::assert_snapshot!(turns(Toolbox::builder().plugin(Math), &["Math"]));
}

#[test]
fn financial_analysis() {
    let builder =
        Toolbox::builder().plugin(FinancialAnalysisPlugin).plugin(FinancialAnalysisSkills::default());
    insta::assert_snapshot!(turns(
        builder,
        &[
            "FinancialAnalysisSkills",
            "QuickLiquidityAnalysis",
            "FinancialAnalysisPlugin",
            "ComprehensiveReview"
        ]
    ));
}

#[test]
fn financial_skills_alone() {
    let builder = Toolbox::builder().plugin(FinancialAnalysisSkills::default());
    insta::assert_snapshot!(turns(
        builder,
        &["FinancialAnalysisSkills", "ComprehensiveReview", "ProfitabilityAnalysis"]
    ));
}

#[test]
fn bookkeeping() {
    insta::assert_snapshot!(turns(Toolbox::builder().plugin(Bookkeeping::default()), &[]));
}

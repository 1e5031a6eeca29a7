//! Containers whose members are listed from the start.

use hpd_host::external::{ExternalSource, ExternalTool, ExternalToolList};
use hpd_host::list::VisibilityPolicy;
use hpd_host::{Session, Toolbox};

use super::finance::{both_scoped, plugin_scoped};
use super::{expanded, names, set, sorted, text};

fn toolbox(never: &[&str]) -> Toolbox {
    Toolbox::builder()
        .plugin(both_scoped::FinancialAnalysisPlugin)
        .plugin(both_scoped::FinancialAnalysisSkills)
        .visibility(VisibilityPolicy::new().never_collapse(never))
        .build()
        .unwrap()
}

#[test]
fn functions_are_shown_directly_whatever_the_case() {
    for name in ["FinancialAnalysisPlugin", "financialanalysisplugin", "FINANCIALANALYSISPLUGIN"] {
        assert_eq!(
            names(&toolbox(&[name]), &Session::new()),
            [
                "CalculateCurrentRatio",
                "CalculateQuickRatio",
                "CalculateWorkingCapital",
                "CalculateDebtToEquityRatio",
                "OrphanFunction",
                "AnotherOrphanFunction",
                "FinancialAnalysisSkills"
            ]
        );
    }
}

#[test]
fn skills_are_shown_directly() {
    assert_eq!(
        names(&toolbox(&["financialanalysisskills"]), &Session::new()),
        [
            "FinancialAnalysisPlugin",
            "QuickLiquidityAnalysis",
            "CapitalStructureAnalysis",
            "PeriodChangeAnalysis"
        ]
    );
}

#[test]
fn a_skill_stays_listed_beside_what_it_refers_to() {
    let toolbox = Toolbox::builder()
        .plugin(plugin_scoped::FinancialAnalysisSkills)
        .visibility(
            VisibilityPolicy::new().never_collapse(["financialanalysisskills.CAPITALstructureANALYSIS"]),
        )
        .build()
        .unwrap();
    assert_eq!(
        set(&toolbox, &Session::new()),
        sorted([
            "QuickLiquidityAnalysis",
            "CapitalStructureAnalysis",
            "PeriodChangeAnalysis",
            "CalculateDebtToEquityRatio"
        ])
    );
}

#[test]
fn members_can_be_called_and_the_container_can_not() {
    let (toolbox, session) = (toolbox(&["financialanalysisplugin"]), Session::new());
    assert_eq!(text(&toolbox, &session, "CalculateQuickRatio", "{}"), "Done.");
    assert!(text(&toolbox, &session, "FinancialAnalysisPlugin", "{}").contains("is not available"));
}

#[test]
fn an_implicit_plugin_shows_nothing_more() {
    let toolbox = Toolbox::builder()
        .plugin(plugin_scoped::FinancialAnalysisSkills)
        .visibility(VisibilityPolicy::new().never_collapse(["FinancialAnalysisPlugin"]))
        .build()
        .unwrap();
    let skills = ["QuickLiquidityAnalysis", "CapitalStructureAnalysis", "PeriodChangeAnalysis"];
    assert_eq!(names(&toolbox, &Session::new()), skills);
    let session = expanded(&["FinancialAnalysisSkills.CapitalStructureAnalysis"]);
    assert_eq!(names(&toolbox, &session)[3..], ["CalculateDebtToEquityRatio"]);
}

#[test]
fn a_name_that_no_container_has_changes_nothing() {
    let toolbox = toolbox(&["CalculateQuickRatio", "External", "FinancialAnalysisPlugn"]);
    assert_eq!(names(&toolbox, &Session::new()).len(), 2);
    let reports: Vec<_> = toolbox.reports().iter().map(ToString::to_string).collect();
    assert_eq!(
        reports,
        [
            "`calculatequickratio` is never to be collapsed, and no container is called so",
            "`external` is never to be collapsed, and no container is called so",
            "`financialanalysisplugn` is never to be collapsed, and no container is called so: did you mean `FinancialAnalysisPlugin`?",
        ]
    );
}

/// A server may list one tool today, which needs no container, and two tomorrow.
#[test]
fn a_source_without_a_container_is_known() {
    let source = |tools: &[&str]| {
        let tools = tools.iter().map(|name| ExternalTool::new(*name, "", serde_json::json!({})));
        ExternalSource::mcp("Srv", tools.collect::<ExternalToolList>())
    };
    for tools in [&["look"][..], &["look", "watch"], &[]] {
        let policy = VisibilityPolicy::new().never_collapse(["mcp_srv"]);
        let toolbox = Toolbox::builder().external(source(tools)).visibility(policy).build().unwrap();
        assert_eq!(names(&toolbox, &Session::new()), tools);
        assert_eq!(toolbox.reports(), []);
    }
}

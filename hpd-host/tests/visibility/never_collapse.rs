//! Containers whose members are listed from the start.

use hpd_host::{Session, Toolbox, VisibilityPolicy};

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
    assert_eq!(names(&toolbox(&["CalculateQuickRatio", "Elsewhere"]), &Session::new()).len(), 2);
}

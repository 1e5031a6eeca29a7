//! The order of a list.

use hpd_host::list::{ToolOrder, VisibilityPolicy};
use hpd_host::{Session, Tool, Toolbox};

use super::finance::{both_scoped, plugin_scoped, read_skill_document};
use super::{expanded, id, names, text};
use crate::support::Math;

fn builder() -> hpd_host::ToolboxBuilder {
    Toolbox::builder()
        .plugin(both_scoped::FinancialAnalysisSkills)
        .function::<read_skill_document>()
        .plugin(both_scoped::FinancialAnalysisPlugin)
        .plugin(Math)
}

#[test]
fn what_is_revealed_stands_behind_what_was_listed_before() {
    let (toolbox, session) = (builder().build().unwrap(), Session::new());
    let mut before = names(&toolbox, &session);
    assert_eq!(before, ["FinancialAnalysisSkills", "ReadSkillDocument", "FinancialAnalysisPlugin", "Math"]);
    for container in ["Math", "FinancialAnalysisSkills", "PeriodChangeAnalysis", "FinancialAnalysisPlugin"] {
        text(&toolbox, &session, container, "{}");
        let after = names(&toolbox, &session);
        assert!(after.len() > before.len(), "{container} reveals something");
        assert_eq!(after[..before.len()], before);
        before = after;
    }
    assert_eq!(before[4..7], ["Add", "Multiply", "Abs"]);
    // A function that the skill revealed keeps its place when the plugin reveals it too.
    assert_eq!(
        before[14..],
        [
            "CalculateDebtToEquityRatio",
            "CalculateQuickRatio",
            "CalculateCurrentRatio",
            "CalculateWorkingCapital",
            "OrphanFunction",
            "AnotherOrphanFunction"
        ]
    );
}

#[test]
fn collapsing_takes_the_members_out_again() {
    let toolbox = builder().build().unwrap();
    let session = expanded(&["Math", "FinancialAnalysisSkills"]);
    session.collapse(&id("Math"));
    assert_eq!(
        names(&toolbox, &session)[4..],
        ["QuickLiquidityAnalysis", "CapitalStructureAnalysis", "PeriodChangeAnalysis"]
    );
}

#[test]
fn expanding_again_changes_no_order() {
    let toolbox = builder().build().unwrap();
    let session = expanded(&["Math", "FinancialAnalysisSkills"]);
    let before = names(&toolbox, &session);
    text(&toolbox, &session, "Math", "{}");
    assert_eq!(names(&toolbox, &session), before);
}

#[test]
fn members_of_a_skill_stand_in_the_order_of_its_references() {
    let toolbox = Toolbox::builder().plugin(plugin_scoped::FinancialAnalysisSkills).build().unwrap();
    let session = expanded(&["FinancialAnalysisSkills.PeriodChangeAnalysis"]);
    assert_eq!(names(&toolbox, &session)[3..], ["CalculateDebtToEquityRatio", "CalculateQuickRatio"]);
}

#[test]
fn by_name() {
    let toolbox = builder().visibility(VisibilityPolicy::new().order(ToolOrder::ByName)).build().unwrap();
    assert_eq!(
        names(&toolbox, &Session::new()),
        ["FinancialAnalysisPlugin", "FinancialAnalysisSkills", "Math", "ReadSkillDocument"]
    );
    assert_eq!(
        names(&toolbox, &expanded(&["FinancialAnalysisSkills"])),
        [
            "CapitalStructureAnalysis",
            "FinancialAnalysisPlugin",
            "FinancialAnalysisSkills",
            "Math",
            "PeriodChangeAnalysis",
            "QuickLiquidityAnalysis",
            "ReadSkillDocument"
        ]
    );
}

#[test]
fn a_list_is_kept_until_something_changes() {
    let (toolbox, session) = (builder().build().unwrap(), Session::new());
    let first = toolbox.tool_list(&session);
    assert!(first.is_same(&toolbox.tool_list(&session)));
    session.expand(&id("Math"));
    let second = toolbox.tool_list(&session);
    assert!(!first.is_same(&second));
    // The list that was taken before stays as it was.
    assert_eq!((first.len(), second.len()), (4, 11));
    // An expansion that was there already is no change.
    text(&toolbox, &session, "Math", "{}");
    assert!(second.is_same(&toolbox.tool_list(&session)));
    // Another toolbox has another list, even one that was built of the same.
    assert!(!second.is_same(&builder().build().unwrap().tool_list(&session)));
    assert_eq!(second.iter().map(Tool::name).collect::<Vec<_>>(), names(&toolbox, &session));
}

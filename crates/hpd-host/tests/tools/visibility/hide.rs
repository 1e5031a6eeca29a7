//! Expanded containers are hidden.

use hpd_host::list::{ExpandedContainers, VisibilityPolicy};
use hpd_host::{Session, Toolbox, ToolboxBuilder, scope};

use super::finance::{both_scoped, none_scoped, plugin_scoped};
use super::{answer, expanded, id, names, set, sorted, text};

fn hiding(builder: ToolboxBuilder) -> Toolbox {
    let policy = VisibilityPolicy::new().expanded_containers(ExpandedContainers::Hide);
    builder.visibility(policy).build().unwrap()
}

#[test]
fn an_expanded_container_gives_way_to_its_members() {
    let toolbox = hiding(Toolbox::builder().plugin(crate::support::Math));
    let session = expanded(&["Math"]);
    assert_eq!(
        names(&toolbox, &session),
        ["Add", "Multiply", "Abs", "Square", "Subtract", "Min", "SolveQuadratic"]
    );
    session.collapse(&id("Math"));
    assert_eq!(names(&toolbox, &session), ["Math"]);
}

#[test]
fn an_expanded_container_may_be_called_again() {
    let toolbox = hiding(Toolbox::builder().plugin(crate::support::Math));
    let session = expanded(&["Math"]);
    assert!(text(&toolbox, &session, "Math", "{}").starts_with("Math is already expanded. "));
}

#[test]
fn a_skill_reveals_its_functions_although_the_container_of_the_plugin_is_collapsed() {
    let builder = Toolbox::builder().plugin(plugin_scoped::FinancialAnalysisPlugin);
    let toolbox = hiding(builder.plugin(plugin_scoped::FinancialAnalysisSkills));
    let session = Session::new();
    text(&toolbox, &session, "CapitalStructureAnalysis", "{}");
    assert_eq!(
        set(&toolbox, &session),
        sorted([
            "FinancialAnalysisPlugin",
            "QuickLiquidityAnalysis",
            "PeriodChangeAnalysis",
            "CalculateDebtToEquityRatio"
        ])
    );
}

#[test]
fn a_collapsed_plugin_that_is_only_implicit_shows_no_container() {
    let toolbox = hiding(Toolbox::builder().plugin(plugin_scoped::FinancialAnalysisSkills));
    assert_eq!(
        names(&toolbox, &Session::new()),
        ["QuickLiquidityAnalysis", "CapitalStructureAnalysis", "PeriodChangeAnalysis"]
    );
    assert!(answer(&toolbox, &Session::new(), "FinancialAnalysisPlugin", "{}").for_model().is_error);
}

#[test]
fn expanding_an_implicit_plugin_directly_shows_all_its_functions() {
    let toolbox = hiding(Toolbox::builder().plugin(plugin_scoped::FinancialAnalysisSkills));
    let session = Session::new();
    let expansion = toolbox.expand(&session, &id("FinancialAnalysisPlugin")).unwrap();
    assert_eq!(expansion.functions.len(), 6);
    assert_eq!(
        names(&toolbox, &session)[3..],
        [
            "CalculateCurrentRatio",
            "CalculateQuickRatio",
            "CalculateWorkingCapital",
            "CalculateDebtToEquityRatio",
            "OrphanFunction",
            "AnotherOrphanFunction"
        ]
    );
}

#[test]
fn two_skills_that_share_a_function_show_it_once() {
    let builder = Toolbox::builder().plugin(plugin_scoped::FinancialAnalysisPlugin);
    let toolbox = hiding(builder.plugin(plugin_scoped::FinancialAnalysisSkills));
    let session = Session::new();
    text(&toolbox, &session, "QuickLiquidityAnalysis", "{}");
    text(&toolbox, &session, "PeriodChangeAnalysis", "{}");
    assert_eq!(
        names(&toolbox, &session),
        [
            "FinancialAnalysisPlugin",
            "CapitalStructureAnalysis",
            "CalculateCurrentRatio",
            "CalculateQuickRatio",
            "CalculateWorkingCapital",
            "CalculateDebtToEquityRatio"
        ]
    );
}

#[test]
fn orphans_of_an_implicit_plugin_stay_hidden() {
    let toolbox = hiding(Toolbox::builder().plugin(none_scoped::FinancialAnalysisSkills));
    let session = Session::new();
    for skill in ["QuickLiquidityAnalysis", "CapitalStructureAnalysis", "PeriodChangeAnalysis"] {
        text(&toolbox, &session, skill, "{}");
    }
    assert_eq!(
        set(&toolbox, &session),
        sorted([
            "CalculateCurrentRatio",
            "CalculateQuickRatio",
            "CalculateWorkingCapital",
            "CalculateDebtToEquityRatio"
        ])
    );
    // There is no container of that name to be expanded.
    assert_eq!(toolbox.expand(&session, &id("FinancialAnalysisPlugin")), None);
}

#[derive(Default)]
struct Both;

#[scope("Functions and skills")]
impl Both {
    /// Does one thing.
    #[ai_function]
    fn one(&self) {}

    /// Does it well.
    #[skill(functions(Self::one), instructions = "Call one.")]
    fn well() {}
}

#[test]
fn members_of_a_container_with_functions_and_skills_appear_together() {
    let toolbox = hiding(Toolbox::builder().plugin(Both));
    let session = Session::new();
    text(&toolbox, &session, "Both", "{}");
    assert_eq!(names(&toolbox, &session), ["one", "well"]);
    text(&toolbox, &session, "well", "{}");
    assert_eq!(names(&toolbox, &session), ["one"]);
}

mod other {
    use hpd_host::scope;

    #[derive(Default)]
    pub(super) struct Other;

    #[scope("Others")]
    impl Other {
        /// Another function of that name.
        #[ai_function]
        fn one(&self) {}
    }
}

#[test]
fn a_function_of_the_same_name_in_another_plugin_is_not_revealed() {
    let toolbox = hiding(Toolbox::builder().plugin(Both).plugin_as("other", other::Other));
    let session = expanded(&["Both.well"]);
    assert_eq!(names(&toolbox, &session), ["Both", "Other", "one"]);
    assert_eq!(toolbox.tool("one").unwrap().id().as_str(), "Both.one");
    let session = expanded(&["Other"]);
    assert_eq!(names(&toolbox, &session), ["Both", "other__one"]);
}

#[test]
fn hiding_is_a_matter_of_the_policy_alone() {
    let toolbox = hiding(Toolbox::builder().plugin(both_scoped::FinancialAnalysisSkills));
    let session = expanded(&["FinancialAnalysisSkills"]);
    let keep = toolbox.tools_under(&session, &VisibilityPolicy::new());
    assert_eq!(keep.len(), toolbox.tools(&session).len() + 1);
    assert_eq!(keep[0].name(), "FinancialAnalysisSkills");
}

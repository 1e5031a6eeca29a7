//! Plugins registered in each way, with and without a scope; and the tools that each kind of expansion adds.

use hpd_host::{Session, Tool, Toolbox};

use super::finance::{both_scoped, none_scoped, plugin_scoped, read_skill_document, skills_scoped};
use super::{expanded, set, sorted, text};

const FUNCTIONS: [&str; 6] = [
    "CalculateCurrentRatio",
    "CalculateQuickRatio",
    "CalculateWorkingCapital",
    "CalculateDebtToEquityRatio",
    "OrphanFunction",
    "AnotherOrphanFunction",
];
const SKILLS: [&str; 3] = ["QuickLiquidityAnalysis", "CapitalStructureAnalysis", "PeriodChangeAnalysis"];

fn sees(toolbox: &Toolbox, session: &Session, groups: &[&[&str]]) {
    let mut expected: Vec<_> = groups.iter().copied().flatten().copied().collect();
    expected.sort_unstable();
    assert_eq!(set(toolbox, session), expected);
}

#[test]
fn scenario_1_both_scoped_and_both_explicit() {
    let builder = Toolbox::builder().plugin(both_scoped::FinancialAnalysisPlugin);
    let toolbox = builder.plugin(both_scoped::FinancialAnalysisSkills).build().unwrap();
    sees(&toolbox, &Session::new(), &[&["FinancialAnalysisPlugin", "FinancialAnalysisSkills"]]);
}

#[test]
fn scenario_2_plugin_not_scoped_skills_scoped() {
    let builder = Toolbox::builder().plugin(skills_scoped::FinancialAnalysisPlugin);
    let toolbox = builder.plugin(skills_scoped::FinancialAnalysisSkills).build().unwrap();
    sees(&toolbox, &Session::new(), &[&FUNCTIONS, &["FinancialAnalysisSkills"]]);
}

#[test]
fn scenario_3_plugin_scoped_skills_not_scoped() {
    let builder = Toolbox::builder().plugin(plugin_scoped::FinancialAnalysisPlugin);
    let toolbox = builder.plugin(plugin_scoped::FinancialAnalysisSkills).build().unwrap();
    sees(&toolbox, &Session::new(), &[&["FinancialAnalysisPlugin"], &SKILLS]);
}

#[test]
fn scenario_4_only_skills_explicit_no_scope() {
    let toolbox = Toolbox::builder().plugin(none_scoped::FinancialAnalysisSkills).build().unwrap();
    sees(&toolbox, &Session::new(), &[&SKILLS]);
    // Functions that a skill refers to appear with it; orphans never do.
    let quick = expanded(&["FinancialAnalysisSkills.QuickLiquidityAnalysis"]);
    sees(&toolbox, &quick, &[&SKILLS, &FUNCTIONS[..3]]);
}

#[test]
fn scenario_5_only_skills_explicit_with_scope() {
    let toolbox = Toolbox::builder().plugin(skills_scoped::FinancialAnalysisSkills).build().unwrap();
    sees(&toolbox, &Session::new(), &[&["FinancialAnalysisSkills"]]);
    let session = expanded(&["FinancialAnalysisSkills"]);
    sees(&toolbox, &session, &[&["FinancialAnalysisSkills"], &SKILLS]);
}

#[test]
fn scenario_6_plugin_scoped_only() {
    let toolbox = Toolbox::builder().plugin(both_scoped::FinancialAnalysisPlugin).build().unwrap();
    let session = Session::new();
    sees(&toolbox, &session, &[&["FinancialAnalysisPlugin"]]);
    text(&toolbox, &session, "FinancialAnalysisPlugin", "{}");
    sees(&toolbox, &session, &[&["FinancialAnalysisPlugin"], &FUNCTIONS]);
}

/// Both scopes, or the plugin's alone, and a function that nothing groups.
fn with_documents(skills_are_scoped: bool) -> Toolbox {
    let builder = Toolbox::builder();
    let builder = if skills_are_scoped {
        builder.plugin(both_scoped::FinancialAnalysisPlugin).plugin(both_scoped::FinancialAnalysisSkills)
    } else {
        builder.plugin(plugin_scoped::FinancialAnalysisPlugin).plugin(plugin_scoped::FinancialAnalysisSkills)
    };
    builder.function::<read_skill_document>().build().unwrap()
}

#[test]
fn expanding_a_plugin_container() {
    let toolbox = Toolbox::builder()
        .plugin(both_scoped::FinancialAnalysisPlugin)
        .function::<read_skill_document>()
        .build()
        .unwrap();
    let session = Session::new();
    sees(&toolbox, &session, &[&["FinancialAnalysisPlugin", "ReadSkillDocument"]]);
    text(&toolbox, &session, "FinancialAnalysisPlugin", "{}");
    sees(&toolbox, &session, &[&["FinancialAnalysisPlugin", "ReadSkillDocument"], &FUNCTIONS]);
}

#[test]
fn expanding_a_skill_class_scope() {
    let toolbox = with_documents(true);
    let session = Session::new();
    let containers = ["FinancialAnalysisPlugin", "FinancialAnalysisSkills", "ReadSkillDocument"];
    sees(&toolbox, &session, &[&containers]);
    text(&toolbox, &session, "FinancialAnalysisSkills", "{}");
    sees(&toolbox, &session, &[&containers, &SKILLS]);
}

#[test]
fn expanding_an_individual_skill() {
    let toolbox = with_documents(false);
    let session = Session::new();
    let before: &[&str] = &["FinancialAnalysisPlugin", "ReadSkillDocument"];
    sees(&toolbox, &session, &[before, &SKILLS]);
    assert_eq!(
        text(&toolbox, &session, "QuickLiquidityAnalysis", "{}"),
        "QuickLiquidityAnalysis expanded. Functions: CalculateCurrentRatio, CalculateQuickRatio, CalculateWorkingCapital."
    );
    sees(&toolbox, &session, &[before, &SKILLS, &FUNCTIONS[..3]]);
}

#[test]
fn a_skill_reveals_what_a_hidden_container_holds() {
    // The plugin is there only for its skills: the model never sees its container.
    let toolbox = Toolbox::builder().plugin(both_scoped::FinancialAnalysisSkills).build().unwrap();
    let session = expanded(&["FinancialAnalysisSkills", "FinancialAnalysisSkills.CapitalStructureAnalysis"]);
    sees(&toolbox, &session, &[&["FinancialAnalysisSkills"], &SKILLS, &["CalculateDebtToEquityRatio"]]);
    // The host may expand it all the same.
    session.expand(&super::id("FinancialAnalysisPlugin"));
    sees(&toolbox, &session, &[&["FinancialAnalysisSkills"], &SKILLS, &FUNCTIONS]);
}

#[test]
fn a_call_of_what_a_hidden_container_holds_names_the_skill() {
    let toolbox = Toolbox::builder().plugin(both_scoped::FinancialAnalysisSkills).build().unwrap();
    let error = text(&toolbox, &Session::new(), "CalculateQuickRatio", "{}");
    assert!(error.contains(r#""container_name":"FinancialAnalysisSkills""#), "{error}");
    let orphan = text(&toolbox, &Session::new(), "OrphanFunction", "{}");
    assert_eq!(
        orphan,
        concat!(
            r#"{"error_type":"tool_not_visible","tool_name":"OrphanFunction","#,
            r#""error_message":"'OrphanFunction' is not available.","#,
            r#""retry_guidance":"Call a tool by exactly the name in the list of tools."}"#
        )
    );
}

#[test]
fn the_names_of_the_scenarios_are_those_of_the_tools() {
    let toolbox = with_documents(true);
    let mut all: Vec<_> = toolbox.all_tools().iter().map(Tool::name).collect();
    all.sort_unstable();
    assert_eq!(
        all,
        sorted([
            "FinancialAnalysisPlugin",
            FUNCTIONS[0],
            FUNCTIONS[1],
            FUNCTIONS[2],
            FUNCTIONS[3],
            FUNCTIONS[4],
            FUNCTIONS[5],
            "FinancialAnalysisSkills",
            SKILLS[0],
            SKILLS[1],
            SKILLS[2],
            "ReadSkillDocument",
        ])
    );
}

#[test]
fn a_free_function_that_is_registered_and_referred_to_is_one_tool() {
    let builder = Toolbox::builder().function::<super::world::free>();
    let toolbox = builder.plugin(super::world::Open).build().unwrap();
    sees(&toolbox, &Session::new(), &[&["free", "s1", "s2"]]);
    // Without the host it waits for the skill that refers to it.
    let toolbox = Toolbox::builder().plugin(super::world::Open).build().unwrap();
    sees(&toolbox, &Session::new(), &[&["s1", "s2"]]);
    sees(&toolbox, &expanded(&["Open.s2"]), &[&["s1", "s2", "b2", "ds", "free"]]);
}

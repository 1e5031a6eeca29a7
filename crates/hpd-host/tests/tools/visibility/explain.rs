//! Which rule decided, in words.

use hpd_host::list::{ExpandedContainers, ListMode, Rule, VisibilityPolicy};
use hpd_host::{Session, Toolbox};

use super::expanded;
use super::finance::{both_scoped, none_scoped, plugin_scoped, read_skill_document};

fn said(toolbox: &Toolbox, session: &Session, name: &str) -> (Rule, String) {
    let explanation = toolbox.explain_tool(session, name).unwrap();
    (explanation.rule, explanation.to_string())
}

#[track_caller]
fn says(toolbox: &Toolbox, session: &Session, name: &str, rule: Rule, sentence: &str) {
    assert_eq!(said(toolbox, session, name), (rule, sentence.to_owned()));
}

fn both() -> hpd_host::ToolboxBuilder {
    Toolbox::builder()
        .plugin(both_scoped::FinancialAnalysisPlugin)
        .plugin(both_scoped::FinancialAnalysisSkills)
        .function::<read_skill_document>()
}

#[test]
fn a_scope_hides_and_shows_its_members() {
    let toolbox = both().build().unwrap();
    says(
        &toolbox,
        &Session::new(),
        "OrphanFunction",
        Rule::Scope,
        "`FinancialAnalysisPlugin.OrphanFunction` is hidden: its container `FinancialAnalysisPlugin` is not expanded",
    );
    says(
        &toolbox,
        &expanded(&["FinancialAnalysisPlugin"]),
        "OrphanFunction",
        Rule::Scope,
        "`FinancialAnalysisPlugin.OrphanFunction` is listed: its container `FinancialAnalysisPlugin` is expanded",
    );
}

#[test]
fn a_skill_shows_what_a_scope_hides() {
    says(
        &both().build().unwrap(),
        &expanded(&["FinancialAnalysisSkills.QuickLiquidityAnalysis"]),
        "CalculateQuickRatio",
        Rule::Skill,
        "`FinancialAnalysisPlugin.CalculateQuickRatio` is listed: the skill `FinancialAnalysisSkills.QuickLiquidityAnalysis` is expanded",
    );
}

#[test]
fn an_explicit_plugin_without_a_scope_is_listed() {
    let toolbox = Toolbox::builder().plugin(none_scoped::FinancialAnalysisPlugin).build().unwrap();
    says(
        &toolbox,
        &Session::new(),
        "OrphanFunction",
        Rule::Explicit,
        "`FinancialAnalysisPlugin.OrphanFunction` is listed: the host registered its plugin, which has no scope",
    );
}

#[test]
fn members_of_an_implicit_plugin_wait_for_skills() {
    let toolbox = Toolbox::builder().plugin(none_scoped::FinancialAnalysisSkills).build().unwrap();
    says(
        &toolbox,
        &Session::new(),
        "CalculateQuickRatio",
        Rule::Skill,
        "`FinancialAnalysisPlugin.CalculateQuickRatio` is hidden: no skill that refers to it is expanded",
    );
    says(
        &toolbox,
        &Session::new(),
        "OrphanFunction",
        Rule::Orphan,
        "`FinancialAnalysisPlugin.OrphanFunction` is hidden: its plugin is there only because a skill refers to it, and no skill refers to this member",
    );
}

#[test]
fn what_nothing_groups_is_listed() {
    says(
        &both().build().unwrap(),
        &Session::new(),
        "ReadSkillDocument",
        Rule::Otherwise,
        "`ReadSkillDocument` is listed: nothing groups it",
    );
}

#[test]
fn containers() {
    let session = expanded(&["FinancialAnalysisPlugin"]);
    says(
        &both().build().unwrap(),
        &session,
        "FinancialAnalysisPlugin",
        Rule::Container,
        "`FinancialAnalysisPlugin` is listed: it is the way to its members",
    );
    let hide = VisibilityPolicy::new().expanded_containers(ExpandedContainers::Hide);
    says(
        &both().visibility(hide).build().unwrap(),
        &session,
        "FinancialAnalysisPlugin",
        Rule::ExpandedContainer,
        "`FinancialAnalysisPlugin` is hidden: it is expanded, and expanded containers are not listed",
    );
    says(
        &Toolbox::builder().plugin(plugin_scoped::FinancialAnalysisSkills).build().unwrap(),
        &session,
        "FinancialAnalysisPlugin",
        Rule::ImplicitContainer,
        "`FinancialAnalysisPlugin` is hidden: its plugin is there only because a skill refers to it",
    );
}

#[test]
fn never_collapsed() {
    let policy = VisibilityPolicy::new().never_collapse(["financialanalysisplugin"]);
    let toolbox = both().visibility(policy).build().unwrap();
    says(
        &toolbox,
        &Session::new(),
        "OrphanFunction",
        Rule::NeverCollapse,
        "`FinancialAnalysisPlugin.OrphanFunction` is listed: its container `FinancialAnalysisPlugin` is never collapsed",
    );
    says(
        &toolbox,
        &Session::new(),
        "FinancialAnalysisPlugin",
        Rule::NeverCollapse,
        "`FinancialAnalysisPlugin` is hidden: it is never collapsed, and its members are listed instead",
    );
}

#[test]
fn a_constant_list() {
    let toolbox = both().visibility(VisibilityPolicy::new().list(ListMode::Constant)).build().unwrap();
    says(
        &toolbox,
        &expanded(&["FinancialAnalysisPlugin"]),
        "OrphanFunction",
        Rule::ConstantList,
        "`FinancialAnalysisPlugin.OrphanFunction` is hidden: the list never changes; since `FinancialAnalysisPlugin` is expanded, it can be called by `call_function`",
    );
    says(
        &toolbox,
        &Session::new(),
        "call_function",
        Rule::Bridge,
        "`call_function` is listed: the list never changes, and it calls what is not in it",
    );
}

#[test]
fn an_explanation_is_json_too() {
    let explanations = both().build().unwrap().explain(&Session::new());
    assert_eq!(explanations.len(), 12);
    assert_eq!(
        serde_json::to_string(&explanations[1]).unwrap(),
        r#"{"tool":"FinancialAnalysisPlugin.CalculateCurrentRatio","visible":false,"rule":"scope","container":"FinancialAnalysisPlugin"}"#
    );
    assert_eq!(explanations[11].rule.to_string(), "otherwise");
}

#[test]
fn a_reason_is_the_text_behind_the_name_and_the_verdict() {
    let explanations = both().build().unwrap().explain(&Session::new());
    assert_eq!(explanations[1].reason(), "its container `FinancialAnalysisPlugin` is not expanded");
    for explanation in explanations {
        let verdict = if explanation.visible { "listed" } else { "hidden" };
        let text = format!("`{}` is {verdict}: {}", explanation.tool, explanation.reason());
        assert_eq!(explanation.to_string(), text);
    }
}

#[test]
fn there_is_no_explanation_of_what_there_is_not() {
    assert_eq!(both().build().unwrap().explain_tool(&Session::new(), "External"), None);
}

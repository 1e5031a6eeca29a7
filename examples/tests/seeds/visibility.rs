//! Document 003: visibility. What is listed when, by scope, registration and skill.

use hpd_examples::finance;
use hpd_examples::math::Math;
use hpd_host::external::ExternalSource;
use hpd_host::filter::{FilterContext, Verdict};
use hpd_host::list::Rule;
use hpd_host::skills::ImportedSkill;
use hpd_host::spec::QualifiedId;
use hpd_host::{Session, Toolbox, ai_function, plugin, scope};

use crate::containers_kit::{answer, github, metadata, names, text, tool};
use crate::visibility_kit::{
    ALL, CAPITAL, Conversation, DEBT, LIQUID, LIQUIDITY, ORPHANS, PLUGIN, SKILLS, both_scoped, none_scoped,
    registered, skills,
};

/// Says hello.
#[ai_function]
fn hello() -> &'static str {
    "Hello!"
}

/// Has no `Default`.
struct Database;

#[plugin]
impl Database {
    /// Runs a query.
    #[ai_function]
    fn query() {}
}

#[derive(Default)]
struct Reports;

#[scope("Reports")]
impl Reports {
    /// How to report.
    #[skill(functions(Math::add), instructions = "Add up.")]
    fn deep(&self) {}
}

struct Overview;

#[plugin]
impl Overview {
    /// How to look at everything.
    #[skill(skills(Reports::deep), instructions = "Look.")]
    fn all(&self) {}
}

struct Queries;

#[plugin]
impl Queries {
    /// How to query.
    #[skill(functions(Database::query), instructions = "Ask.")]
    fn ask(&self) {}
}

fn unavailable(name: &str) -> String {
    format!(
        r#"{{"error_type":"tool_not_visible","tool_name":"{name}","error_message":"'{name}' is not available.","retry_guidance":"Call a tool by exactly the name in the list of tools."}}"#
    )
}

#[test]
fn row_32_visibility_and_permission_are_apart() {
    let deny = |_: &FilterContext<'_>| Verdict::deny("Not today.", "closed");
    let conversation = Conversation::new(Toolbox::builder().plugin(Math).filter(deny));
    conversation.expand("Math");
    assert!(names(&conversation.toolbox, &conversation.session).contains(&"Add".to_owned()));
    let denied = answer(&conversation.toolbox, &conversation.session, "Add", r#"{"a":1,"b":2}"#);
    assert_eq!(denied.error().unwrap().error_type(), "call_denied");
}

#[test]
fn row_33_a_scope_is_for_plugins_and_skills_and_instructs_after_the_expansion() {
    let builder = Toolbox::builder().plugin(finance::FinancialAnalysisPlugin);
    let conversation = Conversation::new(builder.plugin(finance::FinancialAnalysisSkills::default()));
    for (container, description, instructions) in [
        (
            PLUGIN,
            "Financial analysis functions for balance sheet and ratio calculations",
            "Figures are exact decimals",
        ),
        (
            SKILLS,
            "Financial analysis workflows that combine several ratios",
            "Call the skill that fits the question.",
        ),
    ] {
        let described = conversation.toolbox.tool(container).unwrap().description();
        assert!(described.starts_with(description) && !described.contains(instructions), "{described}");
        assert!(conversation.call(container).contains(&format!("\n\n{instructions}")));
    }
}

/// The test of the macros compiles the program and holds the compiler against this text.
#[test]
fn row_34_the_old_name_of_the_attribute_names_the_new_one() {
    let message = include_str!("../../../ui-tests/fail/plugin/wrong_macro/old_name.stderr");
    assert!(message.starts_with("error: `#[plugin_scope]` is now called `#[scope]`: use `#[scope]`\n"));
    let key = include_str!("../../../ui-tests/fail/scope/unknown_key/did_you_mean.stderr");
    assert!(key.starts_with("error: unknown key `post_expantion`: did you mean `post_expansion`?\n"));
}

#[test]
fn row_35_registration_decides_what_is_visible_and_so_what_is_called() {
    let explicit = Conversation::new(registered::none_scoped());
    assert!(!answer(&explicit.toolbox, &explicit.session, ORPHANS[0], "{}").for_model().is_error);
    let implicit = Conversation::new(skills::none_scoped());
    assert_eq!(implicit.call(ORPHANS[0]), unavailable(ORPHANS[0]));
    // The host may expand a container that the model does not see.
    let scoped = Conversation::new(skills::both_scoped());
    scoped.session.expand(&QualifiedId::from(PLUGIN));
    scoped.lists(&[&[SKILLS], &ALL]);
}

#[test]
fn row_36_containers_of_all_kinds_have_a_description() {
    let builder = registered::both_scoped()
        .external(github().description("Issues and users"))
        .external(ExternalSource::frontend("screen", vec![tool("a"), tool("b")]))
        .skill(ImportedSkill::new("manners", "How to write.").instructions("Be kind."));
    let toolbox = builder.build().unwrap();
    for (container, description) in [
        (PLUGIN, "Ratios. Call it without"),
        (SKILLS, "Analyses. Call it without"),
        (LIQUIDITY, "Whether debts can be paid. Call it without"),
        ("MCP_github", "Issues and users. Call it without"),
        ("Frontend_screen", "Tools of the user's screen. Call it without"),
        ("manners", "How to write."),
    ] {
        let described = toolbox.tool(container).unwrap().description();
        assert!(described.starts_with(description), "{described}");
    }
}

#[test]
fn row_37_sources_instruct_after_the_expansion_too_and_lie_in_scopes() {
    let source = github().title("GitHub").post_expansion("Ask before you close an issue.").within("Math");
    let conversation = Conversation::new(Toolbox::builder().external(source).plugin(Math));
    conversation.lists(&[&["Math"]]);
    let expanded = conversation.call("Math");
    assert!(expanded.contains(" Containers: MCP_github."), "{expanded}");
    assert_eq!(
        conversation.call("MCP_github"),
        "MCP_github expanded. Functions: list_issues, get_me.\n\nAsk before you close an issue."
    );
    let container = conversation.toolbox.tool("MCP_github").unwrap();
    assert_eq!(container.title(), Some("GitHub"));
    assert!(!container.description().contains("Ask before"));
}

#[test]
fn row_38_a_scope_hides_functions_of_registered_plugins_too() {
    let conversation = Conversation::new(registered::both_scoped());
    let why = conversation.toolbox.explain_tool(&conversation.session, ORPHANS[0]).unwrap();
    assert_eq!((why.rule, why.visible), (Rule::Scope, false));
    conversation.expand(PLUGIN).lists(&[&[PLUGIN, SKILLS], &ALL]);
}

#[test]
fn row_39_a_registered_plugin_without_a_scope_shows_everything() {
    Conversation::new(registered::none_scoped()).lists(&[&ALL, &[LIQUIDITY, CAPITAL]]);
    let skills_first = skills::none_scoped().plugin(none_scoped::FinancialAnalysisPlugin);
    let conversation = Conversation::new(skills_first);
    conversation.lists(&[&ALL, &[LIQUIDITY, CAPITAL]]);
    let why = conversation.toolbox.explain_tool(&conversation.session, DEBT).unwrap();
    assert_eq!((why.rule, why.visible), (Rule::Explicit, true));
}

#[test]
fn row_40_what_skills_refer_to_is_hidden_until_one_is_expanded() {
    let conversation = Conversation::new(skills::none_scoped());
    let rule = || conversation.toolbox.explain_tool(&conversation.session, DEBT).unwrap();
    assert_eq!((rule().rule, rule().visible), (Rule::Skill, false));
    conversation.expand(CAPITAL).lists(&[&[LIQUIDITY, CAPITAL, DEBT]]);
    assert_eq!((rule().rule, rule().visible), (Rule::Skill, true));
}

#[test]
fn row_41_orphans_of_implicit_plugins_are_hidden() {
    let conversation = Conversation::new(skills::none_scoped());
    conversation.expand(LIQUIDITY).expand(CAPITAL);
    conversation.lists(&[&[LIQUIDITY, CAPITAL, DEBT], &LIQUID]);
    for orphan in ORPHANS {
        let why = conversation.toolbox.explain_tool(&conversation.session, orphan).unwrap();
        assert_eq!((why.rule, why.visible), (Rule::Orphan, false));
        assert_eq!(conversation.call(orphan), unavailable(orphan));
    }
}

#[test]
fn row_42_orphans_of_registered_plugins_without_a_scope_are_shown() {
    Conversation::new(registered::skills_scoped()).lists(&[&ALL, &[SKILLS]]);
    Conversation::new(skills::skills_scoped()).lists(&[&[SKILLS]]);
}

#[test]
fn row_43_what_nothing_groups_is_shown() {
    let conversation = Conversation::new(registered::both_scoped().function::<hello>());
    conversation.lists(&[&[PLUGIN, SKILLS, "hello"]]);
    let why = conversation.toolbox.explain_tool(&conversation.session, "hello").unwrap();
    assert_eq!(why.to_string(), "`hello` is listed: nothing groups it");
}

#[test]
fn row_44_skills_follow_their_scope() {
    let conversation = Conversation::new(skills::both_scoped());
    conversation.lists(&[&[SKILLS]]);
    conversation.expand(SKILLS).lists(&[&[SKILLS, LIQUIDITY, CAPITAL]]);
    conversation.expand(CAPITAL).collapse(SKILLS).lists(&[&[SKILLS, DEBT]]);
    Conversation::new(skills::none_scoped()).lists(&[&[LIQUIDITY, CAPITAL]]);
}

#[test]
fn row_45_a_skill_whose_scope_is_not_registered_is_on_its_own() {
    let conversation = Conversation::new(Toolbox::builder().plugin(Overview));
    conversation.lists(&[&["all"]]).expand("all").lists(&[&["all", "deep"]]);
    conversation.expand("deep").lists(&[&["all", "deep", "Add"]]);
    // A skill from a folder lies below a scope where the host says so.
    let rounding = ImportedSkill::new("rounding", "Rounds.").instructions("Half up.").within("Math");
    let imported = Conversation::new(Toolbox::builder().plugin(Math).skill(rounding));
    imported.lists(&[&["Math"]]);
    assert!(metadata(&imported.toolbox, "rounding").contains(r#""ParentSkillContainer":"Math""#));
    assert!(imported.call("Math").ends_with(" Skills: rounding."));
}

#[test]
fn row_46_skills_register_what_they_refer_to() {
    let conversation = Conversation::new(skills::none_scoped());
    assert!(conversation.toolbox.tool(DEBT).is_some());
    assert_eq!(
        Toolbox::builder().plugin(Queries).build().unwrap_err().to_string(),
        "the toolbox can't be built: the skill `Queries.ask` refers to the plugin `Database`, which has no `Default`: \
         register it with `.plugin(Database { .. })`"
    );
    assert!(Toolbox::builder().plugin(Queries).plugin(Database).build().is_ok());
}

#[test]
fn row_47_scenario_1_both_scoped_and_both_registered() {
    let conversation = Conversation::new(registered::both_scoped());
    conversation.lists(&[&[PLUGIN, SKILLS]]);
    conversation.expand(SKILLS).lists(&[&[PLUGIN, SKILLS, LIQUIDITY, CAPITAL]]);
    conversation.expand(LIQUIDITY).lists(&[&[PLUGIN, SKILLS, LIQUIDITY, CAPITAL], &LIQUID]);
    conversation.expand(PLUGIN).lists(&[&[PLUGIN, SKILLS, LIQUIDITY, CAPITAL], &ALL]);
}

#[test]
fn row_48_scenario_2_skills_scoped() {
    let conversation = Conversation::new(registered::skills_scoped());
    conversation.lists(&[&ALL, &[SKILLS]]);
    conversation.expand(SKILLS).lists(&[&ALL, &[SKILLS, LIQUIDITY, CAPITAL]]);
}

#[test]
fn row_49_scenario_3_plugin_scoped() {
    let conversation = Conversation::new(registered::plugin_scoped());
    conversation.lists(&[&[PLUGIN, LIQUIDITY, CAPITAL]]);
    conversation.expand(PLUGIN).lists(&[&[PLUGIN, LIQUIDITY, CAPITAL], &ALL]);
}

#[test]
fn row_50_scenario_4_skills_alone_without_a_scope() {
    Conversation::new(skills::none_scoped()).lists(&[&[LIQUIDITY, CAPITAL]]);
}

#[test]
fn row_51_scenario_5_skills_alone_with_a_scope() {
    let conversation = Conversation::new(skills::skills_scoped());
    conversation.lists(&[&[SKILLS]]);
    conversation.expand(SKILLS).lists(&[&[SKILLS, LIQUIDITY, CAPITAL]]);
}

#[test]
fn row_52_scenario_6_plugin_alone_with_a_scope() {
    let conversation = Conversation::new(Toolbox::builder().plugin(both_scoped::FinancialAnalysisPlugin));
    conversation.lists(&[&[PLUGIN]]).expand(PLUGIN).lists(&[&[PLUGIN], &ALL]);
}

#[test]
fn row_53_an_expanded_plugin_stays_listed() {
    let builder = Toolbox::builder().plugin(both_scoped::FinancialAnalysisPlugin).function::<hello>();
    let conversation = Conversation::new(builder);
    conversation.lists(&[&[PLUGIN, "hello"]]).expand(PLUGIN).lists(&[&[PLUGIN, "hello"], &ALL]);
    // Again: nothing changes.
    let again = conversation.call(PLUGIN);
    assert!(again.starts_with("FinancialAnalysisPlugin is already expanded. "), "{again}");
    conversation.lists(&[&[PLUGIN, "hello"], &ALL]);
}

/// With the plugins of the examples, whose skills have documents.
#[test]
fn row_54_an_expanded_scope_shows_its_skills() {
    let builder = Toolbox::builder().plugin(finance::FinancialAnalysisPlugin);
    let conversation = Conversation::new(builder.plugin(finance::FinancialAnalysisSkills::default()));
    let before = [PLUGIN, SKILLS, "read_skill_document"];
    let skills = [LIQUIDITY, CAPITAL, "PeriodChangeAnalysis", "ProfitabilityAnalysis", "ComprehensiveReview"];
    conversation.lists(&[&before]).expand(SKILLS).lists(&[&before, &skills]);
}

#[test]
fn row_55_an_expanded_skill_shows_what_it_refers_to() {
    let conversation = Conversation::new(registered::plugin_scoped().function::<hello>());
    conversation.expand(LIQUIDITY).lists(&[&[PLUGIN, LIQUIDITY, CAPITAL, "hello"], &LIQUID]);
    let why = conversation.toolbox.explain_tool(&conversation.session, LIQUID[0]).unwrap();
    assert_eq!((why.rule, why.visible), (Rule::Skill, true));
    assert_eq!(text(&conversation.toolbox, &Session::new(), "hello", "{}"), "Hello!");
}

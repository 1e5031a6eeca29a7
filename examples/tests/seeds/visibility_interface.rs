//! Document 003: visibility. Filters, snapshots, metadata, debugging and names.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_executor::block_on;
use hpd_examples::bookkeeping::Bookkeeping;
use hpd_examples::finance::{FinancialAnalysisPlugin, FinancialAnalysisSkills};
use hpd_examples::math::Math;
use hpd_host::approval::{Answer, Choice, UserChannel};
use hpd_host::external::ExternalSource;
use hpd_host::filter::{FilterContext, Filters, ListContext, Verdict};
use hpd_host::list::{ListMode, ModelOptions, Spelling, VisibilityPolicy};
use hpd_host::outcome::{OutcomeKind, Replied};
use hpd_host::spec::QualifiedId;
use hpd_host::{Principal, RawCall, Session, Toolbox, ToolboxBuilder, TurnContext, plugin, scope};

use crate::containers_kit::{Books, answer, github, heard, metadata, names, text, tool};
use crate::visibility_kit::{
    ALL, CAPITAL, Conversation, LIQUID, LIQUIDITY, PLUGIN, SKILLS, none_scoped, plugin_scoped, registered,
};

/// The plugins of the examples.
fn finance() -> ToolboxBuilder {
    Toolbox::builder().plugin(FinancialAnalysisPlugin).plugin(FinancialAnalysisSkills::default())
}

/// A mailbox of somebody.
struct Mail(&'static str);

#[scope("Letters")]
impl Mail {
    /// Lists letters.
    #[ai_function]
    fn list(&self) -> String {
        format!("letters of {}", self.0)
    }
}

struct Ratios;

#[plugin(rename_all_params = "camelCase")]
impl Ratios {
    /// Repeats quick assets.
    #[ai_function]
    fn first_one(
        /** How much. */
        quick_assets: u32,
    ) -> u32 {
        quick_assets
    }
}

#[test]
fn row_56_filters_are_asked_from_the_widest_to_the_narrowest() {
    let log = Arc::new(Mutex::new(Vec::new()));
    let asked = |name: &'static str| {
        let log = Arc::clone(&log);
        move |call: &FilterContext<'_>| {
            log.lock().unwrap().push(format!("{name} {}", call.id()));
            Verdict::allow()
        }
    };
    let deny = |_: &FilterContext<'_>| Verdict::deny("No.", "closed");
    let builder = || {
        let builder =
            Toolbox::builder().plugin(Math).filters(Filters::new().function("Math.Add", asked("function")));
        builder.filters(Filters::new().plugin("Math", asked("plugin"))).filter(asked("global"))
    };
    let conversation = Conversation::new(builder());
    conversation.expand("Math");
    assert_eq!(text(&conversation.toolbox, &conversation.session, "Add", r#"{"a":1,"b":2}"#), "3");
    let order = ["global Math.Add", "plugin Math.Add", "function Math.Add"];
    // After the arguments were validated, and before the function runs.
    assert_eq!(*log.lock().unwrap(), [order, order].concat());
    log.lock().unwrap().clear();
    let conversation = Conversation::new(builder().filters(Filters::new().plugin("Math", deny)));
    conversation.expand("Math");
    let denied = answer(&conversation.toolbox, &conversation.session, "Add", r#"{"a":1,"b":2}"#);
    assert_eq!(denied.error().unwrap().error_type(), "call_denied");
    assert_eq!(*log.lock().unwrap(), order[..2]);
    let nothing =
        Toolbox::builder().plugin(Math).filters(Filters::new().plugin("Maths", deny)).build().unwrap_err();
    assert!(nothing.to_string().ends_with("did you mean `Math`?"), "{nothing}");
}

#[test]
fn row_57_a_toolbox_is_a_snapshot_and_the_next_one_keeps_the_rest() {
    let deny = |_: &FilterContext<'_>| Verdict::deny("No.", "closed");
    let builder = Toolbox::builder().plugin(Books).filters(Filters::new().function("Books.OpenVault", deny));
    let Conversation { toolbox: first, session } = Conversation::new(builder);
    text(&first, &session, "Books", "{}");
    let OutcomeKind::Confirm(question) = answer(&first, &session, "DeleteInvoice", r#"{"id":"7"}"#).kind
    else {
        panic!("a write is asked about")
    };
    let frontend = |name| ExternalSource::frontend("screen", vec![tool(name), tool("scroll")]);
    let second = first.with_source(frontend("open_tab")).unwrap();
    let decision = UserChannel::local().decision(Answer {
        pending_id: question.pending_id().clone(),
        nonce: question.nonce().to_owned(),
        choice: Choice::Confirm,
        phrase: None,
        reason: None,
        edit: None,
    });
    let outcome = block_on(second.decide(&session, &decision)).unwrap();
    assert_eq!(outcome.for_model().text, "deleted 7");
    assert_eq!(names(&second, &session), ["Books", "Frontend_screen", "DeleteInvoice", "OpenVault"]);
    assert_eq!(names(&first, &session), ["Books", "DeleteInvoice", "OpenVault"]);
    // A sensitive value is asked for, and the user's answer is certain.
    let asked = answer(&second, &session, "OpenVault", r#"{"code":"4711"}"#);
    assert_eq!(asked.status(), "ask_user");
    let yes = UserChannel::local().message("Yes");
    let Replied::Answered(denied) = block_on(second.reply(&session, &yes)).unwrap() else {
        panic!("the answer is clear")
    };
    assert_eq!(denied.error().unwrap().error_type(), "call_denied");
    assert_eq!((first.counters(), first.counters().denied), (second.counters(), 1));
    let third = second.to_builder().plugin(Math).build().unwrap().without_source("Frontend_screen").unwrap();
    assert_eq!(names(&third, &session), ["Books", "Math", "DeleteInvoice", "OpenVault"]);
}

#[test]
fn row_58_the_tools_of_a_turn_follow_one_set_of_expansions() {
    let toolbox = registered::plugin_scoped().build().unwrap();
    let session = Session::new();
    for id in [PLUGIN, "FinancialAnalysisSkills.CapitalStructureAnalysis"] {
        assert!(session.expand(&QualifiedId::from(id)));
    }
    let mut expanded: Vec<_> = session.expanded().iter().map(ToString::to_string).collect();
    expanded.sort_unstable();
    assert_eq!(expanded, [PLUGIN, "FinancialAnalysisSkills.CapitalStructureAnalysis"]);
    assert_eq!(names(&toolbox, &session).len(), 3 + ALL.len());
    assert_eq!(names(&toolbox, &Session::new()), [PLUGIN, LIQUIDITY, CAPITAL]);
}

#[test]
fn row_59_metadata_of_plugins_and_functions() {
    let toolbox = registered::plugin_scoped().build().unwrap();
    assert_eq!(
        metadata(&toolbox, PLUGIN),
        concat!(
            r#"{"IsContainer":true,"PluginName":"FinancialAnalysisPlugin","FunctionNames":["CalculateCurrentRatio","#,
            r#""CalculateQuickRatio","CalculateWorkingCapital","CalculateDebtToEquityRatio","OrphanFunction","#,
            r#""AnotherOrphanFunction"],"FunctionCount":6,"SourceType":"Plugin"}"#
        )
    );
    assert_eq!(metadata(&toolbox, LIQUID[0]), r#"{"ParentPlugin":"FinancialAnalysisPlugin"}"#);
}

/// A skill of the document, with the key that a scope adds.
fn skill_metadata(more: &str) -> String {
    format!(
        concat!(
            r#"{{"IsContainer":true,"IsSkill":true,"PluginName":"FinancialAnalysisSkills","FunctionNames":["#,
            r#""CalculateCurrentRatio","CalculateQuickRatio","CalculateWorkingCapital"],"FunctionCount":3,"#,
            r#""ReferencedFunctions":["FinancialAnalysisPlugin.CalculateCurrentRatio","#,
            r#""FinancialAnalysisPlugin.CalculateQuickRatio","FinancialAnalysisPlugin.CalculateWorkingCapital"],"#,
            r#""ReferencedPlugins":["FinancialAnalysisPlugin"],"SourceType":"Skill"{}}}"#
        ),
        more
    )
}

#[test]
fn row_60_metadata_of_skills() {
    let scoped = registered::both_scoped().build().unwrap();
    let parent = r#","ParentSkillContainer":"FinancialAnalysisSkills""#;
    assert_eq!(metadata(&scoped, LIQUIDITY), skill_metadata(parent));
    let open = registered::none_scoped().build().unwrap();
    assert_eq!(metadata(&open, LIQUIDITY), skill_metadata(""));
}

#[test]
fn row_61_metadata_of_scopes() {
    let toolbox = registered::both_scoped().build().unwrap();
    assert_eq!(
        metadata(&toolbox, SKILLS),
        concat!(
            r#"{"IsContainer":true,"IsScope":true,"PluginName":"FinancialAnalysisSkills","#,
            r#""SkillNames":["QuickLiquidityAnalysis","CapitalStructureAnalysis"],"SkillCount":2,"SourceType":"Plugin"}"#
        )
    );
}

/// The test of the macros compiles the program and holds the compiler against this text.
#[test]
fn row_62_own_metadata_can_not_take_a_key_of_the_document() {
    let message = include_str!("../../../ui-tests/fail/ai_function/value/meta_reserved.stderr");
    assert!(
        message.starts_with("error: `ParentPlugin` is a key of the metadata itself: choose another name\n"),
        "{message}"
    );
}

#[test]
fn row_63_each_decision_is_told_for_debugging() {
    let toolbox = registered::plugin_scoped().build().unwrap();
    let session = Session::new();
    let lines = heard("hpd::visibility", || drop(toolbox.tools(&session)));
    assert_eq!(lines.len(), toolbox.all_tools().len());
    assert_eq!(
        lines[1],
        "DEBUG message=`FinancialAnalysisPlugin.CalculateCurrentRatio` is hidden: its container \
         `FinancialAnalysisPlugin` is not expanded tool=FinancialAnalysisPlugin.CalculateCurrentRatio \
         visible=false rule=\"scope\" container=FinancialAnalysisPlugin"
    );
    let other = Session::new();
    let sums = heard("hpd::visibility::list", || drop(toolbox.tools(&other)));
    assert_eq!(sums, ["DEBUG message=returning 3 of 9 tools listed=3 tools=9"]);
    let explained = toolbox.explain(&session).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert!(lines.iter().zip(explained).all(|(line, why)| line.contains(&why)));
}

#[test]
fn row_64_the_four_patterns() {
    let of = Toolbox::builder;
    let simple = of().plugin(none_scoped::FinancialAnalysisPlugin);
    Conversation::new(simple).lists(&[&ALL]);
    let scoped = of().plugin(plugin_scoped::FinancialAnalysisPlugin);
    Conversation::new(scoped).lists(&[&[PLUGIN]]).expand(PLUGIN).lists(&[&[PLUGIN], &ALL]);
    let skills = crate::visibility_kit::skills::none_scoped();
    Conversation::new(skills).lists(&[&[LIQUIDITY, CAPITAL]]);
    let grouped = crate::visibility_kit::skills::both_scoped();
    Conversation::new(grouped).lists(&[&[SKILLS]]).expand(SKILLS).lists(&[&[SKILLS, LIQUIDITY, CAPITAL]]);
}

/// The document allows 1 to 5 ms for 20 to 50 tools. Nothing is optimised here.
#[test]
fn row_65_lists_are_made_within_the_documents_time() {
    let toolbox = finance().plugin(Math).plugin(Bookkeeping::sample()).external(github()).build().unwrap();
    let count = toolbox.all_tools().len();
    assert!((45..=70).contains(&count), "{count}");
    let start = Instant::now();
    for _ in 0..100 {
        let session = Session::new();
        toolbox.tools(&session);
        session.expand(&QualifiedId::from(PLUGIN));
        toolbox.tools(&session);
    }
    let taken = start.elapsed() / 200;
    assert!(taken < Duration::from_millis(5), "{taken:?}");
}

#[test]
fn row_66_documents_of_skills_are_read_with_a_tool_of_any_name() {
    let conversation = Conversation::new(finance());
    let document = |conversation: &Conversation, tool: &str, argument: &str| {
        let arguments = format!(r#"{{"{argument}":"ratio-benchmarks"}}"#);
        text(&conversation.toolbox, &conversation.session, tool, &arguments)
    };
    let closed = document(&conversation, "read_skill_document", "document_id");
    assert!(closed.starts_with(r#"{"error_type":"document_not_readable""#), "{closed}");
    conversation.expand(SKILLS).expand(CAPITAL);
    let read = document(&conversation, "read_skill_document", "document_id");
    assert_eq!(read, include_str!("../../documents/ratio-benchmarks.md"));
    // Names as the document writes them.
    let policy = VisibilityPolicy::new().list(ListMode::Constant);
    let builder = finance().plugin(Ratios).model(ModelOptions::new().rename_all(Spelling::Pascal));
    let renamed =
        Conversation::new(builder.visibility(policy).model(ModelOptions::new().call_function_as("Invoke")));
    renamed.lists(&[&[PLUGIN, SKILLS, "FirstOne", "ReadSkillDocument", "Invoke"]]);
    renamed.expand(SKILLS).expand(CAPITAL);
    assert_eq!(document(&renamed, "ReadSkillDocument", "documentId"), read);
    assert_eq!(text(&renamed.toolbox, &renamed.session, "FirstOne", r#"{"quickAssets":5}"#), "5");
    let own = finance().model(ModelOptions::new().read_skill_document_as("OpenPaper")).build().unwrap();
    assert_eq!(names(&own, &Session::new()), [PLUGIN, SKILLS, "OpenPaper"]);
}

#[test]
fn row_67_ids_are_those_of_plugins_whatever_the_prefix() {
    let toolbox = Toolbox::builder().plugin_as("calc", Math).external(github()).build().unwrap();
    for (name, id) in [("calc__Add", "Math.Add"), ("get_me", "MCP_github.get_me")] {
        assert_eq!(toolbox.tool(name).unwrap().id().as_str(), id);
    }
    let session = Session::new();
    session.expand(&QualifiedId::from("Math"));
    assert_eq!(text(&toolbox, &session, "calc__Add", r#"{"a":1,"b":2}"#), "3");
}

#[test]
fn row_68_instances_and_users_have_tools_of_their_own() {
    let only_ann =
        |tool: &ListContext<'_>| tool.id().as_str() != "work.list" || tool.principal().id() == Some("ann");
    let builder = Toolbox::builder().plugin_as("home", Mail("Ann")).plugin_as("work", Mail("Acme"));
    let toolbox = builder.filters(Filters::new().list(only_ann)).build().unwrap();
    let session = Session::new();
    let turn = |name: &str| TurnContext { principal: Principal::new(name), ..TurnContext::default() };
    let listed = |name: &str| {
        let list = toolbox.tools_with(&session, &turn(name));
        list.names().map(str::to_owned).collect::<Vec<_>>()
    };
    let call = |user: &str, name: &str| {
        let outcome = block_on(toolbox.call_with(&session, &turn(user), &RawCall::new("1", name, "{}")));
        outcome.for_model().text.into_owned()
    };
    assert_eq!(
        (listed("ann"), listed("ben")),
        (vec!["home".to_owned(), "work".to_owned()], vec!["home".to_owned()])
    );
    assert_eq!(call("ann", "work"), "work expanded. Functions: work__list.");
    assert_eq!(call("ann", "work__list"), "letters of Acme");
    assert!(call("ben", "work__list").contains("There is no tool 'work__list'."));
    assert_eq!(call("ben", "home"), "home expanded. Functions: home__list.");
    assert_eq!(call("ben", "home__list"), "letters of Ann");
}

//! Several instances of one plugin, each under a name of its own.

#![allow(clippy::unused_async, reason = "synchronous writes run on threads of their own, which takes time")]
#![allow(clippy::unused_self, reason = "tools of a mailbox are its methods")]

use std::sync::{Arc, Mutex};

use futures_executor::block_on;
use hpd_host::approval::{Answer, Choice, MemoryStore, Permission, Question, UserChannel};
use hpd_host::filter::{FilterContext, Filters, Verdict};
use hpd_host::outcome::OutcomeKind;
use hpd_host::spec::QualifiedId;
use hpd_host::values::{MapConfig, PluginConfig};
use hpd_host::{Approval, RawCall, Session, Toolbox, ToolboxBuilder, Values, plugin, scope};

use super::{names, text};
use crate::support::answer;

type Sent = Arc<Mutex<Vec<String>>>;

/// The mailbox of its owner.
struct Mail {
    owner: &'static str,
    sent: Sent,
}

#[scope("Letters", post_expansion = "Be polite.")]
impl Mail {
    /// Lists letters.
    #[ai_function]
    fn list(&self) -> String {
        format!("letters of {}", self.owner)
    }

    /// Opens a letter.
    #[ai_function]
    fn open(
        &self,
        /** Which one. */
        #[param(non_empty, obtain = Self::list)]
        id: String,
    ) -> String {
        format!("{id} of {}", self.owner)
    }

    /// Sends a letter.
    #[ai_function(write, risk = low)]
    async fn send(
        &self,
        /** The text. */
        letter: String,
    ) -> String {
        self.sent.lock().unwrap().push(format!("{}: {letter}", self.owner));
        format!("sent by {}", self.owner)
    }

    /// How to answer all.
    #[skill(functions(Self::list, Self::send))]
    fn answer_all(&self) -> String {
        format!("{} is busy.", self.owner)
    }
}

#[derive(Default)]
struct Office;

#[plugin]
impl Office {
    /// Files a letter.
    #[ai_function]
    fn file(
        &self,
        /** Which one. */
        #[param(non_empty, obtain = Mail::list)]
        letter: String,
    ) -> String {
        letter
    }

    /// How to close the day.
    #[skill(functions(Mail::list, Self::file))]
    fn close_day(&self) {}
}

struct Archive;

#[scope("Old letters", within = Mail)]
impl Archive {
    /// Finds an old letter.
    #[ai_function]
    fn find(&self) {}
}

fn mail(owner: &'static str) -> Mail {
    Mail { owner, sent: Sent::default() }
}

fn two() -> ToolboxBuilder {
    Toolbox::builder().plugin_as("home", mail("Ann")).plugin_as("work", mail("Acme"))
}

fn problem(builder: ToolboxBuilder) -> String {
    builder.build().unwrap_err().to_string()
}

#[test]
fn each_instance_has_a_container_tools_and_metadata_of_its_own() {
    let toolbox = two().build().unwrap();
    let session = Session::new();
    assert_eq!(names(&toolbox, &session), ["home", "work"]);
    assert_eq!(
        text(&toolbox, &session, "work", "{}"),
        "work expanded. Functions: work__list, work__open, work__send. Skills: work__answer_all.\n\nBe polite."
    );
    assert_eq!(
        names(&toolbox, &session),
        ["home", "work", "work__list", "work__open", "work__send", "work__answer_all"]
    );
    assert_eq!(text(&toolbox, &session, "work__list", "{}"), "letters of Acme");
    assert!(text(&toolbox, &session, "home__list", "{}").contains("container 'home'"));
    let ids: Vec<_> = toolbox.all_tools().iter().map(|tool| tool.id().as_str()).collect();
    assert_eq!(
        ids,
        [
            "home",
            "home.list",
            "home.open",
            "home.send",
            "home.answer_all",
            "work",
            "work.list",
            "work.open",
            "work.send",
            "work.answer_all"
        ]
    );
    let metadata = |name: &str| serde_json::to_string(toolbox.tool(name).unwrap().metadata()).unwrap();
    assert_eq!(
        metadata("home"),
        r#"{"IsContainer":true,"IsScope":true,"PluginName":"home","FunctionNames":["home__list","home__open","home__send"],"FunctionCount":3,"SkillNames":["home__answer_all"],"SkillCount":1,"SourceType":"Plugin"}"#
    );
    assert_eq!(metadata("home__list"), r#"{"ParentPlugin":"home"}"#);
    assert_eq!(
        metadata("work__answer_all"),
        r#"{"IsContainer":true,"IsSkill":true,"PluginName":"work","FunctionNames":["work__list","work__send"],"FunctionCount":2,"ReferencedFunctions":["work.list","work.send"],"ReferencedPlugins":["work"],"SourceType":"Skill","ParentSkillContainer":"work"}"#
    );
    assert_eq!(
        toolbox.tool("work").unwrap().description(),
        "Letters. Call it without arguments to reveal 3 functions: work__list, work__open, work__send and 1 skill: work__answer_all."
    );
}

#[test]
fn a_skill_of_an_instance_reveals_the_functions_of_that_instance() {
    let toolbox = two().build().unwrap();
    let session = Session::new();
    session.expand(&QualifiedId::from("home.answer_all"));
    assert_eq!(names(&toolbox, &session), ["home", "work", "home__list", "home__send"]);
    text(&toolbox, &session, "home", "{}");
    assert_eq!(
        text(&toolbox, &session, "home__answer_all", "{}"),
        "home__answer_all is already expanded. Functions: home__list, home__send.\n\nAnn is busy."
    );
}

#[test]
fn what_yields_a_value_is_called_as_in_this_toolbox() {
    let guidance = |toolbox: &Toolbox, container: &str, tool: &str, arguments: &str| {
        let session = Session::new();
        if !container.is_empty() {
            text(toolbox, &session, container, "{}");
        }
        text(toolbox, &session, tool, arguments)
    };
    let error = guidance(&two().build().unwrap(), "work", "work__open", r#"{"id":""}"#);
    assert!(error.contains(r#""obtain":"work__list""#), "{error}");
    let alone = Toolbox::builder().plugin_as("mail", mail("Ann")).build().unwrap();
    let error = guidance(&alone, "Mail", "mail__open", r#"{"id":""}"#);
    assert!(error.contains(r#""obtain":"mail__list""#), "{error}");
}

#[test]
fn a_reference_means_the_instance_under_the_plugins_own_name() {
    let toolbox = two().plugin(mail("Eve")).plugin(Office).plugin(Archive).build().unwrap();
    let session = Session::new();
    session.expand(&QualifiedId::from("Office.close_day"));
    assert_eq!(names(&toolbox, &session), ["home", "work", "Mail", "file", "close_day", "list"]);
    assert_eq!(text(&toolbox, &session, "list", "{}"), "letters of Eve");
    let error = text(&toolbox, &session, "file", r#"{"letter":""}"#);
    assert!(error.contains(r#""obtain":"list""#), "{error}");
    assert_eq!(toolbox.tool("Mail").unwrap().id().as_str(), "Mail");
    text(&toolbox, &session, "Mail", "{}");
    assert!(names(&toolbox, &session).iter().any(|name| name == "Archive"));
}

#[test]
fn a_reference_that_could_mean_several_is_a_build_error_that_names_them() {
    assert_eq!(
        problem(two().plugin(Office)),
        "the toolbox can't be built: `Office.close_day` refers to the plugin `Mail`, which is registered as `home` and `work`: \
         register the one that is meant with `.plugin(Mail { .. })`"
    );
    assert_eq!(
        problem(two().plugin_as("third", mail("Eve")).plugin(Archive)),
        "the toolbox can't be built: `Archive` refers to the plugin `Mail`, which is registered as `home`, `work` and `third`: \
         register the one that is meant with `.plugin(Mail { .. })`"
    );
}

#[test]
fn names_of_instances_are_told_apart_too() {
    assert_eq!(
        problem(two().plugin_as("home", mail("Eve"))),
        "the toolbox can't be built: the plugin `home` was registered twice: register it once"
    );
    assert_eq!(
        problem(two().plugin_as("Office", mail("Eve")).plugin(Office).plugin(mail("Joe"))),
        "the toolbox can't be built: two plugins are called `Office`: give one another `name`"
    );
    assert!(problem(two().plugin_as("no name", mail("Eve"))).contains("`no name` is not a legal tool name"));
}

/// One alone under a prefix keeps the ids of its plugin, as before.
#[test]
fn a_prefix_alone_changes_names_and_no_ids() {
    let toolbox = Toolbox::builder().plugin_as("mail", mail("Ann")).build().unwrap();
    let tools: Vec<_> =
        toolbox.all_tools().iter().map(|tool| (tool.name(), tool.id().as_str())).take(2).collect();
    assert_eq!(tools, [("Mail", "Mail"), ("mail__list", "Mail.list")]);
}

fn deny(_: &FilterContext<'_>) -> Verdict {
    Verdict::deny("No letters from here.", "test")
}

#[test]
fn filters_and_permissions_are_for_one_instance() {
    let toolbox = two().filters(Filters::new().plugin("work", deny)).build().unwrap();
    let session = Session::new();
    for container in ["home", "work"] {
        text(&toolbox, &session, container, "{}");
    }
    assert_eq!(text(&toolbox, &session, "home__list", "{}"), "letters of Ann");
    assert_eq!(answer(&toolbox, &session, "work__list", "{}").error().unwrap().error_type(), "call_denied");
    assert_eq!(
        problem(two().filters(Filters::new().plugin("Mail", deny))),
        "the toolbox can't be built: a filter was registered for the plugin `Mail`, which there is not"
    );
    let toolbox = two().approval(Approval::new().permission("home.send", Permission::Allow)).build().unwrap();
    assert_eq!(answer(&toolbox, &session, "home__send", r#"{"letter":"Hi"}"#).status(), "ok");
    assert_eq!(answer(&toolbox, &session, "work__send", r#"{"letter":"Hi"}"#).status(), "confirm");
}

fn question(toolbox: &Toolbox, session: &Session, tool: &str) -> Question {
    let call = RawCall::new("1", tool, r#"{"letter":"Hi"}"#);
    let OutcomeKind::Confirm(question) = block_on(toolbox.call(session, &call)).kind else {
        panic!("a write is asked about")
    };
    *question
}

fn confirm(toolbox: &Toolbox, session: &Session, question: &Question) -> String {
    let answer = Answer {
        pending_id: question.pending_id().clone(),
        nonce: question.nonce().to_owned(),
        choice: Choice::Confirm,
        phrase: None,
        reason: None,
        edit: None,
    };
    let decided = block_on(toolbox.decide(session, &UserChannel::local().decision(answer)));
    decided.unwrap().for_model().text.into_owned()
}

#[test]
fn an_approval_runs_on_the_instance_that_was_asked_about() {
    let (home, work) = (mail("Ann"), mail("Acme"));
    let sent = [Arc::clone(&home.sent), Arc::clone(&work.sent)];
    let toolbox = Toolbox::builder().plugin_as("home", home).plugin_as("work", work).build().unwrap();
    let session = Session::new();
    for container in ["home", "work"] {
        text(&toolbox, &session, container, "{}");
    }
    let asked = question(&toolbox, &session, "work__send");
    assert!(asked.text().contains("work"), "{}", asked.text());
    assert_eq!(confirm(&toolbox, &session, &asked), "sent by Acme");
    let sent = sent.map(|sent| sent.lock().unwrap().len());
    assert_eq!(sent, [0, 1]);
}

#[test]
fn a_call_of_an_instance_that_is_gone_runs_nowhere() {
    let store = Arc::new(MemoryStore::default());
    let with = |name: &str, owner| {
        let builder =
            two().plugin_as(name, mail(owner)).approval(Approval::new().pending_store(Arc::clone(&store)));
        builder.build().unwrap()
    };
    let (first, session) = (with("club", "Joe"), Session::new());
    text(&first, &session, "club", "{}");
    let asked = question(&first, &session, "club__send");
    let next = with("choir", "Eve");
    assert_eq!(
        confirm(&next, &session, &asked),
        r#"{"error_type":"not_approved","tool_name":"club__send","error_message":"'club__send' is not there any more. It did not run.","retry_guidance":"Do not call it again. Tell the user that it can't be done right now."}"#
    );
}

/// A third account comes while a question about the first is open.
#[test]
fn another_instance_joins_in_the_next_snapshot() {
    let (first, session) = (two().build().unwrap(), Session::new());
    text(&first, &session, "home", "{}");
    let asked = question(&first, &session, "home__send");
    let next = first.to_builder().plugin_as("club", mail("Joe")).build().unwrap();
    assert_eq!(names(&next, &session)[0], "home");
    assert_eq!(confirm(&next, &session, &asked), "sent by Ann");
    text(&next, &session, "club", "{}");
    assert_eq!(text(&next, &session, "club__list", "{}"), "letters of Joe");
}

struct Printer;

#[plugin]
impl Printer {
    /// Prints.
    #[ai_function]
    fn print(
        &self,
        /** On what. */
        #[param(config_key = "paper")]
        paper: String,
    ) -> String {
        paper
    }
}

#[test]
fn the_configuration_is_that_of_the_instance() {
    let paper = |paper: &str| PluginConfig::new().default_parameter("paper", paper).use_defaults_directly();
    let config =
        MapConfig::new().with("up", paper("A3")).with("down", paper("A4")).with("Printer", paper("A5"));
    let toolbox = Toolbox::builder()
        .plugin_as("up", Printer)
        .plugin_as("down", Printer)
        .plugin(Printer)
        .values(Values::new().config(config))
        .build()
        .unwrap();
    let printed =
        ["up__print", "down__print", "print"].map(|tool| text(&toolbox, &Session::new(), tool, "{}"));
    assert_eq!(printed, ["A3", "A4", "A5"]);
}

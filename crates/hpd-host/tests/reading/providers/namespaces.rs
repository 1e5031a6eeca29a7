//! Namespaces of skills, and of containers in containers. Shape: `OpenAI`'s guide "Tool search".

use hpd_host::list::ListMode;
use hpd_host::skills::ImportedSkill;
use hpd_host::{Provider, Session, Toolbox, plugin, scope};
use serde_json::Value;

#[derive(Default)]
struct Ledger;

#[scope("Bookkeeping")]
#[expect(clippy::unused_self, reason = "tools of a plugin are its methods")]
impl Ledger {
    /// The balance.
    #[ai_function(read_only)]
    pub(crate) fn balance(&self) -> i64 {
        7
    }
}

struct Desk;

#[plugin]
impl Desk {
    /// Closes a month.
    #[skill(functions(Ledger::balance), instructions = "Check the suspense account first.")]
    fn close_month() {}
}

/// The office has nothing but a skill, which has functions.
struct Office;

#[scope("The office", post_expansion = "Amounts are net.")]
impl Office {
    /// Opens the office.
    #[skill(functions(Ledger::balance), instructions = "Take the key.")]
    fn open_office() {}
}

const NONE: &str = r#"{"type":"object","properties":{},"additionalProperties":false}"#;
const DEFERRED: &str = r#","defer_loading":true"#;

/// The native list.
fn list(toolbox: &Toolbox) -> String {
    let session = Session::new();
    session.set_list_mode(ListMode::Native);
    Provider::OpenAiResponses.list(&toolbox.tool_list(&session), None).unwrap()
}

fn entry(name: &str, text: &str, rest: &str) -> String {
    format!(
        r#"{{"type":"function","name":"{name}","description":"{text}","parameters":{NONE},"strict":false{rest}}}"#
    )
}

/// A tool as it is without a native list, which is not deferred.
fn plain(toolbox: &Toolbox, name: &str) -> String {
    let written = Provider::OpenAiResponses.tools(&[toolbox.tool(name).unwrap()]);
    written.strip_prefix('[').unwrap().strip_suffix(']').unwrap().to_owned()
}

fn deferred(toolbox: &Toolbox, name: &str) -> String {
    format!("{}{DEFERRED}}}", plain(toolbox, name).strip_suffix('}').unwrap())
}

fn namespace(name: &str, description: &str, tools: &str) -> String {
    format!(r#"{{"type":"namespace","name":"{name}","description":"{description}","tools":[{tools}]}}"#)
}

/// The names of the namespaces in the native list.
fn namespaces(toolbox: &Toolbox) -> Vec<String> {
    let tools: Vec<Value> = serde_json::from_str(&list(toolbox)).unwrap();
    let namespaces = tools.iter().filter(|tool| tool["type"] == "namespace");
    namespaces.map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_skill_is_called_beside_the_namespace_of_its_functions() {
    let toolbox = Toolbox::builder().plugin(Desk).build().unwrap();
    let expected = [
        entry("close_month", "Closes a month. Call it without arguments to reveal 1 function: balance.", ""),
        namespace(
            "close_month_functions",
            "For the skill close_month: Closes a month.",
            &entry("balance", "The balance.", DEFERRED),
        ),
        plain(&toolbox, "read_result"),
        r#"{"type":"tool_search"}"#.to_owned(),
    ];
    assert_eq!(list(&toolbox), format!("[{}]", expected.join(",")));
}

#[test]
fn a_skill_is_deferred_in_the_namespace_of_its_scope() {
    let toolbox = Toolbox::builder().plugin(Office).build().unwrap();
    let expected = [
        namespace(
            "Office",
            "The office. It has 1 skill: open_office. Amounts are net.",
            &deferred(&toolbox, "open_office"),
        ),
        plain(&toolbox, "read_result"),
        namespace(
            "open_office_functions",
            "For the skill open_office: Opens the office.",
            &entry("balance", "The balance.", DEFERRED),
        ),
        r#"{"type":"tool_search"}"#.to_owned(),
    ];
    assert_eq!(list(&toolbox), format!("[{}]", expected.join(",")));
}

/// A house with nothing but containers.
#[derive(Default)]
struct House;

#[scope("The house", post_expansion = "Amounts are net.")]
impl House {}

#[derive(Default)]
struct Floor;

#[scope("A floor", within = House, post_expansion = "Mind the step.")]
impl Floor {}

#[derive(Default)]
struct Kitchen;

#[scope("The kitchen", within = Floor)]
#[expect(clippy::unused_self, reason = "tools of a plugin are its methods")]
impl Kitchen {
    /// Cooks.
    #[ai_function(read_only)]
    fn cook(&self) -> i64 {
        7
    }
}

#[derive(Default)]
struct Pantry;

#[scope("The pantry", within = Kitchen)]
#[expect(clippy::unused_self, reason = "tools of a plugin are its methods")]
impl Pantry {
    /// Looks.
    #[ai_function(read_only)]
    fn look(&self) -> i64 {
        7
    }
}

#[test]
fn a_container_of_containers_is_told_of_in_them() {
    let toolbox =
        Toolbox::builder().plugin(House).plugin(Floor).plugin(Kitchen).plugin(Pantry).build().unwrap();
    let expected = [
        plain(&toolbox, "read_result"),
        namespace(
            "Kitchen",
            "The house. Amounts are net. A floor. Mind the step. The kitchen. It has 1 function: cook.",
            &entry("cook", "Cooks.", DEFERRED),
        ),
        // The kitchen, in which the pantry lies, is told of already.
        namespace("Pantry", "The pantry. It has 1 function: look.", &entry("look", "Looks.", DEFERRED)),
        r#"{"type":"tool_search"}"#.to_owned(),
    ];
    assert_eq!(list(&toolbox), format!("[{}]", expected.join(",")));
}

#[derive(Default)]
struct Wine;

#[scope("Wine")]
#[expect(clippy::unused_self, reason = "tools of a plugin are its methods")]
impl Wine {
    /// Counts.
    #[ai_function(read_only)]
    pub(crate) fn count(&self) -> i64 {
        7
    }
}

struct Cellar;

#[plugin]
impl Cellar {
    /// Takes stock.
    #[skill(functions(Wine::count), instructions = "Take a light.")]
    fn take_stock() {}
}

/// Functions whose names a namespace can't have.
struct Taken;

#[plugin]
#[expect(clippy::unused_self, reason = "tools of a plugin are its methods")]
impl Taken {
    /// Another function.
    #[ai_function(read_only)]
    fn close_month_functions(&self) -> i64 {
        7
    }
}

#[test]
fn the_namespace_of_a_skill_has_a_free_name_of_legal_length() {
    let toolbox = Toolbox::builder().plugin(Desk).plugin(Taken).build().unwrap();
    assert_eq!(namespaces(&toolbox), ["close_month_functions_2"]);

    let name = |end: &str| format!("{}{end}", "a".repeat(63));
    let skill = |end: &str, function: &str| {
        ImportedSkill::new(name(end), "Long.").allowed_tools([function]).instructions("Look.")
    };
    let toolbox = Toolbox::builder()
        .plugin(Desk)
        .plugin(Cellar)
        .skill(skill("b", "Ledger.balance"))
        .skill(skill("c", "Wine.count"))
        .build()
        .unwrap();
    let start = "a".repeat(54);
    assert_eq!(namespaces(&toolbox), [format!("{start}_functions"), format!("{}_functions_2", &start[2..])]);
}

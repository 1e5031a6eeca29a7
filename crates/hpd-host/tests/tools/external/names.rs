//! Names: legal ones, and one for each tool.

use hpd_host::external::ExternalSource;
use hpd_host::outcome::OutcomeKind;
use hpd_host::{Session, Toolbox, ai_function};

use crate::external::{lax, reports, toolbox};
use crate::support::{answer, names};

/// Asks for a name.
#[ai_function]
fn get_me() -> &'static str {
    "this program"
}

#[test]
fn an_illegal_name_is_mapped_and_mapped_back() {
    let source = ExternalSource::list("calc", vec![lax("math.factorial"), lax("größe"), lax("3d"), lax("")]);
    let toolbox = toolbox(source);
    let offered: Vec<_> = toolbox.all_tools()[1..].iter().map(|t| (t.name(), t.original_name())).collect();
    assert_eq!(offered, [("math_factorial", "math.factorial"), ("gr__e", "größe"), ("_3d", "3d"), ("_", "")]);
    let session = Session::new();
    answer(&toolbox, &session, "calc", "{}");
    let outcome = answer(&toolbox, &session, "math_factorial", "{}");
    let OutcomeKind::Forward(call) = outcome.kind else { panic!("{outcome:?}") };
    assert_eq!(
        (&*call.name, &*call.source, call.tool.as_str()),
        ("math.factorial", "calc", "calc.math.factorial")
    );
}

#[test]
fn the_program_keeps_its_names_wherever_it_is_registered() {
    let source = || ExternalSource::mcp("github", vec![lax("get_me"), lax("list_issues")]);
    let before = Toolbox::builder().function::<get_me>().external(source()).build().unwrap();
    let after = Toolbox::builder().external(source()).function::<get_me>().build().unwrap();
    for toolbox in [before, after] {
        assert_eq!(toolbox.tool("get_me").unwrap().id().as_str(), "get_me");
        assert_eq!(toolbox.tool("github__get_me").unwrap().id().as_str(), "MCP_github.get_me");
        assert_eq!(
            reports(&toolbox),
            ["`MCP_github.get_me` is offered as `github__get_me`: `get_me` is `get_me`"]
        );
    }
}

#[test]
fn of_two_sources_the_first_keeps_the_name() {
    let one = ExternalSource::mcp("one", vec![lax("search"), lax("open_page")]);
    let two = ExternalSource::mcp("two", vec![lax("search"), lax("close_page")]);
    let toolbox = Toolbox::builder().external(one).external(two).build().unwrap();
    assert_eq!(
        reports(&toolbox),
        ["`MCP_two.search` is offered as `two__search`: `search` is `MCP_one.search`"]
    );
    let session = Session::new();
    answer(&toolbox, &session, "MCP_one", "{}");
    answer(&toolbox, &session, "MCP_two", "{}");
    for (name, source) in [("search", "one"), ("two__search", "two")] {
        let outcome = answer(&toolbox, &session, name, "{}");
        let OutcomeKind::Forward(call) = &outcome.kind else { panic!("{outcome:?}") };
        assert_eq!((&*call.name, &*call.source), ("search", source));
        assert!(session.forget_call("call_1"));
    }
}

#[test]
fn names_that_map_to_one_stay_apart() {
    let toolbox = toolbox(ExternalSource::list("calc", vec![lax("a b"), lax("a.b"), lax("a_b")]));
    let offered: Vec<_> = toolbox.all_tools()[1..].iter().map(|t| (t.name(), t.original_name())).collect();
    assert_eq!(offered[0], ("a_b", "a b"));
    assert_eq!(offered[1], ("calc__a_b", "a.b"));
    assert_eq!(offered[2].1, "a_b");
    assert_eq!(offered[2].0.len(), "a_b_".len() + 8, "{}", offered[2].0);
    assert_eq!(reports(&toolbox).len(), 2);
}

#[test]
fn a_tool_that_a_source_lists_twice_is_there_once() {
    let toolbox = toolbox(ExternalSource::list("calc", vec![lax("add"), lax("add"), lax("subtract")]));
    assert_eq!(toolbox.all_tools().len(), 3);
    assert_eq!(reports(&toolbox), ["`calc.add` is listed twice: the second is left out"]);
}

#[test]
fn long_names_are_cut_and_stay_apart() {
    let (one, two) = (format!("{}_one", "x".repeat(80)), format!("{}_two", "x".repeat(80)));
    let toolbox = toolbox(ExternalSource::list("calc", vec![lax(&one), lax(&two)]));
    let offered: Vec<_> = toolbox.all_tools()[1..].iter().map(hpd_host::Tool::name).collect();
    assert!(offered.iter().all(|name| name.len() == 64), "{offered:?}");
    assert_ne!(offered[0], offered[1]);
    // The hash is the same in every build.
    assert_eq!(offered[0], format!("{}_dd35edc6", "x".repeat(55)));
    assert_eq!(toolbox.tool(&one).unwrap().name(), offered[0]);
    assert!(reports(&toolbox).is_empty());
}

#[test]
fn the_name_of_a_container_gives_way_too() {
    let tools = || vec![lax("a"), lax("b")];
    let one = ExternalSource::list("my tools", tools());
    let two = ExternalSource::list("my.tools", vec![lax("c"), lax("d")]);
    let toolbox = Toolbox::builder().external(one).external(two).build().unwrap();
    let listed = names(&toolbox, &Session::new());
    assert_eq!(listed[0], "my_tools");
    assert!(listed[1].starts_with("my_tools_"), "{listed:?}");
}

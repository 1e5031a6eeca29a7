//! Which list filters are asked about what, and when.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hpd_host::filter::{Filters, ListContext};
use hpd_host::list::Rule;
use hpd_host::{Principal, RawCall, Session, Toolbox, ToolboxBuilder, TurnContext};

use super::list_filters::{Books, Open, listed};
use super::names;
use crate::support::Math;

#[test]
fn filters_of_all_tools_of_a_plugin_and_of_one_tool_have_to_agree() {
    let none = |_: &ListContext<'_>| false;
    let explained = |builder: ToolboxBuilder, tool: &str| {
        let toolbox = builder.plugin(Books).plugin(Open).build().unwrap();
        toolbox.explain_tool(&Session::new(), tool).unwrap()
    };
    for (builder, sentence) in [
        (
            Toolbox::builder().filters(Filters::new().list(none)),
            "`Open.look` is hidden: a list filter for all tools does not show it",
        ),
        (
            Toolbox::builder().filters(Filters::new().list_of_plugin("Open", none)),
            "`Open.look` is hidden: a list filter of `Open` does not show it",
        ),
        (
            Toolbox::builder()
                .filters(Filters::new().list_of_tool("Open.look", none).list(|_: &ListContext<'_>| true)),
            "`Open.look` is hidden: a list filter of `Open.look` does not show it",
        ),
    ] {
        let explanation = explained(builder, "look");
        assert_eq!(explanation.rule, Rule::ListFilter);
        assert_eq!(explanation.to_string(), sentence);
    }
    let other = explained(Toolbox::builder().filters(Filters::new().list_of_plugin("Open", none)), "Books");
    assert_eq!(other.rule, Rule::Container);
    let container =
        explained(Toolbox::builder().filters(Filters::new().list_of_plugin("Books", none)), "Books");
    assert_eq!(container.to_string(), "`Books` is hidden: a list filter of `Books` does not show it");
}

#[test]
fn a_filter_for_nothing_is_a_build_error() {
    let error = Toolbox::builder()
        .plugin(Open)
        .filters(Filters::new().list_of_tool("Open.lok", |_: &ListContext<'_>| true));
    assert_eq!(
        error.build().unwrap_err().to_string(),
        "the toolbox can't be built: a filter was registered for the function `Open.lok`, which there is not: did you mean `Open.look`?"
    );
}

#[test]
fn a_filter_that_panics_shows_nothing() {
    let broken = |tool: &ListContext<'_>| tool.principal().id().expect("somebody looks") == "anna";
    let toolbox = Toolbox::builder().plugin(Open).filters(Filters::new().list(broken)).build().unwrap();
    let session = Session::new();
    assert_eq!(names(&toolbox, &session), [""; 0]);
    assert_eq!(listed(&toolbox, &session, "anna"), ["look"]);
}

#[test]
fn an_answer_of_a_filter_is_never_kept() {
    let (open, read) = (Arc::new(AtomicBool::new(true)), Arc::new(AtomicBool::new(true)));
    let is_open = Arc::clone(&open);
    let filter = move |tool: &ListContext<'_>| tool.name() != "look" || is_open.load(Ordering::Relaxed);
    let toolbox =
        Toolbox::builder().plugin(Open).plugin(Math).filters(Filters::new().list(filter)).build().unwrap();
    let session = Session::new();
    let before = toolbox.tool_list(&session);
    assert!(before.is_same(&toolbox.tool_list(&session)));
    assert_eq!(names(&toolbox, &session), ["look", "Math"]);
    open.store(false, Ordering::Relaxed);
    let closed = toolbox.tool_list(&session);
    assert!(!before.is_same(&closed));
    assert!(closed.is_same(&toolbox.tool_list(&session)));
    assert_eq!(names(&toolbox, &session), ["Math"]);
    assert!(toolbox.check(&session, &RawCall::new("1", "look", "{}")).is_err());
    open.store(read.load(Ordering::Relaxed), Ordering::Relaxed);
    assert_eq!(names(&toolbox, &session), ["look", "Math"]);
    assert!(toolbox.check(&session, &RawCall::new("1", "look", "{}")).is_ok());
}

#[test]
fn a_filter_sees_tenant_and_extensions() {
    struct Role(&'static str);
    let filter = |tool: &ListContext<'_>| {
        tool.principal().tenant() == Some("acme")
            && tool.extension::<Role>().is_some_and(|role| role.0 == "clerk")
    };
    let toolbox = Toolbox::builder().plugin(Open).filters(Filters::new().list(filter)).build().unwrap();
    let session = Session::new();
    let mut turn = TurnContext::on_behalf_of(Principal::unknown().in_tenant("acme"));
    assert!(toolbox.tools_with(&session, &turn).is_empty());
    turn.extensions.insert(Role("clerk"));
    assert_eq!(toolbox.tools_with(&session, &turn).len(), 1);
}

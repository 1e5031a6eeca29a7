//! A cap on expansions.

use hpd_host::list::VisibilityPolicy;
use hpd_host::{Session, Toolbox};

use super::world::{Alpha, Beta, Closed, Delta, Gamma};
use super::{answer, expanded, id, names, text};

fn toolbox(max: usize) -> Toolbox {
    let builder = Toolbox::builder().plugin(Alpha).plugin(Beta).plugin(Delta).plugin(Gamma).plugin(Closed);
    builder.visibility(VisibilityPolicy::new().max_expanded(max)).build().unwrap()
}

fn ids(session: &Session) -> Vec<String> {
    session.expanded().iter().map(ToString::to_string).collect()
}

#[test]
fn the_least_recently_used_one_is_collapsed_and_the_model_reads_it() {
    let (toolbox, session) = (toolbox(2), Session::new());
    assert_eq!(text(&toolbox, &session, "Alpha", "{}"), "Alpha expanded. Functions: a1, a2, a3.");
    assert_eq!(
        text(&toolbox, &session, "Delta", "{}"),
        "Delta expanded. Functions: d1. Skills: ds. Containers: Gamma."
    );
    assert_eq!(
        text(&toolbox, &session, "Gamma", "{}"),
        "Gamma expanded. Functions: c1. Collapsed to make room: Alpha."
    );
    assert_eq!(ids(&session), ["Delta", "Gamma"]);
    assert!(answer(&toolbox, &session, "a1", "{}").for_model().is_error);
}

#[test]
fn a_call_of_a_member_is_a_use() {
    let (toolbox, session) = (toolbox(2), Session::new());
    for container in ["Alpha", "Delta"] {
        text(&toolbox, &session, container, "{}");
    }
    assert_eq!(text(&toolbox, &session, "a2", "{}"), "Done.");
    text(&toolbox, &session, "Closed", "{}");
    assert_eq!(ids(&session), ["Alpha", "Closed"]);
}

#[test]
fn another_expansion_is_a_use() {
    let (toolbox, session) = (toolbox(2), Session::new());
    for container in ["Alpha", "Delta", "Alpha", "Closed"] {
        text(&toolbox, &session, container, "{}");
    }
    assert_eq!(ids(&session), ["Alpha", "Closed"]);
}

#[test]
fn the_expansion_of_a_container_inside_is_a_use() {
    let (toolbox, session) = (toolbox(2), Session::new());
    for container in ["Delta", "Alpha", "Gamma"] {
        text(&toolbox, &session, container, "{}");
    }
    assert_eq!(ids(&session), ["Delta", "Gamma"]);
}

#[test]
fn a_look_is_no_use() {
    let (toolbox, session) = (toolbox(2), Session::new());
    for container in ["Alpha", "Delta"] {
        text(&toolbox, &session, container, "{}");
    }
    toolbox.check(&session, &crate::support::call("a2", "{}")).unwrap();
    toolbox.explain(&session);
    text(&toolbox, &session, "Closed", "{}");
    assert_eq!(ids(&session), ["Delta", "Closed"]);
}

#[test]
fn what_is_used_inside_outlives_its_outer_container() {
    let (toolbox, session) = (toolbox(2), Session::new());
    for container in ["Delta", "Gamma"] {
        text(&toolbox, &session, container, "{}");
    }
    assert_eq!(
        text(&toolbox, &session, "Alpha", "{}"),
        "Alpha expanded. Functions: a1, a2, a3. Collapsed to make room: Delta."
    );
    assert_eq!(
        names(&toolbox, &session),
        ["Alpha", "b1", "b2", "b3", "Delta", "Closed", "c1", "a1", "a2", "a3"]
    );
}

#[test]
fn the_newest_one_is_never_collapsed() {
    let (toolbox, session) = (toolbox(0), Session::new());
    text(&toolbox, &session, "Alpha", "{}");
    assert_eq!(ids(&session), ["Alpha"]);
    text(&toolbox, &session, "Delta", "{}");
    assert_eq!(ids(&session), ["Delta"]);
}

#[test]
fn the_host_expands_without_a_cap_or_under_it() {
    let (toolbox, session) = (toolbox(1), expanded(&["Alpha", "Delta"]));
    assert_eq!(ids(&session), ["Alpha", "Delta"]);
    let expansion = toolbox.expand(&session, &id("Gamma")).unwrap();
    assert_eq!(expansion.collapsed, ["Alpha", "Delta"]);
    assert_eq!(ids(&session), ["Gamma"]);
}

#[test]
fn containers_of_other_toolboxes_do_not_count() {
    let (toolbox, session) = (toolbox(1), expanded(&["External"]));
    text(&toolbox, &session, "Alpha", "{}");
    assert_eq!(ids(&session), ["External", "Alpha"]);
}

#[test]
fn the_order_of_use_outlives_the_program() {
    let (toolbox, session) = (toolbox(2), Session::new());
    for call in ["Alpha", "Delta", "a1"] {
        text(&toolbox, &session, call, "{}");
    }
    let later = Session::from_json(&session.to_json()).unwrap();
    text(&toolbox, &later, "Closed", "{}");
    assert_eq!(ids(&later), ["Alpha", "Closed"]);
}

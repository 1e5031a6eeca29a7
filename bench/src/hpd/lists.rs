//! Lists of tools for a provider, beside a copy of their text, and toolboxes of many tools.

use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

use hpd_bench_cases::payloads::SOURCES;
use hpd_bench_cases::{Answer, Checks, Contender, Group, ready};
use hpd_host::dialect::Dialect;
use hpd_host::list::ListMode;
use hpd_host::{Provider, RawCall, Session, Toolbox};

use crate::calls::shared;
use crate::many;

const PROVIDER: Provider = Provider::OpenAiChat;
const STRICT: Dialect = Dialect::OpenAiStrict;

pub(super) fn contenders() -> Vec<Contender> {
    let some = shared(|| Rc::new(some_tools()));
    let all = shared(|| Rc::new(all_tools(None)));
    let (same_some, same_all) = (some.clone(), all.clone());
    vec![
        Contender::new("a copy of the text", Checks::Nothing)
            .on([Group::Tools], move |_, _| copied(&some()))
            .on([Group::ManyTools], move |_, _| copied(&all())),
        Contender::new("hpd", Checks::Nothing)
            .on([Group::Tools], move |_, _| written(same_some()))
            .on([Group::ManyTools], move |_, _| written(same_all()))
            .on([Group::FirstList], |_, _| first_list(None))
            .on([Group::Build], |_, _| build(None)),
        Contender::new("hpd, strict dialect prepared", Checks::Nothing)
            .on([Group::FirstList], |_, _| first_list(Some(STRICT)))
            .on([Group::Build], |_, _| build(Some(STRICT))),
    ]
}

/// 120 tools, and a session that lists them without containers.
fn some_tools() -> (Toolbox, Session) {
    let session = Session::new();
    session.set_list_mode(ListMode::Flat);
    (many::toolbox(many::sources(6), None), session)
}

/// All tools, and a session in which all containers are expanded.
fn all_tools(prepared: Option<Dialect>) -> (Toolbox, Session) {
    let toolbox = many::toolbox(many::sources(SOURCES), prepared);
    let session = expanded(&toolbox);
    (toolbox, session)
}

/// A session in which everything is expanded.
fn expanded(toolbox: &Toolbox) -> Session {
    let session = Session::new();
    for number in 0..SOURCES {
        let call = RawCall::new("call_1", format!("MCP_server_{number}"), "{}");
        ready(toolbox.call(&session, &call));
    }
    session
}

fn copied((toolbox, session): &(Toolbox, Session)) -> impl FnMut() -> Answer + use<> {
    let text = PROVIDER.tools(&toolbox.tools(session));
    move || Answer::Text(black_box(&text).clone())
}

fn written(listed: Rc<(Toolbox, Session)>) -> impl FnMut() -> Answer {
    move || {
        let (toolbox, session) = black_box(&*listed);
        Answer::Text(PROVIDER.tools(&toolbox.tools(session)))
    }
}

fn first_list(prepared: Option<Dialect>) -> impl FnMut() -> Answer {
    let (toolbox, session) = all_tools(prepared);
    move || {
        let list = PROVIDER.tools_in(&toolbox.tools(&session), STRICT);
        Answer::Text(list.expect("the dialect can express the schemas"))
    }
}

/// The time has neither the making of the sources nor the end of the toolbox.
fn build(prepared: Option<Dialect>) -> impl FnMut() -> Answer {
    let sources = RefCell::new(Some(many::sources(SOURCES)));
    move || {
        let sources = sources.take().expect("it is built once after each set-up");
        Answer::Value(Box::new(many::toolbox(sources, prepared)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_ten_thousand_tools_and_their_containers() {
        let (toolbox, session) = all_tools(None);
        assert_eq!(toolbox.tools(&Session::new()).len(), 500);
        assert_eq!(toolbox.tools(&session).len(), 10_500);
    }

    #[test]
    fn a_few_sources_are_listed_without_containers() {
        let (toolbox, session) = some_tools();
        assert_eq!(toolbox.tools(&session).len(), 120);
    }
}

//! Calls of own functions.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::hint::black_box;
use std::rc::Rc;

use hpd_bench_cases::{Answer, Checks, Contender, Group, ready};
use hpd_host::outcome::{FunctionResult, OutcomeKind};
use hpd_host::{Outcome, Output, RawCall, Session, Toolbox};

use crate::books::{AsyncBooks, Books, among_a_thousand};

pub(super) fn contenders() -> Vec<Contender> {
    let groups = Group::CALLS.into_iter().chain([Group::Bounded, Group::Maps, Group::WholeNumber]);
    let books = shared(|| among_a_thousand(|builder| builder.plugin(Books)));
    let async_books = shared(|| among_a_thousand(|builder| builder.plugin(AsyncBooks)));
    let same_books = async_books.clone();
    vec![
        Contender::new("hpd", Checks::All)
            .on(groups, move |group, arguments| called(books(), group, arguments)),
        Contender::new("hpd, async function", Checks::All).on(Group::GOOD, move |group, arguments| {
            let (toolbox, session) = (async_books(), Session::new());
            let call = RawCall::new("call_1", group.tool(), arguments);
            move || answer(ready(toolbox.call(&session, black_box(&call))))
        }),
        Contender::new("hpd, async function, text in, text out", Checks::All).on(
            Group::GOOD,
            move |group, arguments| {
                let (toolbox, session) = (same_books(), Session::new());
                let arguments = arguments.to_owned();
                move || {
                    let call = RawCall::new("call_1", black_box(group.tool()), black_box(arguments.as_str()));
                    let outcome = ready(toolbox.call(&session, &call));
                    Answer::Text(outcome.for_model_as_text().into_owned())
                }
            },
        ),
    ]
}

/// What is made on first use, and cloned from then on: the cases of a contender have the same toolbox.
pub(crate) fn shared<T: Clone>(make: impl Fn() -> T + Clone) -> impl Fn() -> T + Clone {
    let cell = Rc::new(OnceCell::new());
    move || cell.get_or_init(&make).clone()
}

fn called(toolbox: Toolbox, group: Group, arguments: &str) -> impl FnMut() -> Answer + use<> {
    let session = Session::new();
    let call = RawCall::new("call_1", group.tool(), arguments);
    let is_refused = Group::BAD.contains(&group);
    move || {
        // A call that is refused again and again is answered in another way: each is the first of its message.
        if is_refused {
            session.new_user_message();
        }
        answer(ready(toolbox.call(&session, black_box(&call))))
    }
}

/// The text for the model. A result's text is borrowed from the outcome, and an agent sends it from there. It is moved
/// out instead of copied, since the copy would be the benchmark's own.
pub(crate) fn answer(outcome: Outcome) -> Answer {
    if let Cow::Owned(text) = black_box(outcome.for_model()).text {
        return Answer::Text(text);
    }
    match outcome.kind {
        OutcomeKind::Result(FunctionResult { output: Output::Json(text) | Output::Text(text), .. }) => {
            Answer::Text(text)
        }
        other => unreachable!("only a result is borrowed here, not {other:?}"),
    }
}

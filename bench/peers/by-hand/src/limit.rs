//! The limit: code for one known tool. Typed serde, a direct call, the result as text.

use std::hint::black_box;

use hpd_bench_cases::types::{AddArgs, BoundedInvoiceArgs, InvoiceArgs, JournalArgs, MapsArgs, OrderArgs};
use hpd_bench_cases::{Answer, Call, Checks, Contender, Group, text};
use serde::Serialize;
use serde::de::DeserializeOwned;

pub(crate) fn contender() -> Contender {
    Contender::new("typed serde, direct call", Checks::Types)
        .on([Group::Add], |_, arguments| direct(arguments, AddArgs::run))
        .on([Group::Invoice], |_, arguments| direct(arguments, InvoiceArgs::run))
        .on([Group::Journal], |_, arguments| direct(arguments, JournalArgs::run))
        .on([Group::Bounded], |_, arguments| direct(arguments, BoundedInvoiceArgs::run))
        .on([Group::Maps], |_, arguments| direct(arguments, MapsArgs::run))
        .on([Group::Keys], |_, arguments| direct(arguments, OrderArgs::run))
        // Serde refuses `3.0` for an integer: this is what the right text costs.
        .on([Group::WholeNumber], |_, _| direct(&Group::Invoice.payload(), InvoiceArgs::run))
}

/// Serde stops at the first error: the others are not found, so this is less work than is asked for.
pub(crate) fn first_error() -> Contender {
    Contender::new("typed serde", Checks::Types).on(Group::BAD, |_, arguments| {
        let arguments = arguments.to_owned();
        move || match serde_json::from_str::<InvoiceArgs>(black_box(&arguments)) {
            Ok(_) => unreachable!("the payload has three errors"),
            Err(error) => Answer::Text(error.to_string()),
        }
    })
}

fn direct<A: DeserializeOwned + 'static, O: Serialize + 'static>(arguments: &str, run: fn(A) -> O) -> Call {
    let arguments = arguments.to_owned();
    Box::new(move || {
        let arguments: A = serde_json::from_str(black_box(&arguments)).expect("the payload fits its type");
        Answer::Text(text(&run(arguments)))
    })
}

//! The limit: handwritten code for one known tool. Typed serde, a direct call, the result as text.

use std::hint::black_box;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::harness::{Answer, Case, Group};
use crate::types::{AddArgs, InvoiceArgs, JournalArgs};

/// The name of the limit, to which the others are compared.
pub(crate) const LIMIT: &str = "limit: typed serde, direct call";

pub(super) fn cases() -> Vec<Case> {
    vec![
        direct(Group::Add, AddArgs::run),
        direct(Group::Invoice, InvoiceArgs::run),
        direct(Group::Journal, JournalArgs::run),
        first_error(Group::ThreeErrors),
        first_error(Group::ThreeErrorsFull),
    ]
}

fn direct<A: DeserializeOwned + 'static, O: Serialize + 'static>(group: Group, run: fn(A) -> O) -> Case {
    Case::new(group, LIMIT, move || {
        let payload = group.payload();
        move || {
            let arguments: A = serde_json::from_str(black_box(&payload)).expect("the payload fits its type");
            Answer::Text(text(&run(arguments)))
        }
    })
}

/// Serde stops at the first error: the others are not found, so this is less work than is asked for.
fn first_error(group: Group) -> Case {
    Case::new(group, "typed serde, first error only", move || {
        let payload = group.payload();
        move || match serde_json::from_str::<InvoiceArgs>(black_box(&payload)) {
            Ok(_) => unreachable!("the payload has three errors"),
            Err(error) => Answer::Text(error.to_string()),
        }
    })
}

/// The result as JSON text.
pub(super) fn text(result: &impl Serialize) -> String {
    serde_json::to_string(result).expect("the results serialise: they are structs of numbers and strings")
}

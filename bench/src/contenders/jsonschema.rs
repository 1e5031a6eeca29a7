//! `jsonschema`: a tree, a compiled schema over it, then the typed value.

use std::borrow::Cow;
use std::hint::black_box;

use jsonschema::Validator;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::limit::text;
use crate::harness::{Answer, Case, Group, Issue};
use crate::types::{AddArgs, InvoiceArgs, JournalArgs};

/// The name of the cases that list all errors, to which hpd is compared.
pub(crate) const ALL_ERRORS: &str = "Value, jsonschema, all errors";

pub(super) fn cases() -> Vec<Case> {
    let mut cases = vec![
        validated(Group::Add, AddArgs::run),
        validated(Group::Invoice, InvoiceArgs::run),
        validated(Group::Journal, JournalArgs::run),
    ];
    cases.extend(Group::BAD.map(all_errors));
    cases
}

fn validated<A: DeserializeOwned + JsonSchema + 'static, O: Serialize + 'static>(
    group: Group,
    run: fn(A) -> O,
) -> Case {
    Case::new(group, "Value, jsonschema validate, from_value", move || {
        let (validator, payload) = (validator::<A>(), group.payload());
        move || {
            let tree: Value = serde_json::from_str(black_box(&payload)).expect("the payload is JSON");
            validator.validate(&tree).expect("the payload fits its schema");
            let arguments: A = serde_json::from_value(tree).expect("the payload fits its type");
            Answer::Text(text(&run(arguments)))
        }
    })
}

fn all_errors(group: Group) -> Case {
    Case::new(group, ALL_ERRORS, move || {
        let (validator, payload) = (validator::<InvoiceArgs>(), group.payload());
        move || {
            let tree: Value = serde_json::from_str(black_box(&payload)).expect("the payload is JSON");
            let issues = validator.iter_errors(&tree).map(|error| Issue {
                pointer: error.instance_path().to_string(),
                rule: Cow::Owned(error.schema_path().to_string()),
                message: error.to_string(),
            });
            Answer::Issues(issues.collect())
        }
    })
}

fn validator<A: JsonSchema>() -> Validator {
    jsonschema::validator_for(schemars::schema_for!(A).as_value()).expect("the generated schemas are valid")
}

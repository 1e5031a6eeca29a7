//! `jsonschema`: a tree, a compiled schema over it, then the typed value.

use std::borrow::Cow;
use std::hint::black_box;

use hpd_bench_cases::types::{AddArgs, BoundedInvoiceArgs, InvoiceArgs, JournalArgs, MapsArgs};
use hpd_bench_cases::{Answer, Call, Checks, Contender, Group, Issue, payloads, text};
use jsonschema::{ValidationError, Validator};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

hpd_bench_cases::program!(contenders);

fn contenders() -> Vec<Contender> {
    let typed = Contender::new("jsonschema, from_value", Checks::SchemaFirst)
        .on([Group::Add], |_, arguments| validated(arguments, AddArgs::run))
        .on([Group::Invoice], |_, arguments| validated(arguments, InvoiceArgs::run))
        .on([Group::Journal], |_, arguments| validated(arguments, JournalArgs::run))
        .on([Group::Bounded], |_, arguments| validated(arguments, BoundedInvoiceArgs::run))
        .on([Group::Maps], |_, arguments| validated(arguments, MapsArgs::run))
        .on([Group::External], |_, arguments| passed_on(arguments));
    let listed = Contender::new("jsonschema, a list of errors", Checks::Schema)
        .on(Group::BAD, |_, arguments| refused(&invoice_schema(), arguments, issues))
        .on([Group::ExternalErrors], |_, arguments| refused(&record_schema(), arguments, issues));
    let written = Contender::new("jsonschema, errors as JSON for the model", Checks::Schema)
        .on(Group::BAD, |_, arguments| refused(&invoice_schema(), arguments, for_the_model))
        .on([Group::ExternalErrors], |_, arguments| refused(&record_schema(), arguments, for_the_model));
    vec![typed, listed, written]
}

fn validated<A: DeserializeOwned + JsonSchema + 'static, O: Serialize + 'static>(
    arguments: &str,
    run: fn(A) -> O,
) -> Call {
    let (validator, arguments) = (validator(&schema::<A>()), arguments.to_owned());
    Box::new(move || {
        let tree: Value = serde_json::from_str(black_box(&arguments)).expect("the payload is JSON");
        validator.validate(&tree).expect("the payload fits its schema");
        let arguments: A = serde_json::from_value(tree).expect("the payload fits its type");
        Answer::Text(text(&run(arguments)))
    })
}

/// Another program has the function: it gets the text of the arguments, as it came.
fn passed_on(arguments: &str) -> Call {
    let (validator, arguments) = (validator(&record_schema()), arguments.to_owned());
    Box::new(move || {
        let tree: Value = serde_json::from_str(black_box(&arguments)).expect("the payload is JSON");
        validator.validate(&tree).expect("the payload fits its schema");
        Answer::Text(arguments.clone())
    })
}

fn refused(
    schema: &Value,
    arguments: &str,
    answer: fn(&mut dyn Iterator<Item = ValidationError<'_>>) -> Answer,
) -> Call {
    let (validator, arguments) = (validator(schema), arguments.to_owned());
    Box::new(move || {
        let tree: Value = serde_json::from_str(black_box(&arguments)).expect("the payload is JSON");
        answer(&mut validator.iter_errors(&tree))
    })
}

fn issues(errors: &mut dyn Iterator<Item = ValidationError<'_>>) -> Answer {
    Answer::Issues(errors.map(|error| issue(&error)).collect())
}

fn for_the_model(errors: &mut dyn Iterator<Item = ValidationError<'_>>) -> Answer {
    let errors: Vec<Value> = errors
        .map(|error| {
            let Issue { pointer, rule, message } = issue(&error);
            json!({ "path": pointer, "rule": rule, "message": message })
        })
        .collect();
    let advice = "The arguments are invalid. Correct them, and try again.";
    Answer::Text(json!({ "error": advice, "errors": errors }).to_string())
}

fn issue(error: &ValidationError<'_>) -> Issue {
    Issue {
        pointer: error.instance_path().to_string(),
        rule: Cow::Owned(error.schema_path().to_string()),
        message: error.to_string(),
    }
}

fn invoice_schema() -> Value {
    schema::<InvoiceArgs>()
}

fn record_schema() -> Value {
    serde_json::from_str(&payloads::record_schema()).expect("the schema is JSON")
}

fn schema<A: JsonSchema>() -> Value {
    schemars::schema_for!(A).to_value()
}

fn validator(schema: &Value) -> Validator {
    jsonschema::validator_for(schema).expect("the schemas of the benchmark are valid")
}

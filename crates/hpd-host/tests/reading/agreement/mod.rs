//! A toolbox accepts exactly the arguments that its published schema accepts. The proof uses the `jsonschema` crate on
//! generated arguments: correct ones, and ones with a mistake or several.
//!
//! Strictly accepted arguments are also accepted under every leniency, unchanged and without a warning.

mod generate;
mod steps;
mod types;

use std::sync::OnceLock;

use hpd_host::args::Leniency;
use hpd_host::list::ModelOptions;
use hpd_host::{RawCall, Session, Toolbox};
use jsonschema::Validator;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use serde_json::Value;

use generate::calls;
use types::Everything;

const FUNCTIONS: [&str; 4] = ["scalars", "collections", "nested", "unions"];

struct Bench {
    toolbox: Toolbox,
    /// The same with the other policies.
    forgiving: [Toolbox; 2],
    session: Session,
    schemas: Vec<(Value, Validator)>,
}

fn bench() -> &'static Bench {
    static BENCH: OnceLock<Bench> = OnceLock::new();
    BENCH.get_or_init(|| {
        let with = |leniency| {
            Toolbox::builder()
                .plugin(Everything)
                .model(ModelOptions::new().leniency(leniency))
                .build()
                .unwrap()
        };
        let toolbox = with(Leniency::Strict);
        let schemas = FUNCTIONS.map(|name| {
            let schema: Value = serde_json::from_str(toolbox.tool(name).unwrap().input_schema()).unwrap();
            let validator = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
            (schema, validator)
        });
        let forgiving = [Leniency::Safe, Leniency::Lenient].map(with);
        Bench { toolbox, forgiving, session: Session::new(), schemas: schemas.into() }
    })
}

fn schemas() -> Vec<&'static Value> {
    bench().schemas.iter().map(|(schema, _)| schema).collect()
}

/// `null` for a parameter with a default is its default, which the schema does not say.
fn leaves_out_null(arguments: &Value) -> bool {
    arguments.get("defaulted").is_some_and(Value::is_null)
}

/// As many calls as take a few seconds, or the number in `PROPTEST_CASES`.
fn config() -> ProptestConfig {
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_some() {
        config
    } else {
        ProptestConfig { cases: 4_000, ..config }
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_toolbox_accepts_what_its_schema_accepts((function, arguments) in calls(schemas())) {
        prop_assume!(!leaves_out_null(&arguments));
        let Bench { toolbox, session, schemas, .. } = bench();
        let call = RawCall::new("1", FUNCTIONS[function], arguments.to_string());
        let checked = toolbox.check(session, &call);
        let by_schema = schemas[function].1.is_valid(&arguments);
        prop_assert_eq!(checked.is_ok(), by_schema, "{}: {:?}", FUNCTIONS[function], checked);
        if let Err(error) = checked {
            prop_assert!(error.to_string().starts_with("Invalid arguments:\n- "), "{}", error);
        }
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_readers_agree((function, arguments) in calls(schemas())) {
        let Bench { toolbox, forgiving, session, .. } = bench();
        let call = RawCall::new("1", FUNCTIONS[function], arguments.to_string());
        let strict = toolbox.check(session, &call);
        for toolbox in forgiving {
            match (&strict, toolbox.check(session, &call)) {
                (Ok(strict), read) => prop_assert_eq!(&read.unwrap(), strict),
                (Err(_), Ok(read)) => {
                    prop_assert!(!read.warnings.is_empty(), "{}", arguments);
                    // The converted arguments are correct unchanged, and have the same meaning when they are sent
                    // again.
                    let again = RawCall::new("1", FUNCTIONS[function], read.arguments.as_deref().unwrap());
                    let again = bench().toolbox.check(session, &again).unwrap();
                    prop_assert_eq!(again.arguments, read.arguments);
                }
                (Err(_), Err(_)) => {}
            }
        }
    }
}

/// Both kinds come up often enough to prove something.
#[test]
fn generated_calls_are_right_and_wrong() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let calls = calls(schemas());
    let mut right = [0; FUNCTIONS.len()];
    for _ in 0..1_000 {
        let (function, arguments) = calls.new_tree(&mut runner).unwrap().current();
        right[function] += usize::from(bench().schemas[function].1.is_valid(&arguments));
    }
    assert!(right.iter().all(|right| (20..200).contains(right)), "{right:?}");
}

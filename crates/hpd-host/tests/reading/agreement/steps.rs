//! Reading in steps and reading at once have the same result: the same verdict, values, warnings and errors.

use std::sync::OnceLock;

use hpd_host::args::{Leniency, StopReason, Warning};
use hpd_host::schema::SchemaSettings;
use hpd_host::spec::FunctionSpec;
use hpd_host::{Plugin, RawCall};
use hpd_runtime::__private::prepare;
use hpd_runtime::__private::{ArgumentPlan, Reader};
use hpd_runtime::args::Limits;
use hpd_runtime::error::ValidationErrorResponse;
use hpd_runtime::{CallContext, TurnContext};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::Value;

use crate::agreement::generate::calls;
use crate::agreement::types::Everything;
use crate::agreement::{config, schemas};

const LENIENCIES: [Leniency; 3] = [Leniency::Strict, Leniency::Safe, Leniency::Lenient];

/// The functions in the order of the schemas, with a plan for each leniency.
fn functions() -> &'static [(&'static FunctionSpec<Everything>, [ArgumentPlan; 3])] {
    static FUNCTIONS: OnceLock<Vec<(&FunctionSpec<Everything>, [ArgumentPlan; 3])>> = OnceLock::new();
    FUNCTIONS.get_or_init(|| {
        let functions = Everything::SPEC.functions.iter().map(|function| {
            let plan = |leniency| {
                let plan = ArgumentPlan::new(function.info, &SchemaSettings::default(), Limits::default());
                plan.unwrap().with_leniency(leniency)
            };
            (function, LENIENCIES.map(plan))
        });
        functions.collect()
    })
}

/// The result of reading a text: the arguments as the function receives them.
type Read = Result<(Value, Vec<Warning>), ValidationErrorResponse>;

fn at_once(function: &FunctionSpec<Everything>, plan: &ArgumentPlan, text: &str) -> Read {
    let (call, turn) = (RawCall::new("1", "f", text), TurnContext::empty());
    let context = CallContext::new(&call, &turn);
    let mut reader = Reader::new(text, plan);
    if prepare(function, &Everything, &mut reader, &context).is_err() {
        return Err(reader.into_response());
    }
    let received = Reader::received(text, StopReason::Unknown, plan).unwrap();
    Ok((serde_json::from_str(&received).unwrap(), reader.into_warnings()))
}

fn in_steps(function: &FunctionSpec<Everything>, plan: &ArgumentPlan, text: &str) -> Read {
    let understood = plan.understand(text, StopReason::Unknown).map_err(|response| *response)?;
    let mut findings = plan.findings();
    plan.shape().check(&understood.tree, &mut findings);
    findings.into_result().map_err(|response| *response)?;
    let (received, warnings) = at_once(function, plan, &understood.tree.to_json())?;
    Ok((received, understood.warnings.into_iter().chain(warnings).collect()))
}

/// A text of arguments as models write them who do not write JSON, or not well.
fn spoil(arguments: &Value, how: u8, place: Index) -> String {
    let text = arguments.to_string();
    let at = (0..=place.index(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    match how {
        0 => format!("Here: ```json\n{text}\n```"),
        1 => text.replace('"', "'"),
        2 => text.replace("true", "True").replace('}', ",}"),
        3 => format!("{{\"arguments\":{text}}}"),
        4 => Value::from(text).to_string(),
        5 => text[..at].to_owned(),
        6 => format!("{}{}", &text[..at], &text[at + text[at..].chars().next().map_or(0, char::len_utf8)..]),
        7 => text.replacen(':', ":null,\"small\":", 1),
        8 => text.replace("null", "\"null\"").replace(":1", ":\"1\""),
        _ => text,
    }
}

/// Some member of the arguments as `null`, or under another spelling, or both.
fn shift(arguments: &mut Value, how: u8, place: Index) {
    let Some(members) = arguments.as_object_mut().filter(|members| !members.is_empty()) else { return };
    let key = members.keys().nth(place.index(members.len())).cloned().unwrap_or_default();
    let value = if how == 1 { members.remove(&key) } else { members.insert(key.clone(), Value::Null) };
    if how > 0 {
        members.insert(format!("{}_", key.to_uppercase()), value.unwrap_or_default());
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn steps_agree_with_one_reading(
        (function, mut arguments) in calls(schemas()),
        shifts in prop::collection::vec((0_u8..3, any::<Index>()), 0..3),
        (how, place) in (select((0..12).collect::<Vec<u8>>()), any::<Index>()),
    ) {
        for (how, place) in shifts {
            shift(&mut arguments, how, place);
        }
        let text = spoil(&arguments, how, place);
        let (function, plans) = &functions()[function];
        for plan in plans {
            prop_assert_eq!(in_steps(function, plan, &text), at_once(function, plan, &text), "{}", text);
        }
    }
}

//! The checks that the typed reader makes for each parameter.

use std::collections::{BTreeMap, HashSet};

use hpd_runtime::__private::Guard;
use hpd_runtime::schema::{SchemaSettings, assemble};
use hpd_runtime::shape::{CompileOptions, Shape};
use hpd_runtime::spec::{Constraint, FunctionInfo, ParamSpec};

use crate::schema_types::{Line, Payment, Tree, Unit, param};

/// The guard of the only parameter of a function.
fn guard(param: ParamSpec) -> Guard {
    let name = param.name;
    let info = FunctionInfo { name: "f", params: Vec::leak(vec![param]), ..FunctionInfo::NEW };
    let schema = assemble(&info, &SchemaSettings::default()).unwrap_or_else(|error| panic!("{error}"));
    let shape = Shape::compile_node(schema.checked(), CompileOptions::own()).unwrap();
    shape.guard_of(name).unwrap()
}

#[track_caller]
fn check(expected: Guard, params: Vec<ParamSpec>) {
    for (index, param) in params.into_iter().enumerate() {
        assert_eq!(guard(param), expected, "the parameter {index}");
    }
}

#[test]
fn what_the_type_enforces_needs_no_guard() {
    check(
        Guard::Nothing,
        vec![
            param::<String>("x", &[]),
            param::<u8>("x", &[]),
            param::<f64>("x", &[]),
            param::<Vec<Option<i32>>>("x", &[]),
            param::<(u8, String)>("x", &[]),
            param::<Payment>("x", &[]),
            param::<Tree>("x", &[]),
            param::<BTreeMap<String, i64>>("x", &[]),
            param::<Option<Payment>>("x", &[]),
            param::<serde_json::Value>("x", &[]),
            param::<bool>("x", &[]),
        ],
    );
}

#[test]
fn rules_of_single_values_are_checked_on_the_way() {
    check(
        Guard::Stream,
        vec![
            param::<String>("x", &[Constraint::MinLength(1)]),
            param::<u8>("x", &[Constraint::Maximum("9")]),
            param::<Vec<Line>>("x", &[]),
            param::<f32>("x", &[]),
            param::<Unit>("x", &[]),
            param::<Option<Vec<Line>>>("x", &[]),
            param::<Vec<u8>>("x", &[Constraint::MaxItems(3)]),
            param::<BTreeMap<String, Line>>("x", &[]),
            param::<String>("x", &[Constraint::Format("date")]),
            param::<(Line, Line)>("x", &[]),
            param::<[u8; 2]>("x", &[]),
        ],
    );
}

#[test]
fn rules_of_whole_values_need_the_tree() {
    check(
        Guard::Tree,
        vec![
            param::<HashSet<String>>("x", &[]),
            param::<Result<Line, String>>("x", &[]),
            param::<BTreeMap<u8, String>>("x", &[]),
        ],
    );
}

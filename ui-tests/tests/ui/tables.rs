//! The attributes appear in the tables, option by option. The plugins are those of the hygiene package, so that the
//! test
//! covers their content and not only that they compile.

use hpd_runtime::__private::{
    Constraint, DefaultValue, DocumentContent, Effect, FunctionInfo, Handler, Hints, Instructions, Leniency,
    MetaValue, ParamSpec, Risk, UnknownFields, Write,
};
use hpd_runtime::Plugin;
use hpd_runtime::spec::{AiFunction, BoundPlugin};
use ui_tests_renamed::{cfgs, generic, macros, names, options};

fn function(name: &str) -> &'static FunctionInfo {
    let rows = options::Bookkeeping::SPEC.functions;
    rows.iter().map(|row| row.info).find(|info| info.name == name).expect("the function is in the table")
}

fn param(name: &str) -> &'static ParamSpec {
    function("book").params.iter().find(|param| param.name == name).expect("the parameter is in the table")
}

fn json(param: &ParamSpec) -> Option<&'static str> {
    match param.default {
        Some(DefaultValue::Json(text)) => Some(text),
        _ => None,
    }
}

fn computed(param: &ParamSpec) -> Option<Result<String, String>> {
    match param.default {
        Some(DefaultValue::Computed(compute)) => Some(compute()),
        _ => None,
    }
}

#[test]
fn plugins_and_scopes() {
    let spec = options::Bookkeeping::SPEC;
    assert_eq!((spec.name, spec.description), ("Bookkeeping", "Books everything."));
    let scope = spec.scope.expect("the type has a scope");
    assert_eq!((scope.name, scope.title), (Some("Books"), Some("The books")));
    assert_eq!((scope.description, scope.post_expansion), ("Bookkeeping.", Some("Mind the year.")));
    assert_eq!(scope.within.expect("it lies in another")().name, "Collisions");
    assert_eq!(spec.container_name(), "Books");
    assert!(spec.default.is_some() && names::Collisions::SPEC.default.is_none());
    assert!(names::Collisions::SPEC.scope.is_none());
    assert_eq!(macros::OfType::SPEC.scope.map(|scope| scope.description), Some("Of a type."));
}

#[test]
fn functions() {
    let info = function("book");
    assert_eq!((info.title, info.description), (Some("Book"), "Books an entry."));
    let write = Write { risk: Risk::High, confirm_phrase: Some("BOOK {Date}"), allow_empty: true };
    assert_eq!(info.effect, Effect::Write(write));
    assert!(info.idempotent && info.direct);
    assert_eq!((info.timeout_ms, info.leniency), (Some(30_000), Some(Leniency::Strict)));
    assert_eq!(info.unknown_fields, UnknownFields::Warn);
    let hints = Hints { read_only: Some(false), destructive: Some(true), open_world: Some(true) };
    assert_eq!(info.hints, hints);
    let meta = [
        ("category", MetaValue::Text("books")),
        ("priority", MetaValue::Integer(-1)),
        ("weight", MetaValue::Float(0.5)),
        ("hidden", MetaValue::Bool(false)),
    ];
    assert_eq!(info.meta, meta);
    let plain = function("localOnly");
    assert_eq!((plain.effect, plain.idempotent, plain.timeout_ms), (Effect::Read, false, None));
    assert_eq!(function("proposedLines").deprecated, Some("ask the user"));
}

#[test]
fn parameters() {
    let date = param("Date");
    assert_eq!((date.title, date.description), (Some("Day"), "The day."));
    assert_eq!((json(date), date.example), (Some("\"2024-01-31\""), Some("\"2024-01-31\"")));
    let rules = [
        Constraint::MinLength(10),
        Constraint::MaxLength(10),
        Constraint::Pattern("^[0-9-]+$"),
        Constraint::Format("date"),
    ];
    assert_eq!(date.constraints, rules);
    assert_eq!(date.hint, Some("today, if the user says nothing"));
    assert_eq!((date.profile_key, date.config_key), (Some("books.date"), Some("date")));
    assert_eq!(date.ask, Some("Which day?"));
    let lines = param("lines");
    assert_eq!(lines.constraints, [Constraint::MinItems(0), Constraint::MaxItems(50)]);
    assert_eq!(
        lines.obtain.map(hpd_runtime::spec::FnRef::qualified).as_deref(),
        Some("Bookkeeping.localOnly")
    );
    assert!(lines.confirm_if_uncertain && lines.lenient && !lines.sensitive);
    let amount = param("amount");
    let rules =
        [Constraint::Maximum("1000000"), Constraint::ExclusiveMinimum("0"), Constraint::MultipleOf("0.01")];
    assert_eq!(amount.constraints, rules);
    assert!(amount.custom && amount.default.is_none());
    assert_eq!(amount.obtain.map(hpd_runtime::spec::FnRef::qualified).as_deref(), Some("get_rate"));
    let kind = param("kind");
    assert_eq!(kind.constraints, [Constraint::NonEmpty, Constraint::OneOf(&["\"plain\"", "\"reversed\""])]);
    assert_eq!(computed(kind), Some(Ok("\"plain\"".to_owned())));
    assert!(kind.sensitive && kind.confirm_if_uncertain);
    let lines = function("proposedLines").params;
    assert_eq!(computed(&lines[0]), Some(Ok("0".to_owned())));
    assert_eq!((json(&lines[1]), lines[1].constraints), (Some("[1,2]"), &[Constraint::UniqueItems][..]));
}

#[test]
fn skills() {
    let skills = options::Bookkeeping::SPEC.skills;
    let closing = skills[0].info;
    assert_eq!((closing.name, closing.title), ("closing", Some("Closing")));
    assert_eq!(closing.description, "How to close a year.");
    assert_eq!((closing.plugin)().name, "Bookkeeping");
    let functions: Vec<_> = closing.functions.iter().map(|function| function.qualified()).collect();
    assert_eq!(functions, ["Bookkeeping.book", "Collisions.count", "get_rate"]);
    let revealed: Vec<_> = closing.skills.iter().map(|skill| skill.name).collect();
    assert_eq!(revealed, ["skill"]);
    assert_eq!(closing.instructions, Instructions::Text("Book, then close."));
    let ids: Vec<_> = closing.documents.iter().map(|document| document.id).collect();
    assert_eq!(ids, ["manual", "manifest", "law"]);
    assert_eq!(closing.documents[0].content, DocumentContent::Text("Read me."));
    assert_eq!(closing.documents[2].content, DocumentContent::Source);
    assert_eq!(closing.meta, [("level", MetaValue::Integer(3))]);
    let manifest = include_str!("../../renamed/Cargo.toml");
    assert_eq!(closing.documents[1].content, DocumentContent::Text(manifest));
    assert_eq!(skills[1].info.name, "openYear");
    assert_eq!(skills[1].info.instructions, Instructions::Text(manifest));
    let text = &names::Collisions::SPEC.skills[1];
    assert_eq!(text.info.instructions, Instructions::Body);
    assert_eq!(text.body.map(|body| body(&names::Collisions)).as_deref(), Some("words"));
    assert!(names::Collisions::SPEC.skills[0].body.is_none());
}

#[test]
fn handlers_follow_the_signature() {
    let handlers = options::Bookkeeping::SPEC.functions;
    assert!(matches!(handlers[0].handler, Handler::Sync(_)));
    assert!(matches!(handlers[2].handler, Handler::Local(_)));
    assert!(matches!(names::Collisions::SPEC.functions[1].handler, Handler::Send(_)));
    assert!(matches!(<options::rate as AiFunction>::SPEC.handler, Handler::Send(_)));
}

#[test]
fn the_context_is_no_parameter() {
    let later = names::Collisions::SPEC.functions[1].info;
    let params: Vec<_> = later.params.iter().map(|param| param.name).collect();
    assert_eq!((later.name, params), ("later", vec!["text"]));
    let raw = names::Collisions::SPEC.functions[0].info;
    let params: Vec<_> = raw.params.iter().map(|param| param.name).collect();
    assert_eq!((raw.name, params), ("type", vec!["args", "ctx", "match", "reader", "p0", "this", "value"]));
}

#[test]
fn descriptions_leave_out_what_is_for_rust() {
    let later = names::Collisions::SPEC.functions[1].info;
    assert_eq!(later.description, "Asynchronous, with a failure.");
}

#[test]
fn conditions_travel() {
    let functions: Vec<_> =
        cfgs::Conditions::SPEC.functions.iter().map(|row| (row.info.name, row.info.params.len())).collect();
    assert_eq!(functions, [("always", 0), ("either", 1)]);
    let skills: Vec<_> = cfgs::Conditions::SPEC.skills.iter().map(|row| row.info.name).collect();
    assert_eq!(skills, ["kept"]);
}

#[test]
fn generic_plugins_have_a_table_for_each_type() {
    let spec = generic::InMemory::SPEC;
    assert_eq!(spec.scope.map(|scope| scope.description), Some("Documents."));
    assert!((spec.functions[0].info.params[1].optional)() && !(spec.functions[0].info.params[0].optional)());
    let reading = generic::Reader::SPEC.skills[0].info;
    let first = reading.functions[0].plugin.expect("it is a method")().type_id;
    let second = reading.functions[1].plugin.expect("it is a method")().type_id;
    assert_ne!(first, second);
    let bound = BoundPlugin::new(generic::Documents { store: generic::Memory, name: "n", sizes: [0; 2] });
    assert_eq!(bound.functions().map(|info| info.name).collect::<Vec<_>>(), ["find", "name"]);
}

#[test]
fn macros_can_write_plugins() {
    let made = macros::Made::SPEC;
    assert_eq!(made.description, "Made by a macro.");
    let functions: Vec<_> =
        made.functions.iter().map(|row| (row.info.name, json(&row.info.params[0]))).collect();
    assert_eq!(functions, [("one", Some("1")), ("two", Some("\"x\""))]);
    assert_eq!(made.skills[0].info.functions.len(), 2);
}

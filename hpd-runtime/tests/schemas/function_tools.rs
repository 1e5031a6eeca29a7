//! Tools that are made at run time.

use std::borrow::Cow;
use std::time::Duration;

use hpd_runtime::ToolError;
use hpd_runtime::args::Leniency;
use hpd_runtime::spec::{BoundFunction, Effect, FunctionTool, Hints, Risk, UnknownFields, Write};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Args {
    room: u32,
    note: String,
}

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Price {
    cents: u32,
}

fn tool() -> FunctionTool {
    FunctionTool::new("set_price", "Sets a price.", |args: Args, _| async move {
        Ok::<_, ToolError>(format!("{}: {}", args.room, args.note))
    })
}

#[test]
fn every_setting_is_in_the_row() {
    let tool = tool()
        .title("Prices")
        .write(Risk::High)
        .destructive(true)
        .open_world(false)
        .question("Set it for {room}?")
        .confirm_phrase("SET {room}")
        .allow_empty()
        .idempotent()
        .timeout(Duration::from_millis(1_500))
        .leniency(Leniency::Strict)
        .warn_of_unknown_fields()
        .direct()
        .returns::<Price>()
        .field("note", |field| field.sensitive = true)
        .field("note", |field| field.hint = Some("short"));
    assert_eq!(format!("{tool:?}"), r#"FunctionTool("set_price")"#);
    let function = BoundFunction::from(tool);
    assert_eq!(function.problem(), None);
    let info = function.info();
    assert_eq!((info.name, info.description, info.title), ("set_price", "Sets a price.", Some("Prices")));
    let write = Write { risk: Risk::High, confirm_phrase: Some("SET {room}"), allow_empty: true };
    assert_eq!(info.effect, Effect::Write(write));
    assert_eq!(info.question, Some("Set it for {room}?"));
    let hints = Hints { read_only: None, destructive: Some(true), open_world: Some(false) };
    assert_eq!(info.hints, hints);
    assert!(info.idempotent && info.direct);
    assert_eq!((info.timeout_ms, info.leniency), (Some(1_500), Some(Leniency::Strict)));
    assert_eq!(info.unknown_fields, UnknownFields::Warn);
    assert_eq!((info.result_schema)().unwrap().get("type").unwrap(), "object");
    let fields = info.params.iter().map(|field| (field.name, field.sensitive, field.hint));
    assert_eq!(fields.collect::<Vec<_>>(), [("room", false, None), ("note", true, Some("short"))]);
}

#[test]
fn a_result_that_is_no_object_has_no_schema() {
    assert!((BoundFunction::from(tool().read_only().returns::<u32>()).info().result_schema)().is_none());
}

#[test]
fn contradictions_are_told_to_the_author() {
    let bytes = FunctionTool::new("photo", "A photo.", |_: Args, _| async { Ok::<_, ToolError>(vec![1_u8]) });
    let borrowed =
        FunctionTool::new("photo", "A photo.", |_: Args, _| async { Ok::<_, ToolError>(b"a".as_slice()) });
    let perhaps = FunctionTool::new("photo", "A photo.", |_: Args, _| async {
        Ok::<_, ToolError>(Some(Box::<[u8]>::from([1_u8])))
    });
    let either = FunctionTool::new("photo", "A photo.", |_: Args, _| async {
        Ok::<_, ToolError>(Cow::Borrowed(b"a".as_slice()))
    });
    let is_bytes = "it returns bytes, which the model would read as numbers: return a `Part`";
    for (tool, problem) in [
        (bytes, is_bytes),
        (borrowed, is_bytes),
        (perhaps, is_bytes),
        (either, is_bytes),
        (
            tool().write(Risk::Low).confirm_phrase("SET"),
            "a phrase is asked for at high risk alone: add `.write(Risk::High)`",
        ),
        (
            tool().read_only().question("Set it?"),
            "a question is for a tool that changes something: add `.write(..)`",
        ),
        (tool().write(Risk::Low).read_only(), "it is a write, and `read_only` too: remove one"),
        (
            tool(),
            "it is named like a write (`set`): add `.write(..)`, or `.read_only()` if it changes nothing",
        ),
    ] {
        assert_eq!(BoundFunction::from(tool).problem(), Some(problem));
    }
}

//! Depth that others decide: no text ends the process, whatever the stack of its thread.

use std::thread;

use futures_executor::block_on;
use hpd_host::args::{Limits, Node};
use hpd_host::external::{Arguments, Classification, ExternalHandler, ExternalSource, ExternalTool};
use hpd_host::system::BoxFuture;
use hpd_host::{CallContext, Output, RawCall, Session, ToolError, Toolbox};
use serde_json::json;

use super::nested;

/// A small stack: tests run in a debug build, whose frames are large.
const STACK: usize = 256 * 1024;

fn on_small_stack(work: impl FnOnce() + Send + 'static) {
    thread::Builder::new().stack_size(STACK).spawn(work).unwrap().join().unwrap();
}

/// Returns JSON of so many arrays.
struct Deep(usize);

impl ExternalHandler for Deep {
    fn call<'a>(
        &'a self,
        _: &'a str,
        arguments: Arguments<'a>,
        _: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        // A handler may read its arguments in either form.
        assert_eq!(arguments.tree().to_json(), arguments.text());
        Box::pin(async { Ok(Output::Json(nested("[", "1", "]", self.0))) })
    }
}

fn toolbox(levels: usize) -> Toolbox {
    let schema = json!({"type": "object"});
    let tool = ExternalTool::new("get_any", "Gets anything.", schema).classified(Classification::Read);
    Toolbox::builder()
        .external(ExternalSource::mcp("files", vec![tool]).handler(Deep(levels)))
        .build()
        .unwrap()
}

#[test]
fn deep_results_are_data() {
    for levels in [31, 127, 128, 129, 1_000_000] {
        on_small_stack(move || {
            let toolbox = toolbox(levels);
            let outcome = block_on(toolbox.call(&Session::new(), &RawCall::new("1", "get_any", "{}")));
            let value = outcome.for_host();
            // What no reader of JSON takes apart stays a text.
            assert_eq!(value["result"].is_string(), levels > 128, "{levels}");
            drop(outcome.for_model_as_json());
            assert!(!outcome.for_model().text.is_empty());
        });
    }
}

#[test]
fn deep_arguments_are_errors() {
    for levels in [30, 31, 32, 128, 1_000_000] {
        on_small_stack(move || {
            let arguments = format!(r#"{{"a":{}}}"#, nested("[", "1", "]", levels));
            let toolbox = toolbox(1);
            let outcome = block_on(toolbox.call(&Session::new(), &RawCall::new("1", "get_any", arguments)));
            assert_eq!(outcome.error().is_some(), levels > 31, "{levels}");
        });
    }
}

#[test]
fn the_deepest_tree_fits_on_a_small_stack() {
    for (open, close) in [("[", "]"), (r#"{"a":"#, "}")] {
        on_small_stack(move || {
            let text = nested(open, "1.5", close, Limits::DEEPEST);
            let tree = Node::parse(&text, &Limits::UNLIMITED).unwrap();
            assert_eq!(tree.to_json(), text);
            let copy = tree.clone().into_owned();
            assert!(copy == tree);
            assert_eq!(copy.to_canonical(), tree.to_canonical());
            assert!(!format!("{copy:?}").is_empty());
            let value = copy.to_value();
            assert_eq!(Node::from_value(&value), tree);
            let deeper = nested(open, "1.5", close, Limits::DEEPEST + 1);
            assert!(Node::parse(&deeper, &Limits::UNLIMITED).is_err());
        });
    }
}

#[test]
fn deep_lists_of_tools_are_read_or_refused() {
    for levels in [1, 100, 120, 1_000_000] {
        on_small_stack(move || {
            let schema = nested(r#"{"items":"#, "{}", "}", levels);
            let text = format!(r#"[{{"name":"get_any","inputSchema":{schema}}}]"#);
            if let Ok(list) = ExternalTool::list_from_text(&text) {
                let toolbox = Toolbox::builder().external(ExternalSource::mcp("files", list)).build();
                assert!(toolbox.is_ok(), "{levels}");
            }
        });
    }
}

//! Sizes beyond the limits, and errors within theirs.

use hpd_host::{CallError, RawCall, Session};

use crate::limits::{assert_accepted, assert_refused, nested, toolbox, value};

#[test]
fn text_has_a_limit() {
    let padded = |bytes: usize| {
        let text = value("\"\"");
        format!("{}{text}", " ".repeat(bytes - text.len()))
    };
    assert_accepted("text", &padded(256 * 1024));
    assert_refused("text", &padded(256 * 1024 + 1), "LIMIT the arguments are too long: send less");
    assert_refused("any", &padded(4 * 1024 * 1024), "LIMIT the arguments are too long: send less");
}

#[test]
fn depth_has_a_limit() {
    let too_deep = |at: usize| format!("LIMIT the arguments are nested too deeply (at character {at})");
    // The object of the arguments is the first level.
    assert_accepted("any", &value(&nested("[", "", "]", 31)));
    assert_refused("any", &value(&nested("[", "", "]", 32)), &too_deep(41));
    assert_accepted("map", &value(&nested(r#"{"a":"#, "1", "}", 31)));
    assert_refused("map", &value(&nested(r#"{"a":"#, "1", "}", 32)), &too_deep(10 + 31 * 5));
    assert_accepted("tree", &value(&nested(r#"{"children":["#, "", "]}", 15)));
    assert_refused("tree", &value(&nested(r#"{"children":["#, "", "]}", 16)), &too_deep(10 + 15 * 13 + 12));
}

#[test]
fn deep_brackets_are_no_deep_recursion() {
    let too_deep = "LIMIT the arguments are nested too deeply (at character 41)";
    for function in ["any", "map", "tree", "numbers", "text"] {
        assert_refused(function, &value(&nested("[", "", "]", 100_000)), too_deep);
        assert_refused(function, &value(&"[".repeat(100_000)), too_deep);
        let objects = value(&nested(r#"{"a":"#, "1", "}", 40_000));
        assert_refused(
            function,
            &objects,
            &format!("LIMIT the arguments are nested too deeply (at character {})", 10 + 31 * 5),
        );
    }
    assert_refused(
        "any",
        &"[".repeat(100_000),
        "LIMIT the arguments are nested too deeply (at character 33)",
    );
    assert_refused(
        "any",
        &"{\"a\":".repeat(40_000),
        "LIMIT the arguments are nested too deeply (at character 161)",
    );
}

#[test]
fn nodes_have_a_limit() {
    // The arguments, the list, its ten lists, and their elements.
    let lists = |nodes: usize| {
        let full = format!("[{}]", vec!["1"; 999].join(","));
        let last = format!("[{}]", vec!["1"; nodes - 2 - 9 * 1_000 - 1].join(","));
        value(&format!("[{},{last}]", [full.as_str(); 9].join(",")))
    };
    assert_accepted("any", &lists(10_000));
    assert_refused(
        "any",
        &lists(10_001),
        "LIMIT the arguments hold too many values: send less (at character 20006)",
    );
}

#[test]
fn strings_have_a_limit() {
    let text = |bytes: usize| value(&format!("\"{}\"", "a".repeat(bytes)));
    let too_long = "LIMIT the arguments hold a value that is too long: send less (at character 10)";
    for function in ["text", "any"] {
        assert_accepted(function, &text(64 * 1024));
        assert_refused(function, &text(64 * 1024 + 1), too_long);
    }
    // The length of the text itself counts, not that of its notation.
    assert_accepted("text", &value(&format!("\"{}\"", "\\u0061".repeat(40_000))));
    assert_refused("text", &value(&format!("\"{}\"", "é".repeat(32 * 1024 + 1))), too_long);
}

#[test]
fn keys_have_a_limit() {
    let key = |bytes: usize| value(&format!(r#"{{"{}":{{}}}}"#, "k".repeat(bytes)));
    let too_long = "LIMIT the arguments hold a field name that is too long (at character 11)";
    for function in ["map", "any"] {
        assert_accepted(function, &key(128));
        assert_refused(function, &key(129), too_long);
    }
    assert_refused(
        "text",
        &format!(r#"{{"value":"","{}":1}}"#, "k".repeat(100_000)),
        "LIMIT the arguments hold a field name that is too long (at character 13)",
    );
}

#[test]
fn items_have_a_limit() {
    let list = |items: usize| value(&format!("[{}]", vec!["1"; items].join(",")));
    let too_many = "LIMIT the arguments hold an array with too many items: send less (at character 2011)";
    for function in ["numbers", "any"] {
        assert_accepted(function, &list(1_000));
        assert_refused(function, &list(1_001), too_many);
        assert_refused(function, &list(100_000), too_many);
    }
}

#[test]
fn errors_stay_short() {
    let toolbox = toolbox();
    let many: Vec<String> =
        (0..900).map(|index| format!(r#"{{"item":{index},"quantity":"{}"}}"#, "x".repeat(100))).collect();
    let arguments = format!(r#"{{"customer":1,"lines":[{}]}}"#, many.join(","));
    let session = Session::new();
    let Err(CallError::Validation(response)) =
        toolbox.check(&session, &RawCall::new("1", "order", arguments))
    else {
        panic!("wrong types are refused");
    };
    assert!(response.errors.len() <= 20);
    assert_eq!(response.errors.len() + response.more_errors, 1_801);
    let text: usize = response.errors.iter().map(|error| error.error_message.len()).sum();
    assert!(text <= 1024, "{text}");
    assert!(response.to_json().len() < 8 * 1024);
}

//! Document 000: what containers are, and what a wrong call of one is answered.

use hpd_host::external::ExternalSource;
use hpd_host::skills::ImportedSkill;
use hpd_host::{Session, Toolbox};
use serde_json::{Value, json};

use crate::containers_kit::{
    Books, EXPANDED, FUNCTIONS, WRONG, answer, github, guidance, math, metadata, names, read, read_file,
    text, tool,
};

/// Each kind of container, with the name of one.
fn kinds() -> [(Toolbox, &'static str, &'static str); 4] {
    let frontend = ExternalSource::frontend("screen", vec![tool("open_tab"), tool("scroll")]);
    let skill = ImportedSkill::new("sums", "Adds up.").allowed_tools(["Math.Add"]);
    let of = Toolbox::builder;
    [
        (math().0, "Math", "Plugin"),
        (of().external(github()).build().unwrap(), "MCP_github", "MCP"),
        (of().external(frontend).build().unwrap(), "Frontend_screen", "Frontend"),
        (of().plugin(hpd_examples::math::Math).skill(skill).build().unwrap(), "sums", "Skill"),
    ]
}

#[test]
fn row_01_a_container_is_called_without_arguments_and_then_its_functions() {
    let (toolbox, session) = math();
    assert!(answer(&toolbox, &session, "Math", WRONG).for_model().is_error);
    assert_eq!(text(&toolbox, &session, "Math", "{}"), EXPANDED);
    assert_eq!(text(&toolbox, &session, "Add", r#"{"a":5,"b":10}"#), "15");
}

#[test]
fn row_02_a_wrong_call_runs_nothing_and_expands_nothing() {
    let (toolbox, session) = math();
    assert_eq!(answer(&toolbox, &session, "Math", WRONG).status(), "error");
    assert_eq!(names(&toolbox, &session), ["Math"]);
    assert!(session.expanded().is_empty());
}

#[test]
fn row_03_the_description_names_functions() {
    assert_eq!(
        math().0.tool("Math").unwrap().description(),
        "Math operations: Add, Multiply, Abs, Square, Subtract, Min, SolveQuadratic. \
         Call it without arguments to reveal 7 functions: Add, Multiply, Abs, Square, Subtract, ..."
    );
}

#[test]
fn row_04_what_is_no_container_is_validated_as_usual() {
    let toolbox = Toolbox::builder().function::<read_file>().build().unwrap();
    let error = read(&toolbox, &Session::new(), "read_file", "{}");
    assert_eq!(error["error_type"], "validation_error");
    assert_eq!(text(&toolbox, &Session::new(), "read_file", r#"{"file_path":"a.txt"}"#), "a.txt");
}

#[test]
fn row_05_a_call_without_parameters_expands() {
    for arguments in ["{}", "null", "[]", "", " \n", " { } "] {
        let (toolbox, session) = math();
        assert_eq!(text(&toolbox, &session, "Math", arguments), EXPANDED, "{arguments:?}");
    }
}

#[test]
fn row_06_functions_are_visible_afterwards_behind_what_was_listed() {
    let (toolbox, session) = math();
    text(&toolbox, &session, "Math", "{}");
    assert_eq!(names(&toolbox, &session), [&["Math"][..], &FUNCTIONS].concat());
}

#[test]
fn row_07_an_expansion_lists_all_functions() {
    let (toolbox, session) = math();
    assert_eq!(text(&toolbox, &session, "Math", "{}"), EXPANDED);
    let again = EXPANDED.replace("Math expanded", "Math is already expanded");
    assert_eq!(text(&toolbox, &session, "Math", "{}"), again);
}

#[test]
fn row_08_an_error_of_a_container_has_six_keys_in_order() {
    let (toolbox, session) = math();
    let error = text(&toolbox, &session, "Math", r#"{"a":1}"#);
    let keys = [
        r#"{"error_type":"#,
        r#","container_name":"#,
        r#","attempted_parameters":"#,
        r#","available_functions":"#,
        r#","error_message":"#,
        r#","retry_guidance":"#,
    ];
    let places: Vec<_> = keys.iter().map(|key| error.find(key).expect(key)).collect();
    assert!(places.is_sorted() && places[0] == 0, "{error}");
    assert_eq!(serde_json::from_str::<Value>(&error).unwrap().as_object().unwrap().len(), keys.len());
}

#[test]
fn row_09_an_error_of_a_container_has_the_texts_of_the_document() {
    let (toolbox, session) = math();
    assert_eq!(
        text(&toolbox, &session, "Math", WRONG),
        concat!(
            r#"{"error_type":"container_invocation_error","container_name":"Math","#,
            r#""attempted_parameters":{"function":"Add","a":5,"b":10},"#,
            r#""available_functions":["Add","Multiply","Abs","Square","Subtract","Min","SolveQuadratic"],"#,
            r#""error_message":"'Math' is a container function that groups related functions. It cannot be called with parameters.","#,
            r#""retry_guidance":"This requires TWO separate tool calls: (1) First call 'Math' with NO arguments to expand it. "#,
            r#"(2) After expansion succeeds, call the individual function you need. "#,
            r#"Available functions: Add, Multiply, Abs, Square, Subtract, ..."}"#,
        )
    );
}

#[test]
fn row_10_an_error_of_a_function_has_the_texts_of_the_document() {
    let toolbox = Toolbox::builder().function::<read_file>().build().unwrap();
    assert_eq!(
        text(&toolbox, &Session::new(), "read_file", "{}"),
        concat!(
            r#"{"error_type":"validation_error","errors":[{"property":"file_path","attempted_value":null,"#,
            r#""error_message":"file_path is required","error_code":"REQUIRED_FIELD"}],"#,
            r#""retry_guidance":"The provided arguments are invalid. Please review the errors, "#,
            r#"correct the arguments based on the function schema, and try again."}"#,
        )
    );
}

#[test]
fn row_11_the_metadata_of_a_container() {
    assert_eq!(
        metadata(&math().0, "Math"),
        concat!(
            r#"{"IsContainer":true,"PluginName":"Math","FunctionNames":["Add","Multiply","Abs","Square","Subtract","#,
            r#""Min","SolveQuadratic"],"FunctionCount":7,"SourceType":"Plugin"}"#
        )
    );
}

#[test]
fn row_12_each_kind_of_source_has_a_type() {
    for (toolbox, container, kind) in kinds() {
        let metadata: Value = serde_json::from_str(&metadata(&toolbox, container)).unwrap();
        assert_eq!(metadata["SourceType"], kind);
    }
}

#[test]
fn row_13_five_names_are_shown_and_dots_for_the_rest() {
    assert!(guidance(&["a", "b", "c", "d", "e"]).ends_with(" Available functions: a, b, c, d, e"));
    assert!(guidance(&["a", "b", "c", "d", "e", "f"]).ends_with(" Available functions: a, b, c, d, e, ..."));
}

#[test]
fn row_14_guidance_without_names_promises_nothing_that_is_not_there() {
    assert_eq!(
        guidance(&[]),
        "This requires TWO separate tool calls: (1) First call 'C' with NO arguments to expand it. \
         (2) After expansion succeeds, call the individual function you need."
    );
    let manners = ImportedSkill::new("manners", "How to write.").instructions("Be kind.");
    let toolbox = Toolbox::builder().skill(manners).build().unwrap();
    let error = read(&toolbox, &Session::new(), "manners", r#"{"a":1}"#);
    assert_eq!(
        error["error_message"],
        "'manners' is a container function that holds instructions. It cannot be called with parameters."
    );
    assert_eq!(error["retry_guidance"], "Call 'manners' with NO arguments: the answer has its instructions.");
}

#[test]
fn row_15_attempted_parameters_are_repeated_short_clean_and_without_secrets() {
    let (toolbox, session) = math();
    let attempted =
        |arguments: &str| read(&toolbox, &session, "Math", arguments)["attempted_parameters"].clone();
    assert_eq!(attempted(r#"{"b":[true,null],"a":{"x":1}}"#), json!({ "b": [true, null], "a": { "x": 1 } }));
    let long = "x".repeat(65);
    assert_eq!(attempted(&json!({ "a": long }).to_string()), json!({ "a": format!("{}…", &long[1..]) }));
    assert_eq!(attempted("{\"a\":\"b\\u202ec\\u0007d\"}"), json!({ "a": "bcd" }));
    let books = Toolbox::builder().plugin(Books).build().unwrap();
    for arguments in
        [r#"{"function":"OpenVault","code":"47"}"#, r#"{"OpenVault":{"Code":"47"}}"#, r#"{"47":1}"#]
    {
        let error = text(&books, &Session::new(), "Books", arguments);
        assert!(error.contains("[hidden]") && !error.contains("47"), "{error}");
        assert!(error.contains(r#""available_functions":["DeleteInvoice","OpenVault"]"#), "{error}");
    }
}

#[test]
fn row_16_anything_but_nothing_counts_as_parameters() {
    for arguments in ["[1]", r#""{}""#, "```json\n{}\n```", "\u{feff}{}", "Add(5)", r#"{"a":null}"#] {
        let (toolbox, session) = math();
        let error = read(&toolbox, &session, "Math", arguments);
        assert_eq!(error["error_type"], "container_invocation_error", "{arguments}");
    }
}

#[test]
fn row_17_nested_parameters_are_detected() {
    for arguments in [r#"{"a":{"b":1}}"#, r#"{"arguments":{}}"#, "[[]]"] {
        let (toolbox, session) = math();
        let error = read(&toolbox, &session, "Math", arguments);
        assert_eq!(error["attempted_parameters"], serde_json::from_str::<Value>(arguments).unwrap());
    }
}

#[test]
fn row_18_four_kinds_of_containers_behave_alike() {
    for (toolbox, container, _) in kinds() {
        let session = Session::new();
        let before = names(&toolbox, &session);
        let error = read(&toolbox, &session, container, r#"{"a":1}"#);
        assert_eq!(
            (&error["error_type"], &error["container_name"]),
            (&json!("container_invocation_error"), &json!(container))
        );
        assert_eq!(names(&toolbox, &session), before);
        let expanded = text(&toolbox, &session, container, "{}");
        assert!(expanded.starts_with(&format!("{container} expanded. Functions: ")), "{expanded}");
        assert!(names(&toolbox, &session).len() > before.len());
    }
}

#[test]
fn row_19_tools_from_outside_lie_in_a_container() {
    let listed = |source: ExternalSource| {
        let toolbox = Toolbox::builder().external(source).build().unwrap();
        (names(&toolbox, &Session::new()), toolbox)
    };
    assert_eq!(listed(github()).0, ["MCP_github"]);
    let one = || ExternalSource::mcp("clock", vec![tool("now")]);
    let (alone, toolbox) = listed(one());
    assert_eq!((alone, &*metadata(&toolbox, "now")), (vec!["now".to_owned()], "{}"));
    assert_eq!(listed(one().always_wrap()).0, ["MCP_clock"]);
    assert_eq!(listed(one().post_expansion("Times are UTC.")).0, ["MCP_clock"]);
}

//! Document 000: what checks cost, and what becomes of calls as models write them. Row 31 is about C# alone.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_executor::block_on;
use hpd_examples::finance::FinancialAnalysisSkills;
use hpd_host::approval::Permission;
use hpd_host::args::{ContainerCheck, check_container};
use hpd_host::events::Event;
use hpd_host::journal::{EventFilter, Journal as _, MemoryJournal};
use hpd_host::list::{ModelOptions, Recovery};
use hpd_host::{Approval, Outcome, RawCall, Session, Toolbox};
use serde_json::json;

use crate::containers_kit::{
    Books, EXPANDED, WRONG, answer, github, guidance, heard, math, math_with, metadata, names, read,
    read_file, text,
};

/// The chart's other cases are rows 13, 14, 15 and 18.
#[test]
fn row_20_the_cases_of_the_test_chart() {
    let (toolbox, session) = math();
    let error_type = |name: &str, arguments: &str| {
        let outcome = answer(&toolbox, &session, name, arguments);
        outcome.error().map(hpd_host::CallError::error_type)
    };
    let wrong_call = Some("container_invocation_error");
    assert_eq!(error_type("Math", WRONG), wrong_call);
    assert_eq!(error_type("Math", r#"{"call":{"function":"Add","args":[1,2]}}"#), wrong_call);
    assert_eq!(error_type("Math", ""), None);
    assert_eq!(error_type("Math", "{}"), None);
    assert_eq!(error_type("Add", "{}"), Some("validation_error"));
    assert_eq!(error_type("Add", r#"{"a":1,"b":2}"#), None);
    let free = Toolbox::builder().function::<read_file>().build().unwrap();
    assert_eq!(metadata(&free, "read_file"), "{}");
    assert_eq!(text(&free, &session, "read_file", r#"{"file_path":"a"}"#), "a");
}

/// How long a thousand of them take.
fn thousand(mut work: impl FnMut()) -> Duration {
    let start = Instant::now();
    (0..1000).for_each(|_| work());
    start.elapsed()
}

/// A check that looked at all names would take seconds.
#[test]
fn row_21_the_check_does_not_depend_on_the_size_of_the_container() {
    let members: Vec<_> = (0..100_000).map(|number| format!("function_{number}")).collect();
    let container = ContainerCheck { name: "C", members: &members, sensitive: &[] };
    let checked = thousand(|| assert!(check_container(&container, " {} ").is_none()));
    assert!(checked < Duration::from_millis(500), "{checked:?}");
}

#[test]
fn row_22_the_guidance_is_short_and_a_long_wrong_call_is_cheap() {
    let members: Vec<_> = (0..100_000).map(|number| format!("function_{number}")).collect();
    let names: Vec<_> = members.iter().map(String::as_str).collect();
    assert!(
        guidance(&names).ends_with(
            " Available functions: function_0, function_1, function_2, function_3, function_4, ..."
        )
    );
    let (toolbox, session) = math();
    let long = format!("[{}1]", "1,".repeat(5_000_000));
    for name in ["Math", "Add", "Nothing"] {
        let start = Instant::now();
        let outcome = answer(&toolbox, &session, name, &long);
        let taken = start.elapsed();
        assert!(outcome.for_model().text.len() < 2_000);
        // Without optimisation, parsing the text takes more than a second.
        assert!(taken < Duration::from_millis(500), "{name}: {taken:?}");
    }
}

#[test]
fn row_23_the_flow_between_user_model_and_container() {
    let (toolbox, session) = math();
    session.user_says("Add 5 and 10");
    let error = read(&toolbox, &session, "Math", WRONG);
    let guidance = error["retry_guidance"].as_str().unwrap();
    assert!(
        guidance
            .starts_with("This requires TWO separate tool calls: (1) First call 'Math' with NO arguments")
    );
    assert_eq!(text(&toolbox, &session, "Math", "{}"), EXPANDED);
    assert!(names(&toolbox, &session).contains(&"Add".to_owned()));
    assert_eq!(text(&toolbox, &session, "Add", r#"{"a":5,"b":10}"#), "15");
}

/// As models write names that providers allow no dots in.
const QUALIFIED: [&str; 11] = [
    "Math.Add",
    "Math:Add",
    "Math::Add",
    "Math/Add",
    "Math__Add",
    "Math_Add",
    "Math-Add",
    "MathAdd",
    "Math->Add",
    "functions.Math.Add",
    "functions.Math_Add",
];

#[test]
fn row_24_qualified_names_are_recognised() {
    for name in QUALIFIED {
        let (toolbox, session) = math();
        let hidden = read(&toolbox, &session, name, r#"{"a":5,"b":10}"#);
        assert_eq!(
            (&hidden["suggestion"], &hidden["container_name"]),
            (&json!("Add"), &json!("Math")),
            "{name}"
        );
        text(&toolbox, &session, "Math", "{}");
        let visible = read(&toolbox, &session, name, r#"{"a":5,"b":10}"#);
        assert_eq!(
            visible["retry_guidance"],
            "It is called by its own name alone. Call 'Add' with the same arguments.",
            "{name}"
        );
        let (toolbox, session) = math_with(Recovery::ExpandAndRun);
        assert_eq!(text(&toolbox, &session, name, r#"{"a":5,"b":10}"#), "15", "{name}");
    }
    let toolbox = Toolbox::builder().external(github()).build().unwrap();
    for name in ["MCP_github.list_issues", "github.list_issues"] {
        let error = read(&toolbox, &Session::new(), name, "{}");
        assert_eq!(error["container_name"], "MCP_github", "{name}");
    }
}

#[test]
fn row_25_misspelt_names_get_the_nearest_one() {
    for name in ["Subtrct", "subtract", "SUBTRACT"] {
        let (toolbox, session) = math();
        let hidden = text(&toolbox, &session, name, "{}");
        assert!(hidden.contains(r#""suggestion":"Subtract""#), "{hidden}");
        assert!(hidden.contains("First call 'Math' with NO arguments to expand it"), "{hidden}");
        text(&toolbox, &session, "Math", "{}");
        assert_eq!(
            read(&toolbox, &session, name, "{}")["retry_guidance"],
            "Did you mean 'Subtract'? Call a tool by exactly the name in the list of tools."
        );
    }
    let (toolbox, session) = math();
    assert_eq!(read(&toolbox, &session, "solve_quadratic", "{}")["suggestion"], "SolveQuadratic");
    // What no visible container prints is a secret.
    let skills = Toolbox::builder().plugin(FinancialAnalysisSkills::default()).build().unwrap();
    let orphan = read(&skills, &Session::new(), "calculate_interest_coverag", "{}");
    assert_eq!(orphan.get("suggestion"), None);
}

#[test]
fn row_26_wrong_calls_are_recovered_by_policy() {
    let (toolbox, session) = math_with(Recovery::Expand);
    assert_eq!(
        text(&toolbox, &session, "Math", WRONG),
        format!(
            "{EXPANDED}\n\nThe arguments were not used, since a container takes none. Now call 'Add' by its own name, \
             with its own arguments."
        )
    );
    for call in [
        WRONG,
        "{'function': 'Add', 'a': '5', 'b': 10,}",
        r#"{"function_name":"Add","a":5,"b":10}"#,
        r#"{"method":"Add","a":5,"b":10}"#,
        r#"{"Add":{"a":5,"b":10}}"#,
    ] {
        let (toolbox, session) = math_with(Recovery::ExpandAndRun);
        assert_eq!(text(&toolbox, &session, "Math", call), "15", "{call}");
        assert_eq!(names(&toolbox, &session).len(), 8);
    }
    let misspelt = |call: &str| {
        let (toolbox, session) = math_with(Recovery::ExpandAndRun);
        text(&toolbox, &session, "Math", call)
    };
    assert_eq!(misspelt(r#"{"function":"Subtrct","a":5,"b":10}"#), "-5");
    // `Add` is named like a write, and says that it only reads.
    assert_eq!(misspelt(r#"{"function":"Addd","a":5,"b":10}"#), "15");
    let (toolbox, session) = math_with(Recovery::ExpandAndRun);
    let wrong = read(&toolbox, &session, "Math", r#"{"function":"Add","a":5}"#);
    assert_eq!(wrong["errors"][0]["error_message"], "b is required");
    let guidance = wrong["retry_guidance"].as_str().unwrap();
    assert!(guidance.ends_with(" 'Math' is expanded now. Call 'Add' by its own name."), "{guidance}");
}

#[test]
fn row_27_what_each_check_catches_is_counted_and_told() {
    let (toolbox, session) = math();
    let spans = heard("hpd::call", || {
        answer(&toolbox, &session, "Math", WRONG);
    });
    let is_told = |line: &String| line.contains(r#"error.type="container_invocation_error""#);
    assert!(spans.iter().any(is_told), "{spans:?}");
    for name in ["Math.Add", "Subtrct", "order_pizza", "Add"] {
        answer(&toolbox, &session, name, "{}");
    }
    let caught = toolbox.counters();
    assert_eq!((caught.calls, caught.container_with_parameters, caught.qualified_name), (5, 1, 1));
    assert_eq!((caught.misspelt_name, caught.unknown_name, caught.hidden_tool), (1, 1, 1));
    let (toolbox, session) = math_with(Recovery::ExpandAndRun);
    answer(&toolbox, &session, "Math", r#"{"function":"Add"}"#);
    assert_eq!(toolbox.counters().run_as_meant, 0);
    answer(&toolbox, &session, "Math", WRONG);
    assert_eq!(toolbox.counters().run_as_meant, 1);
}

/// Calls of a toolbox with a journal, all with one id, as providers without ids number them.
struct Journaled {
    toolbox: Toolbox,
    session: Session,
    journal: Arc<MemoryJournal>,
}

impl Journaled {
    fn new(recovery: Recovery) -> Self {
        let journal = Arc::new(MemoryJournal::new());
        let builder = Toolbox::builder()
            .plugin(Books)
            .journal(Arc::clone(&journal))
            .model(ModelOptions::new().recovery(recovery));
        let toolbox = builder.approval(Approval::new().writes(Permission::Allow)).build().unwrap();
        Self { toolbox, session: Session::new(), journal }
    }

    fn call(&self, name: &str, arguments: &str) -> Outcome {
        block_on(self.toolbox.call(&self.session, &RawCall::new("gemini-0", name, arguments)))
    }

    fn events(&self) -> Vec<Event> {
        let records = block_on(self.journal.read(&EventFilter::default())).unwrap();
        records.into_iter().map(|record| record.event).collect()
    }

    fn kept(&self) -> String {
        self.events().iter().fold(String::new(), |mut kept, event| {
            writeln!(kept, "{}", serde_json::to_string(event).unwrap()).unwrap();
            kept
        })
    }
}

#[test]
fn row_28_a_recovery_is_an_event_and_history_stays() {
    let books = Journaled::new(Recovery::ExpandAndRun);
    books.call("Books", r#"{"function":"DeleteInvoice"}"#);
    let deleted = books.call("Books", r#"{"function":"DeleteInvoice","id":"7"}"#);
    assert_eq!(deleted.for_model().text, "deleted 7");
    let events = books.events();
    let expanded = events.iter().find_map(|event| match event {
        Event::Expanded(expanded) => Some((&*expanded.container, expanded.functions.join(", "))),
        _ => None,
    });
    assert_eq!(expanded, Some(("Books", "DeleteInvoice, OpenVault".to_owned())));
    assert!(events.iter().any(|event| event.kind() == "tool_retry"));
    let recovered = events.iter().rfind(|event| event.kind() == "recovered").unwrap();
    assert_eq!(
        serde_json::to_value(recovered).unwrap()["data"],
        json!({
            "tool": "DeleteInvoice",
            "mistake": "container_with_parameters",
            "called": "Books",
            "meant": "DeleteInvoice",
            "ran": "DeleteInvoice",
        })
    );
    let called = |event: &Event| matches!(event, Event::ToolCall(call) if call.tool == "Books");
    assert!(events.iter().any(called), "the call is kept as it came");
    // A blocked call of the same id does not take the success away.
    books.call("Books", r#"{"function":"DeleteInvoice"}"#);
    let reply = block_on(books.toolbox.check_final_answer(&books.session, "I deleted invoice 7.")).unwrap();
    assert_eq!(reply.text, "I deleted invoice 7.");
    // Names of functions are no secrets, and secrets are.
    let books = Journaled::new(Recovery::Reject);
    books.call("Books", r#"{"function":"DeleteInvoice","id":"7"}"#);
    books.call("Books", r#"{"OpenVault":{"Code":"4711"}}"#);
    books.call("Books", "{}");
    let kept = books.kept();
    assert!(kept.contains("Books expanded. Functions: DeleteInvoice, OpenVault."), "{kept}");
    assert!(!kept.contains("4711"), "{kept}");
}

#[test]
fn row_29_an_open_container_is_not_to_be_expanded_again() {
    let (toolbox, session) = math();
    text(&toolbox, &session, "Math", "{}");
    for (arguments, guidance) in [
        (WRONG, r#"'Math' is expanded: call 'Add' with {"a":5,"b":10}."#),
        (r#"{"Min":{"a":1,"b":2}}"#, r#"'Math' is expanded: call 'Min' with {"a":1,"b":2}."#),
        (
            r#"{"a":5}"#,
            "'Math' is expanded already: call the individual function you need by its own name. \
             Available functions: Add, Multiply, Abs, Square, Subtract, ...",
        ),
    ] {
        assert_eq!(read(&toolbox, &session, "Math", arguments)["retry_guidance"], guidance);
    }
}

#[test]
fn row_30_a_hidden_function_is_answered_with_its_container() {
    let (toolbox, session) = math();
    assert_eq!(
        text(&toolbox, &session, "Add", r#"{"a":5,"b":10}"#),
        concat!(
            r#"{"error_type":"tool_not_visible","tool_name":"Add","container_name":"Math","#,
            r#""error_message":"'Add' is inside the container 'Math', which is not expanded yet.","#,
            r#""retry_guidance":"First call 'Math' with NO arguments to expand it, then call 'Add' again."}"#
        )
    );
    let skills = Toolbox::builder().plugin(FinancialAnalysisSkills::default()).build().unwrap();
    let outer = read(&skills, &Session::new(), "CalculateQuickRatio", "{}");
    assert_eq!(outer["container_name"], "FinancialAnalysisSkills");
    let session = Session::new();
    text(&skills, &session, "FinancialAnalysisSkills", "{}");
    let inner = read(&skills, &session, "CalculateQuickRatio", "{}");
    assert_eq!(inner["container_name"], "QuickLiquidityAnalysis");
}

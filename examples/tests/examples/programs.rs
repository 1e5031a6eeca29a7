//! The example programs, run as a user runs them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A program that cargo built beside this test.
fn program(name: &str) -> Command {
    let test = std::env::current_exe().expect("a test knows its own path");
    let profile = test.ancestors().nth(2).expect("tests lie in target/<profile>/deps");
    let path = profile.join("examples").join(name).with_extension(std::env::consts::EXE_EXTENSION);
    assert!(
        path.exists(),
        "{} is not built: run all tests of the package, or build its examples first",
        path.display()
    );
    Command::new(path)
}

fn run(command: &mut Command, input: &str) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input is piped");
    stdin.write_all(input.as_bytes()).expect("it reads its input");
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

/// The output of a successful program.
fn printed(command: &mut Command, input: &str) -> String {
    let output = run(command, input);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("it prints UTF-8")
}

#[test]
fn a_reader_may_have_seen_enough() {
    let programs = [
        ("bookkeeping", &["--script", "payment"][..]),
        ("shopping", &["--script", "flow-2b"]),
        ("replay", &["--help"]),
        ("tokens", &["--help"]),
    ];
    for (name, options) in programs {
        let (reader, writer) = std::io::pipe().expect("there can be a pipe");
        drop(reader);
        let output = program(name).args(options).stdout(writer).output().expect("the program starts");
        let said = String::from_utf8(output.stderr).expect("it prints UTF-8");
        assert_eq!((output.status.code(), said), (Some(0), String::new()), "{name}");
    }
}

#[test]
fn quickstart_shows_a_conversation() {
    insta::assert_snapshot!(printed(&mut program("quickstart"), ""));
}

#[test]
fn agent_loop_shows_a_model_that_corrects_itself() {
    insta::assert_snapshot!(printed(&mut program("agent_loop"), ""));
}

/// Checks the output of a program's scene, with the user's lines from its script.
macro_rules! assert_scene {
    ($program:literal, $scene:literal) => {
        insta::assert_snapshot!(
            concat!($program, "-", $scene),
            printed(program($program).args(["--script", $scene]), "")
        );
    };
}

/// The texts are those of the design, with these exceptions:
/// - A parameter with a title is named by it: "phone number", among the missing values and among the known ones.
/// - "This order" does not appear: a question about values is the same for all functions.
/// - A missing value has a question of its own, and no model has to word it; several are a list.
#[test]
fn shopping_places_orders() {
    assert_scene!("shopping", "flow-1");
    assert_scene!("shopping", "flow-2");
    assert_scene!("shopping", "flow-2b");
    assert_scene!("shopping", "confirmed");
    assert_scene!("shopping", "partly");
    assert_scene!("shopping", "corrected");
    assert_scene!("shopping", "flow-3");
}

/// - What is missing and what is uncertain is one question, not two in turn.
/// - A number in reply to two questions is the value that is missing; the other question is asked once more.
/// - An order is a write: it is asked about, once its values are certain.
#[test]
fn shopping_asks_for_what_is_open() {
    assert_scene!("shopping", "both");
    assert_scene!("shopping", "given-up");
    assert_scene!("shopping", "approval");
}

/// The texts are those of the design, with these exceptions:
/// - The missing values are JSON, with every failure and the function that yields the value, in place of one sentence.
/// - The question is rendered from the final arguments. It shows them unchanged, in lines of their own: a free sentence
///   could hide one.
/// - Its values are ids, since names are not arguments.
/// - A phrase names its target: one phrase for all invoices would be typed without looking.
/// - "cancelled" comes with the function's name in words, and the note that nothing was changed.
/// - The details are asked for in the order in which the parameters are declared.
/// - A false word of the model is shown, with what the user reads in its place.
#[test]
fn bookkeeping_books_what_is_confirmed() {
    assert_scene!("bookkeeping", "payment");
    assert_scene!("bookkeeping", "cancel");
    assert_scene!("bookkeeping", "void");
    assert_scene!("bookkeeping", "update");
    assert_scene!("bookkeeping", "corrected");
    assert_scene!("bookkeeping", "details");
}

#[test]
fn scenes_are_played_from_standard_input_too() {
    let lines = SHOPPING_LINES.join("\n");
    let typed = printed(program("shopping").arg("flow-2b"), &lines);
    assert_eq!(typed, printed(program("shopping").args(["--script", "flow-2b"]), ""));
}

const SHOPPING_LINES: [&str; 2] = ["Buy milk", "Yes"];

#[test]
fn a_program_names_its_scenes() {
    for (name, options) in [("shopping", ""), ("bookkeeping", " [--journal FILE]")] {
        let output = run(program(name).arg("flow-4"), "");
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        let usage = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(usage.starts_with(&format!("Usage: {name}{options} [--script] [SCENE]\n")), "{usage}");
    }
}

#[test]
fn accounting_rules_shows_what_reaches_the_server() {
    insta::assert_snapshot!(printed(&mut program("accounting_rules"), ""));
}

/// Calls of both forms, right and wrong, and lines that are none.
const CALLS: &str = r#"{"id":"a","name":"Add","arguments":{"a":1,"b":2}}
{"id":"b","name":"Math","arguments":{}}
{"id":"c","name":"Add","arguments":"{\"a\": 1, \"b\": 2.50}","stop_reason":"tool_use"}
{"id":7,"tool":"SolveQuadratic","raw_arguments":"{\"a\":1,\"b\":-3,\"c\":2}","toolset":"ignored"}
{"id":"e","name":"Add","arguments":{"a":"1","c":2}}
{"id":"f","name":"Divide","arguments":{"a":1}}
{"id":"g","tool":"Add","raw_arguments":"{\"a\": 1, \"b\""}
{"name":"get_trial_balance"}

{"id":"i"}
no JSON
"#;

#[test]
fn replay_answers_every_line() {
    let output = printed(&mut program("replay"), CALLS);
    assert_eq!(output.lines().count(), CALLS.lines().filter(|line| !line.is_empty()).count());
    insta::assert_snapshot!(output);
}

#[test]
fn replay_says_what_the_user_would_be_asked() {
    let call = r#"{"id":1,"name":"void_invoice","arguments":{"InvoiceId":"INV-042"}}"#;
    let line = concat!(
        r#"{"id":1,"name":"void_invoice","status":"confirm","arguments":{"InvoiceId":"INV-042"},"warnings":[],"#,
        r#""error":null,"result":null}"#,
        "\n"
    );
    // More than may be open at once in a conversation.
    assert_eq!(printed(&mut program("replay"), &format!("{call}\n").repeat(20)), line.repeat(20));
}

#[test]
fn replay_answers_each_wrong_write_with_an_error() {
    let call = |lines: u8| format!(r#"{{"id":1,"name":"create_bill","arguments":{{"Lines":{lines}}}}}"#);
    let calls = (1..=5).map(call).collect::<Vec<_>>().join("\n");
    let output = printed(&mut program("replay"), &calls);
    let statuses: Vec<_> = output.lines().map(|line| read(line)["status"].clone()).collect();
    assert_eq!(statuses, ["error"; 5]);
}

#[test]
fn replay_can_stop_after_the_check() {
    let output = printed(program("replay").args(["--check", "--expand-all"]), CALLS);
    let status: Vec<_> =
        output.lines().map(|line| read(line)["status"].as_str().map(str::to_owned)).collect();
    let status: Vec<_> = status.iter().map(|status| status.as_deref().unwrap_or("none")).collect();
    assert_eq!(status, ["ok", "expanded", "ok", "ok", "error", "error", "error", "ok", "error", "error"]);
    assert!(output.lines().all(|line| read(line)["result"].is_null()));
}

#[test]
fn replay_reads_tools_from_outside() {
    let tools = std::env::temp_dir().join(format!("hpd-tools-{}.json", std::process::id()));
    let list = r#"{"tools":[{"name":"search","inputSchema":{"type":"object","properties":{"limit":{"type":"integer","maximum":10}},"required":["limit"]}}]}"#;
    fs::write(&tools, list).expect("there is a place for temporary files");
    let calls = "{\"id\":1,\"name\":\"search\",\"arguments\":{\"limit\":10}}\n{\"id\":2,\"name\":\"search\",\"arguments\":{\"limit\":11}}\n";
    let output = printed(program("replay").arg("--tools").arg(&tools), calls);
    fs::remove_file(&tools).expect("the file is still there");
    assert_eq!(
        output,
        concat!(
            r#"{"id":1,"name":"search","status":"ok","arguments":{"limit":10},"warnings":[],"error":null,"result":null}"#,
            "\n",
            r#"{"id":2,"name":"search","status":"error","arguments":null,"warnings":[],"error":{"error_type":"validation_error","#,
            r#""errors":[{"property":"limit","attempted_value":11,"error_message":"limit must be at most 10","error_code":"OUT_OF_RANGE"}],"#,
            r#""retry_guidance":"The provided arguments are invalid. Please review the errors, correct the arguments based on the function schema, and try again."},"result":null}"#,
            "\n",
        )
    );
}

#[test]
fn replay_says_what_is_wrong_with_its_own_arguments() {
    let output = run(program("replay").arg("--polcy"), "");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let output = run(program("replay").arg("no-such-file.jsonl"), "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("replay: no-such-file.jsonl: "));
}

/// Recorded calls beside the project, if they are there.
fn recorded() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    folder.join("calls.jsonl").exists().then_some(folder)
}

fn read(line: &str) -> Value {
    serde_json::from_str(line).expect("a line is JSON")
}

/// The recorded calls beside their answers under a leniency; nothing, with a message, where there are none.
fn replayed(leniency: &str) -> Vec<(Value, Value)> {
    let Some(folder) = recorded() else {
        println!("skipped: there are no recorded calls beside the project");
        return Vec::new();
    };
    let calls = fs::read_to_string(folder.join("calls.jsonl")).expect("the calls can be read");
    let mut replay = program("replay");
    replay.arg(folder.join("calls.jsonl")).arg("--leniency").arg(leniency);
    for tools in ["toolsets.jsonl", "question_toolsets.jsonl"] {
        replay.arg("--tools").arg(folder.join(tools));
    }
    let output = printed(&mut replay, "");
    assert_eq!(output.lines().count(), calls.lines().count());
    let pairs: Vec<_> = calls.lines().map(read).zip(output.lines().map(read)).collect();
    assert!(pairs.iter().all(|(call, answer)| answer["id"] == call["id"]));
    pairs
}

#[test]
fn recorded_calls_get_the_recorded_verdict() {
    for (call, answer) in replayed("strict") {
        if let Some(valid) = call["valid"].as_bool() {
            assert_eq!(answer["status"] == "ok", valid, "{call}\n{answer}");
        }
    }
}

/// Valid calls stay as they are. The only warning names fields that the schema does not list. Invalid calls pass only with
/// a warning.
#[test]
fn recorded_calls_are_read_safely() {
    for (call, answer) in replayed("safe") {
        let Some(valid) = call["valid"].as_bool() else { continue };
        let accepted = answer["status"] == "ok";
        let warned = answer["warnings"].as_array().is_some_and(|warnings| !warnings.is_empty());
        assert_eq!(accepted, valid || warned, "{call}\n{answer}");
        if valid {
            let sent: Value = serde_json::from_str(call["raw_arguments"].as_str().unwrap_or_default())
                .expect("valid arguments are JSON");
            assert_eq!(answer["arguments"], sent, "{call}\n{answer}");
            let mut warnings = answer["warnings"].as_array().into_iter().flatten();
            assert!(warnings.all(|warning| warning["code"] == "UNKNOWN_FIELD"), "{call}\n{answer}");
        }
    }
}

/// A file for one test.
fn temporary(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("hpd-{}-{name}", std::process::id()));
    fs::write(&path, text).expect("there is a place for temporary files");
    path
}

const THREE_TOOLS: &str = r#"{"tools":[
    {"name":"list_issues","description":"Lists issues","inputSchema":{"type":"object"}},
    {"name":"get_issue","description":"Shows an issue","inputSchema":{"type":"object","properties":{"number":{"type":"integer"}},"required":["number"]}},
    {"name":"get_me","description":"Shows who the user is","inputSchema":{"type":"object"}}
]}"#;

#[test]
fn tokens_shows_one_list_container_by_container() {
    let tools = temporary("server.json", THREE_TOOLS);
    let groups = temporary("groups.json", r#"{"Issues":["list_issues","get_issue"]}"#);
    let output = printed(program("tokens").arg("--tools").arg(&tools).arg("--groups").arg(&groups), "");
    for file in [tools, groups] {
        fs::remove_file(file).expect("the file is still there");
    }
    let (_, table) = output.split_once('\n').expect("the first line is the name of the file");
    insta::assert_snapshot!(table);
}

#[test]
fn tokens_counts_the_example_plugins() {
    let output = printed(&mut program("tokens"), "");
    for row in ["(always listed)", "Math ", "FinancialAnalysisSkills ", "at the start of a session"] {
        assert!(output.lines().any(|line| line.starts_with(row)), "{row}\n{output}");
    }
}

#[test]
fn tokens_says_what_is_wrong_with_its_own_arguments() {
    let output = run(program("tokens").args(["--encoding", "gpt2"]), "");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let output = run(program("tokens").args(["--tools", "no-such-file.json"]), "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("tokens: no-such-file.json: "));
}

#[test]
fn containers_make_long_lists_cheap() {
    let Some(folder) = recorded() else {
        println!("skipped: there are no recorded tools beside the project");
        return;
    };
    let mut tokens = program("tokens");
    tokens.arg("--tools").arg(folder.join("toolsets.jsonl"));
    tokens.arg("--groups").arg(folder.join("github_toolset_groups.json")).args(["--server", "github"]);
    let output = printed(&mut tokens, "");
    let figure = |label: &str| -> usize {
        let line = output.lines().find(|line| line.starts_with(label)).expect("there is a line of this name");
        let figures = line[label.len()..].split_whitespace().next().expect("it has a figure");
        figures.replace(',', "").parse().expect("it is a number")
    };
    let full = figure("all 117 tools listed");
    assert!(figure("at the start of a session") * 10 < full, "{output}");
    assert!(figure("with the largest container expanded") * 2 < full, "{output}");
}

#[test]
fn the_bookkeeper_keeps_a_journal_where_it_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("books.db");
    let arguments = ["--script", "payment", "--journal"];
    let said = printed(program("bookkeeping").args(arguments).arg(&file), "");
    assert!(said.contains("recorded against Invoice INV-042 for Acme Corp."), "{said}");
    assert!(said.trim_end().ends_with(": carried out"), "the receipt follows: {said}");
    let listed = printed(program("journal").arg("--journal").arg(&file), "");
    let of_calls: Vec<_> = listed
        .lines()
        .skip(1)
        .map(|line| line.split_whitespace().skip(3).take(2).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(of_calls, ["create_payment blocked", "get_all_invoices ok", "create_payment ok"]);

    let blocked = "SELECT query, json_array_length(write_tool_results) FROM query_routing_logs \
                   WHERE EXISTS (SELECT 1 FROM json_each(guardrails_triggered) WHERE value = 'write_preflight_block') \
                   ORDER BY created_at DESC LIMIT 20;";
    let tools = "SELECT tool_name FROM tool_registry WHERE tool_name LIKE 'void_%' OR tool_name LIKE 'send_%' ORDER BY tool_name;";
    match Command::new("sqlite3").arg(&file).arg(blocked).arg(tools).output() {
        Ok(output) => assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            "Record ₹5000 payment from Acme Corp|2\nsend_invoice\nvoid_invoice\n"
        ),
        Err(error) => {
            // Not by a macro: the test harness captures the macros' output of passing tests.
            writeln!(std::io::stderr(), "skipped: no sqlite3 to read the journal with: {error}").unwrap();
        }
    }
}

#[test]
fn a_journal_without_a_place_is_a_mistake() {
    let output = run(program("bookkeeping").arg("--journal"), "");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(said, "--journal needs a file, or the address of a PostgreSQL server\n");
}

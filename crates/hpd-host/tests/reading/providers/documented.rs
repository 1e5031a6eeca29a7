//! Bodies with what their providers document, read and answered; `messages/documented/README.md` names each type and page.

use hpd_host::args::{CallOrigin, StopReason};
use hpd_host::provider::ModelResponse;
use hpd_host::{Provider, RawCall};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::providers::{answer, call, history, read};

macro_rules! body {
    ($name:literal) => {
        include_str!(concat!("messages/documented/", $name, ".json"))
    };
}

const MEASURE: &str = r#"{"station":"Säntis"}"#;
const MEASURED: &str = r#"{\"station\":\"Säntis\",\"celsius\":-7.5}"#;

/// The kind, id and name of each call for the host.
fn host_calls(reply: &ModelResponse) -> Vec<(&str, &str, Option<&str>)> {
    let calls = reply.host_calls.iter();
    calls.map(|call| (&*call.kind, call.id.as_deref().unwrap(), call.name.as_deref())).collect()
}

/// The items of a response, byte for byte.
fn items(body: &str) -> Vec<&str> {
    #[derive(Deserialize)]
    struct Response<'a> {
        #[serde(borrow)]
        output: Vec<&'a RawValue>,
    }
    let items = if body.starts_with('[') {
        serde_json::from_str(body)
    } else {
        serde_json::from_str(body).map(|response: Response<'_>| response.output)
    };
    items.unwrap().into_iter().map(RawValue::get).collect()
}

/// Reads a response whose items are all kept, byte for byte.
#[track_caller]
fn responses(body: &str) -> ModelResponse {
    let reply = read(Provider::OpenAiResponses, body);
    assert_eq!(history(&reply), items(body));
    reply
}

/// Reads a message whose blocks are all kept, byte for byte.
#[track_caller]
fn anthropic(body: &str) -> ModelResponse {
    #[derive(Deserialize)]
    struct Message<'a> {
        #[serde(borrow)]
        content: &'a RawValue,
    }
    let message: Message<'_> = serde_json::from_str(body).unwrap();
    let reply = read(Provider::Anthropic, body);
    assert_eq!(history(&reply), [format!(r#"{{"role":"assistant","content":{}}}"#, message.content.get())]);
    reply
}

fn namespaces(reply: &ModelResponse) -> Vec<Option<&str>> {
    reply.calls.iter().map(RawCall::namespace).collect()
}

fn callers(reply: &ModelResponse) -> Vec<Option<(&str, Option<&str>)>> {
    let callers = reply.calls.iter().map(RawCall::caller);
    callers.map(|caller| caller.map(|caller| (caller.kind(), caller.id()))).collect()
}

#[test]
fn a_hosted_search_passes_and_its_call_has_the_namespace() {
    let reply = responses(body!("openai_responses_search"));
    let arguments = r#"{"station": "Säntis", "offset": 0.10}"#;
    let plain = reply.calls[0].clone().with_origin(CallOrigin::default());
    assert_eq!(plain, call("call_d1", "measure", arguments, StopReason::Finished));
    assert_eq!((reply.calls.len(), namespaces(&reply)), (1, vec![Some("stations")]));
    // The model is the usual caller.
    assert_eq!((callers(&reply), host_calls(&reply)), (vec![None], vec![]));
    assert_eq!(
        answer(Provider::OpenAiResponses, body!("openai_responses_search")),
        [concat!(
            r#"{"type":"function_call_output","call_id":"call_d1","#,
            r#""output":"{\"station\":\"Säntis\",\"celsius\":-7.4}"}"#
        )]
    );
}

#[test]
fn a_search_for_the_client_is_a_call_of_the_search() {
    let reply = responses(body!("openai_responses_search_client"));
    let [search] = &reply.calls[..] else { panic!("{:?}", reply.calls) };
    assert_eq!(
        (&*search.id, &*search.name, &*search.arguments),
        ("call_d2", "search_tools", r#"{ "query": "temperature of a station" }"#)
    );
    assert_eq!(host_calls(&reply), []);
    // The toolbox has no search, and the item no place for an error.
    assert_eq!(
        answer(Provider::OpenAiResponses, body!("openai_responses_search_client")),
        [concat!(
            r#"{"type":"tool_search_output","execution":"client","call_id":"call_d2","#,
            r#""status":"completed","tools":[]}"#
        )]
    );
}

#[test]
fn a_function_that_the_client_loaded_is_its_own_namespace() {
    let body = body!("openai_responses_search_loaded");
    let reply = responses(body);
    assert_eq!((&*reply.calls[0].name, namespaces(&reply)), ("measure", vec![Some("measure")]));
    assert_eq!(
        answer(Provider::OpenAiResponses, body),
        [format!(r#"{{"type":"function_call_output","call_id":"call_d3","output":"{MEASURED}"}}"#)]
    );
}

#[test]
fn a_program_is_the_caller_and_gets_the_result() {
    let body = body!("openai_responses_programmatic");
    let reply = responses(body);
    assert_eq!((&*reply.calls[0].name, &*reply.calls[0].arguments), ("measure", MEASURE));
    assert_eq!(namespaces(&reply), [Some("stations")]);
    assert_eq!(callers(&reply), [Some(("program", Some("call_prog_d4")))]);
    // The host answers the others, and names their caller too: it is in the call's JSON.
    assert_eq!(
        host_calls(&reply),
        [("custom_tool_call", "call_custom_d4", Some("draw")), ("shell_call", "call_shell_d4", None)]
    );
    assert!(
        reply.host_calls.iter().all(|call| call.json.as_str().contains(r#""caller_id": "call_prog_d4""#))
    );
    assert_eq!(
        answer(Provider::OpenAiResponses, body),
        [format!(
            r#"{{"type":"function_call_output","call_id":"call_d4","output":"{MEASURED}","caller":{}}}"#,
            r#"{ "caller_id": "call_prog_d4", "type": "program" }"#
        )]
    );
    let end = responses(body!("openai_responses_program_end"));
    assert_eq!((end.calls.len(), end.host_calls.len()), (0, 0));
    assert_eq!(end.text().as_deref(), Some("It is cold up there."));
}

#[test]
fn items_of_hosted_tools_pass() {
    let reply = responses(body!("openai_responses_hosted"));
    assert_eq!(reply.calls, [call("call_d6", "measure", MEASURE, StopReason::Finished)]);
    assert_eq!((host_calls(&reply), reply.history.len()), (vec![], 16));
    assert_eq!(reply.text().as_deref(), Some("Snow, and I measure."));
    assert_eq!(reply.thinking().as_deref(), Some("First the web."));
}

#[test]
fn each_item_that_needs_an_answer_is_the_hosts() {
    let reply = responses(body!("openai_responses_host"));
    assert_eq!(reply.calls, [call("call_d7", "measure", MEASURE, StopReason::Finished)]);
    assert_eq!(
        host_calls(&reply),
        [
            ("computer_call", "call_computer_d7", None),
            ("custom_tool_call", "call_custom_d7", Some("draw")),
            ("mcp_approval_request", "mcpr_d7", Some("find")),
            ("shell_call", "call_shell_d7", None),
            ("apply_patch_call", "call_patch_d7", None),
            ("local_shell_call", "call_local_d7", None),
        ]
    );
    let json: Vec<_> = reply.host_calls.iter().map(|call| call.json.as_str()).collect();
    assert_eq!(json, items(body!("openai_responses_host"))[..6]);
}

#[test]
fn what_has_its_answer_is_called_by_nobody() {
    let reply = responses(body!("openai_responses_answered"));
    assert_eq!(reply.calls, [call("call_d8b", "measure", MEASURE, StopReason::Unknown)]);
    assert_eq!(host_calls(&reply), []);
    // Each without its answer.
    let items = items(body!("openai_responses_answered"));
    for (place, kind) in [
        (0, "custom_tool_call"),
        (2, "mcp_approval_request"),
        (4, "local_shell_call"),
        (6, "computer_call"),
        (8, "apply_patch_call"),
        (10, "close"),
        (12, "search_tools"),
    ] {
        let others = items.iter().enumerate().filter(|(at, _)| *at != place + 1).map(|(_, item)| *item);
        let body = format!("[{}]", others.collect::<Vec<_>>().join(","));
        let reply = responses(&body);
        let open = reply.host_calls.iter().map(|call| &*call.kind);
        let open: Vec<_> = open.chain(reply.calls.iter().map(|call| &*call.name)).collect();
        assert_eq!(open, [kind, "measure"]);
    }
}

#[test]
fn an_id_that_comes_again_is_another_call() {
    let call_item = r#"{"type":"function_call","call_id":"1","name":"last","arguments":"{}"}"#;
    let output = r#"{"type":"function_call_output","call_id":"1","output":"[1,2]"}"#;
    let custom = r#"{"type":"custom_tool_call","call_id":"2","name":"draw","input":""}"#;
    let drawn = r#"{"type":"custom_tool_call_output","call_id":"2","output":""}"#;
    for (items, calls, host_calls) in [
        (vec![call_item, output, custom, drawn], 0, 0),
        (vec![call_item, output, call_item, custom, drawn, custom], 1, 1),
        (vec![call_item, output, custom, drawn, call_item, output], 0, 0),
    ] {
        for body in [format!("[{}]", items.join(",")), format!(r#"{{"output":[{}]}}"#, items.join(","))] {
            let reply = responses(&body);
            assert_eq!((reply.calls.len(), reply.host_calls.len()), (calls, host_calls), "{body}");
        }
    }
}

#[test]
fn a_refusal_in_chat_is_kept_and_told() {
    let reply = read(Provider::OpenAiChat, body!("openai_chat_refusal"));
    assert_eq!((reply.calls.len(), reply.text()), (0, None));
    assert_eq!(reply.refusal().as_deref(), Some("I can't close the station."));
    let kept = r#"{ "role": "assistant", "content": null, "refusal": "I can't close the station.", "annotations": [] }"#;
    assert_eq!(history(&reply), [kept]);
}

#[test]
fn several_choices_are_read_one_by_one() {
    #[derive(Deserialize)]
    struct Completion<'a> {
        #[serde(borrow)]
        choices: Vec<&'a RawValue>,
    }
    let body = body!("openai_chat_choices");
    assert_eq!(
        Provider::OpenAiChat.read(body).unwrap_err().to_string(),
        "choices: there are 2 answers to choose from: give the one that the conversation goes on with"
    );
    let completion: Completion<'_> = serde_json::from_str(body).unwrap();
    let [first, second] = completion.choices[..] else { panic!("two choices") };
    let reply = read(Provider::OpenAiChat, first.get());
    let arguments = r#"{"station": "Säntis"}"#;
    assert_eq!(reply.calls, [call("call_A", "measure", arguments, StopReason::Finished)]);
    assert_eq!(host_calls(&reply), [("custom", "call_B", Some("draw"))]);
    assert_eq!(
        answer(Provider::OpenAiChat, first.get()),
        [format!(r#"{{"role":"tool","tool_call_id":"call_A","content":"{MEASURED}"}}"#)]
    );
    let reply = read(Provider::OpenAiChat, second.get());
    assert_eq!((reply.calls.len(), reply.text().as_deref()), (0, Some("It is cold up there.")));
    assert!(second.get().contains(history(&reply)[0]));
}

#[test]
fn anthropics_own_search_passes() {
    let body = body!("anthropic_search");
    let reply = anthropic(body);
    let arguments = r#"{ "station": "Säntis" }"#;
    assert_eq!(reply.calls, [call("toolu_d1", "measure", arguments, StopReason::Finished)]);
    assert_eq!((callers(&reply), host_calls(&reply)), (vec![None], vec![]));
    assert_eq!(
        answer(Provider::Anthropic, body),
        [format!(
            r#"{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"toolu_d1","content":"{MEASURED}"}}]}}"#
        )]
    );
}

#[test]
fn both_versions_of_anthropics_programs_are_callers() {
    let body = body!("anthropic_programmatic");
    let reply = anthropic(body);
    assert_eq!(reply.calls.iter().map(|call| &*call.id).collect::<Vec<_>>(), ["toolu_d2a", "toolu_d2b"]);
    assert_eq!(
        callers(&reply),
        [
            Some(("code_execution_20260120", Some("srvtoolu_d2"))),
            Some(("code_execution_20250825", Some("srvtoolu_d2")))
        ]
    );
    // A message with results for a program has results alone.
    assert_eq!(
        answer(Provider::Anthropic, body),
        [format!(
            concat!(
                r#"{{"role":"user","content":["#,
                r#"{{"type":"tool_result","tool_use_id":"toolu_d2a","content":"{}"}},"#,
                r#"{{"type":"tool_result","tool_use_id":"toolu_d2b","content":"[1,2]"}}]}}"#
            ),
            MEASURED
        )]
    );
}

#[test]
fn blocks_of_anthropics_own_tools_pass() {
    let reply = anthropic(body!("anthropic_hosted"));
    let arguments = r#"{ "station": "Säntis", "offset": 0.10 }"#;
    assert_eq!(reply.calls, [call("toolu_d3", "measure", arguments, StopReason::Finished)]);
    assert_eq!(host_calls(&reply), []);
    assert_eq!(reply.text().as_deref(), Some("Snow, and I measure."));
    assert_eq!(reply.thinking().as_deref(), Some("First the web."));
}

#[test]
fn a_paused_response_is_told_from_an_end() {
    for body in [body!("anthropic_paused"), body!("anthropic_compacted")] {
        let reply = anthropic(body);
        assert_eq!((reply.calls.len(), reply.host_calls.len()), (0, 0));
        assert_eq!(reply.stop_reason, StopReason::Paused);
    }
}

#[test]
fn a_status_is_known_where_the_reason_is_not() {
    let body = body!("openai_responses_steered");
    let reply = responses(body);
    assert_eq!(reply.calls, [call("call_d9", "measure", MEASURE, StopReason::Interrupted)]);
    for (reason, stop_reason) in [
        (r#""max_messages""#, StopReason::Interrupted),
        (r#""max_output_tokens""#, StopReason::Length),
        // A reason that nobody knows yet, and none.
        (r#""moved""#, StopReason::Length),
        ("7", StopReason::Length),
        ("null", StopReason::Length),
    ] {
        let body = body.replace(r#""steered""#, reason);
        let reply = responses(&body);
        assert_eq!(reply.stop_reason, stop_reason, "{reason}");
        assert_eq!(reply.calls, [call("call_d9", "measure", MEASURE, stop_reason)], "{reason}");
    }
}

#[test]
fn reasons_of_gemini_stop_a_call() {
    for (name, stop_reason) in [
        ("MODEL_ARMOR", StopReason::Interrupted),
        ("ESCALATION", StopReason::Interrupted),
        ("PUP_LIMITED_DISABLED", StopReason::Interrupted),
        ("CONTINUATION", StopReason::Length),
        ("FINISH_REASON_UNSPECIFIED", StopReason::Unknown),
    ] {
        let body = body!("gemini_hosted").replace(r#""STOP""#, &format!(r#""{name}""#));
        let reply = read(Provider::Gemini, &body);
        assert_eq!((reply.stop_reason, reply.calls[1].stop_reason), (stop_reason, stop_reason), "{name}");
    }
}

#[test]
fn a_tool_of_anthropics_toolsets_is_the_hosts() {
    let body = body!("anthropic_toolset");
    let reply = anthropic(body);
    assert_eq!(host_calls(&reply), [("tool_use", "toolu_d5a", Some("left_click"))]);
    assert!(reply.host_calls[0].json.as_str().contains(r#""toolset_name": "computer""#));
    let arguments = r#"{ "station": "Säntis" }"#;
    assert_eq!(reply.calls, [call("toolu_d5b", "measure", arguments, StopReason::Finished)]);
}

#[test]
fn parts_of_geminis_own_tools_pass() {
    #[derive(Deserialize)]
    struct Response<'a> {
        #[serde(borrow)]
        candidates: Vec<Candidate<'a>>,
    }
    #[derive(Deserialize)]
    struct Candidate<'a> {
        #[serde(borrow)]
        content: &'a RawValue,
    }
    let body = body!("gemini_hosted");
    let reply = read(Provider::Gemini, body);
    let response: Response<'_> = serde_json::from_str(body).unwrap();
    assert_eq!(history(&reply), [response.candidates[0].content.get()]);
    let arguments = r#"{ "station": "Säntis",  "offset": 0.10 }"#;
    assert_eq!(
        reply.calls,
        [
            call("fcall_d1", "measure", arguments, StopReason::Finished),
            call("fcall_d2", "last", "{}", StopReason::Finished)
        ]
    );
    assert_eq!(reply.text().as_deref(), Some("Snow, and I measure."));
    assert_eq!(
        answer(Provider::Gemini, body),
        [concat!(
            r#"{"role":"user","parts":["#,
            r#"{"functionResponse":{"id":"fcall_d1","name":"measure","response":{"output":{"station":"Säntis","celsius":-7.4}}}},"#,
            r#"{"functionResponse":{"id":"fcall_d2","name":"last","response":{"output":[1,2]}}}]}"#
        )]
    );
}

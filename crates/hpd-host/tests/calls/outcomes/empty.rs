//! No result is ever empty, since some providers refuse an empty one; and errors show invisible characters escaped.

use futures_executor::block_on;
use hpd_host::external::{Classification, ExternalSource, ExternalTool};
use hpd_host::output::Part;
use hpd_host::{Outcome, Output, Provider, Session, ToolError, Toolbox};
use serde_json::json;

use crate::support::answer;

const EMPTY: &str = "(The result is empty.)";

fn completed(result: Result<Output, ToolError>) -> Outcome {
    let tool =
        ExternalTool::new("look", "Looks", json!({ "type": "object" })).classified(Classification::Read);
    let toolbox = Toolbox::builder().external(ExternalSource::frontend("page", vec![tool])).build().unwrap();
    let session = Session::new();
    answer(&toolbox, &session, "look", "{}");
    block_on(toolbox.complete(&session, "call_1", result)).unwrap()
}

#[test]
fn an_empty_result_says_so() {
    let text = || Part::Text { text: String::new() };
    let several = |parts| Output::Content(parts);
    for output in
        [Output::Text(String::new()), Output::Json(String::new()), several(Vec::new()), several(vec![text()])]
    {
        let outcome = completed(Ok(output.clone()));
        assert_eq!(outcome.for_model().text, EMPTY, "{output:?}");
        for provider in [Provider::Anthropic, Provider::OpenAiChat, Provider::OpenAiResponses] {
            let sent = provider.results(std::slice::from_ref(&outcome));
            assert!(sent[0].get().contains(EMPTY), "{provider:?} {output:?}");
        }
    }
    assert_eq!(completed(Ok(Output::Json(String::new()))).for_model_as_json(), EMPTY);
    assert_eq!(completed(Ok(Output::Content(Vec::new()))).for_model_as_json(), EMPTY);
}

#[test]
fn an_error_without_words_says_so() {
    let outcome = completed(Err(ToolError::new(" ")));
    assert_eq!(outcome.for_model_as_text(), "The function failed, and does not say why.");
}

#[test]
fn characters_that_nobody_sees_are_seen_in_an_error() {
    let outcome =
        completed(Err(ToolError::new("Disk\t3:\r\n\u{1b}[31mgone\u{0} \u{202e}txt می\u{200c}خواهم")));
    assert_eq!(outcome.for_model_as_text(), "Disk\t3:\n\\u001b[31mgone\\u0000 \\u202etxt می\u{200c}خواهم");
}

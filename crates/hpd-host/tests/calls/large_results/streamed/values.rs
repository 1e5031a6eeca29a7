//! Sensitive values in texts that are kept while they are read.

use futures_executor::block_on;
use hpd_host::results::LargeResults;
use hpd_host::{RawCall, Session, Toolbox};
use serde_json::json;

use super::super::{call, id_of};
use super::{CHUNK, Source, read_on};

const TOKEN: &str = "tok-5f2a\"7711";

/// The kept text of a session that knows the token.
fn kept_without_token(text: &str, large: LargeResults) -> String {
    let toolbox = Toolbox::builder().plugin(Source::of(text)).large_results(large).build().unwrap();
    let session = Session::new();
    // The user is asked about it, and the session knows it.
    call(&toolbox, &session, "pair", &json!({ "token": TOKEN }));
    let outcome = call(&toolbox, &session, "log", &json!({}));
    read_on(&toolbox, &session, &id_of(&outcome))
}

#[test]
fn a_value_that_goes_on_in_the_next_page_or_chunk_is_hidden() {
    // Across the edge of a page, and of a chunk. The filler has no line feed, so a chunk is as long as it may be.
    for token in [TOKEN, r#"tok-5f2a\"7711"#] {
        for before in (0..=token.len()).step_by(3) {
            let mut text = "x ".repeat(CHUNK / 2 + 10_000);
            for edge in [3_000, CHUNK] {
                text.replace_range(edge - before..edge - before + token.len(), token);
            }
            let expected = text.replace(token, "[hidden]");
            assert!(
                kept_without_token(&text, LargeResults::new()) == expected,
                "{before} bytes before an edge"
            );
        }
    }
}

#[test]
fn a_value_at_the_bound_is_hidden() {
    for at in (2 * CHUNK - TOKEN.len() - 1..=2 * CHUNK).step_by(2) {
        let mut text = "x ".repeat(2 * CHUNK);
        text.replace_range(at..at + TOKEN.len(), TOKEN);
        let kept = kept_without_token(&text, LargeResults::new().pages(2 * CHUNK));
        assert!(!kept.contains("tok"), "at {at}: {}", &kept[kept.len() - 40..]);
        let (note, kept) = kept.split_once('\n').unwrap();
        assert_eq!(
            note,
            "[The text is not whole: these are its first 524288 bytes, since 524288 are kept at most. The rest was not read.]"
        );
        assert_eq!(kept.len(), 2 * CHUNK);
    }
}

#[test]
fn a_value_that_is_learned_meanwhile_is_hidden_from_there_on() {
    let source = Source::of(format!("{TOKEN} {}{TOKEN}", "x ".repeat(CHUNK)));
    let (toolbox, session) = (source.toolbox(), Session::new());
    let arguments = json!({ "token": TOKEN }).to_string();
    let calls = [RawCall::new("1", "log", "{}"), RawCall::new("2", "pair", arguments)];
    let outcomes = block_on(toolbox.turn(&session, &calls));
    // The first chunk is stored last.
    let kept = read_on(&toolbox, &session, &id_of(&outcomes[0]));
    assert!(kept.starts_with("[hidden] x x") && kept.ends_with("x [hidden]"), "{}", &kept[..40]);
}

#[test]
fn too_many_values_leave_the_beginning() {
    let source = Source::of_lines(2 * CHUNK);
    let (toolbox, session) = (source.toolbox(), Session::new());
    for number in 0..257 {
        call(&toolbox, &session, "pair", &json!({ "token": format!("tok-{number}") }));
    }
    let outcome = call(&toolbox, &session, "log", &json!({}));
    assert_eq!(outcome.kept(), [""; 0]);
    let text = outcome.for_model_as_text();
    assert!(text.starts_with("line 1\nline 2\n"), "{}", &text[..40]);
    let end = "ask for less at once.]";
    assert!(text.len() > 60_000 && text.ends_with(end), "{}", &text[text.len() - 200..]);
}

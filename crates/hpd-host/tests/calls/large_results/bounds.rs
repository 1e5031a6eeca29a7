//! Long results at the bounds of what is kept, shown and read.

use std::future::Future as _;
use std::task::{Context, Waker};

use hpd_host::approval::UserChannel;
use hpd_host::outcome::Replied;
use hpd_host::results::LargeResults;
use hpd_host::{RawCall, Session, Toolbox, ToolboxBuilder, plugin};
use serde_json::json;

use super::{Shop, builder, call, id_of, text};

struct Odd;

#[plugin]
#[expect(clippy::unused_self, reason = "tools of a plugin are its methods")]
impl Odd {
    /// An object with one key, which is as long as that.
    #[ai_function(read_only)]
    fn long_key(
        &self,
        /** How long. */
        bytes: usize,
    ) -> serde_json::Value {
        json!({ "k".repeat(bytes): 1 })
    }

    /// A text.
    #[ai_function(read_only)]
    fn letters(
        &self,
        /** How long. */
        bytes: usize,
    ) -> String {
        "word ".repeat(bytes / 5)
    }

    /// JSON as `JavaScript` writes a text that was cut.
    #[ai_function(read_only)]
    fn half(&self) -> String {
        let rows = vec!["1"; 4_000].join(",");
        format!(r#"{{"title":"Buy \ud83d","pin":471147,"o":{{"\ud83d":1}},"rows":[{rows}]}}"#)
    }

    /// The same in a key.
    #[ai_function(read_only)]
    fn half_key(&self) -> String {
        format!(r#"{{"\ud83d":1,"rows":[{}]}}"#, vec!["1"; 4_000].join(","))
    }

    /// A list of zeros.
    #[ai_function(read_only)]
    fn zeros(
        &self,
        /** How long. */
        bytes: usize,
    ) -> String {
        format!("[{}0]", "0,".repeat(bytes / 2))
    }

    /// Numbers.
    #[ai_function(read_only)]
    fn numbers(&self) -> Vec<u32> {
        (0..500).collect()
    }

    /// Hands words on.
    #[ai_function(read_only)]
    fn repeat(
        &self,
        /** The words. */
        #[param(sensitive)]
        words: Vec<String>,
    ) -> String {
        words.join("; ").repeat(20)
    }
}

#[test]
fn a_long_key_is_previewed_as_it_is_written() {
    let (toolbox, session) = (builder().plugin(Odd).build().unwrap(), Session::new());
    let outcome = call(&toolbox, &session, "long_key", &json!({ "bytes": 2_000_000 }));
    let id = id_of(&outcome);
    let key = "k".repeat(40);
    let shown = outcome.for_model().text.into_owned();
    let beginning = shown.split_once("]\n\n").unwrap().1;
    let (raw, note) = beginning.split_once("\n\n").unwrap();
    assert_eq!(raw, format!("{{\"{}", "k".repeat(raw.len() - 2)));
    assert_eq!(
        note,
        format!(
            "[Cut: this is byte 0 to {0} of 2000006. To go on, call read_result with the id \"{id}\", the lines \"1\" and the \
             offset {0}.]",
            raw.len()
        )
    );
    assert_eq!(
        shown.split_once("]\n\n").unwrap().0,
        format!(
            "[The result has 2000006 bytes, about 1000004 tokens, and is kept as \"{id}\". It is an object with {key}… (number). \
             Below is a preview. To read more, call read_result with this id and a pointer, an offset, or a text to look for."
        )
    );
    let end =
        text(&toolbox, &session, "read_result", &json!({ "id": id, "lines": "1", "offset": 2_000_000 }));
    assert_eq!(end, "kk\":1}");
    let found = text(&toolbox, &session, "read_result", &json!({ "id": id, "text": "kkk" }));
    assert_eq!(found, "line 1, byte 2000004: 1\n");
}

#[test]
fn the_smallest_limit_still_reads_all() {
    let small = LargeResults::new().limit(1);
    let (toolbox, session) =
        (Toolbox::builder().plugin(Odd).large_results(small).build().unwrap(), Session::new());
    let id = id_of(&call(&toolbox, &session, "numbers", &json!({})));
    let (mut all, mut offset) = (Vec::new(), 0);
    while offset < 500 {
        let part = text(&toolbox, &session, "read_result", &json!({ "id": id, "offset": offset }));
        let part: Vec<serde_json::Value> = serde_json::from_str(&part).unwrap();
        all.extend(part.iter().filter_map(serde_json::Value::as_u64));
        assert!(all.len() > offset, "no progress");
        offset = all.len();
    }
    assert_eq!(all, (0..500).collect::<Vec<_>>());
}

#[test]
fn a_result_beyond_16_mib_is_cut() {
    let (toolbox, session) = (builder().plugin(Odd).build().unwrap(), Session::new());
    let most = 16 * 1024 * 1024;
    let kept = call(&toolbox, &session, "letters", &json!({ "bytes": most }));
    assert_eq!(kept.kept().len(), 1);
    let cut = call(&toolbox, &session, "letters", &json!({ "bytes": most + 5 }));
    assert_eq!(cut.kept(), [""; 0]);
    assert!(cut.for_model().text.ends_with(
        "\n\n[Cut: these are the first 65420 of 16777220 bytes of the result. To see what is missing, ask for less at once.]"
    ));
}

#[test]
fn with_too_many_sensitive_values_results_are_cut() {
    for (count, is_kept) in [(200, true), (300, false)] {
        let (toolbox, session) = (builder().plugin(Odd).build().unwrap(), Session::new());
        let words: Vec<_> = (0..count).map(|number| format!("word-{number:06}")).collect();
        session.user_says(&format!("Repeat {}", words.join(", ")));
        let asked = call(&toolbox, &session, "repeat", &json!({ "words": words }));
        assert_eq!(asked.status(), "ask_user");
        let yes = UserChannel::local().message("Yes");
        let replied = futures_executor::block_on(toolbox.reply(&session, &yes)).unwrap();
        let Replied::Answered(outcome) = replied else { panic!("{replied:?}") };
        assert_eq!(outcome.kept().len(), usize::from(is_kept));
        let shown = outcome.for_model().text.into_owned();
        assert!(shown != "[hidden]" && shown.len() > 300, "{shown}");
    }
}

#[test]
fn a_later_group_does_not_turn_results_on() {
    let reads = |groups: &[LargeResults]| {
        let plain = Toolbox::builder().plugin(Shop);
        let builder = groups.iter().cloned().fold(plain, ToolboxBuilder::large_results);
        builder.build().unwrap().tool("read_result").is_some()
    };
    let preview = LargeResults::new().preview(50);
    assert!(reads(std::slice::from_ref(&preview)));
    assert!(!reads(&[LargeResults::off()]));
    assert!(!reads(&[LargeResults::off(), preview.clone()]));
    assert!(reads(&[LargeResults::off(), preview.clone(), LargeResults::on()]));
    assert!(!reads(&[LargeResults::on(), preview, LargeResults::off()]));
}

#[test]
fn json_with_half_of_a_character_is_read_like_any_other() {
    let (toolbox, session) = (builder().plugin(Odd).build().unwrap(), Session::new());
    // The user is asked about it, and the session knows it.
    call(&toolbox, &session, "repeat", &json!({ "words": ["471147"] }));
    let outcome = call(&toolbox, &session, "half", &json!({}));
    let id = id_of(&outcome);
    let shown = outcome.for_model().text.into_owned();
    assert!(
        shown.contains(
            "It is an object with title (string), pin (string), o (object), rows (array of 4000). Below is a preview."
        ),
        "{shown}"
    );
    let at = |pointer: &str| {
        let read = json!({ "id": id, "pointer": pointer }).to_string();
        let read = RawCall::new("1", "read_result", read);
        futures_executor::block_on(toolbox.call(&session, &read)).for_model_as_text().into_owned()
    };
    assert_eq!(at("/title"), r#""Buy \ud83d""#);
    assert_eq!(at("/pin"), "[hidden]");
    assert_eq!(at("/o"), r#"{"\ud83d":1}"#);
    assert_eq!(at("/o/x"), "There is nothing at '/o/x'. '/o' is object.");
    // An object whose own key has a half is a text: no pointer leads into it.
    let outcome = call(&toolbox, &session, "half_key", &json!({}));
    let id = id_of(&outcome);
    let shown = outcome.for_model().text.into_owned();
    assert!(shown.contains(", in 1 lines, and is kept as"), "{shown}");
    let read = json!({ "id": id, "pointer": "/rows" }).to_string();
    let read = RawCall::new("1", "read_result", read);
    let read = futures_executor::block_on(toolbox.call(&session, &read)).for_model_as_text().into_owned();
    assert_eq!(read, "The result is text, not JSON: read it by lines or by text.");
}

#[test]
fn millions_of_values_are_read_beside_other_tasks() {
    let (toolbox, session) = (builder().plugin(Odd).build().unwrap(), Session::new());
    let id = id_of(&call(&toolbox, &session, "zeros", &json!({ "bytes": 1_000_000 })));
    let read = RawCall::new("1", "read_result", json!({ "id": id, "text": "7" }).to_string());
    let mut reads = Box::pin(toolbox.call(&session, &read));
    // The first poll starts it, and comes back.
    let mut cx = Context::from_waker(Waker::noop());
    assert!(reads.as_mut().poll(&mut cx).is_pending());
    assert_eq!(futures_executor::block_on(reads).for_model_as_text(), "Nothing in the result contains '7'.");
}

#[test]
fn hits_behind_the_last_one_are_none() {
    let (toolbox, session) = (builder().build().unwrap(), Session::new());
    let log = id_of(&call(&toolbox, &session, "log", &json!({})));
    let read = json!({ "id": log, "text": "line 40", "offset": 2 }).to_string();
    let outcome = futures_executor::block_on(toolbox.call(&session, &RawCall::new("1", "read_result", read)));
    assert_eq!(outcome.for_model_as_text(), "There are 2 hits, so there is nothing at 2.");
}

//! Questions for values, answered on the page.

use axum::http::StatusCode;
use hpd_host::approval::UserChannel;
use hpd_host::journal::SqliteJournal;
use hpd_host::values::MapProfile;
use hpd_host::{RawCall, Session, Toolbox, ToolboxBuilder, Values, plugin};
use hpd_inspector::Inspector;
use serde_json::json;

use crate::site::Site;

/// How to send.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Way {
    Post,
    Courier,
}

struct Letters;

#[plugin]
#[expect(clippy::unused_self, reason = "tools take what the model sends")]
impl Letters {
    /// Tells what a letter costs.
    #[ai_function]
    fn price_letter(
        &self,
        /** The town. */
        #[param(profile_key = "town", confirm_if_uncertain)]
        town: String,
        /** How many pages. */
        #[param(ask = "How many pages?", range(min = 1, max = 20))]
        pages: u32,
        /** The way. */
        #[param(ask = "Which way?")]
        way: Way,
        /** Whether it is registered. */
        #[param(ask = "Registered?")]
        registered: bool,
    ) -> String {
        format!("{pages} pages to {town} by {way:?}, registered: {registered}")
    }

    /// Finds a shelf for letters.
    #[ai_function]
    fn shelf(
        &self,
        /** Their numbers. */
        #[param(ask = "Which letters?")]
        letters: Vec<u32>,
        /** The weight, if it is known. */
        #[param(ask = "How heavy?")]
        weight: f64,
    ) -> String {
        format!("{} letters of {weight} kg", letters.len())
    }

    /// Opens a box.
    #[ai_function(write, risk = low)]
    fn open_box(
        &self,
        /** Its number. */
        #[param(ask = "Which box?")]
        number: u8,
        /** Its code. */
        #[param(ask = "Which code?", sensitive)]
        code: String,
    ) -> String {
        format!("Box {number} is open, with {} digits.", code.len())
    }

    /// Pays an amount.
    #[ai_function(write, risk = low)]
    fn pay(
        &self,
        /** The amount. */
        amount: u64,
    ) -> String {
        format!("{amount} was paid.")
    }

    /// Opens a gate.
    #[ai_function]
    fn open_gate(
        &self,
        /** Its number. */
        #[param(ask = "Which number?", sensitive)]
        pin: u32,
        /** How far. */
        #[param(ask = "How far?", sensitive)]
        width: f64,
    ) -> String {
        format!("The gate is open, {}.", pin == 4711 && width > 1.0)
    }
}

fn builder() -> ToolboxBuilder {
    let profile = MapProfile::new().for_all("town", "Lisbon");
    Toolbox::builder().plugin(Letters).values(Values::new().profile(profile))
}

async fn site() -> Site {
    let journal = hpd_host::journal::MemoryJournal::new();
    Site::of(builder().journal(journal).build().unwrap()).await
}

#[tokio::test]
async fn a_question_for_values_is_a_form_by_its_schema() {
    let site = site().await;
    site.call("c1", "price_letter", "{}").await;
    let page = site.get("/approvals").await;
    page.assert_has(&[
        "price_letter",
        "⏳ waiting",
        "Asked on behalf of the user of the program.",
        "Which way?",
        "How many pages.",
        "Choose",
        "Send",
        "Cancel the call",
    ]);
    for part in [
        r#"<input name="value.town" required autocomplete="off" value="Lisbon""#,
        r#"<input name="value.pages" required autocomplete="off" inputmode="numeric""#,
        r#"<select name="value.way" required"#,
        r#"<option value="&quot;courier&quot;">courier</option>"#,
        r#"<select name="value.registered" required"#,
        r#"<option value="true">Yes</option><option value="false">No</option>"#,
    ] {
        assert!(page.html.contains(part), "no {part} in:\n{}", page.html);
    }
    site.get("/session/s1").await.assert_has(&["Question for values", "Answer it"]);
}

#[tokio::test]
async fn all_errors_are_beside_their_fields_and_the_right_values_run() {
    let site = site().await;
    site.call("c1", "price_letter", "{}").await;
    let question = site.question().await;
    assert!(question.ends_with("/values"), "{question}");
    let wrong = json!({"town": "Porto", "pages": "21", "way": "\"train\"", "registered": "perhaps"});
    let (status, said) = site.answer(&question, &json!({"choice": "send", "values": wrong})).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(
        said,
        json!({
            "text": "Nothing was done yet: please correct the marked values.",
            "done": false,
            "fields": {
                "pages": "pages must be at most 20",
                "way": "way must be one of: \"post\", \"courier\"",
                "registered": "registered must be a boolean, but a string was sent",
            },
        })
    );
    let right = json!({"town": "Porto", "pages": "2", "way": "\"courier\"", "registered": "true"});
    let (status, said) = site.answer(&question, &json!({"choice": "send", "values": right})).await;
    let text = "2 pages to Porto by Courier, registered: true";
    assert_eq!((status, said), (StatusCode::OK, json!({"text": text, "done": true})));
    let (_, late) = site.answer(&question, &json!({"choice": "send", "values": {}})).await;
    assert_eq!(
        late["text"],
        "This question is not open any more: it was answered, in another tab or by somebody else, or its time is over. \
         Nothing was done now."
    );
    site.get("/approvals").await.assert_has(&[
        "Nothing waits for you. A question appears here when a call needs your approval, or values from you.",
    ]);
}

#[tokio::test]
async fn lists_are_json_and_decimals_are_numbers() {
    let site = site().await;
    site.call("c1", "shelf", "{}").await;
    let page = site.get("/approvals").await;
    for part in [
        r#"<textarea name="value.letters" required rows="3" spellcheck="false" placeholder="JSON""#,
        r#"<input name="value.weight" required autocomplete="off" inputmode="decimal""#,
    ] {
        assert!(page.html.contains(part), "no {part} in:\n{}", page.html);
    }
    let question = site.question().await;
    let wrong = json!({"letters": "1, 2", "weight": "heavy"});
    let (_, said) = site.answer(&question, &json!({"choice": "send", "values": wrong})).await;
    assert_eq!(
        said["fields"],
        json!({
            "letters": "letters must be an array, but a string was sent",
            "weight": "weight must be a number, but a string was sent",
        })
    );
    let inside = json!({"letters": "[1, \"two\"]", "weight": "1.5"});
    let (_, said) = site.answer(&question, &json!({"choice": "send", "values": inside})).await;
    assert_eq!(said["fields"], json!({"letters": "letters[1] must be an integer, but a string was sent"}));
    let right = json!({"letters": "[1, 2]", "weight": " 1.5"});
    let (_, said) = site.answer(&question, &json!({"choice": "send", "values": right})).await;
    assert_eq!(said["text"], "2 letters of 1.5 kg");
}

#[tokio::test]
async fn a_value_that_is_left_out_is_asked_for_again() {
    let site = site().await;
    site.call("c1", "price_letter", "{}").await;
    let question = site.question().await;
    let some = json!({"choice": "send", "values": {"town": "Porto", "pages": "2"}});
    let (_, said) = site.answer(&question, &some).await;
    assert_eq!(said, json!({"text": "Further values are needed: you are asked for them.", "done": true}));
    let page = site.get("/approvals").await;
    assert!(page.html.contains("value.way") && !page.html.contains("value.pages"), "{}", page.html);
}

#[tokio::test]
async fn a_write_is_asked_about_when_it_has_its_values() {
    let site = site().await;
    site.call("c1", "open_box", "{}").await;
    let page = site.get("/approvals").await;
    assert!(page.html.contains(r#"<input name="value.code" type="password" required"#), "{}", page.html);
    let question = site.question().await;
    let values = json!({"number": "7", "code": "4711"});
    let (_, said) = site.answer(&question, &json!({"choice": "send", "values": values})).await;
    assert_eq!(said["text"], "You are asked again, about the call as it is now.");
    let question = site.question().await;
    assert!(!question.ends_with("/values"), "{question}");
    let (_, said) = site.answer(&question, &json!({"choice": "confirm"})).await;
    assert_eq!(said["text"], "Box 7 is open, with 4 digits.");
    assert!(!site.get("/session/s1").await.html.contains("4711"));
}

#[tokio::test]
async fn a_changed_number_keeps_its_digits() {
    let site = site().await;
    site.call("c1", "pay", r#"{"amount": 5}"#).await;
    let question = site.question().await;
    for (typed, text) in [
        (
            "0.12345678901234567890",
            "Nothing was done: \"amount\" can't be sent as it was typed. A number has too many digits, or a key is there \
             twice. A number may be in quotes if a text is taken.",
        ),
        ("much", "\"amount\" can't have this value: nothing was done. Please answer again."),
        // A script's own number would be 9007199254740992.
        ("9007199254740993", "You are asked again, about the call as it is now."),
    ] {
        let (_, said) =
            site.answer(&question, &json!({"choice": "confirm", "edit": {"amount": typed}})).await;
        assert_eq!(said["text"], text);
    }
    let (_, said) = site.answer(&site.question().await, &json!({"choice": "confirm"})).await;
    let text = "9007199254740993 was paid.\n\n[Warnings about the arguments: the user changed values of this call before it ran]";
    assert_eq!(said["text"], text);
}

#[tokio::test]
async fn each_sensitive_value_is_hidden_while_it_is_typed() {
    let site = site().await;
    site.call("c1", "open_gate", "{}").await;
    let page = site.get("/approvals").await;
    for name in ["pin", "width"] {
        let part = format!(r#"<input name="value.{name}" type="password" required autocomplete="off""#);
        assert!(page.html.contains(&part), "no {part} in:\n{}", page.html);
    }
    let values = json!({"choice": "send", "values": {"pin": "4711", "width": "1.5"}});
    let (_, said) = site.answer(&site.question().await, &values).await;
    assert_eq!(said["text"], "The gate is open, true.");
}

#[tokio::test]
async fn a_call_is_cancelled_on_the_page() {
    let site = site().await;
    site.call("c1", "price_letter", "{}").await;
    let question = site.question().await;
    let (status, said) = site.answer(&question, &json!({"choice": "decline"})).await;
    assert_eq!((status, &said["done"]), (StatusCode::OK, &json!(true)));
    assert_eq!(
        said["text"],
        "The user cancelled 'price_letter'. It did not run. Do not call it again unless the user asks for it."
    );
}

#[tokio::test]
async fn what_is_no_answer_is_refused() {
    let site = site().await;
    site.call("c1", "price_letter", "{}").await;
    let question = site.question().await;
    let (_, said) = site.answer(&question, &json!({"choice": "send", "values": {"paper": "a4"}})).await;
    assert_eq!(said["text"], "The question is about no value with the name \"paper\": nothing was done.");
    let (status, _) = site.answer(&question, &json!({"choice": "send", "nonce": "x"})).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let csrf = Site { csrf: "wrong".to_owned(), ..site };
    let (status, said) = csrf.answer(&question, &json!({"choice": "decline"})).await;
    assert_eq!(
        (status, said),
        (StatusCode::FORBIDDEN, json!("The request is not from a page of the inspector."))
    );
}

#[tokio::test]
async fn another_user_sees_and_answers_nothing() {
    let toolbox = builder().journal(hpd_host::journal::MemoryJournal::new()).build().unwrap();
    let site =
        Site::with(Inspector::of(&toolbox).approvals(|_| Some(UserChannel::of("eve").via("page")))).await;
    toolbox.call(&Session::with_id("s1"), &RawCall::new("c1", "price_letter", "{}")).await;
    site.get("/approvals").await.assert_has(&["Nothing waits for you."]);
    let open = toolbox.open_forms(&UserChannel::local()).await.unwrap();
    let path = format!("/approvals/{}/values", open[0].view.id);
    let (_, said) = site.answer(&path, &json!({"choice": "decline"})).await;
    assert!(said["text"].as_str().unwrap().starts_with("This question is not open any more"), "{said}");
    let nobody = Site::with(Inspector::of(&toolbox).approvals(|_| None)).await;
    let (status, _) = nobody.answer(&path, &json!({"choice": "decline"})).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_process_without_the_function_says_where_to_answer() {
    let folder = tempfile::tempdir().unwrap();
    let journal = || SqliteJournal::open(folder.path().join("journal.db")).unwrap();
    let program = builder().journal(journal()).build().unwrap();
    program.call(&Session::with_id("s1"), &RawCall::new("c1", "price_letter", "{}")).await;
    let page = Toolbox::builder().journal(journal()).build().unwrap();
    let site = Site::with(Inspector::of(&page).approvals(|_| Some(UserChannel::local().via("page")))).await;
    let shown = site.get("/approvals").await;
    shown.assert_has(&[
        "price_letter",
        "Which way?",
        "This process can't check the answer: it has to be given in the program that has the function, or that keeps the \
         sensitive values of this call.",
    ]);
    assert!(!shown.html.contains("data-action"), "{}", shown.html);
}

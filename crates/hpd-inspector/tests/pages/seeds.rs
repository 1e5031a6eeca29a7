//! Every box that the documents of the pages have, by its text.

use hpd_host::approval::UserChannel;
use hpd_host::outcome::OutcomeKind;
use serde_json::json;

use crate::site::Site;

/// A payment that is blocked, corrected and carried out, and an answer with a false claim.
async fn conversation(site: &Site) {
    site.session.user_says("Record payment of 5000 from Acme Corp");
    site.call("c1", "create_payment", r#"{"AccountId": "xxx"}"#).await;
    site.call("c2", "get_all_invoices", r#"{"contact": "Acme Corp"}"#).await;
    let whole = r#"{"AccountId": "xxx", "Amount": "5000", "Applications": [{"InvoiceId": "INV-042"}],}"#;
    site.call("c3", "create_payment", whole).await;
}

/// The text of a call's card.
async fn card(site: &Site, tool: &str, nth: usize) -> String {
    let page = site.get("/session/s1").await;
    let cards = page.html.split("<article").skip(1).filter(|card| card.contains(&format!(">{tool}</h2>")));
    let html = cards.map(str::to_owned).nth(nth).expect("there is such a card");
    crate::site::Page { status: page.status, html: format!("<article{html}") }.text()
}

/// The text of the step with this title, as one line for each fact.
fn step(card: &str, title: &str) -> String {
    let mut lines = card.lines().skip_while(|line| *line != title);
    let first = lines.next().unwrap_or_else(|| panic!("no {title} in:\n{card}"));
    let rest = lines.take_while(|line| !line.starts_with("Raw event"));
    std::iter::once(first).chain(rest).filter(|line| !line.ends_with("ms")).collect::<Vec<_>>().join("|")
}

#[tokio::test]
async fn a_blocked_write_has_the_card_of_the_document() {
    let site = Site::new().await;
    conversation(&site).await;
    let card = card(&site, "create_payment", 0).await;
    let checked = step(&card, "Step 9e: Write Validation");
    assert!(
        checked.starts_with(
            "Step 9e: Write Validation|Blocked: missing Amount, Applications|Tool|create_payment|Status|❌ BLOCKED|\
             Missing|Amount, Applications[]|Action|Returning error to LLM for self-correction|Duration|Errors|"
        ),
        "{checked}"
    );
    assert!(card.contains("❌ blocked"), "{card}");
    assert!(card.contains("not carried out, missing: Amount, Applications"), "{card}");
}

#[tokio::test]
async fn a_corrected_write_has_a_retry_a_passed_check_and_a_run() {
    let site = Site::new().await;
    conversation(&site).await;
    let card = card(&site, "create_payment", 1).await;
    assert!(step(&card, "Retry #2").contains("Retry #2: Previous attempt blocked by pre-flight validation"));
    assert_eq!(
        step(&card, "Step 9e (retry): Write Validation"),
        "Step 9e (retry): Write Validation|Validated: create_payment|Tool|create_payment|Status|✅ PASSED|\
         Fields|AccountId, Amount, Applications[1]|Duration"
    );
    let run = step(&card, "Step 9f: MCP Execution");
    assert!(run.contains("Tool|create_payment|Status|✅ SUCCESS|Duration"), "{run}");
    assert!(run.contains("\"PaymentId\": \"PAY-001\""), "{run}");
    assert!(card.contains("- Create payment PAY-001: carried out"), "{card}");
}

#[tokio::test]
async fn a_repair_is_a_difference_and_values_have_their_source() {
    let site = Site::new().await;
    conversation(&site).await;
    site.call("c4", "postage", "{}").await;
    let page = site.get("/session/s1").await;
    page.assert_has(&["EXTRA_COMMA", "STRING_TO_NUMBER", "/Amount"]);
    assert!(page.html.contains("<del>&quot;5000&quot;</del> → <ins>5000</ins>"), "{}", page.html);
    assert!(
        page.html.contains("<code>&quot;Lisbon&quot;</code> <span class=\"source\">from the profile</span>"),
        "{}",
        page.html
    );
}

#[tokio::test]
async fn values_that_the_user_gave_are_read_in_the_card_of_the_call() {
    let site = Site::new().await;
    let asked = site.call("c1", "update_contact", r#"{"contact": "Acme", "code": "86421357"}"#).await;
    let OutcomeKind::AskUser(question) = &asked.kind else { panic!("{}", asked.status()) };
    let values = json!({"code": "86421357"}).as_object().unwrap().clone();
    let user = UserChannel::local();
    site.toolbox.answer_values(&site.session, question.pending().unwrap(), values, &user).await.unwrap();
    let card = card(&site, "update_contact", 0).await;
    let read = step(&card, "Step 9b: Reading of Arguments");
    assert!(read.contains("code|\"[hidden]\"|from the user"), "{read}");
}

#[tokio::test]
async fn steps_have_their_ids_and_states_and_the_raw_event() {
    let site = Site::new().await;
    conversation(&site).await;
    let page = site.get("/session/s1").await;
    for attributes in [
        r#"data-step="write_validation" data-state="warn""#,
        r#"data-step="write_validation" data-state="pass""#,
        r#"data-step="mcp_execute" data-state="running""#,
        r#"data-step="mcp_execute" data-state="pass""#,
    ] {
        assert!(page.html.contains(attributes), "{attributes}");
    }
    page.assert_has(&["Raw event", "\"type\": \"write_validation\"", "\"missing_fields\": ["]);
}

#[tokio::test]
async fn the_thinking_panel_has_the_lines_of_the_document() {
    let site = Site::new().await;
    conversation(&site).await;
    for path in ["/session/s1", "/session/s1/thinking"] {
        let page = site.get(path).await;
        page.assert_has(&["Validating write arguments…", "Missing fields detected, retrying…"]);
    }
}

#[tokio::test]
async fn health_has_the_rates_of_the_document_with_their_targets() {
    let site = Site::new().await;
    conversation(&site).await;
    let page = site.get("/health").await;
    page.assert_has(&[
        "Write validation block rate",
        "should be > 0",
        "Self-correction success rate",
        "Write tool failure rate after validation",
        "should be near 0",
        "100.0 %",
    ]);
}

#[tokio::test]
async fn the_session_list_has_badges() {
    let site = Site::new().await;
    conversation(&site).await;
    site.call("c5", "void_invoice", r#"{"invoice": "INV-042"}"#).await;
    site.call(
        "c6",
        "create_payment",
        r#"{"AccountId": "closed", "Amount": 1, "Applications": [{"InvoiceId": "INV-1"}]}"#,
    )
    .await;
    site.get("/").await.assert_has(&["s1", "⏳ 1 waiting", "❌ 1 blocked", "❌ 1 failed"]);
}

#[tokio::test]
async fn questions_have_the_tiers_of_the_document() {
    let site = Site::new().await;
    site.call("c1", "void_invoice", r#"{"invoice": "INV-042"}"#).await;
    let page = site.get("/approvals").await;
    page.assert_has(&[
        "✅ Yes, void invoice",
        "❌ Cancel",
        "Type \"VOID INV-042\" to confirm",
        "Risk: high.",
    ]);
    let card = card(&site, "void_invoice", 0).await;
    let asked = step(&card, "Step 9d: MCQ Confirmation");
    assert!(asked.contains("Confirmation|type to confirm"), "{asked}");
    assert!(asked.contains("Options|✅ Yes, void invoice · ❌ Cancel"), "{asked}");

    let question = site.question().await;
    site.answer(&question, &json!({"choice": "cancel", "reason": "Not now"})).await;
    site.call("c2", "update_bill", r#"{"bill": "BILL-1", "due": "2026-04-01"}"#).await;
    let page = site.get("/session/s1").await;
    page.assert_has(&["summary of changes", "❌ REJECTED", "the user of the program via inspector"]);
}

#[tokio::test]
async fn a_call_has_a_link_of_its_own() {
    let site = Site::new().await;
    conversation(&site).await;
    let page = site.get("/call/2").await;
    page.assert_has(&["Call 2", "create_payment", "Step 9e: Write Validation", "Session s1"]);
    // Any event of the call gives the same card.
    assert_eq!(site.get("/call/3").await.html.matches("id=\"c-2\"").count(), 1);
}

#[tokio::test]
async fn calls_are_found_by_each_field() {
    let site = Site::new().await;
    conversation(&site).await;
    for (query, found) in [
        ("tool=create_payment", 2),
        ("tool=create_payment&status=warn", 1),
        ("status=pass&tool=get_all_invoices", 1),
        ("call=c2", 1),
        ("session=s1&code=string_to_number", 1),
        ("code=required_field", 1),
        ("text=acme+corp&tool=get_all_invoices", 1),
        ("session=s2", 0),
    ] {
        let page = site.get(&format!("/search?{query}")).await;
        assert_eq!(page.html.matches("<th scope=\"row\">").count(), found, "{query}: {}", page.text());
    }
}

#[tokio::test]
async fn tools_are_listed_with_their_reasons() {
    let site = Site::new().await;
    let page = site.get("/tools?session=s1").await;
    page.assert_has(&[
        "void_invoice",
        "write",
        ", high",
        "the function says `write`",
        "✅ listed",
        "– hidden",
        "its container `Frontend_browser` is not expanded",
        "session s1",
        "Unclassified tools",
        "Reports of the build",
    ]);
}

#[tokio::test]
async fn the_list_of_a_session_that_is_not_kept_is_that_of_a_new_one() {
    let site = Site::new().await;
    let note = "This process does not keep session elsewhere: the list is that of a new session.";
    site.get("/tools?session=elsewhere").await.assert_has(&[note, "The model of a new session sees "]);
    assert!(!site.get("/tools?session=s1").await.text().contains("does not keep"));
}

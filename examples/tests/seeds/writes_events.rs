//! Document 001, pre-flight of writes: what others read of a write: in events, in the panel, in the database and in the last text.

use std::sync::Arc;

use hpd_host::approval::{Choice, UserChannel};
use hpd_host::events::sse::record_frame;
use hpd_host::journal::health::{HealthSpan, Rate, health};
use hpd_host::journal::{FreeText, PostgresJournal};
use hpd_host::reexports::serde_json::{Value, json};
use hpd_host::values::MapProfile;
use hpd_host::{RawCall, Session, Toolbox, Values, plugin};

use crate::server::server;
use crate::writes_kit::{Office, PART, PAYMENT, WRITES};

/// The query by which the document finds what writes.
const DISCOVERY: &str = "
SELECT tool_name FROM tool_registry 
WHERE tool_name LIKE 'create_%' 
   OR tool_name LIKE 'update_%' 
   OR tool_name LIKE 'delete_%' 
   OR tool_name LIKE 'void_%' 
   OR tool_name LIKE 'approve_%' 
   OR tool_name LIKE 'send_%'
ORDER BY tool_name;
";

/// Letters whose address the user has to give or confirm.
struct Post;

#[plugin]
impl Post {
    /// Sends a letter.
    #[ai_function(write, risk = low)]
    fn send_letter(
        /// The text.
        text: String,
        /// The address.
        #[param(profile_key = "address", confirm_if_uncertain, ask = "Where shall it go?")]
        address: String,
    ) -> String {
        format!("{text} to {address}")
    }
}

/// Of all users, or of none, the address is known.
fn with_post(is_known: bool) -> Office {
    let profile = MapProfile::new();
    let profile = if is_known { profile.for_all("address", "1 Main St") } else { profile };
    Office::with(|builder| builder.plugin(Post).values(Values::new().profile(profile)))
}

/// A payment that is blocked, corrected, confirmed and booked.
fn paid() -> Office {
    let office = Office::new();
    office.call("create_payment", PART);
    office.call("get_all_invoices", "{}");
    assert_eq!(office.confirmed("create_payment", PAYMENT).status(), "ok");
    office
}

#[test]
fn row_14_the_discovery_query_finds_the_twelve_tools() {
    let office = Office::new();
    office.call("get_all_invoices", "{}");
    let mut writes = WRITES.map(|write| write.0);
    writes.sort_unstable();
    assert_eq!(office.texts(DISCOVERY), writes);
}

/// The event without what takes time.
fn timeless(mut data: Value) -> Value {
    let duration = data.as_object_mut().expect("an object").remove("duration_ms");
    assert!(duration.is_some_and(|duration| duration.as_f64().is_some()), "{data}");
    data
}

#[test]
fn row_15_a_block_is_an_event_with_what_is_missing() {
    let office = Office::new();
    office.call("create_payment", PART);
    assert_eq!(
        office.data("write_validation").into_iter().map(timeless).collect::<Vec<_>>(),
        [json!({
            "tool": "create_payment",
            "status": "blocked",
            "missing_fields": ["Amount", "Applications"],
            "errors": ["Amount is required", "Applications is required"],
            "message": "Amount is required; Applications is required",
        })]
    );
}

#[test]
fn row_16_a_block_is_an_event_where_the_user_is_asked_too() {
    for (is_known, missing, message) in [
        (false, json!(["address"]), "address is required"),
        (true, json!([]), "address must be confirmed by the user"),
    ] {
        let office = with_post(is_known);
        assert_eq!(office.call("send_letter", r#"{"text":"Hi"}"#).status(), "ask_user");
        let blocked = &office.data("write_validation")[0];
        assert_eq!((&blocked["status"], &blocked["asks_user"]), (&json!("blocked"), &json!(true)));
        assert_eq!((&blocked["missing_fields"], &blocked["message"]), (&missing, &json!(message)));
    }
}

#[test]
fn row_17_a_pass_is_an_event_with_what_was_checked() {
    let office = paid();
    let passed = timeless(office.data("write_validation").remove(1));
    let fields = ["AccountId", "Amount", "Applications"];
    assert_eq!(passed, json!({"tool": "create_payment", "status": "passed", "fields_validated": fields}));
}

#[test]
fn row_18_the_result_is_an_event() {
    let office = paid();
    let results = office.data("tool_result");
    let result = results.last().expect("it ran");
    assert_eq!((&result["tool"], &result["success"]), (&json!("create_payment"), &json!(true)));
    let told = &result["result"];
    let told = told.as_str().map_or_else(|| told.clone(), |text| serde_json::from_str(text).expect("JSON"));
    assert_eq!(told["PaymentId"], "PAY-001");
}

#[test]
fn row_19_a_second_try_is_an_event() {
    let reason = "Previous attempt blocked by pre-flight validation";
    let retry = json!({"tool": "create_payment", "attempt": 2, "reason": reason});
    assert_eq!(paid().data("tool_retry"), [retry]);
}

#[test]
fn row_20_each_event_is_a_frame_of_a_stream() {
    let office = Office::new();
    office.call("create_payment", PART);
    let events = office.events();
    let block =
        events.iter().find(|record| record.event.kind() == "write_validation").expect("the journal has it");
    let frame = record_frame(block);
    let (head, data) = frame.split_once("data: ").expect("it has data");
    assert_eq!(head, format!("id: {}\nevent: write_validation\n", block.seq));
    let data: Value = serde_json::from_str(data.trim_end()).expect("it is JSON");
    assert_eq!((&data["type"], &data["data"]["status"]), (&json!("write_validation"), &json!("blocked")));
}

#[test]
fn row_21_the_panel_shows_each_step() {
    let office = Office::new();
    office.call("create_payment", PART);
    assert_eq!(
        office.status_lines()[1..],
        ["Validating write arguments…", "Missing fields detected, retrying…"]
    );
    let asking = with_post(false);
    asking.call("send_letter", r#"{"text":"Hi"}"#);
    assert_eq!(asking.status_lines()[2], "Missing fields detected, asking you…");
}

#[test]
fn row_22_users_read_no_errors_of_a_check() {
    assert_eq!(Office::new().call("create_payment", PART).for_user(), None);
}

const DETAILS: &str = "I need a few more details to create payment:\n\
                       • Please confirm the exact amount.\n\
                       • Which invoice should this payment apply to?";

#[test]
fn row_23_what_cannot_be_resolved_is_asked_in_bullets() {
    let office = Office::new();
    office.call("create_payment", PART);
    office.call("create_payment", r#"{"AccountId":"ACC-1000","Amount":0}"#);
    let asked = office.call("create_payment", r#"{"AccountId":"ACC-1000","Applications":[]}"#);
    assert_eq!(asked.for_user().as_deref(), Some(DETAILS));
    // What the model reads holds the same question, and the block has its details.
    assert!(asked.for_model_as_text().ends_with(DETAILS), "{}", asked.for_model_as_text());
    let third = &office.data("write_validation")[2];
    assert_eq!(third["errors"], json!(["Amount is required", "Applications must be a non-empty array"]));
}

#[test]
fn row_24_each_step_has_its_time() {
    let office = paid();
    for kind in ["write_validation", "tool_result"] {
        let told = office.data(kind);
        assert!(told.iter().all(|data| data["duration_ms"].as_f64().is_some()), "{told:#?}");
    }
}

#[test]
fn row_34_after_two_corrections_in_vain_the_user_is_asked() {
    let office = Office::new();
    let statuses =
        [PART, r#"{"AccountId":""}"#, PART].map(|sent| office.call("create_payment", sent).status());
    assert_eq!(statuses[..2], ["error", "error"]);
    assert_eq!(office.kinds().matches("ask_user").count(), 1);
    // The user answers, and the count begins anew.
    office.session.user_says("INV-042, ₹5,000");
    assert_eq!(office.call("create_payment", PART).for_user(), None);
}

#[test]
fn row_36_what_the_books_refuse_is_a_sentence_for_the_model() {
    let office = Office::new();
    let asked = office.call("void_invoice", r#"{"InvoiceId":"INV-042"}"#);
    office.bookkeeping().void_invoice("INV-042".into()).expect("it is open");
    let refused = office.decide(&asked, Choice::Confirm, Some("VOID INV-042")).expect("it is open");
    let text = refused.for_model().text;
    assert!(text.contains("INV-042 was voided, so nothing can be done with it."), "{text}");
}

#[test]
fn row_37_a_false_failure_is_corrected_and_nothing_of_it_stays() {
    let truth = "Create payment (PAY-001, amount 5,000) succeeded.";
    for said in [
        "I'm sorry, the payment failed. Please try again later.",
        "The payment could not be created. Would you like me to try again?",
        "The payment failed. You may need to record it manually in your books.",
        "The payment failed. No changes were made.",
    ] {
        assert_eq!(paid().says(said), truth, "{said}");
    }
    let office = paid();
    office.says("The payment failed.");
    assert_eq!(office.data("guardrail").len(), 1);
    assert_eq!(office.says(truth), truth, "it is true");
}

#[test]
fn row_38_a_success_that_never_was_goes_with_its_card() {
    let office = Office::new();
    let card = "✅ Payment of ₹5,000 recorded.\n\n| Field | Value |\n|---|---|\n| Payment | PAY-001 |";
    let read = office.says(card);
    assert_eq!(read.trim_end(), "I couldn't complete this: nothing was carried out.");
    office.call("create_payment", PART);
    let read = office.says("I've recorded the payment. Your new balance is ₹0.");
    assert!(read.starts_with("I couldn't complete this: create payment"), "{read}");
    assert!(!read.contains('₹'), "{read}");
}

#[test]
fn row_39_a_turn_with_a_write_has_its_columns() {
    let office = paid();
    assert_eq!(office.texts("SELECT CAST(is_write_operation AS TEXT) FROM query_routing_logs"), ["1"]);
    let results = office.column("write_tool_results");
    let [blocked, booked] = results.as_array().expect("a list").as_slice() else { panic!("{results}") };
    assert_eq!(
        (&blocked["tool"], &blocked["validation_status"]),
        (&json!("create_payment"), &json!("blocked"))
    );
    assert_eq!(
        (&booked["validation_status"], &booked["status"], &booked["fields_checked"]),
        (&json!("passed"), &json!("ok"), &json!(["AccountId", "Amount", "Applications"]))
    );
    assert_eq!(booked["mcp_result"]["PaymentId"], "PAY-001");
    let reading = Office::new();
    reading.call("get_all_invoices", "{}");
    assert_eq!(reading.texts("SELECT CAST(is_write_operation AS TEXT) FROM query_routing_logs"), ["0"]);
}

#[test]
fn row_40_a_block_is_in_its_column() {
    let block = json!(["write_preflight_block"]);
    assert_eq!(paid().column("guardrails_triggered"), block);
    for is_known in [false, true] {
        let office = with_post(is_known);
        office.call("send_letter", r#"{"text":"Hi"}"#);
        assert_eq!(office.column("guardrails_triggered"), block);
        assert_eq!(office.column("tools_failed"), json!(["send_letter"]));
        assert_eq!(office.column("write_tool_results")[0]["validation_status"], "blocked");
    }
}

#[test]
fn row_41_what_ran_and_what_failed_are_listed() {
    let office = paid();
    assert_eq!(office.column("tools_used"), json!(["get_all_invoices", "create_payment"]));
    assert_eq!(office.column("tools_failed"), json!(["create_payment"]), "the blocked call");
    for (choice, status) in [(Some(Choice::Cancel), "rejected"), (None, "waiting")] {
        let office = Office::new();
        let asked = office.call("create_payment", PAYMENT);
        choice.map(|choice| office.decide(&asked, choice, None).expect("it is open"));
        assert_eq!(office.column("write_tool_results")[0]["status"], status);
        assert_eq!((office.column("tools_used"), office.column("tools_failed")), (json!([]), json!([])));
    }
}

#[test]
fn row_42_the_query_finds_blocked_writes() {
    let office = paid();
    let sqlite = "SELECT query, write_tool_results, created_at FROM query_routing_logs
        WHERE EXISTS (SELECT 1 FROM json_each(guardrails_triggered) WHERE value = 'write_preflight_block')
        ORDER BY created_at DESC LIMIT 20;";
    assert_eq!(office.texts(sqlite), ["Record ₹5000 payment from Acme Corp"]);
}

#[test]
fn row_43_the_health_has_the_three_rates() {
    let office = paid();
    let health = office.health();
    assert_eq!(health.write_block, Rate { count: 1, of: 2 });
    assert_eq!(health.self_correction, Rate { count: 1, of: 1 });
    assert_eq!(health.failure_after_validation, Rate { count: 0, of: 1 });
    let asking = with_post(false);
    asking.call("send_letter", r#"{"text":"Hi"}"#);
    assert_eq!(asking.health().write_block, Rate { count: 1, of: 1 });
}

#[test]
fn row_44_the_queries_run_on_the_documents_database() {
    let Some(server) = server() else { return };
    let database = "postgres";
    let runtime = tokio::runtime::Runtime::new().expect("there are threads");
    runtime.block_on(async {
        let journal =
            Arc::new(PostgresJournal::connect(&server.url(database)).await.expect("it can be made"));
        let toolbox = Toolbox::builder().plugin(hpd_examples::bookkeeping::Bookkeeping::sample());
        let toolbox = toolbox
            .journal(Arc::clone(&journal))
            .values(Values::new().journal_free_text(FreeText::Told))
            .build()
            .expect("it is consistent");
        let session = Session::with_id("s1");
        toolbox.reply(&session, &UserChannel::local().message("Pay Acme")).await.expect("the journal has it");
        toolbox.call(&session, &RawCall::new("call_1", "create_payment", PART)).await;
        let health = health(&*journal, &HealthSpan::default()).await.expect("it can be read");
        assert_eq!(health.write_block, Rate { count: 1, of: 1 });
    });
    let found = |sql: &str| {
        let mut psql = server.program("psql").expect("a server has the program psql");
        let path = format!("SET search_path = hpd; {sql}");
        let output = psql.args(["-d", database, "-qAtc", &path]).output().expect("psql starts");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("UTF-8").lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(found(DISCOVERY).len(), 12);
    let blocked = found(
        "SELECT query, write_tool_results, created_at
FROM query_routing_logs
WHERE 'write_preflight_block' = ANY(guardrails_triggered)
ORDER BY created_at DESC
LIMIT 20;",
    );
    assert!(blocked.len() == 1 && blocked[0].starts_with("Pay Acme|[{"), "{blocked:?}");
}

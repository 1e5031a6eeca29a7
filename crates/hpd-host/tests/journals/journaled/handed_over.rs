//! Reads whose end is handed over to the journal: the same events, in the same order, without a wait.

use std::sync::{Arc, Mutex};

use futures_executor::block_on;
use hpd_host::approval::{Permission, StoreError};
#[cfg(feature = "sqlite")]
use hpd_host::journal::EventFilter;
use hpd_host::journal::{Journal, MemoryJournal, ReadsAre};
use hpd_host::testing::{Asked, Tapped};
use hpd_host::{Approval, RawCall, Session, Toolbox, ToolboxBuilder, plugin};

struct Books;

#[plugin]
impl Books {
    /// Looks payments up.
    #[ai_function]
    fn get_payments() -> &'static str {
        "PAY-1, recorded"
    }

    /// Fails.
    #[ai_function]
    fn get_nothing(
        /** Where. */
        place: String,
    ) -> Result<String, hpd_host::ToolError> {
        Err(hpd_host::ToolError::new(format!("There is nothing at {place}.")))
    }

    /// Creates a payment.
    #[ai_function(write, risk = low)]
    fn create_payment(
        /** How much. */
        amount: u32,
    ) -> String {
        format!("Paid: {amount}")
    }
}

fn toolbox(journal: impl Journal + 'static, reads: ReadsAre) -> Toolbox {
    let builder: ToolboxBuilder = Toolbox::builder().plugin(Books).journal(journal).reads(reads);
    builder.approval(Approval::new().writes(Permission::Allow)).build().expect("nothing is wrong with it")
}

/// The calls of a conversation, and the requests to the journal that carry events.
fn requests(reads: ReadsAre) -> Vec<String> {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&heard);
    let journal = Tapped::new(MemoryJournal::new(), move |asked: &Asked<'_>| {
        if let Asked::Append(events) | Asked::Post(events) = asked {
            let kinds: Vec<_> = events.iter().map(|event| event.event.kind()).collect();
            told.lock().unwrap().push(format!("{} {}", asked.method(), kinds.join(" ")));
        }
        Ok::<(), StoreError>(())
    });
    let (toolbox, session) = (toolbox(journal, reads), Session::with_id("s1"));
    for (name, arguments) in [
        ("get_payments", "{}"),
        ("get_nothing", r#"{"place": "home"}"#),
        ("get_nothing", "{}"),
        ("create_payment", "{}"),
        ("create_payment", r#"{"amount": 5}"#),
        ("getpayments", "{}"),
    ] {
        block_on(toolbox.call(&session, &RawCall::new("c1", name, arguments)));
    }
    let heard = heard.lock().unwrap();
    heard.clone()
}

#[test]
fn only_the_ends_of_reads_are_handed_over() {
    let waited = requests(ReadsAre::Waited);
    assert_eq!(
        waited,
        [
            "post turn_started",
            "post tool_call",
            "append tool_result",
            "post tool_call",
            "append tool_result",
            "post tool_call",
            "append tool_result",
            "post tool_call",
            "append write_validation tool_result",
            "post tool_call tool_retry",
            "post tool_call",
            "append tool_result",
        ]
    );
    let handed_over: Vec<_> = waited
        .iter()
        .map(|request| if request == "append tool_result" { "post tool_result" } else { request })
        .collect();
    assert_eq!(requests(ReadsAre::HandedOver), handed_over);
}

/// A statement about read data stays, however quickly the final answer follows the read.
#[test]
fn a_checked_answer_knows_the_reads_before_it() {
    let claim = "The payment was recorded.";
    let check = |journal: Arc<dyn Journal>| {
        let toolbox = toolbox(journal, ReadsAre::HandedOver);
        for number in 0..30 {
            let session = Session::with_id(format!("s{number}"));
            let checked = || block_on(toolbox.check_final_answer(&session, claim)).unwrap();
            assert_eq!(checked().triggered.len(), 1, "nothing was read");
            block_on(toolbox.call(&session, &RawCall::new("c1", "get_payments", "{}")));
            assert_eq!(checked().text, claim, "{number}");
        }
    };
    check(Arc::new(MemoryJournal::new()));
    #[cfg(feature = "sqlite")]
    {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("journal.db");
        check(Arc::new(hpd_host::journal::SqliteJournal::open(file).unwrap()));
    }
}

#[cfg(feature = "sqlite")]
#[test]
fn the_order_of_events_stays() {
    let folder = tempfile::tempdir().unwrap();
    let journal = Arc::new(hpd_host::journal::SqliteJournal::open(folder.path().join("journal.db")).unwrap());
    let toolbox = toolbox(Arc::clone(&journal), ReadsAre::HandedOver);
    let session = Session::with_id("s1");
    for number in 0..50 {
        let name = if number % 5 == 4 { "create_payment" } else { "get_payments" };
        let arguments = if number % 5 == 4 { r#"{"amount": 5}"# } else { "{}" };
        block_on(toolbox.call(&session, &RawCall::new(format!("c{number}"), name, arguments)));
    }
    block_on(journal.flush()).unwrap();
    let events = block_on(journal.read(&EventFilter::default())).unwrap();
    let seen: Vec<_> = events.iter().skip(1).map(|record| record.call_id.clone().unwrap()).collect();
    let wanted: Vec<_> =
        (0..50).flat_map(|number| vec![format!("c{number}"); if number % 5 == 4 { 4 } else { 2 }]).collect();
    assert_eq!(seen, wanted);
    assert!(block_on(journal.verify(None)).unwrap().is_whole());
}

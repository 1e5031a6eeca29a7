//! A conversation about the sample's books, with a journal in a database.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use futures_executor::block_on;
use hpd_examples::bookkeeping::ledger::Books;
use hpd_examples::bookkeeping::{Bookkeeping, with_previews};
use hpd_host::approval::{Answer, Choice, DecisionError, Question, UserChannel};
use hpd_host::events::EventRecord;
use hpd_host::journal::health::{Health, HealthSpan, health};
use hpd_host::journal::{EventFilter, FreeText, Journal, SqliteJournal};
use hpd_host::outcome::OutcomeKind;
use hpd_host::{CallError, Outcome, RawCall, Session, Toolbox, ToolboxBuilder, Values};
use rusqlite::Connection;
use serde_json::Value;
use tempfile::TempDir;

/// The payment that fits the sample's books.
pub(crate) const PAYMENT: &str =
    r#"{"AccountId":"ACC-1000","Amount":5000,"Applications":[{"InvoiceId":"INV-042","Amount":5000}]}"#;

/// The same without the amount and the invoice.
pub(crate) const PART: &str = r#"{"AccountId":"ACC-1000"}"#;

type Write = (&'static str, &'static [&'static str], &'static str, Option<&'static str>, &'static str);

/// Each write: what it requires, what is at stake, the phrase that the user types, and arguments that may run.
pub(crate) const WRITES: [Write; 12] = [
    ("create_payment", &["AccountId", "Amount", "Applications"], "low", None, PAYMENT),
    ("create_invoice", &["ContactId", "Lines"], "low", None, LINES),
    ("create_bill", &["ContactId", "Lines"], "low", None, LINES),
    ("create_credit_note", &["ContactId", "Lines"], "low", None, LINES),
    ("update_invoice", &["InvoiceId"], "medium", None, r#"{"InvoiceId":"INV-042","DueDate":"2026-04-01"}"#),
    ("update_bill", &["BillId"], "medium", None, r#"{"BillId":"BILL-007","DueDate":"2026-05-01"}"#),
    ("void_invoice", &["InvoiceId"], "high", Some("VOID INV-042"), r#"{"InvoiceId":"INV-042"}"#),
    ("delete_contact", &["ContactId"], "high", Some("DELETE CON-005"), r#"{"ContactId":"CON-005"}"#),
    (
        "send_invoice",
        &["InvoiceId", "email"],
        "medium",
        None,
        r#"{"InvoiceId":"INV-042","email":"a@acme.example"}"#,
    ),
    ("approve_bill", &["BillId"], "high", Some("APPROVE BILL-007"), r#"{"BillId":"BILL-007"}"#),
    (
        "create_journal_entry",
        &["Lines"],
        "medium",
        None,
        r#"{"Lines":[{"AccountId":"ACC-5100","DebitAmount":0.3},{"AccountId":"ACC-1000","CreditAmount":0.1},{"AccountId":"ACC-1000","CreditAmount":0.2}]}"#,
    ),
    ("update_payment", &["PaymentId"], "medium", None, r#"{"PaymentId":"PAY-001","Date":"2026-01-01"}"#),
];

const LINES: &str = r#"{"ContactId":"CON-001","Lines":[{"Description":"Parts","UnitAmount":20}]}"#;

/// A user, a model, and the tools between them.
pub(crate) struct Office {
    pub(crate) toolbox: Toolbox,
    pub(crate) session: Session,
    pub(crate) journal: Arc<SqliteJournal>,
    pub(crate) folder: TempDir,
    bookkeeping: Arc<Bookkeeping>,
    calls: AtomicU32,
}

impl Office {
    /// Over the sample's books.
    pub(crate) fn new() -> Self {
        Self::with(|builder| builder)
    }

    /// With more in the toolbox.
    pub(crate) fn with(more: impl FnOnce(ToolboxBuilder) -> ToolboxBuilder) -> Self {
        let folder = tempfile::tempdir().expect("there is a place for temporary files");
        let journal = Arc::new(SqliteJournal::open(folder.path().join("books.db")).expect("it can be made"));
        let bookkeeping = Arc::new(Bookkeeping::sample());
        let builder = with_previews(Toolbox::builder(), Arc::clone(&bookkeeping));
        let builder =
            builder.journal(Arc::clone(&journal)).values(Values::new().journal_free_text(FreeText::Told));
        let toolbox = more(builder).build().expect("the plugins are consistent");
        let session = Session::with_id("s1");
        session.user_says("Record ₹5000 payment from Acme Corp");
        Self { toolbox, session, journal, folder, bookkeeping, calls: AtomicU32::new(0) }
    }

    pub(crate) fn call(&self, tool: &str, arguments: &str) -> Outcome {
        let number = self.calls.fetch_add(1, Ordering::Relaxed) + 1;
        block_on(self.toolbox.call(&self.session, &RawCall::new(format!("call_{number}"), tool, arguments)))
    }

    /// What is wrong with a call, a line each: the code and the sentence. Nothing, if the user is asked whether it may run.
    pub(crate) fn faults(&self, tool: &str, arguments: &str) -> Vec<String> {
        // The call is the first after a message: it is no correction of another.
        self.session.user_says("Go on.");
        faults(&self.call(tool, arguments))
    }

    /// The answer to the question about a write.
    pub(crate) fn decide(
        &self,
        asked: &Outcome,
        choice: Choice,
        phrase: Option<&str>,
    ) -> Result<Outcome, DecisionError> {
        let question = question(asked);
        let (pending_id, nonce) = (question.pending_id().clone(), question.nonce().to_owned());
        let answer =
            Answer { pending_id, nonce, choice, phrase: phrase.map(str::to_owned), reason: None, edit: None };
        block_on(self.toolbox.decide(&self.session, &UserChannel::local().decision(answer)))
    }

    /// A write that the user confirms.
    pub(crate) fn confirmed(&self, tool: &str, arguments: &str) -> Outcome {
        let asked = self.call(tool, arguments);
        let phrase = question(&asked).phrase().map(str::to_owned);
        self.decide(&asked, Choice::Confirm, phrase.as_deref()).expect("the question is open")
    }

    /// The books as they are.
    pub(crate) fn books(&self) -> Books {
        self.bookkeeping.ledger().read(Clone::clone)
    }

    /// What somebody else does to the books.
    pub(crate) const fn bookkeeping(&self) -> &Arc<Bookkeeping> {
        &self.bookkeeping
    }

    pub(crate) fn events(&self) -> Vec<EventRecord> {
        block_on(self.journal.read(&EventFilter::default())).expect("it can be read")
    }

    /// The data of all events of a type.
    pub(crate) fn data(&self, kind: &str) -> Vec<Value> {
        let events = self.events();
        let of_kind = events.iter().filter(|record| record.event.kind() == kind);
        of_kind
            .map(|record| serde_json::to_value(&record.event).expect("it is JSON")["data"].take())
            .collect()
    }

    /// The types of all events, in their order.
    pub(crate) fn kinds(&self) -> String {
        self.events().iter().fold(String::new(), |mut kinds, record| {
            write!(kinds, "{} ", record.event.kind()).expect("a text takes all");
            kinds
        })
    }

    /// What the thinking panel shows.
    pub(crate) fn status_lines(&self) -> Vec<String> {
        self.events().iter().filter_map(|record| Some(record.status_line()?.into_owned())).collect()
    }

    /// The first column of what a statement finds in the database.
    pub(crate) fn texts(&self, sql: &str) -> Vec<String> {
        let database = Connection::open(self.folder.path().join("books.db")).expect("it is a database");
        let mut statement = database.prepare(sql).expect("it is a statement");
        let found = statement.query_map((), |row| row.get(0)).expect("it can be run");
        found.map(|text| text.expect("a text")).collect()
    }

    /// A column of the only turn.
    pub(crate) fn column(&self, name: &str) -> Value {
        let texts = self.texts(&format!("SELECT CAST({name} AS TEXT) FROM query_routing_logs"));
        serde_json::from_str(&texts[0]).expect("lists are JSON")
    }

    pub(crate) fn health(&self) -> Health {
        block_on(health(&*self.journal, &HealthSpan::default())).expect("it can be read")
    }

    /// What becomes of the model's last text.
    pub(crate) fn says(&self, text: &str) -> String {
        block_on(self.toolbox.check_final_answer(&self.session, text)).expect("there is a journal").text
    }
}

/// What is wrong with a call, a line each: the code and the sentence. Nothing, if the user is asked.
#[track_caller]
pub(crate) fn faults(outcome: &Outcome) -> Vec<String> {
    match &outcome.kind {
        OutcomeKind::Confirm(_) => Vec::new(),
        OutcomeKind::Error(CallError::Validation(response)) => {
            let errors = response.errors.iter();
            errors.map(|error| format!("{} {}", error.error_code, error.error_message)).collect()
        }
        other => panic!("{} ends otherwise: {other:?}", outcome.tool_name),
    }
}

/// The question about a write.
#[track_caller]
pub(crate) fn question(outcome: &Outcome) -> &Question {
    match &outcome.kind {
        OutcomeKind::Confirm(question) => question,
        other => panic!("{} is not asked about: {other:?}", outcome.tool_name),
    }
}

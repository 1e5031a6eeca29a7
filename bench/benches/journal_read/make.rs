//! A journal of realistic events: sessions of mixed sizes, side by side, 20 principals of 4 tenants, reads and writes.

use std::time::{Duration, Instant};

use hpd_journal::events::{
    Event, GuardrailEvent, NewEvent, ResultStatus, ToolCallEvent, ToolResultEvent, ToolStartedEvent,
    TurnStartedEvent, ValidationStatus, WriteValidationEvent,
};
use hpd_journal::journal::Journal;
use hpd_journal::pending::PendingId;
use serde_json::json;

use super::{StoreError, Timestamp};

/// How many events are appended at once.
const BATCH: usize = 500;

/// How many sessions are open at a time.
const OPEN: usize = 64;

/// The turns of sessions, one after the other.
const TURNS: [usize; 12] = [1, 2, 3, 5, 8, 1, 2, 20, 4, 60, 3, 200];

pub(crate) const READS: [&str; 6] =
    ["get_invoice", "list_invoices", "get_contact", "search_items", "get_balance", "list_accounts"];
pub(crate) const WRITES: [&str; 3] = ["create_payment", "void_invoice", "send_letter"];

/// Numbers that look random, the same in each run.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn one_of(&mut self, names: &[&'static str]) -> &'static str {
        let place = usize::try_from(self.below(names.len() as u64)).unwrap_or_default();
        names.get(place).copied().unwrap_or_default()
    }
}

pub(crate) fn principal(number: u64) -> String {
    format!("user-{number:02}@example.com")
}

pub(crate) fn tenant(number: u64) -> String {
    format!("tenant-{number}")
}

/// An open session.
struct Session {
    name: String,
    principal: u64,
    turns: usize,
}

/// The events while they are made.
struct Maker {
    numbers: Numbers,
    at: u64,
    sessions: usize,
    turns: usize,
    calls: usize,
    batch: Vec<NewEvent>,
}

impl Maker {
    fn session(&mut self) -> Session {
        self.sessions += 1;
        let name = format!("session-{:08x}", self.sessions.wrapping_mul(0x9e37_79b1));
        let turns = TURNS.get(self.sessions % TURNS.len()).copied().unwrap_or(1);
        Session { name, principal: self.numbers.below(20), turns }
    }

    fn add(&mut self, session: &Session, call: Option<usize>, event: Event) {
        // A clock that sometimes goes back a little, as those of several machines do.
        self.at += self.numbers.below(500);
        let at = self.at - self.numbers.below(40);
        let event = NewEvent::new(session.name.clone(), Timestamp::from_millis(at), event)
            .turn(Some(format!("turn-{:08x}-{}", self.turns.wrapping_mul(0x85eb_ca6b), self.turns)))
            .call_id(call.map(|call| format!("call_{:012x}", call.wrapping_mul(0x27d4_eb2f_1656_67c5))))
            .principal(Some(principal(session.principal)))
            .tenant(Some(tenant(session.principal % 4)));
        self.batch.push(event);
    }

    fn turn(&mut self, session: &Session) {
        self.turns += 1;
        let number = self.turns;
        let query = format!("Please pay the open invoices of contact {number} and tell me the balance.");
        self.add(session, None, Event::TurnStarted(TurnStartedEvent::new(Some(query))));
        for _ in 0..=self.numbers.below(3) {
            self.read(session);
        }
        if self.numbers.below(4) > 0 {
            self.write(session);
        }
        if self.numbers.below(5_000) == 0 {
            let claim = vec!["I paid the invoice.".to_owned()];
            let event = GuardrailEvent::new("hallucinated_success", claim, "The invoice was not paid.");
            self.add(session, None, Event::Guardrail(event));
        }
    }

    fn call(&mut self, session: &Session, tool: &str, is_write: bool) -> usize {
        self.calls += 1;
        let number = self.calls;
        let call = ToolCallEvent::new(tool, is_write)
            .tool_id(Some(format!("Books.{tool}")))
            .arguments(Some(format!(r#"{{"InvoiceId": "INV-{number}", "Amount": "{}.00"}}"#, number % 900)));
        self.add(session, Some(number), Event::ToolCall(call));
        number
    }

    fn read(&mut self, session: &Session) {
        let tool = self.numbers.one_of(&READS);
        let number = self.call(session, tool, false);
        let text = json!({"InvoiceId": format!("INV-{number}"), "ContactId": "acme", "Total": "1190.00"});
        let result = ToolResultEvent::new(tool, true, ResultStatus::Ok, false);
        self.add(session, Some(number), Event::ToolResult(result.result(Some(text)).attempts(1)));
    }

    fn write(&mut self, session: &Session) {
        let tool = self.numbers.one_of(&WRITES);
        let number = self.call(session, tool, true);
        let fields = vec!["InvoiceId".to_owned(), "Amount".to_owned()];
        if self.numbers.below(20) == 0 {
            let check = WriteValidationEvent::new(tool, ValidationStatus::Blocked);
            self.add(session, Some(number), Event::WriteValidation(check.missing_fields(fields.clone())));
            let result = ToolResultEvent::new(tool, false, ResultStatus::Error, true);
            let result = result.validation_status(Some(ValidationStatus::Blocked)).fields_checked(fields);
            let error = json!({"error_type": "invalid_arguments", "missing": ["Amount"]});
            self.add(session, Some(number), Event::ToolResult(result.error(Some(error))));
            return;
        }
        let check = WriteValidationEvent::new(tool, ValidationStatus::Passed);
        let check = check.fields_validated(fields.clone());
        self.add(session, Some(number), Event::WriteValidation(check));
        let pending = PendingId::new(format!("{number:032x}"));
        self.add(session, Some(number), Event::ToolStarted(ToolStartedEvent::new(tool, pending)));
        let result = ToolResultEvent::new(tool, true, ResultStatus::Ok, true).attempts(1);
        let result = result.validation_status(Some(ValidationStatus::Passed)).fields_checked(fields);
        let text = json!({"PaymentId": format!("PAY-{number}"), "Status": "AUTHORISED"});
        self.add(session, Some(number), Event::ToolResult(result.result(Some(text))));
    }
}

/// Writes this many events from a moment on, in milliseconds since the Unix epoch, and returns how long that took.
///
/// # Errors
///
/// The journal can't be written.
pub(crate) async fn make(journal: &dyn Journal, events: u64, start: u64) -> Result<Duration, StoreError> {
    let mut maker =
        Maker { numbers: Numbers::new(7), at: start, sessions: 0, turns: 0, calls: 0, batch: Vec::new() };
    let mut open: Vec<_> = (0..OPEN).map(|_| maker.session()).collect();
    let began = Instant::now();
    let mut written = 0;
    while written < events {
        while maker.batch.len() < BATCH {
            let place = usize::try_from(maker.numbers.below(OPEN as u64)).unwrap_or_default();
            let Some(mut session) = open.get_mut(place).map(|session| {
                std::mem::replace(session, Session { name: String::new(), principal: 0, turns: 0 })
            }) else {
                continue;
            };
            if session.turns == 0 {
                session = maker.session();
            }
            maker.turn(&session);
            session.turns -= 1;
            if let Some(empty) = open.get_mut(place) {
                *empty = session;
            }
        }
        let rest = usize::try_from(events - written).unwrap_or(usize::MAX);
        let batch: Vec<_> = maker.batch.drain(..BATCH.min(rest)).collect();
        written += batch.len() as u64;
        journal.append(batch).await?;
    }
    println!("{} turns of {} sessions", maker.turns, maker.sessions);
    Ok(began.elapsed())
}

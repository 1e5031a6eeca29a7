//! Values of sensitive parameters appear only where they are needed: in the stored arguments, in the arguments of
//! forwarded calls, and in the function. No reader sees them.

use std::cell::RefCell;
use std::fmt::{Debug, Write};
use std::sync::Once;

use futures_executor::block_on;
use hpd_host::approval::{PendingFilter, PendingStore, UserChannel};
use hpd_host::external::{ExternalSource, ExternalTool, Rules, ToolRules};
use hpd_host::outcome::{OutcomeKind, Replied};
use hpd_host::spec::Risk;
use hpd_host::{Approval, Outcome};
use serde_json::json;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::Interest;
use tracing::{Event, Metadata, Subscriber};

use crate::approval::bank::{Office, no, office_with, question, typed, yes};

/// Records the log messages of every level, in threads that ask for it. It is installed for the whole program. With
/// temporary subscribers, the messages of concurrent tests may be cached as without a subscriber.
struct Log;

thread_local! {
    static HEARD: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The log messages of an action in this thread.
pub(crate) fn heard(act: impl FnOnce()) -> String {
    static LOG: Once = Once::new();
    LOG.call_once(|| tracing::subscriber::set_global_default(Log).unwrap());
    HEARD.set(Some(String::new()));
    act();
    HEARD.take().unwrap_or_default()
}

impl Visit for Log {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        HEARD.with_borrow_mut(|heard| {
            if let Some(heard) = heard {
                writeln!(heard, "{}={value:?}", field.name()).unwrap();
            }
        });
    }
}

impl Subscriber for Log {
    fn register_callsite(&self, _: &'static Metadata<'static>) -> Interest {
        Interest::sometimes()
    }

    fn enabled(&self, _: &Metadata<'_>) -> bool {
        HEARD.with_borrow(Option::is_some)
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        span.record(&mut Self);
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        values.record(&mut Self);
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        event.record(&mut Self);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// All that can be read somewhere.
#[derive(Default)]
struct Read(String);

impl Read {
    fn add(&mut self, text: impl Debug) {
        writeln!(self.0, "{text:?}").unwrap();
    }

    fn outcome(&mut self, outcome: &Outcome) {
        self.add(outcome);
        self.add(outcome.for_model());
        self.add(outcome.for_model_as_text());
        self.add(outcome.for_model_as_json());
        self.add(outcome.for_user());
        match &outcome.kind {
            // The client has to make the call.
            OutcomeKind::Forward(_) => {}
            OutcomeKind::Confirm(question) => {
                self.add(outcome.for_host());
                self.add(question.to_mcq());
                self.add(question.text());
                question.fields().iter().for_each(|field| self.add((field, field.value())));
            }
            _ => self.add(outcome.for_host()),
        }
    }

    fn office(&mut self, office: &Office) {
        self.add(&office.toolbox);
        self.add(&office.session);
        self.add(office.session.to_json());
        self.add(office.toolbox.counters());
        self.add(office.store.inner());
        let views = block_on(office.toolbox.pending_calls(&office.session, &UserChannel::local())).unwrap();
        self.add(&views);
        let rows = block_on(office.store.inner().list(&PendingFilter::default())).unwrap();
        self.add(&rows);
        for row in rows {
            self.add(row.question_text());
            self.add(row.outcome);
            self.add(row.binding);
            self.add(serde_json::to_string(&row.awaits).unwrap());
        }
    }
}

fn bank() -> Office {
    let schema = json!({
        "type": "object",
        "properties": {"user": {"type": "string"}, "token": {"type": "string"}},
        "required": ["user", "token"],
    });
    let tool = ExternalTool::new("log_in", "Logs in.", schema);
    let rules = Rules::new().tool("log_in", ToolRules::new().write(Risk::High).sensitive(["token"]));
    let source = ExternalSource::frontend("browser", vec![tool]).rules(rules);
    office_with(|builder| builder.external(source))
}

fn password(secret: &str) -> String {
    json!({"user": "ada", "password": secret}).to_string()
}

/// Calls that are wrong, with the secret where it belongs and where it does not.
fn wrong_calls(office: &Office, secret: &str, read: &mut Read) {
    for arguments in [
        json!({"user": 1, "password": secret}),
        json!({"password": secret}),
        json!({"user": "ada", "pasword": secret}),
        json!({"user": "ada", "password": [secret]}),
        json!({"user": "ada", "password": {"text": secret}}),
        json!({"password": secret, "user": "ada", "more": secret}),
    ] {
        read.outcome(&office.call("set_password", &arguments.to_string()));
    }
    read.outcome(&office.call("set_password", &format!(r#"{{"user":"ada","password":"{secret}"#)));
    read.outcome(&office.call("log_in", &json!({"user": [], "token": secret}).to_string()));
}

/// First a value that the model sends and the user never wrote. Then a value that the user wrote: asked about, refused
/// and confirmed.
fn asked_calls(office: &mut Office, secret: &str, read: &mut Read) {
    let unsaid = office.call_as("1", "set_password", &password(secret));
    assert_eq!(unsaid.status(), "ask_user");
    read.outcome(&unsaid);
    read.office(office);
    let reply = UserChannel::local().message(format!("{secret} it is"));
    let replied = block_on(office.toolbox.reply(&office.session, &reply)).unwrap();
    read.add(&replied);
    if let Replied::Answered(outcome) = &replied {
        read.outcome(outcome);
    }
    office.session.user_says(&format!("My new password is {secret} now"));
    let outcome = office.call_as("2", "set_password", &password(secret));
    read.outcome(&outcome);
    let asked = question(&outcome);
    read.office(office);
    let mut other_nonce = yes(&asked);
    other_nonce.nonce.push('0');
    read.add(office.decide(other_nonce));
    office.replace(|builder| builder.approval(Approval::new().policy_version("2")));
    let again = office.confirm(&asked).unwrap();
    read.outcome(&again);
    let done = office.confirm(&question(&again)).unwrap();
    assert_eq!(done.status(), "ok");
    read.outcome(&done);
    read.outcome(&office.confirm(&question(&again)).unwrap());
    let asked = office.ask_as("3", "set_password", &password(secret));
    read.outcome(&office.decide(no(&asked)).unwrap());
    read.office(office);
}

/// An external tool of high risk whose calls are forwarded to a client.
fn forwarded_calls(office: &Office, secret: &str, read: &mut Read) {
    office.session.user_says(&format!("My token is {secret} now"));
    let outcome = office.call("log_in", &json!({"user": "ada", "token": secret}).to_string());
    assert_eq!(outcome.status(), "ask_user");
    read.outcome(&outcome);
    let replied =
        block_on(office.toolbox.reply(&office.session, &UserChannel::local().message("yes"))).unwrap();
    read.add(&replied);
    let Replied::Answered(outcome) = &replied else { panic!("yes is an answer") };
    read.outcome(outcome);
    let asked = question(outcome);
    read.add(office.decide(typed(&asked, "no")));
    let forwarded = office.confirm(&asked).unwrap();
    assert_eq!(forwarded.status(), "forward");
    read.outcome(&forwarded);
    read.add(office.session.waiting_calls());
    read.office(office);
}

#[test]
fn a_hundred_secrets_are_nowhere() {
    for number in 0..100 {
        let secret = format!("k{number:03}zQ7w{}", number * 7_919);
        let mut read = Read::default();
        let log = heard(|| {
            let mut office = bank();
            wrong_calls(&office, &secret, &mut read);
            let office_with_client = bank();
            asked_calls(&mut office, &secret, &mut read);
            forwarded_calls(&office_with_client, &secret, &mut read);
            assert_eq!(office.done(), [format!("password ada of {} letters", secret.len())]);
        });
        assert!(log.contains("a decision was not taken") && log.contains("execute_tool"), "{log}");
        for line in log.lines().chain(read.0.lines()) {
            assert!(!line.contains(&secret), "{line}");
        }
    }
}

/// The nonce and the phrase are in no log and no `Debug`: who knows them could answer.
#[test]
fn nonce_and_phrase_are_in_no_log() {
    let mut shown = Read::default();
    let mut asked = None;
    let log = heard(|| {
        let office = bank();
        let outcome = office.call("void", r#"{"invoice":"INV-042"}"#);
        let question = question(&outcome);
        shown.add(&outcome);
        shown.add(&question);
        shown.add(yes(&question));
        shown.add(office.row(&question));
        shown.add(office.decide(typed(&question, "VOID")));
        shown.add(office.confirm(&question).unwrap().call_id);
        asked = Some(question);
    });
    let asked = asked.unwrap();
    assert!(log.contains("a decision was not taken"), "{log}");
    for text in [log, shown.0] {
        assert!(!text.contains(asked.nonce()) && !text.contains(asked.phrase().unwrap()), "{text}");
    }
}

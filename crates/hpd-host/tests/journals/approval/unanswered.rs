//! The trace of an answer that has no question, and the channel of a program without principals.

use futures_executor::block_on;
use hpd_host::approval::{Answer, DecisionError, PendingId, UserChannel};
use hpd_host::{Approval, RawCall, Session};

use crate::approval::bank::{Office, no, office, office_with, question, turn_of, yes};
use crate::approval::secrets::heard;

const LOCAL: &str = "This program has principals: it has to bring the answer by `UserChannel::of`, with the principal of \
                     the user. Nothing was done.";

fn decided(office: &Office, session: &Session, channel: &UserChannel, answer: Answer) -> String {
    let decided = block_on(office.toolbox.decide(session, &channel.decision(answer)));
    decided.map_or_else(|error| error.to_string(), |outcome| outcome.for_model().text.into_owned())
}

#[test]
fn the_log_says_why_and_the_error_does_not() {
    let office = office();
    let call = RawCall::new("1", "void", r#"{"invoice":"INV-042"}"#);
    let asked = question(&block_on(office.toolbox.call_with(&office.session, &turn_of("ada"), &call)));
    let OutcomeOfInput(input) = OutcomeOfInput::of(&office);
    let (ada, eve, here) = (UserChannel::of("ada"), UserChannel::of("eve"), &office.session);
    let id = asked.pending_id().as_str();
    let wrong_id = Answer { pending_id: PendingId::new("0".repeat(5_000)), ..yes(&asked) };
    let wrong_nonce = Answer { nonce: "0".repeat(32), ..yes(&asked) };
    let of_input = Answer { pending_id: PendingId::new(&*input), ..yes(&asked) };
    let elsewhere = Session::with_id("another");
    let cases = [
        (here, &ada, wrong_id, format!("{}…", "0".repeat(64)), "unknown id"),
        (here, &ada, of_input, input, "not a question"),
        (&elsewhere, &ada, yes(&asked), id.to_owned(), "other session"),
        (here, &ada, wrong_nonce, id.to_owned(), "wrong nonce"),
        (here, &eve, yes(&asked), id.to_owned(), "other principal"),
    ];
    for (session, channel, answer, id, why) in cases {
        let log = heard(|| {
            let error = block_on(office.toolbox.decide(session, &channel.decision(answer))).unwrap_err();
            assert_eq!(format!("{error:?} {error}"), "NotFound No open question belongs to this answer.");
        });
        assert!(log.contains(&format!("pending=\"{id}\"\nwhy=\"{why}\"\n")), "{log}");
        for secret in [asked.nonce(), asked.phrase().unwrap(), "INV-042", "VOID"] {
            assert!(!log.contains(secret), "{log}");
        }
    }
}

/// The id of a question about values.
struct OutcomeOfInput(String);

impl OutcomeOfInput {
    fn of(office: &Office) -> Self {
        let asked = office.call("send_parcel", r#"{"content":"books"}"#);
        match &asked.kind {
            hpd_host::outcome::OutcomeKind::AskUser(asked) => Self(asked.pending().unwrap().to_string()),
            other => panic!("nothing is missing: {other:?}"),
        }
    }
}

#[test]
fn the_log_names_rows_that_were_changed() {
    let office = office();
    let pay = office.ask("pay", r#"{"to":"Acme","amount":5}"#);
    office.store.tap().change(&["get"], |row| row.frozen.arguments = r#"{"to":"Eve"}"#.to_owned());
    let log = heard(|| assert!(matches!(office.confirm(&pay), Err(DecisionError::NotFound))));
    assert!(log.contains("why=\"seal broken\"") && !log.contains("Eve"), "{log}");
    office.store.tap().mend();
    let void = office.ask_as("2", "void", r#"{"invoice":"INV-042"}"#);
    office.store.tap().change(&["get"], |row| {
        if let hpd_host::approval::PendingReason::Approval { phrase, .. } = &mut row.awaits {
            *phrase = None;
        }
        *row = row.clone().sealed(None);
    });
    let log = heard(|| assert!(matches!(office.confirm(&void), Err(DecisionError::NotFound))));
    assert!(log.contains("why=\"phrase missing\""), "{log}");
}

#[test]
fn the_local_channel_is_loud_where_there_are_principals() {
    for rule in [false, true] {
        let office = office_with(|builder| {
            let approval = Approval::new();
            builder.approval(if rule { approval.may_answer(|_, _| true) } else { approval })
        });
        let call = RawCall::new("1", "pay", r#"{"to":"Acme","amount":5}"#);
        let asked = question(&block_on(office.toolbox.call_with(&office.session, &turn_of("ada"), &call)));
        let local = UserChannel::local();
        for answer in [yes(&asked), no(&asked)] {
            let decided = block_on(office.toolbox.decide(&office.session, &local.decision(answer)));
            assert!(matches!(&decided, Err(DecisionError::LocalChannel)), "{decided:?}");
            assert_eq!(decided.unwrap_err().to_string(), LOCAL);
        }
        // Whoever does not know the nonce learns nothing.
        let guess = Answer { nonce: "0".repeat(32), ..yes(&asked) };
        assert_eq!(
            decided(&office, &office.session, &local, guess),
            "No open question belongs to this answer."
        );
        let of_ada = decided(&office, &office.session, &UserChannel::of("ada"), yes(&asked));
        assert_eq!(of_ada, "Done: pay Acme 5 thanks");
    }
}

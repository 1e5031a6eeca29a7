//! Functions that ask for input: the question, the answer, and the call that is made again.

#![allow(clippy::unused_self, reason = "tools of a bank are its methods")]
#![allow(clippy::unused_async, reason = "asynchronous functions ask too")]
#![allow(clippy::trivially_copy_pass_by_ref, reason = "a check gets references to the parameters")]

use std::sync::{Arc, Mutex};

use futures_executor::block_on;
use hpd_host::approval::{
    AnswerValuesError, CallState, Lifetime, MemoryStore, PendingCall, PendingFilter, PendingId, PendingStore,
    Permission, Question, UserChannel,
};
use hpd_host::outcome::{OutcomeKind, Replied};
use hpd_host::output::{CheckError, InputRequest};
use hpd_host::values::{AskUser, Provenance};
use hpd_host::{Approval, CallContext, Outcome, RawCall, Session, ToolError, Toolbox, plugin};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::approval::bank::{question, yes};

/// The effects, in order.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn add(&self, entry: String) -> String {
        self.0.lock().unwrap().push(entry.clone());
        entry
    }

    fn entries(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

struct Office {
    log: Log,
}

fn purpose() -> InputRequest {
    InputRequest::new("What is the payment for?", json!({"type": "string", "minLength": 3}))
}

fn pin() -> InputRequest {
    InputRequest::new("What is your code?", json!({"type": "string", "pattern": "^[a-z]+[0-9]$"})).sensitive()
}

impl Office {
    fn check_payment(&self, to: &str, amount: &u32, ctx: &CallContext<'_>) -> Result<(), CheckError> {
        if to == "nobody" {
            return Err("there is nobody of this name".into());
        }
        if *amount > 100 {
            ctx.input_with::<String>("purpose", purpose())?;
        }
        Ok(())
    }
}

#[plugin(name = "office")]
impl Office {
    /// Finds a train.
    #[ai_function]
    fn find_train(
        &self,
        /// Where to.
        city: String,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        let (seats, first) = (ctx.input::<u8>("seats"), ctx.input::<bool>("first_class"));
        let (seats, first) = (seats?, first?);
        let class = if first { "first" } else { "second" };
        if seats > 4 {
            let group: String = ctx.input("group")?;
            return Ok(format!("{seats} seats to {city} in {class} class for {group}"));
        }
        Ok(format!("{seats} seats to {city} in {class} class"))
    }

    /// Pays somebody.
    #[ai_function(write, risk = low, check = self.check_payment(ctx))]
    fn pay(
        &self,
        /// Who is paid.
        to: String,
        /// How much.
        amount: u32,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        let purpose: Option<String> =
            if amount > 100 { Some(ctx.input_with("purpose", purpose())?) } else { None };
        ctx.begin_effect();
        Ok(self.log.add(format!("pay {to} {amount} {}", purpose.unwrap_or_default())))
    }

    /// Books a room.
    #[ai_function(write, risk = low)]
    async fn book(
        &self,
        /// Where.
        city: String,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        let nights: u8 = ctx.input("nights")?;
        ctx.begin_effect();
        Ok(self.log.add(format!("book {city} {nights}")))
    }

    /// Sells something, and asks too late.
    #[ai_function(write, risk = low)]
    fn sell(
        &self,
        /// What.
        item: String,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        ctx.begin_effect();
        self.log.add(format!("sell {item}"));
        let price: u32 = ctx.input("price")?;
        Ok(format!("{item} for {price}"))
    }

    /// Opens the safe.
    #[ai_function(write, risk = low)]
    fn open_safe(&self, #[context] ctx: &CallContext<'_>) -> Result<String, ToolError> {
        let pin: String = ctx.input_with("pin", pin())?;
        ctx.begin_effect();
        self.log.add(format!("safe {pin}"));
        Err(ToolError::new(format!("The safe does not open with {pin}.")))
    }

    /// Asks under the name of a parameter.
    #[ai_function]
    fn confused(
        &self,
        /// The city.
        city: String,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        let other: String = ctx.input("city")?;
        Ok(city + &other)
    }
}

struct Desk<S> {
    toolbox: Toolbox,
    session: Session,
    store: S,
    log: Log,
}

fn toolbox<S: PendingStore + Clone + 'static>(store: &S, log: &Log) -> Toolbox {
    let approval = Approval::new().pending_store(store.clone());
    Toolbox::builder().plugin(Office { log: log.clone() }).approval(approval).build().unwrap()
}

fn desk_in<S: PendingStore + Clone + 'static>(store: S) -> Desk<S> {
    let log = Log::default();
    Desk { toolbox: toolbox(&store, &log), session: Session::with_id("s"), store, log }
}

fn desk() -> Desk<Arc<MemoryStore>> {
    desk_in(Arc::new(MemoryStore::new()))
}

#[allow(clippy::needless_pass_by_value, reason = "calls hold literals")]
fn form(value: Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

fn asked(outcome: &Outcome) -> &AskUser {
    match &outcome.kind {
        OutcomeKind::AskUser(asked) => asked,
        other => panic!("nothing is asked: {other:?}"),
    }
}

impl<S: PendingStore> Desk<S> {
    fn call(&self, id: &str, name: &str, arguments: &str) -> Outcome {
        block_on(self.toolbox.call(&self.session, &RawCall::new(id, name, arguments)))
    }

    fn answer(&self, id: &PendingId, values: Value) -> Result<Outcome, AnswerValuesError> {
        block_on(self.toolbox.answer_values(&self.session, id, form(values), &UserChannel::local()))
    }

    /// Answers the question of an outcome.
    #[track_caller]
    fn answered(&self, outcome: &Outcome, values: Value) -> Outcome {
        self.answer(asked(outcome).pending().unwrap(), values).unwrap()
    }

    fn decide(&self, question: &Question) -> Outcome {
        let decision = UserChannel::local().decision(yes(question));
        block_on(self.toolbox.decide(&self.session, &decision)).unwrap()
    }

    fn says(&self, text: &str) -> Replied {
        block_on(self.toolbox.reply(&self.session, &UserChannel::local().message(text))).unwrap()
    }

    fn rows(&self) -> Vec<PendingCall> {
        block_on(self.store.list(&PendingFilter::default())).unwrap()
    }

    fn states(&self) -> Vec<&'static str> {
        let mut states: Vec<_> = self.rows().iter().map(|row| row.state.as_str()).collect();
        // Rows of one millisecond have no order.
        states.sort_unstable();
        states
    }
}

fn text(outcome: &Outcome) -> String {
    outcome.for_model().text.into_owned()
}

#[test]
fn a_read_asks_for_several_inputs_at_once_and_one_after_the_other() {
    let desk = desk();
    let first = desk.call("1", "find_train", r#"{"city": "Ulm"}"#);
    assert_eq!(first.status(), "ask_user");
    assert_eq!(
        text(&first),
        "Plugin \"office\" (find_train) needs something from the user before it can go on.\n\n\
         Please ask the user:\nI need a few more details:\n• Please enter: seats\n• first class: yes or no?\n\n\
         The answer continues this call. Do not call the function again, and do not answer for the user."
    );
    assert_eq!(
        asked(&first).ask_user_data(),
        json!({"inputs": [
            {
                "key": "seats",
                "message": "Please enter: seats",
                "schema": {"type": "integer", "format": "uint8", "minimum": 0, "maximum": 255},
                "sensitive": false,
            },
            {
                "key": "first_class",
                "message": "first class: yes or no?",
                "schema": {"type": "boolean"},
                "sensitive": false,
            },
        ]})
    );
    let second = desk.answered(&first, json!({"seats": 6, "first_class": true}));
    assert_eq!(asked(&second).inputs().len(), 1);
    assert_eq!(second.for_user().unwrap(), "Please enter: group");
    let Replied::Answered(third) = desk.says("Choir") else { panic!("it is an answer") };
    assert_eq!(text(&third), "6 seats to Ulm in first class for Choir");
    assert_eq!(desk.states(), ["cancelled", "cancelled"]);
}

#[test]
fn all_errors_of_an_answer_are_listed_and_the_question_stays() {
    let desk = desk();
    let first = desk.call("1", "find_train", r#"{"city": "Ulm"}"#);
    let id = asked(&first).pending().unwrap();
    let refused = |values| desk.answer(id, values).unwrap_err().to_string();
    assert_eq!(
        refused(json!({"seats": 300})),
        "The answer is not valid: nothing was done. Please correct it.\n- seats must be at most 255\n\
         - first_class is required"
    );
    assert_eq!(
        refused(json!({"city": "Bonn"})),
        "The question is about no value with the name \"city\": nothing was done."
    );
    assert_eq!(desk.states(), ["needs_input"]);
    let done = desk.answered(&first, json!({"seats": 2, "first_class": false}));
    assert_eq!(text(&done), "2 seats to Ulm in second class");
    assert!(matches!(desk.answer(id, json!({"seats": 2})), Err(AnswerValuesError::Closed)));
}

#[test]
fn a_check_asks_before_the_approval_which_shows_the_answer() {
    let desk = desk();
    let refused = desk.call("0", "pay", r#"{"to": "nobody", "amount": 500}"#);
    assert!(text(&refused).contains("there is nobody of this name"), "{}", text(&refused));
    let first = desk.call("1", "pay", r#"{"to": "Anna", "amount": 500}"#);
    assert_eq!(first.for_user().unwrap(), "What is the payment for?");
    let second = desk.answered(&first, json!({"purpose": "rent"}));
    let approval = question(&second);
    let shown: Vec<_> = approval.fields().iter().map(|field| field.name().to_owned()).collect();
    assert_eq!(shown, ["to", "amount", "purpose"]);
    assert!(approval.text().contains("rent"), "{}", approval.text());
    assert_eq!(desk.log.entries(), Vec::<String>::new());
    assert_eq!(text(&desk.decide(&approval)), "pay Anna 500 rent");
    assert_eq!(desk.log.entries(), ["pay Anna 500 rent"]);
    assert_eq!(desk.states(), ["cancelled", "succeeded"]);
    let row = desk.rows().into_iter().find(|row| row.state == CallState::Succeeded).unwrap();
    assert_eq!(row.frozen.arguments, r#"{"amount":500,"to":"Anna"}"#);
    assert_eq!(row.frozen.provenance["to"], Provenance::Model);
    assert_eq!(row.inputs.inputs[0].answer.as_deref(), Some("\"rent\""));
    let plain = desk.call("2", "pay", r#"{"to": "Anna", "amount": 50}"#);
    assert!(question(&plain).fields().len() == 2);
}

#[test]
fn a_write_that_asks_in_its_run_did_not_run_and_is_approved_again() {
    let desk = desk();
    let first = question(&desk.call("1", "book", r#"{"city": "Ulm"}"#));
    let asks = desk.decide(&first);
    assert_eq!(asks.for_user().unwrap(), "Please enter: nights");
    assert_eq!(desk.states(), ["failed", "needs_input"]);
    let notes = desk.rows()[0].outcome.clone().unwrap().notes;
    assert_eq!(notes.error_type.as_deref(), Some("needs_input"));
    // The same answer once more: the state as it is now.
    assert_eq!(text(&desk.decide(&first)), text(&asks));
    let second = desk.answered(&asks, json!({"nights": 3}));
    let approval = question(&second);
    assert_ne!(approval.pending_id(), first.pending_id());
    assert_eq!(question(&desk.decide(&first)).pending_id(), approval.pending_id());
    assert_eq!(desk.log.entries(), Vec::<String>::new());
    assert_eq!(text(&desk.decide(&approval)), "book Ulm 3");
    assert_eq!(text(&desk.decide(&first)), "book Ulm 3");
    assert_eq!(desk.log.entries(), ["book Ulm 3"]);
    // The call as the model made it, delivered twice.
    assert!(text(&desk.call("1", "book", r#"{"city": "Ulm"}"#)).starts_with("book Ulm 3"));
    assert_eq!(desk.log.entries(), ["book Ulm 3"]);
}

#[test]
fn a_permission_for_one_call_is_not_used_up_by_a_question() {
    let desk = desk();
    let tool = desk.toolbox.tool("book").unwrap();
    desk.session.grant(UserChannel::local().grant(tool, Permission::Allow, Lifetime::Session).calls(1));
    let asks = desk.call("1", "book", r#"{"city": "Ulm"}"#);
    assert_eq!(asked(&asks).inputs()[0].key, "nights");
    let done = desk.answered(&asks, json!({"nights": 2}));
    assert_eq!(text(&done), "book Ulm 2");
    assert!(matches!(desk.call("2", "book", r#"{"city": "Bonn"}"#).kind, OutcomeKind::Confirm(_)));
}

#[test]
fn a_permission_that_was_revoked_meanwhile_does_not_come_back() {
    let desk = desk();
    let tool = desk.toolbox.tool("book").unwrap();
    desk.session.grant(UserChannel::local().grant(tool, Permission::Allow, Lifetime::Session).calls(2));
    let asks = desk.call("1", "book", r#"{"city": "Ulm"}"#);
    for grant in desk.session.grants(&UserChannel::local()) {
        desk.session.revoke(&UserChannel::local(), &grant);
    }
    assert!(matches!(desk.answered(&asks, json!({"nights": 2})).kind, OutcomeKind::Confirm(_)));
}

#[test]
fn after_the_beginning_of_its_effect_a_write_can_not_ask() {
    let desk = desk();
    let late = desk.decide(&question(&desk.call("1", "sell", r#"{"item": "car"}"#)));
    assert_eq!(late.status(), "error");
    assert!(
        text(&late).contains("The function asked for the input \\\"price\\\" after its effect had begun."),
        "{}",
        text(&late)
    );
    assert_eq!(desk.states(), ["unknown"]);
    assert_eq!(desk.log.entries(), ["sell car"]);
}

#[test]
fn a_sensitive_answer_is_shown_nowhere() {
    let desk = desk();
    let asks = desk.decide(&question(&desk.call("1", "open_safe", "{}")));
    assert!(asked(&asks).inputs()[0].request.is_sensitive());
    let id = asked(&asks).pending().unwrap();
    let refused = desk.answer(id, json!({"pin": "HUNTER2"})).unwrap_err();
    assert!(!refused.to_string().contains("HUNTER2") && !format!("{refused:?}").contains("HUNTER2"));
    let approval = question(&desk.answered(&asks, json!({"pin": "hunter2"})));
    assert!(!approval.text().contains("hunter2"), "{}", approval.text());
    let ended = desk.decide(&approval);
    assert_eq!(desk.log.entries(), ["safe hunter2"]);
    assert!(!text(&ended).contains("hunter2"), "{}", text(&ended));
    assert!(!format!("{ended:?}").contains("hunter2"));
    for row in desk.rows() {
        assert!(!format!("{row:?}").contains("hunter2"));
        assert!(!row.outcome.is_some_and(|outcome| outcome.text.contains("hunter2")));
    }
}

#[test]
fn an_input_under_the_name_of_a_parameter_is_an_error_of_the_function() {
    let desk = desk();
    let wrong = desk.call("1", "confused", r#"{"city": "Ulm"}"#);
    assert_eq!(
        text(&wrong),
        r#"{"error_type":"function_error","error_message":"The function asks for the input \"city\", which can't be asked for. It did not run."}"#
    );
    assert_eq!(desk.states(), Vec::<&str>::new());
}

#[test]
fn of_two_answers_at_once_one_continues() {
    for _ in 0..20 {
        let desk = desk();
        let tool = desk.toolbox.tool("book").unwrap();
        desk.session.grant(UserChannel::local().grant(tool, Permission::Allow, Lifetime::Session));
        let asks = desk.call("1", "book", r#"{"city": "Ulm"}"#);
        let id = asked(&asks).pending().unwrap();
        let came: Vec<_> = std::thread::scope(|scope| {
            let answers = [2, 3].map(|nights| {
                scope.spawn({
                    let desk = &desk;
                    move || desk.answer(id, json!({"nights": nights}))
                })
            });
            answers.map(|answer| answer.join().unwrap()).into_iter().collect()
        });
        assert_eq!(came.iter().filter(|came| came.is_ok()).count(), 1);
        assert!(came.iter().any(|came| matches!(came, Err(AnswerValuesError::Closed))));
        assert_eq!(desk.log.entries().len(), 1);
    }
}

/// The next version of the plugin.
struct NextOffice;

#[plugin(name = "office")]
impl NextOffice {
    /// Finds a train or a bus.
    #[ai_function]
    fn find_train(
        &self,
        /// Where to.
        city: String,
    ) -> String {
        city
    }
}

#[test]
fn another_version_of_the_function_takes_no_answer() {
    for by_message in [false, true] {
        let mut desk = desk();
        let asks = desk.call("1", "find_train", r#"{"city": "Ulm"}"#);
        let approval = Approval::new().pending_store(desk.store.clone());
        desk.toolbox = Toolbox::builder().plugin(NextOffice).approval(approval).build().unwrap();
        if by_message {
            let Replied::Answered(refused) = desk.says("seats: 3") else { panic!("it is an answer") };
            assert_eq!(
                text(&refused),
                r#"{"error_type":"not_approved","tool_name":"find_train","error_message":"'find_train' has changed since the user was asked. It did not run.","retry_guidance":"You may call it again: the user is then asked anew."}"#
            );
        } else {
            let id = asked(&asks).pending().unwrap();
            let refused = desk.answer(id, json!({"seats": 2, "first_class": true})).unwrap_err();
            assert_eq!(
                refused.to_string(),
                "The function has changed since you were asked: nothing was done. Please make the request again."
            );
        }
        assert_eq!(desk.states(), ["cancelled"]);
    }
}

#[test]
fn a_user_may_cancel_and_a_second_call_asks_no_second_question() {
    let desk = desk();
    desk.session.user_says("Find a train");
    desk.call("1", "find_train", r#"{"city": "Ulm"}"#);
    desk.call("2", "find_train", r#"{"city": "Ulm"}"#);
    assert_eq!(desk.states(), ["needs_input"]);
    assert!(matches!(desk.says("cancel"), Replied::Cancelled(_)));
    assert_eq!(desk.states(), ["cancelled"]);
}

#[cfg(feature = "sqlite")]
mod in_a_file {
    use super::*;
    use hpd_host::journal::SqliteJournal;

    fn opened(folder: &tempfile::TempDir, log: &Log, session: Session) -> Desk<Arc<SqliteJournal>> {
        let journal = Arc::new(SqliteJournal::open(folder.path().join("journal.db")).unwrap());
        let builder = Toolbox::builder().plugin(Office { log: log.clone() }).journal(Arc::clone(&journal));
        Desk { toolbox: builder.build().unwrap(), session, store: journal, log: log.clone() }
    }

    #[test]
    fn a_conversation_goes_on_in_other_processes() {
        let (folder, log) = (tempfile::tempdir().unwrap(), Log::default());
        let mut desk = opened(&folder, &log, Session::with_id("s"));
        let again = |desk: Desk<Arc<SqliteJournal>>| {
            let session = Session::from_json(&desk.session.to_json()).unwrap();
            drop(desk);
            opened(&folder, &log, session)
        };
        desk.session.user_says("Pay the rent, and book a room");
        let asks = desk.call("1", "pay", r#"{"to": "Anna", "amount": 500}"#);
        desk = again(desk);
        let approval = question(&desk.answered(&asks, json!({"purpose": "rent"})));
        desk = again(desk);
        assert_eq!(text(&desk.decide(&approval)), "pay Anna 500 rent");
        desk = again(desk);
        assert_eq!(text(&desk.decide(&approval)), "pay Anna 500 rent");
        let first = question(&desk.call("2", "book", r#"{"city": "Ulm"}"#));
        desk = again(desk);
        let asks = desk.decide(&first);
        desk = again(desk);
        assert_eq!(text(&desk.decide(&first)), text(&asks));
        let Replied::Answered(second) = desk.says("3") else { panic!("it is an answer") };
        desk = again(desk);
        assert_eq!(text(&desk.decide(&question(&second))), "book Ulm 3");
        assert_eq!(log.entries(), ["pay Anna 500 rent", "book Ulm 3"]);
        assert!(desk.states().iter().all(|state| ["cancelled", "succeeded", "failed"].contains(state)));
    }

    #[test]
    fn a_sensitive_answer_is_not_in_the_file() {
        let (folder, log) = (tempfile::tempdir().unwrap(), Log::default());
        let desk = opened(&folder, &log, Session::with_id("s"));
        desk.session.user_says("Open the safe");
        let asks = desk.decide(&question(&desk.call("1", "open_safe", "{}")));
        let approval = question(&desk.answered(&asks, json!({"pin": "hunter2"})));
        desk.decide(&approval);
        assert_eq!(log.entries(), ["safe hunter2"]);
        drop(desk);
        for file in std::fs::read_dir(folder.path()).unwrap() {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            assert!(!bytes.windows(7).any(|part| part == b"hunter2"));
        }
    }
}

/// A change of a stored row, by whoever can write the store.
#[derive(Debug, Clone, Copy)]
enum Change {
    Nothing,
    Answer,
    Message,
    Key,
    Argument,
    Dropped,
    After,
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// No answer reaches a run under another digest: a row that was changed after its digest runs nothing.
    #[test]
    fn an_answer_runs_with_the_digest_that_was_approved(
        city in "[A-Za-z]{1,8}",
        nights in 0_u8..=255,
        other in 0_u8..=255,
        change in prop_oneof![
            Just(Change::Nothing), Just(Change::Answer), Just(Change::Message), Just(Change::Key),
            Just(Change::Argument), Just(Change::Dropped), Just(Change::After),
        ],
    ) {
        let desk = desk();
        let arguments = json!({ "city": city }).to_string();
        let asks = desk.decide(&question(&desk.call("1", "book", &arguments)));
        let approval = question(&desk.answered(&asks, json!({ "nights": nights })));
        let row = desk.rows().into_iter().find(|row| row.state == CallState::AwaitingApproval).unwrap();
        prop_assert!(row.digest_is_right(None));
        let mut changed = row.clone();
        let input = &mut changed.inputs.inputs[0];
        match change {
            Change::Nothing => {}
            Change::Answer => input.answer = Some(other.to_string()),
            Change::Message => input.request = InputRequest::new("Other?", input.request.schema().clone()),
            Change::Key => input.key.push('s'),
            Change::Argument => changed.frozen.arguments = json!({ "city": format!("{city}x") }).to_string(),
            Change::Dropped => changed.inputs.inputs.clear(),
            Change::After => changed.inputs.after = None,
        }
        prop_assert_eq!(changed.digest_is_right(None), changed == row);
        // The changed row, in a store of its own.
        let is_same = changed == row;
        let (store, log) = (Arc::new(MemoryStore::new()), desk.log.clone());
        block_on(store.insert(changed, 10)).unwrap();
        let other_desk = Desk { toolbox: toolbox(&store, &log), session: Session::with_id("s"), store, log };
        let decision = UserChannel::local().decision(yes(&approval));
        let ended = block_on(other_desk.toolbox.decide(&other_desk.session, &decision));
        if is_same {
            prop_assert_eq!(text(&ended.unwrap()), format!("book {city} {nights}"));
            prop_assert_eq!(other_desk.log.entries(), [format!("book {city} {nights}")]);
        } else {
            prop_assert!(ended.is_err());
            prop_assert_eq!(other_desk.log.entries(), Vec::<String>::new());
        }
    }
}

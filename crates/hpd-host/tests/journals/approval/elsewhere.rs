//! Questions whose sensitive values another process keeps.

use std::path::Path;

use futures_executor::block_on;
use hpd_host::approval::{
    Answer, AnswerValuesError, CallState, DecisionError, PendingView, Question, UserChannel,
};
use hpd_host::journal::SqliteJournal;
use hpd_host::outcome::{OutcomeKind, Replied};
use hpd_host::{Approval, RawCall, Session, Toolbox, plugin};
use serde_json::json;

use crate::approval::bank::{NOT_FOUND, question, turn_of, yes};

const ELSEWHERE: &str = "The answer must be given where the question was asked: only that process has the sensitive values, \
                         in its memory. After a restart of it, the call has to be made again. Nothing was done.";

struct Door;

#[plugin]
#[expect(clippy::unused_self, reason = "the plugin has nothing")]
impl Door {
    /// Sets the code of a door.
    #[ai_function(write, risk = low)]
    fn set_code(
        &self,
        /// The door.
        door: String,
        /// The code.
        #[param(sensitive)]
        code: String,
    ) -> String {
        format!("{door} has a code of {} digits.", code.len())
    }

    /// Opens a door.
    #[ai_function(write, risk = low)]
    fn open(
        &self,
        /** The door. */
        door: String,
    ) -> String {
        format!("{door} is open.")
    }
}

/// A process over the journal of all.
fn node(path: &Path, approval: Approval) -> Toolbox {
    let journal = SqliteJournal::open(path).unwrap();
    Toolbox::builder().plugin(Door).journal(journal).approval(approval).build().unwrap()
}

/// Two processes over one journal.
struct Nodes {
    here: Toolbox,
    there: Toolbox,
    session: Session,
    anna: UserChannel,
    folder: tempfile::TempDir,
}

fn nodes(approval: impl Fn() -> Approval) -> Nodes {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.db");
    let (here, there) = (node(&path, approval()), node(&path, approval()));
    Nodes { here, there, session: Session::with_id("s"), anna: UserChannel::of("anna"), folder }
}

impl Nodes {
    /// The question about the code, as the first process asks it. The user says the value before.
    fn ask(&self) -> Question {
        let call = RawCall::new("1", "set_code", r#"{"door":"front","code":"8642"}"#);
        let turn = turn_of("anna");
        let asked = block_on(self.here.call_with(&self.session, &turn, &call));
        let OutcomeKind::AskUser(ask) = &asked.kind else { return question(&asked) };
        // The question about the value is of this process, too.
        let id = ask.pending().unwrap();
        let values = json!({"code": "8642"}).as_object().unwrap().clone();
        let error =
            block_on(self.there.answer_values(&self.session, id, values.clone(), &self.anna)).unwrap_err();
        assert!(matches!(error, AnswerValuesError::ElsewhereOnly), "{error:?}");
        assert_eq!(error.to_string(), ELSEWHERE);
        let stranger = UserChannel::of("eve");
        let error = block_on(self.there.answer_values(&self.session, id, values, &stranger)).unwrap_err();
        assert!(matches!(error, AnswerValuesError::NotFound), "{error:?}");
        match block_on(self.here.reply_with(&self.session, &turn, &self.anna.message("Yes"))).unwrap() {
            Replied::Answered(outcome) => question(&outcome),
            other => panic!("a yes is an answer: {other:?}"),
        }
    }

    fn decide(
        &self,
        toolbox: &Toolbox,
        channel: &UserChannel,
        answer: Answer,
    ) -> Result<String, DecisionError> {
        let decided = block_on(toolbox.decide(&self.session, &channel.decision(answer)));
        decided.map(|outcome| outcome.for_model_as_text().into_owned())
    }

    fn refused(&self, toolbox: &Toolbox, channel: &UserChannel, answer: Answer) -> String {
        self.decide(toolbox, channel, answer).unwrap_err().to_string()
    }

    fn view(&self, toolbox: &Toolbox, channel: &UserChannel, id: &Question) -> Option<PendingView> {
        let views = block_on(toolbox.pending_calls(&self.session, channel)).unwrap();
        views.into_iter().find(|view| view.id == *id.pending_id())
    }
}

#[test]
fn the_answer_has_to_reach_the_process_that_asked() {
    let nodes = nodes(Approval::new);
    let asked = nodes.ask();
    for answer in [yes(&asked), crate::approval::bank::no(&asked)] {
        let error = nodes.decide(&nodes.there, &nodes.anna, answer).unwrap_err();
        assert!(matches!(error, DecisionError::ElsewhereOnly), "{error:?}");
        assert_eq!(error.to_string(), ELSEWHERE);
    }
    // Nothing was decided by it.
    assert_eq!(nodes.decide(&nodes.here, &nodes.anna, yes(&asked)).unwrap(), "front has a code of 4 digits.");
    // A question that is answered tells nothing more.
    assert_eq!(nodes.refused(&nodes.there, &nodes.anna, yes(&asked)), NOT_FOUND);
}

#[test]
fn nobody_else_learns_where_a_question_is() {
    let nodes = nodes(Approval::new);
    let asked = nodes.ask();
    let guessed = Answer { nonce: "0".repeat(32), ..yes(&asked) };
    assert_eq!(nodes.refused(&nodes.there, &nodes.anna, guessed), NOT_FOUND);
    assert_eq!(nodes.refused(&nodes.there, &UserChannel::of("eve"), yes(&asked)), NOT_FOUND);
    let other = Session::with_id("other");
    let decision = nodes.anna.decision(yes(&asked));
    let error = block_on(nodes.there.decide(&other, &decision)).unwrap_err();
    assert_eq!(error.to_string(), NOT_FOUND);
    assert!(nodes.view(&nodes.there, &UserChannel::of("eve"), &asked).is_none());
}

#[test]
fn lists_mark_the_calls_that_another_process_has() {
    let nodes = nodes(Approval::new);
    let asked = nodes.ask();
    let here = nodes.view(&nodes.here, &nodes.anna, &asked).unwrap();
    assert!(here.answerable_here && here.nonce().is_some());
    assert!(!serde_json::to_string(&here).unwrap().contains("answerable_here"));
    let there = nodes.view(&nodes.there, &nodes.anna, &asked).unwrap();
    assert_eq!((there.answerable_here, there.nonce(), there.phrase()), (false, None, None));
    assert_eq!(there.state, CallState::AwaitingApproval);
    let written = serde_json::to_value(&there).unwrap();
    assert_eq!(written["answerable_here"], false);
    assert!(!written.to_string().contains("8642"));
    let inbox = block_on(nodes.there.answerable(&nodes.anna)).unwrap();
    assert_eq!(inbox.iter().map(|view| view.answerable_here).collect::<Vec<_>>(), [false]);
    // After the end, nothing is marked.
    nodes.decide(&nodes.here, &nodes.anna, yes(&asked)).unwrap();
    assert!(nodes.view(&nodes.there, &nodes.anna, &asked).unwrap().answerable_here);
}

/// Under four eyes, the asker may answer nowhere: its view is as before.
#[test]
fn only_whoever_may_answer_sees_the_mark() {
    let nodes = nodes(|| Approval::new().may_answer(|principal, view| *principal != view.owner.principal));
    let asked = nodes.ask();
    let chief = UserChannel::of("chief");
    assert!(nodes.view(&nodes.there, &nodes.anna, &asked).unwrap().answerable_here);
    assert!(block_on(nodes.there.answerable(&nodes.anna)).unwrap().is_empty());
    let inbox = block_on(nodes.there.answerable(&chief)).unwrap();
    assert_eq!((inbox.len(), inbox[0].answerable_here, inbox[0].nonce()), (1, false, None));
    assert_eq!(nodes.refused(&nodes.there, &chief, yes(&asked)), ELSEWHERE);
    assert_eq!(nodes.decide(&nodes.here, &chief, yes(&asked)).unwrap(), "front has a code of 4 digits.");
}

/// After a restart, no process has the values.
#[test]
fn after_a_restart_the_call_has_to_be_made_again() {
    let nodes = nodes(Approval::new);
    let asked = nodes.ask();
    let Nodes { here, there, session, anna, folder } = nodes;
    drop(here);
    let restarted = node(&folder.path().join("journal.db"), Approval::new());
    drop(there);
    let error = block_on(restarted.decide(&session, &anna.decision(yes(&asked)))).unwrap_err();
    assert_eq!(error.to_string(), ELSEWHERE);
}

/// Without sensitive values, any process takes the answer.
#[test]
fn other_questions_are_answered_anywhere() {
    let nodes = nodes(Approval::new);
    let call = RawCall::new("2", "open", r#"{"door":"back"}"#);
    let asked = question(&block_on(nodes.here.call_with(&nodes.session, &turn_of("anna"), &call)));
    assert!(nodes.view(&nodes.there, &nodes.anna, &asked).unwrap().answerable_here);
    assert_eq!(nodes.decide(&nodes.there, &nodes.anna, yes(&asked)).unwrap(), "back is open.");
}

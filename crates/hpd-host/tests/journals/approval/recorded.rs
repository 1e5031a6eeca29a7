//! Decisions that one process records, and another one carries out.

use std::path::Path;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_executor::block_on;
use hpd_host::approval::{
    Answer, CallState, Choice, DecisionError, EditError, PendingFilter, PendingStore, Question, Recorded,
    StoreError, UserChannel,
};
use hpd_host::journal::SqliteJournal;
use hpd_host::system::{ResumedCall, Resuming};
use hpd_host::testing::{Asked, Tapped};
use hpd_host::{KeyRing, NoSessions, RawCall, Session, Toolbox, ToolboxBuilder, plugin};
use serde_json::{Map, json};
use tempfile::TempDir;

use crate::approval::bank::question;

struct Safe(Arc<Mutex<Vec<String>>>);

#[plugin]
impl Safe {
    /// Opens a safe.
    #[ai_function(write, risk = high, confirm_phrase = "OPEN {safe}")]
    fn open(
        &self,
        /** The safe. */
        safe: String,
    ) -> String {
        self.0.lock().unwrap().push(safe.clone());
        format!("{safe} is open.")
    }
}

/// Processes over one journal: those that have the function, and the page of the approvers.
struct House {
    folder: TempDir,
    opened: Arc<Mutex<Vec<String>>>,
    session: Session,
    user: UserChannel,
}

impl House {
    fn new() -> Self {
        let (folder, opened) = (tempfile::tempdir().unwrap(), Arc::default());
        let (session, user) = (Session::with_id("s1"), UserChannel::local().via("page"));
        Self { folder, opened, session, user }
    }

    fn file(&self) -> std::path::PathBuf {
        Path::new(self.folder.path()).join("journal.db")
    }

    fn builder(&self) -> ToolboxBuilder {
        Toolbox::builder().journal(SqliteJournal::open(self.file()).unwrap())
    }

    fn node(&self) -> Toolbox {
        self.builder().plugin(Safe(Arc::clone(&self.opened))).build().unwrap()
    }

    fn page(&self) -> Toolbox {
        self.builder().build().unwrap()
    }

    fn ask(&self, node: &Toolbox) -> Question {
        let call = RawCall::new("1", "open", r#"{"safe": "S-1"}"#);
        question(&block_on(node.call(&self.session, &call)))
    }

    fn record(&self, page: &Toolbox, answer: Answer) -> Result<Recorded, DecisionError> {
        block_on(page.record_decision(&self.session, &self.user.decision(answer)))
    }

    fn opened(&self) -> Vec<String> {
        self.opened.lock().unwrap().clone()
    }
}

fn resumed(node: &Toolbox) -> Vec<ResumedCall> {
    block_on(node.resume_approved(&NoSessions)).unwrap()
}

fn texts(resumed: &[ResumedCall]) -> Vec<String> {
    let text = |call: &ResumedCall| call.outcome.as_ref().unwrap().for_model_as_text().into_owned();
    resumed.iter().map(text).collect()
}

fn open_safe(asked: &Question) -> Answer {
    Answer::confirm(asked).typed("OPEN S-1")
}

#[test]
fn a_process_without_the_function_records_and_one_with_it_runs_the_call_once() {
    let house = House::new();
    let (node, other, page) = (house.node(), house.node(), house.page());
    let asked = house.ask(&node);
    let open = block_on(page.answerable(&house.user)).unwrap();
    assert_eq!(open[0].phrase(), Some("OPEN S-1"));
    assert_eq!(house.record(&page, open_safe(&asked)).unwrap(), Recorded::Approved);
    assert!(house.opened().is_empty(), "it ran where it was recorded");
    assert!(resumed(&page).is_empty());

    assert_eq!(texts(&resumed(&other)), ["S-1 is open."]);
    assert!(resumed(&node).is_empty());
    assert_eq!(house.opened(), ["S-1"]);
    let rows = block_on(node.journal().unwrap().list(&PendingFilter::default())).unwrap();
    assert_eq!(rows[0].state, CallState::Succeeded);
    let by = rows[0].decided_by.as_ref().unwrap();
    assert_eq!((by.channel.as_deref(), by.runs_elsewhere), (Some("page"), true));
    // The answer once more has the outcome of the first one.
    assert_eq!(house.record(&page, open_safe(&asked)).unwrap(), Recorded::Approved);
    assert!(resumed(&node).is_empty());
}

#[test]
fn of_processes_at_once_one_runs_the_call() {
    let house = House::new();
    let nodes: Vec<_> = (0..4).map(|_| house.node()).collect();
    let asked = house.ask(&nodes[0]);
    house.record(&house.page(), open_safe(&asked)).unwrap();
    let done: usize = std::thread::scope(|scope| {
        let all: Vec<_> = nodes.iter().map(|node| scope.spawn(|| resumed(node).len())).collect();
        all.into_iter().map(|one| one.join().unwrap()).sum()
    });
    assert_eq!((done, house.opened().len()), (1, 1));
}

#[test]
fn a_rejection_and_wrong_phrases_are_recorded_too() {
    let house = House::new();
    let (node, page) = (house.node(), house.page());
    let asked = house.ask(&node);
    let wrong = house.record(&page, Answer::confirm(&asked).typed("open s-1")).unwrap_err();
    assert_eq!(wrong.to_string(), "This is not the phrase: nothing was done yet. 2 more tries are left.");
    let missing = house.record(&page, Answer::confirm(&asked)).unwrap_err();
    assert!(matches!(missing, DecisionError::NoPhrase));
    let no = Answer::cancel(&asked).because("It is night.");
    assert_eq!(house.record(&page, no).unwrap(), Recorded::Rejected);
    let late = house.record(&page, open_safe(&asked)).unwrap_err();
    assert!(matches!(late, DecisionError::Conflict));
    assert!(resumed(&node).is_empty());
    assert!(house.opened().is_empty());
}

#[test]
fn only_a_process_with_the_function_takes_edits_and_offers() {
    let house = House::new();
    let (node, page) = (house.node(), house.page());
    let asked = house.ask(&node);
    let edit = Map::from_iter([("safe".to_owned(), json!("S-2"))]);
    let edited = house.record(&page, Answer::confirm(&asked).with_edit(edit)).unwrap_err();
    assert!(matches!(edited, DecisionError::Edit(EditError::Refused)));
    let offer = house.record(&page, Answer::new(&asked, Choice::ConfirmTool)).unwrap_err();
    assert!(matches!(offer, DecisionError::NotOffered));
    assert_eq!(block_on(page.answerable(&house.user)).unwrap().len(), 1);
}

/// A writer of the store can make a row approved. With keys, that is not enough.
#[test]
fn an_approval_without_the_seal_of_its_recorder_is_not_carried_out() {
    let house = House::new();
    let keys = KeyRing::new("k", [7; 32]).unwrap();
    let build = |builder: ToolboxBuilder| builder.keys(keys.clone()).build().unwrap();
    let node = build(house.builder().plugin(Safe(Arc::clone(&house.opened))));
    let asked = house.ask(&node);
    house.record(&build(house.builder()), open_safe(&asked)).unwrap();
    let connection = rusqlite::Connection::open(house.file()).unwrap();
    let change = |from: &str, to: &str| {
        connection.execute("UPDATE pending_calls SET call = replace(call, ?1, ?2)", [from, to]).unwrap()
    };
    change("\"seal\":\"k.", "\"seal\":\"k.0");
    assert!(resumed(&node).is_empty());
    assert!(house.opened().is_empty());
    change("\"seal\":\"k.0", "\"seal\":\"k.");
    assert_eq!(resumed(&node).len(), 1);
}

#[test]
fn a_call_that_means_something_else_now_is_asked_again() {
    struct Safe(Arc<Mutex<Vec<String>>>);

    #[plugin]
    impl Safe {
        /// Opens a safe, and leaves it open.
        #[ai_function(write, risk = high, confirm_phrase = "OPEN {safe}")]
        fn open(
            &self,
            /** The safe. */
            safe: String,
        ) -> String {
            self.0.lock().unwrap().push(safe.clone());
            format!("{safe} stays open.")
        }
    }

    let house = House::new();
    let asked = house.ask(&house.node());
    house.record(&house.page(), open_safe(&asked)).unwrap();
    let newer = house.builder().plugin(Safe(Arc::clone(&house.opened))).build().unwrap();
    let resumed = resumed(&newer);
    assert_eq!(resumed[0].outcome.as_ref().unwrap().status(), "confirm");
    assert!(house.opened().is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_task_hears_of_a_recorded_approval_and_runs_the_call() {
    let house = House::new();
    let node = house.node();
    let (tell, done) = tokio::sync::oneshot::channel();
    let tell = Mutex::new(Some(tell));
    let task = node.spawn_resuming(Arc::new(NoSessions), move |call| {
        if let Some(tell) = tell.lock().unwrap().take() {
            drop(tell.send(call));
        }
    });
    let call = RawCall::new("1", "open", r#"{"safe": "S-1"}"#);
    let asked = question(&node.call(&house.session, &call).await);
    let decision = house.user.decision(open_safe(&asked));
    assert_eq!(house.page().record_decision(&house.session, &decision).await.unwrap(), Recorded::Approved);
    let call = tokio::time::timeout(std::time::Duration::from_secs(20), done).await.unwrap().unwrap();
    assert_eq!(call.outcome.unwrap().for_model_as_text(), "S-1 is open.");
    drop(task);
    assert_eq!(house.opened(), ["S-1"]);
}

/// A task, and a channel with what it carried out.
fn spawn(node: &Toolbox) -> (Resuming, tokio::sync::mpsc::UnboundedReceiver<String>) {
    let (tell, done) = tokio::sync::mpsc::unbounded_channel();
    let task = node.spawn_resuming(Arc::new(NoSessions), move |call| {
        drop(tell.send(call.outcome.unwrap().for_model_as_text().into_owned()));
    });
    (task, done)
}

/// The next call that was carried out.
async fn next(done: &mut tokio::sync::mpsc::UnboundedReceiver<String>) -> String {
    tokio::time::timeout(Duration::from_secs(20), done.recv()).await.unwrap().unwrap()
}

/// No event comes after the failures: the task asks again by itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_and_a_journal_that_fail_twice_are_asked_again() {
    for method in ["list", "head"] {
        let house = House::new();
        let asked = house.ask(&house.node());
        house.record(&house.page(), open_safe(&asked)).unwrap();
        let failures = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&failures);
        let tap = move |asked: &Asked<'_>| match asked {
            Asked::List(..) if method == "list" && counted.fetch_add(1, SeqCst) < 2 => {
                Err(StoreError::new("the disk is away"))
            }
            // The begin of a stream.
            Asked::Head if method == "head" && counted.fetch_add(1, SeqCst) < 2 => {
                Err(StoreError::new("the disk is away"))
            }
            _ => Ok(()),
        };
        let journal = Tapped::new(SqliteJournal::open(house.file()).unwrap(), tap);
        let node =
            Toolbox::builder().journal(journal).plugin(Safe(Arc::clone(&house.opened))).build().unwrap();
        let (_task, mut done) = spawn(&node);
        assert_eq!(next(&mut done).await, "S-1 is open.", "{method}");
        assert_eq!(house.opened(), ["S-1"]);
    }
}

struct Gate(tokio::sync::Semaphore);

#[plugin]
impl Gate {
    /// Opens when it may.
    #[ai_function(write, risk = low)]
    async fn pass(
        &self,
        /** Who. */
        who: String,
    ) -> String {
        if who == "slow" {
            self.0.acquire().await.unwrap().forget();
        }
        format!("{who} is through.")
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_runs_holds_no_other_one_up() {
    let house = House::new();
    let gate = Arc::new(Gate(tokio::sync::Semaphore::new(0)));
    let node = house.builder().shared_plugin(Arc::clone(&gate)).build().unwrap();
    let page = house.page();
    let approve = async |who: &str| {
        let session = Session::with_id(who);
        let call = RawCall::new("1", "pass", json!({ "who": who }).to_string());
        let asked = question(&node.call(&session, &call).await);
        let decision = house.user.decision(Answer::confirm(&asked));
        page.record_decision(&session, &decision).await.unwrap();
    };
    // Of two that are there at once, and of one that comes later.
    approve("slow").await;
    approve("fast").await;
    let (_task, mut done) = spawn(&node);
    assert_eq!(next(&mut done).await, "fast is through.");
    approve("late").await;
    assert_eq!(next(&mut done).await, "late is through.");
    gate.0.add_permits(1);
    assert_eq!(next(&mut done).await, "slow is through.");
}

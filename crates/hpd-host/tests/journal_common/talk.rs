//! A conversation with a sensitive value in every possible place: beside its parameter, in a preview, in a phrase, in
//! results and errors, and in arguments of other tools. The value is unchanged, escaped, nested or cut.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::sync::{Arc, Mutex};

use hpd_host::approval::{Answer, ArgumentChange, Choice, Preview, Question, UserChannel};
use hpd_host::args::Node;
use hpd_host::journal::{FreeText, Journal};
use hpd_host::outcome::{OutcomeKind, Replied};
use hpd_host::system::BoxFuture;
use hpd_host::{Approval, Limits, Outcome, RawCall, Session, ToolError, Toolbox, Values, plugin};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

/// The first and last characters of every secret. No encoding escapes them, so a secret is found in any form.
pub(crate) const EDGES: [&str; 2] = ["Zq7", "7qZ"];

/// A text that is in the kept contents. It proves that a check looks at the right place.
pub(crate) const KEPT: &str = "INV-042";

/// The characters of a secret between them: characters that some encoding changes.
const LETTERS: &[&str] =
    &["a", "\"", "\\", "\n", "é", "\u{1f511}", "*", "<", "\u{7}", "-", " ", "{", "\u{200b}", "_", "0"];

/// The subject of a conversation.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) secret: String,
    /// How often it is encoded as JSON inside of texts.
    pub(crate) escaped: usize,
    /// Characters in front of it there.
    pub(crate) before: usize,
    /// Characters after it.
    pub(crate) behind: usize,
    /// Whether the function fails.
    pub(crate) fails: bool,
}

impl Case {
    /// The secret in the middle of a text.
    fn text(&self) -> String {
        let mut secret = self.secret.clone();
        for _ in 0..self.escaped {
            let written = Value::from(&*secret).to_string();
            written[1..written.len() - 1].clone_into(&mut secret);
        }
        format!("{}{secret}{}", "a".repeat(self.before), "b".repeat(self.behind))
    }

    /// A write with the secret everywhere in its arguments.
    fn charge(&self) -> String {
        let nested = json!({"deep": [{"er": self.text()}], "json": json!({"in": self.secret}).to_string()});
        json!({"card": self.secret, "memo": self.text(), "details": nested}).to_string()
    }
}

/// Cases of all kinds.
pub(crate) fn cases() -> impl Strategy<Value = Case> {
    let middle = vec(proptest::sample::select(LETTERS), 2..9);
    let before = prop_oneof![Just(0_usize), 150..210_usize, 800..1_000_usize];
    let behind = prop_oneof![Just(0_usize), Just(1_200_usize)];
    (middle, 0..3_usize, before, behind, any::<bool>()).prop_map(
        |(middle, escaped, before, behind, fails)| {
            let [first, last] = EDGES;
            Case { secret: format!("{first}{}{last}", middle.concat()), escaped, before, behind, fails }
        },
    )
}

struct Till {
    case: Case,
    /// The arguments of the function's calls.
    ran: Arc<Mutex<Vec<Value>>>,
}

#[plugin]
impl Till {
    /// Charges a card.
    #[ai_function(write, risk = high, confirm_phrase = "CHARGE {memo}")]
    fn charge(
        &self,
        /** Which. */
        #[param(sensitive)]
        card: String,
        /** What for. */
        memo: String,
        /** What else. */
        details: Value,
    ) -> Result<String, ToolError> {
        let said = format!("{}: {memo}", self.case.text());
        self.ran.lock().unwrap().push(json!({"card": card, "memo": memo, "details": details}));
        if self.case.fails { Err(ToolError::new(said)) } else { Ok(said) }
    }

    /// Looks a card up.
    #[ai_function]
    fn look_up(
        &self,
        /** Which. */
        #[param(sensitive)]
        card: String,
        /** Why. */
        memo: String,
        /** How often. */
        times: u32,
    ) -> Result<Value, ToolError> {
        let said = json!({"card": [card], "said": memo, "times": times, memo: self.case.text()});
        if self.case.fails { Err(ToolError::new(said.to_string())) } else { Ok(said) }
    }

    /// Saves a note.
    #[ai_function(write, risk = low)]
    fn save(
        /** The text. */
        text: String,
        /** For which invoice. */
        invoice: String,
    ) -> String {
        format!("{invoice}: {text}")
    }
}

struct Changes(Case);

impl Preview for Changes {
    fn changes<'a>(&'a self, arguments: &'a Node<'a>) -> BoxFuture<'a, Option<Vec<ArgumentChange>>> {
        let text = |text: String| Node::String(text.into());
        Box::pin(async move {
            let after = arguments.get("details")?.clone().into_owned();
            Some(vec![ArgumentChange {
                field: format!("Note {}", self.0.secret),
                before: text(self.0.text()),
                after,
            }])
        })
    }
}

/// Makes a call. If its values need a confirmation, the user says yes.
async fn call(toolbox: &Toolbox, session: &Session, id: &str, tool: &str, arguments: String) -> Outcome {
    let outcome = toolbox.call(session, &RawCall::new(id, tool, arguments)).await;
    if !matches!(outcome.kind, OutcomeKind::AskUser(_)) {
        return outcome;
    }
    match toolbox.reply(session, &UserChannel::local().message("yes")).await.unwrap() {
        Replied::Answered(outcome) => *outcome,
        other => panic!("not an answer: {other:?}"),
    }
}

fn question(asked: &Outcome) -> &Question {
    match &asked.kind {
        OutcomeKind::Confirm(question) => question,
        _ => panic!("not asked: {:?}", asked.for_host()),
    }
}

/// The question's text for the user, without the parts that differ from question to question.
fn shown(question: &Question) -> String {
    let text = question.text();
    text.lines().filter(|line| !line.starts_with("Type ")).collect::<Vec<_>>().join("\n")
}

/// Has the conversation. `look` is called after each step, with its name.
pub(crate) async fn talk(case: &Case, journal: impl Journal + 'static, mut look: impl AsyncFnMut(&str)) {
    let ran = Arc::new(Mutex::new(Vec::new()));
    let till = || Till { case: case.clone(), ran: Arc::clone(&ran) };
    let builder = || {
        Toolbox::builder()
            .plugin(till())
            .approval(Approval::new().preview("Till.charge", Changes(case.clone())))
            .limits(Limits::new().result_bytes(1_024))
    };
    let plain = builder().build().unwrap();
    let toolbox =
        builder().journal(journal).values(Values::new().journal_free_text(FreeText::Told)).build().unwrap();
    let session = Session::with_id("session");
    let call = async |id, tool, arguments| call(&toolbox, &session, id, tool, arguments).await;
    let yes = |question: &Question| {
        UserChannel::local().decision(Answer {
            pending_id: question.pending_id().clone(),
            nonce: question.nonce().to_owned(),
            choice: Choice::Confirm,
            phrase: question.phrase().map(str::to_owned),
            reason: None,
            edit: None,
        })
    };

    let wrong =
        json!({"card": case.secret, "memo": case.text(), "times": case.text(), case.secret.as_str(): 1});
    assert_eq!(call("c1", "look_up", wrong.to_string()).await.status(), "error");
    let right = json!({"card": case.secret, "memo": case.text(), "times": 3});
    let read = call("c2", "look_up", right.to_string()).await;
    assert_eq!(read.status(), if case.fails { "error" } else { "ok" }, "{}", read.for_host());
    look("a read").await;

    let asked = call("c3", "charge", case.charge()).await;
    let unkept = self::call(&plain, &Session::with_id("session"), "c3", "charge", case.charge()).await;
    assert_eq!(shown(question(&asked)), shown(question(&unkept)), "the user is shown what there is");
    look("a question").await;
    let decided = toolbox.decide(&session, &yes(question(&asked))).await.unwrap();
    assert_eq!(decided.status(), if case.fails { "error" } else { "ok" });
    let wanted: Value = serde_json::from_str(&case.charge()).unwrap();
    assert_eq!(*ran.lock().unwrap(), [wanted], "it ran with what it was called with");
    look("a write").await;

    // A tool without sensitive parameters, in the same conversation.
    let noted = json!({"text": case.text(), "invoice": KEPT}).to_string();
    let asked = call("c4", "save", noted).await;
    look("a question about something else").await;
    let decided = toolbox.decide(&session, &yes(question(&asked))).await.unwrap();
    assert_eq!(decided.status(), "ok");
    assert_eq!(call("c5", &format!("find {}", case.secret), "{}".to_owned()).await.status(), "error");
    look("the end").await;
}

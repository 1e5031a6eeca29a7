use std::sync::Arc;
use std::time::Duration;

use hpd_host::{Outcome, Principal, RawCall, Session, Toolbox, plugin};

use super::{NoQuestion, OpenQuestion, OpenQuestions};

struct Notes;

#[expect(clippy::unused_self, reason = "the plugin has nothing")]
#[plugin]
impl Notes {
    /// Saves a note.
    #[ai_function(write, risk = low)]
    fn save(
        &self,
        /** The text. */
        text: String,
    ) -> String {
        text
    }
}

async fn asked() -> Outcome {
    let toolbox = Toolbox::builder().plugin(Notes).build().unwrap();
    toolbox.call(&Session::new(), &RawCall::new("1", "save", r#"{"text": "milk"}"#)).await
}

fn question(asked: &Outcome, principal: &Principal) -> OpenQuestion {
    OpenQuestion {
        asked: asked.clone(),
        session: Arc::new(Session::new()),
        tool: "save".to_owned(),
        arguments: r#"{"text": "milk"}"#.into(),
        principal: principal.clone(),
    }
}

#[tokio::test]
async fn a_handle_counts_once_for_its_principal_and_its_call() {
    let (questions, asked) = (OpenQuestions::new(8, Duration::from_secs(60)), asked().await);
    let (anna, ben) = (Principal::new("anna"), Principal::new("ben"));
    let handle = questions.keep(question(&asked, &anna)).unwrap();
    assert_eq!(handle.len(), 48);
    let arguments = r#"{ "text" : "milk" }"#;
    let refused = |handle: &str, tool: &str, arguments: &str, principal: &Principal| {
        questions.take(handle, tool, arguments, principal).err()
    };
    assert_eq!(refused("00", "save", arguments, &anna), Some(NoQuestion));
    assert_eq!(refused(&handle, "other", arguments, &anna), Some(NoQuestion));
    assert_eq!(refused(&handle, "save", r#"{"text": "beer"}"#, &anna), Some(NoQuestion));
    assert_eq!(refused(&handle, "save", "no JSON", &anna), Some(NoQuestion));
    assert_eq!(refused(&handle, "save", arguments, &ben), Some(NoQuestion));
    assert_eq!(refused(&handle, "save", arguments, &Principal::unknown()), Some(NoQuestion));
    assert_eq!(refused(&handle, "save", arguments, &anna), None);
    assert_eq!(refused(&handle, "save", arguments, &anna), Some(NoQuestion));
}

#[tokio::test]
async fn questions_end() {
    let (anna, asked) = (Principal::new("anna"), asked().await);
    let short = OpenQuestions::new(8, Duration::ZERO);
    let handle = short.keep(question(&asked, &anna)).unwrap();
    assert!(short.take(&handle, "save", r#"{"text": "milk"}"#, &anna).is_err());

    let few = OpenQuestions::new(2, Duration::from_secs(60));
    let handles: Vec<_> = (0..3).map(|_| few.keep(question(&asked, &anna)).unwrap()).collect();
    let taken = handles.iter().map(|handle| few.take(handle, "save", r#"{"text": "milk"}"#, &anna).is_ok());
    assert_eq!(taken.collect::<Vec<_>>(), [false, true, true]);
    assert!(few.questions().is_empty());
}

//! A conversation in which the user writes a sensitive value long before a call shows that it is one.

use hpd_host::journal::Journal;
use hpd_host::outcome::Replied;
use hpd_host::{RawCall, Session, Toolbox, plugin};

/// The text that must be found nowhere.
pub(crate) const SECRET: &str = "hunter-of-the-snark";

/// A text that is in the kept contents. It proves that a check looks at the right place.
pub(crate) const KEPT: &str = "INV-042";

struct Bank;

#[plugin]
impl Bank {
    /// The state of an invoice.
    #[ai_function]
    fn invoice_state(
        /** Which. */
        invoice: String,
    ) -> String {
        format!("{invoice} is open.")
    }

    /// Sets the password.
    #[ai_function(write, risk = low)]
    fn set_password(
        /** The new one. */
        #[param(sensitive)]
        password: String,
    ) -> String {
        format!("It has {} letters.", password.len())
    }
}

/// The conversation, step after step. `look` is called after each step, with its name.
pub(crate) async fn talk(journal: impl Journal + 'static, mut look: impl AsyncFnMut(&str)) {
    let toolbox = Toolbox::builder().plugin(Bank).journal(journal).build().unwrap();
    let session = Session::with_id("session");
    let call = |id, tool, arguments: String| {
        let raw = RawCall::new(id, tool, arguments);
        let (toolbox, session) = (&toolbox, &session);
        async move { toolbox.call(session, &raw).await.status() }
    };
    session.user_says(&format!("My password shall be {SECRET}. And what about {KEPT}?"));
    let status = call("c1", "invoice_state", format!(r#"{{"invoice": "{KEPT}"}}"#)).await;
    assert_eq!(status, "ok");
    look("a call that is about something else").await;

    let claim = format!("I've updated your password to {SECRET}.");
    assert_eq!(toolbox.check_final_answer(&session, &claim).await.unwrap().triggered.len(), 1);
    look("a claim").await;

    session.user_says("Then do it");
    let status = call("c2", "set_password", format!(r#"{{"password": "{SECRET}"}}"#)).await;
    assert_eq!(status, "ask_user");
    look("the call").await;

    let yes = hpd_host::approval::UserChannel::local().message("yes");
    let Ok(Replied::Answered(asked)) = toolbox.reply(&session, &yes).await else {
        panic!("yes is an answer")
    };
    assert_eq!(asked.status(), "confirm");
    look("the value is confirmed").await;

    let answer = hpd_host::approval::UserChannel::local().message("yes");
    assert!(toolbox.reply(&session, &answer).await.is_ok());
    look("the answer").await;
}

//! A program with a front end: books, a model that follows a script, and requests of both protocols.

use std::sync::{Arc, Mutex};

use futures_executor::block_on;
use futures_util::StreamExt;
use hpd_host::approval::UserChannel;
use hpd_host::events::responses::{ClientRequest, ResponseBody, ResponseWriter, Responses};
use hpd_host::journal::MemoryJournal;
use hpd_host::system::System;
use hpd_host::testing::{FakeClock, FakeTimer, SeededRandom};
use hpd_host::{RawCall, Session, Toolbox, plugin};
use serde_json::{Value, json};

pub(super) type Ended = Result<(), Box<dyn std::error::Error + Send + Sync>>;

struct Books;

#[plugin]
impl Books {
    /// What a customer owes.
    #[ai_function]
    fn due(
        /** The customer. */
        customer: String,
    ) -> String {
        format!("{customer} owes 5000.")
    }

    /// Records a payment.
    #[ai_function(write, risk = low)]
    fn create_payment(
        /** How much. */
        amount: u32,
    ) -> String {
        format!("Paid: {amount}")
    }

    /// Voids an invoice.
    #[ai_function(write, risk = high, confirm_phrase = "VOID {invoice}")]
    fn void_invoice(
        /** The invoice. */
        invoice: String,
    ) -> String {
        format!("{invoice} is void.")
    }

    /// Sends a reminder.
    #[ai_function(write, risk = low)]
    fn send_reminder(
        /** The address. */
        #[param(ask = "To which address?")]
        address: String,
    ) -> String {
        format!("Sent to {address}.")
    }
}

/// A message of the model.
pub(super) enum Said {
    Text(&'static [&'static str]),
    Calls(&'static str, &'static [(&'static str, &'static str, &'static str)]),
}

pub(super) struct Desk {
    pub(super) toolbox: Toolbox,
    pub(super) session: Arc<Session>,
    pub(super) responses: Responses,
    pub(super) timer: FakeTimer,
    /// What the model has read: the news, the message, the results.
    pub(super) read: Arc<Mutex<Vec<String>>>,
}

impl Desk {
    pub(super) fn new() -> Self {
        let timer = FakeTimer::new();
        let system =
            System::new().clock(FakeClock::default()).timer(timer.clone()).random(SeededRandom::new(1));
        let toolbox =
            Toolbox::builder().plugin(Books).journal(MemoryJournal::new()).system(system).build().unwrap();
        Self {
            toolbox,
            session: Arc::new(Session::with_id("s1")),
            responses: Responses::new(),
            timer,
            read: Arc::default(),
        }
    }

    pub(super) fn user() -> UserChannel {
        UserChannel::of("anna").via("web")
    }

    /// The whole response, of a model that says this.
    pub(super) fn ask(&self, request: ClientRequest, script: &'static [Said]) -> String {
        let read = Arc::clone(&self.read);
        let host = move |response| play(response, read, script);
        let (body, work) =
            self.responses.respond(&self.toolbox, &self.session, Self::user(), request, host).unwrap();
        block_on(work);
        text_of(body)
    }

    /// The same with another loop.
    pub(super) fn ask_host<F, Fut>(&self, request: ClientRequest, host: F) -> String
    where
        F: FnOnce(ResponseWriter) -> Fut + Send + 'static,
        Fut: Future<Output = Ended> + Send + 'static,
    {
        let (body, work) =
            self.responses.respond(&self.toolbox, &self.session, Self::user(), request, host).unwrap();
        block_on(work);
        text_of(body)
    }

    /// What the model has read since the last time.
    pub(super) fn read(&self) -> Vec<String> {
        std::mem::take(&mut *self.read.lock().unwrap())
    }
}

/// The loop of a host whose model follows a script.
async fn play(mut response: ResponseWriter, read: Arc<Mutex<Vec<String>>>, script: &'static [Said]) -> Ended {
    let reads = |text: &str| read.lock().unwrap().push(text.to_owned());
    response.news().iter().for_each(|outcome| reads(&outcome.for_model_as_text()));
    response.request().text().into_iter().for_each(reads);
    for said in script {
        match said {
            Said::Text(parts) => parts.iter().for_each(|part| response.text(part)),
            Said::Calls(text, calls) => {
                response.text(text);
                let calls = calls.iter().map(|(id, name, arguments)| RawCall::new(*id, *name, *arguments));
                let outcomes = response.turn(&calls.collect::<Vec<_>>()).await;
                for outcome in &outcomes {
                    reads(&outcome.for_model_as_text());
                }
            }
        }
    }
    Ok(())
}

pub(super) fn text_of(body: ResponseBody) -> String {
    block_on(body.map(Result::unwrap).collect())
}

/// The data of all frames; comments have none.
pub(super) fn frames(text: &str) -> Vec<Value> {
    let data = text.lines().filter_map(|line| line.strip_prefix("data: ")).filter(|data| *data != "[DONE]");
    data.map(|data| serde_json::from_str(data).unwrap()).collect()
}

/// The names of the events; of a `CUSTOM` event its own name.
pub(super) fn names(text: &str) -> Vec<String> {
    let name = |frame: Value| frame["name"].as_str().or(frame["type"].as_str()).unwrap().to_owned();
    frames(text).into_iter().map(name).collect()
}

/// A message in AG-UI.
pub(super) fn says(run: &str, text: &str) -> ClientRequest {
    let messages = json!([{"id": "1", "role": "user", "content": text}]);
    let body = json!({"threadId": "thread-7", "runId": run, "state": {}, "tools": [], "context": [], "messages": messages});
    ClientRequest::ag_ui(body.to_string()).unwrap()
}

/// Answers to interrupts in AG-UI.
pub(super) fn resumes(run: &str, entries: &Value) -> ClientRequest {
    let body = json!({"threadId": "thread-7", "runId": run, "messages": [], "resume": entries});
    ClientRequest::ag_ui(body.to_string()).unwrap()
}

/// The only interrupt at the end of a run.
pub(super) fn interrupt(text: &str) -> Value {
    let last = frames(text).pop().unwrap();
    let interrupts = last["outcome"]["interrupts"].as_array().unwrap();
    assert_eq!(interrupts.len(), 1);
    interrupts[0].clone()
}

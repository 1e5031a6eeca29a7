//! Events for front ends that speak [AG-UI](https://docs.ag-ui.com/concepts/events).
//!
//! | event here | events of AG-UI |
//! |---|---|
//! | `turn_started` | `RUN_STARTED`, with the user's message as `query` in its `metadata`. In a run that the host began, `CUSTOM` instead |
//! | the model's text, from the host | `TEXT_MESSAGE_START`, `TEXT_MESSAGE_CONTENT` for each part, `TEXT_MESSAGE_END` |
//! | `tool_call` | `TEXT_MESSAGE_END` if a text is open, `TOOL_CALL_START`, `TOOL_CALL_ARGS` if the arguments are known, `TOOL_CALL_END`; `metadata` has the tool's id, and whether the tool writes; `parentMessageId` is the text or the first call of the same message |
//! | `tool_started` | `STEP_STARTED` with the name of the tool |
//! | `tool_result` | `STEP_FINISHED` if a step runs for the call, and `TOOL_CALL_RESULT`; all but the text is in `metadata` |
//! | `tool_result` of a forwarded call | `CUSTOM`: the call has no result yet |
//! | any other | `CUSTOM`, with the type as `name` and the data as `value` |
//! | the receipt, from the host | `TEXT_MESSAGE_END` if a text is open, and `CUSTOM` with the name `receipt` |
//! | the end of the turn | `TEXT_MESSAGE_END` if a text is open, `STEP_FINISHED` for steps that run, then `RUN_FINISHED` or `RUN_ERROR` |
//!
//! A run is a turn, and a thread is a session, unless the host begins a run with a client's ids. Only the host knows
//! when a turn ends. It calls [`AgUiMapper::finish`] or [`AgUiMapper::fail`] after the last event of a stream that
//! [ends](crate::stream::EventStream::end_at) with the turn. Otherwise the next turn ends the previous one.
//!
//! Confirmations that are pending at the end of a run are its
//! [interrupts](https://docs.ag-ui.com/concepts/interrupts), with the data of `mcq`. The payload of the answer is an
//! `Answer` without its `pending_id`, which is the id of the interrupt. Questions for values
//! are no interrupts: an interrupt would block the user's next message, which is the answer.
//!
//! A call belongs to the same message of the model as the calls before it, unless all of those have a result. Calls
//! after a text belong to the message of the text.
//!
//! [`data_frame`](super::sse::data_frame) writes other events (states, snapshots of messages), anywhere in a run.
//!
//! # A turn as a stream
//!
//! The model's text has no record. The host adds it with [`AgUiMapper::text`], between the records, in the run that it
//! [began](AgUiMapper::begin_run) with the ids of the request. A turn without a call has no record. In this example,
//! `ask` is your client of the provider, and `body` is the body of the response, for any web framework.
//!
//! ```
//! use std::error::Error;
//! use std::future::Future;
//! use std::pin::pin;
//! use std::sync::Arc;
//!
//! use futures_channel::mpsc::{UnboundedSender, unbounded};
//! use futures_util::future::{Either, select};
//! use futures_util::{Stream, StreamExt, stream};
//! use hpd_host::approval::StoreError;
//! use hpd_host::events::ag_ui::{AgUiEvent, AgUiMapper};
//! use hpd_host::events::{EventStream, StreamItem, StreamStart};
//! use hpd_host::journal::{EventFilter, Journal};
//! use hpd_host::receipt::ReceiptLanguages;
//! use hpd_host::{Outcome, RawCall, Session, Toolbox};
//!
//! /// A part of the model's answer.
//! enum Piece {
//!     Text(String),
//!     Call(RawCall),
//! }
//!
//! /// The fields of the client's request that this example needs.
//! struct Request {
//!     thread_id: String,
//!     run_id: String,
//!     text: String,
//! }
//!
//! struct Response {
//!     mapper: AgUiMapper,
//!     body: UnboundedSender<String>,
//!     journal: Arc<dyn Journal>,
//!     session: String,
//!     /// The number of the last record that was sent.
//!     last: u64,
//! }
//!
//! impl Response {
//!     fn send(&self, events: impl IntoIterator<Item = AgUiEvent>) {
//!         for event in events {
//!             // A disconnected client does not stop the turn: a write is never interrupted.
//!             let _ = self.body.unbounded_send(event.to_sse());
//!         }
//!     }
//!
//!     fn tell(&mut self, told: &StreamItem) {
//!         if let StreamItem::Event(record) = told {
//!             self.last = record.seq;
//!             let events = self.mapper.events(record);
//!             self.send(events);
//!         }
//!     }
//!
//!     fn records(&self) -> EventStream {
//!         EventStream::of_session(
//!             Arc::clone(&self.journal),
//!             &*self.session,
//!             StreamStart::After(self.last),
//!         )
//!     }
//!
//!     /// Sends records while `work` runs, then the remaining ones.
//!     async fn during<T>(
//!         &mut self,
//!         work: impl Future<Output = T>,
//!     ) -> Result<T, StoreError> {
//!         let (mut work, mut live) = (pin!(work), self.records().chain(stream::pending()));
//!         let done = loop {
//!             match select(work.as_mut(), live.next()).await {
//!                 Either::Left((done, _)) => break done,
//!                 Either::Right((Some(Ok(told)), _)) => self.tell(&told),
//!                 // The journal can't be read. It is read again below.
//!                 Either::Right(_) => {}
//!             }
//!         };
//!         let mut rest = self.records();
//!         rest.end_at(self.journal.head().await?.number);
//!         while let Some(told) = rest.next().await {
//!             self.tell(&told?);
//!         }
//!         Ok(done)
//!     }
//!
//!     async fn turn<S: Stream<Item = Piece> + Unpin>(
//!         &mut self,
//!         toolbox: &Toolbox,
//!         session: &Session,
//!         mut ask: impl FnMut(&[Outcome]) -> S,
//!     ) -> Result<(), Box<dyn Error>> {
//!         let mut outcomes = Vec::new();
//!         loop {
//!             let (mut text, mut calls, mut reply) =
//!                 (String::new(), Vec::new(), ask(&outcomes));
//!             while let Some(piece) = reply.next().await {
//!                 match piece {
//!                     Piece::Text(delta) => {
//!                         text.push_str(&delta);
//!                         let events = self.mapper.text(&delta)?;
//!                         self.send(events);
//!                     }
//!                     Piece::Call(call) => calls.push(call),
//!                 }
//!             }
//!             let end = self.mapper.end_text();
//!             self.send(end);
//!             if calls.is_empty() {
//!                 // Compares the final answer with the calls. `checked.text` belongs into
//!                 // the conversation.
//!                 let checked =
//!                     self.during(toolbox.check_final_answer(session, &text)).await??;
//!                 for triggered in checked.triggered {
//!                     let events = self.mapper.text(&triggered.replacement)?;
//!                     self.send(events);
//!                 }
//!                 // What really happened, beside the model's words.
//!                 let receipt = toolbox.receipt(session).await?;
//!                 let events = self.mapper.receipt(&receipt, ReceiptLanguages::default().of("en"))?;
//!                 self.send(events);
//!                 return Ok(());
//!             }
//!             outcomes = self.during(toolbox.turn(session, &calls)).await?;
//!         }
//!     }
//! }
//!
//! /// Answers `POST /agent`.
//! async fn respond<S: Stream<Item = Piece> + Unpin>(
//!     toolbox: &Toolbox,
//!     session: &Session,
//!     request: Request,
//!     ask: impl FnMut(&[Outcome]) -> S,
//!     body: UnboundedSender<String>,
//! ) -> Result<(), Box<dyn Error>> {
//!     let journal = Arc::clone(toolbox.journal().ok_or("the toolbox has no journal")?);
//!     let id = session.id().ok_or("the session has no id")?.to_owned();
//!     let newest = EventFilter::default().session(id.clone()).newest(true).limit(1);
//!     let last = journal.read(&newest).await?.last().map_or(0, |record| record.seq);
//!
//!     let mut response =
//!         Response { mapper: AgUiMapper::new(), body, journal, session: id, last };
//!     let begin = response.mapper.begin_run(request.thread_id, request.run_id);
//!     response.send(begin);
//!     session.user_says(&request.text);
//!     let turn = response.turn(toolbox, session, ask).await;
//!     let end = match &turn {
//!         Ok(()) => response.mapper.finish(),
//!         Err(_) => response.mapper.fail("This did not work. Please try again."),
//!     };
//!     response.send(end);
//!     turn
//! }
//! #
//! # use hpd_host::journal::MemoryJournal;
//! # use hpd_host::plugin;
//! #
//! # struct Books;
//! #
//! # #[plugin]
//! # impl Books {
//! #     /// What a customer owes.
//! #     #[ai_function]
//! #     fn due(&self, /** The customer. */ customer: String) -> String {
//! #         format!("{customer} owes 5000.")
//! #     }
//! #
//! #     /// Records a payment.
//! #     #[ai_function(write, risk = low)]
//! #     fn create_payment(&self, /** How much. */ amount: u32) -> String {
//! #         format!("Paid: {amount}")
//! #     }
//! # }
//! #
//! # futures_executor::block_on(async {
//! # let toolbox = Toolbox::builder().plugin(Books).journal(MemoryJournal::new()).build()?;
//! # let (body, sent) = unbounded();
//! # let request = Request { thread_id: "thread-7".into(), run_id: "run-1".into(), text: "What does Acme owe?".into() };
//! # let replies = [
//! #     vec![
//! #         Piece::Text("I'll look.".into()),
//! #         Piece::Call(RawCall::new("call_1", "due", r#"{"customer": "Acme"}"#)),
//! #     ],
//! #     vec![Piece::Text("Acme owes 5,000. ".into()), Piece::Text("I've recorded the payment.".into())],
//! # ];
//! # let mut replies = replies.into_iter().map(stream::iter);
//! # respond(&toolbox, &Session::with_id("s1"), request, |_| replies.next().unwrap(), body).await?;
//! # let frames = sent.collect::<Vec<_>>().await;
//! # let kinds: Vec<_> = frames.iter().filter_map(|frame| frame.split('"').nth(3)).collect();
//! # assert_eq!(
//! #     kinds,
//! #     [
//! #         "RUN_STARTED",
//! #         "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END",
//! #         "CUSTOM",
//! #         "TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END",
//! #         "TOOL_CALL_RESULT",
//! #         "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END",
//! #         "CUSTOM",
//! #         "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END",
//! #         "CUSTOM",
//! #         "RUN_FINISHED",
//! #     ]
//! # );
//! # Ok::<(), Box<dyn Error>>(())
//! # }).unwrap();
//! ```
//!
//! The answer to an interrupt is another run, with the ids of the request that has the answer. Call
//! [`begin_run`](AgUiMapper::begin_run), then `Toolbox::decide`, then add the model's text about the outcome.
//!
//! # The final answer
//!
//! [`AgUiMapper::receipt`] shows the writes of the turn with their states beside the final answer. It is right in every
//! language, since it comes from the journal alone.
//!
//! `Toolbox::check_final_answer` removes false claims from the final answer of a turn. The check needs the whole text.
//! If the host sends the text in parts, as above, the user has read it by then. The host then sends the correction as
//! another message. The removed claims are in `claims` of the `CUSTOM` event `guardrail`, so that a front end can
//! remove them too. They are `[hidden]` if the journal does not record free text.
//!
//! If a false claim must never be visible, hold each text of the model back until it is complete. If calls
//! follow the text, send it with [`text`](AgUiMapper::text). Otherwise it is the final answer: send `checked.text` in
//! its place. A text before a call is not checked.
//!
//! The clients of `@ag-ui/client` 0.0.58 and 1.0.0 read these streams. The form of the events was compared with the
//! types of `@ag-ui/core` 1.0.0, and their order with the rules of those clients. Form and order were also compared
//! with streams of pydantic-ai 2.68.0 and ag-ui-langgraph 0.0.47.

mod event;
mod mapper;
mod open;
mod text;

pub use event::{AgUiEvent, AgUiInterrupt, AgUiKind, AgUiOutcome};
pub use mapper::AgUiMapper;
pub use text::NoRun;

//! Events for front ends that are built with the [AI SDK](https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol): its UI
//! message stream, version 1.
//!
//! | event here | chunks |
//! |---|---|
//! | the first event of a turn | `start` with the turn as `messageId`, `start-step`; no chunk if the host began the message |
//! | the model's text, from the host | `text-start`, `text-delta` for each part, `text-end` |
//! | `tool_call` | `text-end` if a text is open, then `tool-input-available` with `dynamic: true`; `providerMetadata` has the tool's id, and whether the tool writes |
//! | `tool_result`: ok | `tool-output-available`, and a part `data-tool_result` with all but the text |
//! | any other `tool_result` | `tool-output-error`, and the part `data-tool_result` |
//! | `tool_result` of a forwarded call | only the part `data-tool_result`: the call has no result yet |
//! | any other | a part named after the type, such as `data-mcq`, with the data and the `call_id` |
//! | the receipt, from the host | `text-end` if a text is open, and a part `data-receipt` |
//! | the end of the turn | `text-end` if a text is open, then `finish-step`, `finish`; or `error` |
//!
//! Only the host knows when a turn ends. The host [ends](crate::stream::EventStream::end_at) the stream with the turn,
//! and calls [`UiMessageMapper::finish`] after the last event of the stream.
//!
//! A step ends when all of its calls have a result and the model makes another call or writes text.
//!
//! A question is a data part, and no `tool-approval-request`. The answer to the latter has no field for the nonce and
//! the phrase of a confirmation. Clients send data parts back with the message. Data parts are for the user: leave them
//! out of the messages to the model.
//!
//! [`data_frame`](super::sse::data_frame) writes other chunks (metadata, sources, reasoning), anywhere in the message.
//!
//! # A turn as a stream
//!
//! The model's text has no record. The host adds it with [`UiMessageMapper::text`], between the records. The text goes
//! into the open message, or [begins](UiMessageMapper::begin) one. A turn without a call has no record. In this
//! example, `ask` is your client of the provider, and `body` is the body of the response, for any web framework.
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
//! use hpd_host::events::vercel::{DONE, UiMessageChunk, UiMessageMapper};
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
//!     text: String,
//!     /// The id of the answer's message.
//!     message_id: String,
//! }
//!
//! struct Response {
//!     mapper: UiMessageMapper,
//!     body: UnboundedSender<String>,
//!     journal: Arc<dyn Journal>,
//!     session: String,
//!     /// The number of the last record that was sent.
//!     last: u64,
//! }
//!
//! impl Response {
//!     fn send(&self, chunks: impl IntoIterator<Item = UiMessageChunk>) {
//!         for chunk in chunks {
//!             // A disconnected client does not stop the turn: a write is never interrupted.
//!             let _ = self.body.unbounded_send(chunk.to_sse());
//!         }
//!     }
//!
//!     fn tell(&mut self, told: &StreamItem) {
//!         if let StreamItem::Event(record) = told {
//!             self.last = record.seq;
//!             // In a message that the host began, every record of the session has chunks.
//!             let chunks = self.mapper.chunks(record).unwrap_or_default();
//!             self.send(chunks);
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
//!                         let chunks = self.mapper.text(&delta);
//!                         self.send(chunks);
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
//!                     let chunks = self.mapper.text(&triggered.replacement);
//!                     self.send(chunks);
//!                 }
//!                 // What really happened, beside the model's words.
//!                 let receipt = toolbox.receipt(session).await?;
//!                 let chunks = self.mapper.receipt(&receipt, ReceiptLanguages::default().of("en"));
//!                 self.send(chunks);
//!                 return Ok(());
//!             }
//!             outcomes = self.during(toolbox.turn(session, &calls)).await?;
//!         }
//!     }
//! }
//!
//! /// Answers `POST /api/chat`, with the stream's `HEADERS`.
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
//!         Response { mapper: UiMessageMapper::new(), body, journal, session: id, last };
//!     let begin = response.mapper.begin(request.message_id).unwrap_or_default();
//!     response.send(begin);
//!     session.user_says(&request.text);
//!     let turn = response.turn(toolbox, session, ask).await;
//!     let end = match &turn {
//!         Ok(()) => response.mapper.finish(),
//!         Err(_) => response.mapper.fail("This did not work. Please try again."),
//!     };
//!     response.send(end);
//!     let _ = response.body.unbounded_send(DONE.to_owned());
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
//! # let request = Request { message_id: "message-1".into(), text: "What does Acme owe?".into() };
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
//! # assert_eq!(frames.last().map(String::as_str), Some(DONE));
//! # let kinds: Vec<_> = frames.iter().filter_map(|frame| frame.split('"').nth(3)).collect();
//! # assert_eq!(
//! #     kinds,
//! #     [
//! #         "start", "start-step",
//! #         "text-start", "text-delta", "text-end",
//! #         "data-turn_started",
//! #         "tool-input-available", "tool-output-available", "data-tool_result",
//! #         "finish-step", "start-step",
//! #         "text-start", "text-delta", "text-delta", "text-end",
//! #         "data-guardrail",
//! #         "text-start", "text-delta", "text-end",
//! #         "data-receipt",
//! #         "finish-step", "finish",
//! #     ]
//! # );
//! # Ok::<(), Box<dyn Error>>(())
//! # }).unwrap();
//! ```
//!
//! # The final answer
//!
//! [`UiMessageMapper::receipt`] shows the writes of the turn with their states beside the final answer. It is right in
//! every language, since it comes from the journal alone.
//!
//! `Toolbox::check_final_answer` removes false claims from the final answer of a turn. The check needs the whole text.
//! If the host sends the text in parts, as above, the user has read it by then. The host then sends the correction as
//! another text. The removed claims are in `claims` of the part `data-guardrail`, so that a front end can remove them
//! too. They are `[hidden]` if the journal does not record free text.
//!
//! If a false claim must never be visible, hold each text of the model back until it is complete. If calls
//! follow the text, send it with [`text`](UiMessageMapper::text). Otherwise it is the final answer: send `checked.text`
//! in its place. A text before a call is not checked.
//!
//! The chats of the package `ai` 5.0.277, 6.0.326 and 7.0.173 read these streams. The form of the chunks was compared
//! with the types of all three, and their order with the rules of those clients. Form and order were also compared with
//! streams of the server of `ai` 7.0.173 and of pydantic-ai 2.68.0.

mod chunk;
mod mapper;

pub use chunk::{DONE, HEADERS, UiDataPart, UiMessageChunk};
pub use mapper::UiMessageMapper;

//! Responses to front ends of AG-UI and the AI SDK: one call takes the body of a request and the host's loop, and gives
//! the stream.
//!
//! With the feature `axum`, [`Responses::serve`] gives the response of a handler:
//!
//! ```
//! use std::sync::Arc;
//!
//! use axum_core::response::Response;
//! use hpd_host::approval::UserChannel;
//! use hpd_host::args::StopReason;
//! use hpd_host::events::responses::{BadRequest, ClientRequest, ResponseWriter, Responses};
//! use hpd_host::{Provider, Session, Toolbox};
//!
//! /// Answers `POST /agent` of AG-UI. For the AI SDK, read the body by `ClientRequest::vercel`.
//! async fn agent(
//!     responses: Responses,
//!     toolbox: Toolbox,
//!     session: Arc<Session>,
//!     body: String,
//! ) -> Result<Response, BadRequest> {
//!     let request = ClientRequest::ag_ui(body)?;
//!     // From your login, never from the body.
//!     let user = UserChannel::of("anna");
//!     Ok(responses.serve(&toolbox, &session, user, request, converse))
//! }
//!
//! /// The agent's loop.
//! async fn converse(mut response: ResponseWriter) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
//!     let provider = Provider::OpenAiChat;
//!     // Ends of earlier calls, for the model: the user confirmed a write, or gave a value.
//!     let mut messages: Vec<String> =
//!         response.news().iter().map(|outcome| outcome.for_model_as_text().into_owned()).collect();
//!     messages.extend(response.request().text().map(str::to_owned));
//!     loop {
//!         let list = response.tools();
//!         let tools = provider.tools(&list.to_vec());
//!         let reply = provider.read(&ask_model(&messages, &tools).await?)?;
//!         response.text(&reply.text().unwrap_or_default());
//!         messages.extend(reply.history.iter().map(|message| message.get().to_owned()));
//!         if reply.stop_reason == StopReason::Paused {
//!             continue; // sends the message back, so that the model goes on
//!         }
//!         if reply.calls.is_empty() {
//!             // Compares the final answer with the calls, and writes the receipt.
//!             response.final_answer().await?;
//!             return Ok(());
//!         }
//!         let outcomes = response.turn(&reply.calls).await;
//!         messages.extend(provider.results(&outcomes).iter().map(|result| result.get().to_owned()));
//!     }
//! }
//!
//! # async fn ask_model(_: &[String], _: &str) -> Result<String, std::io::Error> {
//! #     Ok(r#"{"role": "assistant", "content": "Acme owes 5,000."}"#.to_owned())
//! # }
//! #
//! # use hpd_host::journal::MemoryJournal;
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! # use futures_util::StreamExt;
//! # let toolbox = Toolbox::builder().journal(MemoryJournal::new()).build().unwrap();
//! # let session = Arc::new(Session::with_id("s1"));
//! # let body = r#"{"threadId": "t", "runId": "r", "messages": [{"role": "user", "content": "What does Acme owe?"}]}"#;
//! # let response = agent(Responses::new(), toolbox, session, body.to_owned()).await.unwrap();
//! # assert_eq!(response.headers()["content-type"], "text/event-stream");
//! # let mut body = response.into_body().into_data_stream();
//! # let mut text = String::new();
//! # while let Some(part) = body.next().await {
//! #     text.push_str(std::str::from_utf8(&part.unwrap()).unwrap());
//! # }
//! # assert!(text.starts_with("data: {\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"r\"}\n\n"), "{text}");
//! # assert!(text.contains("\"delta\":\"Acme owes 5,000.\""), "{text}");
//! # assert!(text.contains("\"name\":\"receipt\""), "{text}");
//! # assert!(text.ends_with("\"outcome\":{\"type\":\"success\"}}\n\n"), "{text}");
//! # });
//! ```
//!
//! [`Responses::respond`] gives body and work to any other framework.
//!
//! The toolbox needs a journal: without one, the response has status 500, and the log has the reason under
//! `hpd::responses`.
//!
//! # The user's part
//!
//! Before the loop, the request is carried out. The order is: the answers to questions, then the message.
//!
//! | the request has | what happens |
//! |---|---|
//! | an answer to a question for approval | [`Toolbox::decide_with`](crate::Toolbox::decide_with), as the user of the channel. Its end is in [`ResponseWriter::news`] |
//! | an answer that is not taken | the user reads why. The question stays open |
//! | an edit | the user is asked again. The loop is not called |
//! | a message that answers a question for values | [`Toolbox::reply_with`](crate::Toolbox::reply_with). The end of the call is in `news` |
//! | a message that may be an answer, but not clearly | the user is asked again. The loop is not called |
//! | any other message | the loop is called |
//!
//! A question reaches the front end as an event. In AG-UI, this is `CUSTOM` with the name `mcq`. Until the question is
//! answered, each run also ends with an interrupt. In the AI SDK, it is a part `data-mcq`. The answer is the payload of
//! `resume`, or a part `data-answer`. See [`ClientRequest`].
//!
//! # Connections
//!
//! A client that disconnects ends nothing: the loop runs to its end, so that no write is interrupted. As long as it runs,
//! [`Responses::again`] gives the whole response once more, to the same user. The AI SDK asks for it by
//! `GET /api/chat/{id}/stream`, and expects status 204 if nothing runs. AG-UI and the AI SDK do not use `Last-Event-ID`;
//! the form [`sse`](super::sse) does. A comment each 15 seconds keeps the connection open.
//!
//! An error or a panic of the loop ends the response with a text for the user. The log has the cause, under
//! `hpd::responses`.
//!
//! Ids of calls must be unique in a conversation. Where a provider numbers the calls of each message from zero, a later
//! request may repeat an id, and clients then merge two calls.

mod ag_ui;
#[cfg(feature = "axum")]
mod axum;
mod body;
mod exchange;
mod frames;
mod request;
mod served;
mod vercel;
mod writer;

pub use body::ResponseBody;
pub use request::{BadRequest, ClientRequest};
pub use served::{CannotRespond, LoopError, Responses};
pub use writer::ResponseWriter;

/// The target of messages in the log.
const LOG: &str = "hpd::responses";

//! Responses of axum.

use std::future::Future;
use std::sync::Arc;

use axum_core::body::Body;
use axum_core::response::{IntoResponse, Response};
use hpd_journal::clients::sse::{BadLastEventId, SseStream};
use hpd_journal::stream::{EventStream, StreamStart};
use http::{HeaderMap, StatusCode};

use super::request::{BadRequest, ClientRequest};
use super::writer::ResponseWriter;
use super::{CannotRespond, LoopError, ResponseBody, Responses};
use crate::approval::UserChannel;
use crate::session::Session;
use crate::toolbox::Toolbox;

impl Responses {
    /// The response to a request, for a handler of axum. The loop runs as a task of tokio, to its end, also if the
    /// client disconnects. Parameters are those of [`respond`](Self::respond); its errors are status 500, and in the log.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime.
    pub fn serve<F, Fut, E>(
        &self,
        toolbox: &Toolbox,
        session: &Arc<Session>,
        user: UserChannel,
        request: ClientRequest,
        host: F,
    ) -> Response
    where
        F: FnOnce(ResponseWriter) -> Fut + Send + 'static,
        Fut: Future<Output = Result<(), E>> + Send + 'static,
        E: LoopError,
    {
        match self.respond(toolbox, session, user, request, host) {
            Ok((body, work)) => {
                tokio::spawn(work);
                body.into_response()
            }
            Err(error) => error.into_response(),
        }
    }

    /// The response that is being written for this user in this session, from its start; status 204 if none is. For
    /// `GET /api/chat/{id}/stream` of the AI SDK, and for any client that lost its connection.
    pub fn serve_again(&self, toolbox: &Toolbox, session_id: &str, user: &UserChannel) -> Response {
        match self.again(toolbox, session_id, user) {
            Some(body) => body.into_response(),
            None => StatusCode::NO_CONTENT.into_response(),
        }
    }

    /// All events of a session as they happen, in the form [`sse`](crate::events::sse), from the `Last-Event-ID` of the
    /// request's headers on. A wrong one is status 400. The caller checks that the user may see the session.
    pub fn serve_events(&self, toolbox: &Toolbox, session_id: &str, headers: &HeaderMap) -> Response {
        let Some(journal) = toolbox.journal() else { return CannotRespond::NoJournal.into_response() };
        let last = headers.get("last-event-id").map(|value| value.to_str().unwrap_or("?"));
        let start = match StreamStart::of_header(last, StreamStart::After(0)) {
            Ok(start) => start,
            Err(error @ BadLastEventId) => {
                return (StatusCode::BAD_REQUEST, error.to_string()).into_response();
            }
        };
        let events = EventStream::of_session(Arc::clone(journal), session_id, start);
        let stream = SseStream::new(events, toolbox.shared_timer()).with_status_lines();
        (SseStream::HEADERS, Body::from_stream(stream)).into_response()
    }
}

impl IntoResponse for ResponseBody {
    fn into_response(self) -> Response {
        let headers = self.headers();
        let mut response = Body::from_stream(self).into_response();
        for &(name, value) in headers {
            response.headers_mut().insert(name, http::HeaderValue::from_static(value));
        }
        response
    }
}

/// Status 400, with the text.
impl IntoResponse for BadRequest {
    fn into_response(self) -> Response {
        (StatusCode::BAD_REQUEST, self.to_string()).into_response()
    }
}

/// Status 500. The text is for the log alone.
impl IntoResponse for CannotRespond {
    fn into_response(self) -> Response {
        tracing::error!(target: super::LOG, error = %self, "no response is possible");
        StatusCode::INTERNAL_SERVER_ERROR.into_response()
    }
}

//! The endpoint: who asks, how much, and what the body says, before rmcp answers.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use hpd_host::Principal;
use http_body_util::{BodyExt, Full, Limited};
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};

use super::auth::Auth;
use super::sessions::{SESSION, Sessions};
use crate::server::connection::Connection;
use crate::server::conversation::ConnectionKind;
use crate::server::shared::Shared;
use crate::server::wire::{self, read_body};

/// The endpoint of a server.
pub(super) struct Endpoint<H> {
    service: StreamableHttpService<Connection<H>, LocalSessionManager>,
    sessions: Sessions,
    auth: Option<Auth>,
    body_bytes: usize,
    body_time: Duration,
}

impl<H: ServerHandler> Endpoint<H> {
    pub(super) fn new(
        shared: Arc<Shared<H>>,
        config: StreamableHttpServerConfig,
        auth: Option<Auth>,
        sessions: usize,
        body_bytes: usize,
        body_time: Duration,
    ) -> Self {
        let sessions = Sessions::new(sessions);
        let new = move || Ok(Connection::new(Arc::clone(&shared), ConnectionKind::Http));
        let service = StreamableHttpService::new(new, Arc::clone(&sessions.manager), config);
        Self { service, sessions, auth, body_bytes, body_time }
    }

    async fn principal(&self, headers: &HeaderMap) -> Result<Principal, Response> {
        match &self.auth {
            Some(auth) => auth.principal(headers).await,
            None => Ok(Principal::unknown()),
        }
    }

    /// Reads a body within its bounds.
    async fn body(&self, body: Body) -> Result<Bytes, StatusCode> {
        let read = Limited::new(body, self.body_bytes).collect();
        match tokio::time::timeout(self.body_time, read).await {
            Ok(Ok(body)) => Ok(body.to_bytes()),
            Ok(Err(error)) if error.is::<http_body_util::LengthLimitError>() => {
                Err(StatusCode::PAYLOAD_TOO_LARGE)
            }
            Ok(Err(_)) => Err(StatusCode::BAD_REQUEST),
            Err(_) => Err(StatusCode::REQUEST_TIMEOUT),
        }
    }
}

/// Answers a request.
pub(super) async fn answer<H: ServerHandler>(
    State(endpoint): State<Arc<Endpoint<H>>>,
    request: Request,
) -> Response {
    match take(&endpoint, request).await {
        Ok(response) | Err(response) => response,
    }
}

async fn take<H: ServerHandler>(endpoint: &Endpoint<H>, request: Request) -> Result<Response, Response> {
    let (mut parts, body) = request.into_parts();
    let principal = endpoint.principal(&parts.headers).await?;
    if endpoint.sessions.is_anothers(&parts.headers, &principal) {
        return Err((StatusCode::NOT_FOUND, "Not Found: Session not found").into_response());
    }
    // No token gets further than here: the request's parts reach functions.
    parts.headers.remove(axum::http::header::AUTHORIZATION);
    parts.extensions.insert(principal.clone());
    let mut bytes = Bytes::new();
    if parts.method == Method::POST {
        bytes = endpoint.body(body).await.map_err(IntoResponse::into_response)?;
        let is_first = !parts.headers.contains_key(&SESSION);
        if let Ok(text) = std::str::from_utf8(&bytes) {
            if is_first && wire::is_initialize(text) && !endpoint.sessions.has_place().await {
                return Err((StatusCode::SERVICE_UNAVAILABLE, "Too many sessions").into_response());
            }
            let read = read_body(text);
            if let Some(arguments) = read.arguments {
                parts.extensions.insert(arguments);
            }
            if let Some(text) = read.text {
                bytes = text.into();
            }
        }
    }
    // It has another length now, perhaps.
    parts.headers.remove(axum::http::header::CONTENT_LENGTH);
    let response = endpoint.service.handle(Request::from_parts(parts, Full::new(bytes))).await;
    endpoint.sessions.note(response.headers(), &principal);
    Ok(response.map(Body::new))
}

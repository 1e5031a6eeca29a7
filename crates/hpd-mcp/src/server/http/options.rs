//! A server before it serves HTTP.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::routing::{any, get};
use rmcp::ServerHandler;
use rmcp::transport::StreamableHttpServerConfig;
use tokio::net::TcpListener;

use super::auth::{Auth, ProtectedResource, TokenVerifier, metadata};
use super::connections::Bounded;
use super::endpoint::{Endpoint, answer};
use crate::server::builder::{HpdServer, ServeError};

/// A server over streamable HTTP.
///
/// By default, it is for clients on the same machine. It takes only requests for `localhost`, so that no page in a
/// browser reaches it by another name. A public server names its hosts, and asks for tokens.
///
/// ```no_run
/// use hpd_host::{Principal, Toolbox};
/// use hpd_mcp::server::HpdServer;
/// use hpd_mcp::server::http::{ProtectedResource, TokenError};
///
/// # async fn serve(toolbox: Toolbox) -> Result<(), Box<dyn std::error::Error>> {
/// let resource = ProtectedResource::new("https://tools.acme.example/mcp")
///     .authorization_server("https://login.acme.example");
/// // A real one checks the signature, the time, and that the token is for this resource.
/// let verify = |token: &str| match token {
///     "anna's token" => Ok(Principal::new("anna")),
///     _ => Err(TokenError::Invalid),
/// };
/// let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
/// HpdServer::new(toolbox)
///     .http()
///     .hosts(["tools.acme.example"])
///     .bearer(resource, verify)
///     .serve(listener)
///     .await?;
/// # Ok(())
/// # }
/// ```
#[must_use = "a server serves nothing until it is told where"]
pub struct HttpServer<H = super::super::NothingElse> {
    server: HpdServer<H>,
    path: String,
    hosts: Vec<String>,
    origins: Vec<String>,
    auth: Option<Auth>,
    sessions: usize,
    connections: usize,
    body_time: Duration,
}

/// The hosts of this machine.
const LOCAL_HOSTS: [&str; 3] = ["localhost", "127.0.0.1", "::1"];

/// The pages of this machine.
const LOCAL_ORIGINS: [&str; 6] = [
    "http://localhost:*",
    "http://127.0.0.1:*",
    "http://[::1]:*",
    "https://localhost:*",
    "https://127.0.0.1:*",
    "https://[::1]:*",
];

fn owned<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Vec<String> {
    texts.into_iter().map(Into::into).collect()
}

impl<H: ServerHandler> HpdServer<H> {
    /// The server over streamable HTTP.
    pub fn http(self) -> HttpServer<H> {
        HttpServer {
            server: self,
            path: "/mcp".to_owned(),
            hosts: owned(LOCAL_HOSTS),
            origins: owned(LOCAL_ORIGINS),
            auth: None,
            sessions: 1_024,
            connections: 512,
            body_time: Duration::from_secs(30),
        }
    }
}

impl<H: ServerHandler> HttpServer<H> {
    /// The path of the endpoint: `/mcp` by default.
    pub fn path(self, path: impl Into<String>) -> Self {
        Self { path: path.into(), ..self }
    }

    /// The hosts that requests may name, with or without a port, in place of this machine's. Requests for other ones are
    /// answered with 403. An empty list changes nothing: there is always a check.
    pub fn hosts<T: Into<String>>(self, hosts: impl IntoIterator<Item = T>) -> Self {
        let hosts = owned(hosts);
        if hosts.is_empty() { self } else { Self { hosts, ..self } }
    }

    /// The origins of web pages that may send requests, in place of this machine's: `https://app.acme.example:443`, or with
    /// `:*` for any port. Requests of other pages are answered with 403. Programs that are no browser send no origin.
    pub fn origins<T: Into<String>>(self, origins: impl IntoIterator<Item = T>) -> Self {
        Self { origins: owned(origins), ..self }
    }

    /// Asks for a bearer token with each request, as a resource server of OAuth 2.1. `verifier` finds the principal of a
    /// token. Clients find the authorization servers in the resource's metadata, which the server publishes.
    pub fn bearer(self, resource: ProtectedResource, verifier: impl TokenVerifier) -> Self {
        Self { auth: Some(Auth::new(resource, verifier)), ..self }
    }

    /// The most sessions at a time, 1,024 by default. They end after five minutes without a request. Clients of 2026-07-28
    /// have none.
    pub fn max_sessions(self, sessions: usize) -> Self {
        Self { sessions, ..self }
    }

    /// The most connections at a time, 512 by default, for [`serve`](Self::serve). Further ones wait.
    pub fn max_connections(self, connections: usize) -> Self {
        Self { connections, ..self }
    }

    /// How long a client may take to send the body of a request: 30 seconds by default.
    pub fn body_time(self, time: Duration) -> Self {
        Self { body_time: time, ..self }
    }

    /// The routes, for a program of yours that serves others too: the endpoint, and the metadata if there are tokens.
    pub fn into_router(self) -> Router {
        let Self { server, path, hosts, origins, auth, sessions, body_time, .. } = self;
        let body_bytes = server.message_bytes();
        let config = StreamableHttpServerConfig::default()
            .with_allowed_hosts(hosts)
            .with_allowed_origins(origins)
            .enforce_origin_validation()
            .with_max_request_body_bytes(body_bytes);
        let mut router = Router::new();
        if let Some(auth) = &auth {
            let text: Arc<str> = auth.resource.to_json().into();
            for place in auth.resource.places() {
                let text = Arc::clone(&text);
                router = router.route(&place, get(move || metadata(text)));
            }
        }
        let endpoint = Endpoint::new(server.share(), config, auth, sessions, body_bytes, body_time);
        router.route(&path, any(answer::<H>)).with_state(Arc::new(endpoint))
    }

    /// Serves until the listener fails.
    ///
    /// # Errors
    ///
    /// The listener failed.
    pub async fn serve(self, listener: TcpListener) -> Result<(), ServeError> {
        self.serve_until(listener, std::future::pending()).await
    }

    /// Serves until the future ends; then running requests are brought to their end.
    ///
    /// # Errors
    ///
    /// The listener failed.
    pub async fn serve_until(
        self,
        listener: TcpListener,
        end: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let listener = Bounded::new(listener, self.connections);
        let served = axum::serve(listener, self.into_router()).with_graceful_shutdown(end);
        served.await.map_err(ServeError::new)
    }
}

impl<H> fmt::Debug for HttpServer<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpServer")
            .field("path", &self.path)
            .field("hosts", &self.hosts)
            .finish_non_exhaustive()
    }
}

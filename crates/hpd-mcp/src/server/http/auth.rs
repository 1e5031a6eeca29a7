//! Tokens of requests: a resource server of OAuth 2.1, whose tokens another server issues.

use std::fmt::{self, Write as _};
use std::sync::Arc;

use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use hpd_host::Principal;
use hpd_host::system::BoxFuture;
use serde_json::json;

/// Finds the principal of a token.
///
/// A verifier checks three facts. A server that the verifier trusts issued the token. The token is for this resource
/// (its audience). It has not expired. A closure that decides at once is a verifier.
pub trait TokenVerifier: Send + Sync + 'static {
    /// The principal on whose behalf the client calls.
    ///
    /// # Errors
    ///
    /// The token does not allow the request, or that can't be found out.
    fn verify<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<Principal, TokenError>>;
}

impl<F> TokenVerifier for F
where
    F: Fn(&str) -> Result<Principal, TokenError> + Send + Sync + 'static,
{
    fn verify<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<Principal, TokenError>> {
        let verified = self(token);
        Box::pin(async move { verified })
    }
}

/// Why a token does not allow a request.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TokenError {
    /// It is unknown, expired, or for another resource: 401.
    Invalid,
    /// It lacks these scopes: 403.
    MissingScopes(Vec<String>),
    /// It can't be checked now: 503.
    Unavailable,
}

impl fmt::Display for TokenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid => f.write_str("the token is not valid for this resource"),
            Self::MissingScopes(scopes) => write!(f, "the token lacks the scopes {}", scopes.join(" ")),
            Self::Unavailable => f.write_str("tokens can't be checked now"),
        }
    }
}

impl std::error::Error for TokenError {}

/// The metadata of a protected resource (RFC 9728), by which clients find out where tokens come from.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct ProtectedResource {
    resource: String,
    servers: Vec<String>,
    scopes: Vec<String>,
    name: Option<String>,
}

/// Where metadata of resources is.
const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";

impl ProtectedResource {
    /// The address of the endpoint, as clients reach it: `https://tools.acme.example/mcp`.
    pub fn new(resource: impl Into<String>) -> Self {
        Self { resource: resource.into(), servers: Vec::new(), scopes: Vec::new(), name: None }
    }

    /// Adds a server that issues tokens for the resource.
    pub fn authorization_server(mut self, issuer: impl Into<String>) -> Self {
        self.servers.push(issuer.into());
        self
    }

    /// Adds a scope that clients should ask for.
    pub fn scope(mut self, scope: impl Into<String>) -> Self {
        self.scopes.push(scope.into());
        self
    }

    /// The name for people.
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    pub(super) fn to_json(&self) -> String {
        let mut metadata = json!({
            "resource": self.resource,
            "authorization_servers": self.servers,
            "bearer_methods_supported": ["header"],
        });
        if !self.scopes.is_empty() {
            metadata["scopes_supported"] = json!(self.scopes);
        }
        if let Some(name) = &self.name {
            metadata["resource_name"] = json!(name);
        }
        metadata.to_string()
    }

    /// The origin and the path of the resource.
    fn parts(&self) -> (&str, &str) {
        let begin = self.resource.find("://").map_or(0, |scheme| scheme + 3);
        let end = self.resource[begin..].find('/').map_or(self.resource.len(), |path| begin + path);
        let (origin, path) = self.resource.split_at(end);
        (origin, path.trim_end_matches('/'))
    }

    /// The paths of the metadata: that of the resource, and that of its host.
    pub(super) fn places(&self) -> Vec<String> {
        let (_, path) = self.parts();
        let mut places = vec![WELL_KNOWN.to_owned()];
        if !path.is_empty() {
            places.push(format!("{WELL_KNOWN}{path}"));
        }
        places
    }

    fn metadata_address(&self) -> String {
        let (origin, path) = self.parts();
        format!("{origin}{WELL_KNOWN}{path}")
    }
}

/// The check of tokens.
pub(super) struct Auth {
    pub(super) resource: ProtectedResource,
    verifier: Box<dyn TokenVerifier>,
}

impl Auth {
    pub(super) fn new(resource: ProtectedResource, verifier: impl TokenVerifier) -> Self {
        Self { resource, verifier: Box::new(verifier) }
    }

    /// The principal of a request, or the answer to it.
    pub(super) async fn principal(&self, headers: &HeaderMap) -> Result<Principal, Response> {
        let Some(token) = token_in(headers) else { return Err(self.challenge(StatusCode::UNAUTHORIZED, "")) };
        match self.verifier.verify(token).await {
            Ok(principal) => Ok(principal),
            Err(TokenError::Invalid) => {
                Err(self.challenge(StatusCode::UNAUTHORIZED, r#", error="invalid_token""#))
            }
            Err(TokenError::MissingScopes(scopes)) => {
                let error = format!(r#", error="insufficient_scope", scope="{}""#, quoted(&scopes.join(" ")));
                Err(self.challenge(StatusCode::FORBIDDEN, &error))
            }
            Err(TokenError::Unavailable) => Err(StatusCode::SERVICE_UNAVAILABLE.into_response()),
        }
    }

    fn challenge(&self, status: StatusCode, error: &str) -> Response {
        let mut challenge =
            format!(r#"Bearer resource_metadata="{}""#, quoted(&self.resource.metadata_address()));
        if !self.resource.scopes.is_empty() && !error.contains("scope") {
            // Writing to a `String` never fails.
            let _ = write!(challenge, r#", scope="{}""#, quoted(&self.resource.scopes.join(" ")));
        }
        challenge.push_str(error);
        (status, [(WWW_AUTHENTICATE, challenge)]).into_response()
    }
}

/// A text for a quoted part of a header.
fn quoted(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && !matches!(c, '"' | '\\')).collect()
}

/// The one token in the headers. Tokens in addresses get into logs, so none is read there.
fn token_in(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let value = values.next()?.to_str().ok()?;
    if values.next().is_some() {
        return None;
    }
    let (scheme, token) = value.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

/// The metadata. Any page may read it.
pub(super) async fn metadata(text: Arc<str>) -> Response {
    let headers = [(CONTENT_TYPE, "application/json"), (ALLOW_ORIGIN, "*")];
    (headers, text.to_string()).into_response()
}

const ALLOW_ORIGIN: axum::http::HeaderName = axum::http::header::ACCESS_CONTROL_ALLOW_ORIGIN;

//! Servers at an address, by rmcp's streamable HTTP.

use std::collections::HashMap;
use std::fmt;

use http::{HeaderName, HeaderValue};
use rmcp::service::ClientInitializeError;
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::{StreamableHttpClientTransportConfig, StreamableHttpError};

use super::error::ConnectProblem;

/// The address of a server, with what each request carries.
#[derive(Clone)]
pub(super) struct Address {
    url: String,
    pub(super) token: Option<String>,
    pub(super) headers: Vec<(String, String)>,
}

/// A header that HTTP does not allow. Its value may be a secret, and is not repeated.
#[derive(Debug)]
struct BadHeader(String);

impl fmt::Display for BadHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the header {:?} has a name or a value that HTTP does not allow", self.0)
    }
}

impl std::error::Error for BadHeader {}

type Error = Box<dyn std::error::Error + Send + Sync>;

impl Address {
    pub(super) const fn new(url: String) -> Self {
        Self { url, token: None, headers: Vec::new() }
    }

    /// The transport to the address.
    pub(super) fn transport(&self) -> Result<StreamableHttpClientTransport<reqwest::Client>, Error> {
        // Checked here, since the transport itself reports it with the first request alone.
        reqwest::Url::parse(&self.url)?;
        let mut headers = HashMap::new();
        for (name, value) in &self.headers {
            let parsed = (HeaderName::try_from(name.as_str()), HeaderValue::try_from(value.as_str()));
            let (Ok(parsed_name), Ok(mut parsed_value)) = parsed else {
                return Err(BadHeader(name.clone()).into());
            };
            parsed_value.set_sensitive(true);
            headers.insert(parsed_name, parsed_value);
        }
        if self.token.as_ref().is_some_and(|token| HeaderValue::try_from(token.as_str()).is_err()) {
            return Err(BadHeader("Authorization".to_owned()).into());
        }
        // TLS needs one provider a process. The program's own, if it has set one, stays.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut config =
            StreamableHttpClientTransportConfig::with_uri(self.url.as_str()).custom_headers(headers);
        // A new session may have other tools: it is a new connection, which reads the list.
        config.reinit_on_expired_session = false;
        let config = match &self.token {
            Some(token) => config.auth_header(token.clone()),
            None => config,
        };
        Ok(StreamableHttpClientTransport::from_config(config))
    }
}

/// Whether a server did not read a request: it could not be reached, or refused the session or the token.
pub(super) fn was_not_sent(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        match error.downcast_ref::<StreamableHttpError<reqwest::Error>>() {
            Some(StreamableHttpError::Client(error)) if error.is_connect() => return true,
            Some(
                StreamableHttpError::SessionExpired
                | StreamableHttpError::AuthRequired(_)
                | StreamableHttpError::InsufficientScope(_),
            ) => return true,
            _ => cause = error.source(),
        }
    }
    false
}

/// Why a server at an address is not connected.
pub(super) fn problem(error: ClientInitializeError) -> ConnectProblem {
    match error {
        ClientInitializeError::TransportError { error, .. } => ConnectProblem::Start(error.error),
        error => ConnectProblem::Protocol(error.to_string()),
    }
}

//! The server.

use std::sync::{Arc, Mutex, PoisonError};

use hpd_host::external::{Arguments, ExternalHandler};
use hpd_host::system::BoxFuture;
use hpd_host::{CallContext, Output, ToolError};

/// A server that accepts every call and keeps it. Clones are the same server.
#[derive(Debug, Clone, Default)]
pub struct AcceptsAnything {
    booked: Arc<Mutex<Vec<String>>>,
}

impl AcceptsAnything {
    /// The calls that reached the server: the name of the tool and the arguments.
    pub fn booked(&self) -> Vec<String> {
        self.booked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl ExternalHandler for AcceptsAnything {
    fn call<'a>(
        &'a self,
        name: &'a str,
        arguments: Arguments<'a>,
        _: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        Box::pin(async move {
            let mut booked = self.booked.lock().unwrap_or_else(PoisonError::into_inner);
            booked.push(format!("{name} {arguments}"));
            Ok(Output::Json(r#"{"status":"success"}"#.to_owned()))
        })
    }
}

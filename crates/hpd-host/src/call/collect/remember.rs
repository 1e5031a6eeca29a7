//! Stores values of the user's answers in the profile, if the host wants that.

use std::error::Error;
use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;
use hpd_runtime::Principal;
use hpd_runtime::args::Node;

use super::super::resolve::CollectCall;
use crate::collect::Profile;

/// Stores the values of parameters with a profile key. A failure is only logged: the call continues.
pub(super) async fn remember(
    call: &CollectCall<'_>,
    principal: &Principal,
    values: &[(String, Node<'static>)],
) {
    let safeguards = call.place.toolbox.safeguards();
    let Some(profile) = safeguards.profile.as_deref().filter(|_| safeguards.remember) else { return };
    for (name, value) in values {
        let field = call.plan.fields.iter().find(|field| *field.name == **name);
        if let Some(key) = field.and_then(|field| field.profile_key.as_deref()) {
            put(profile, principal, key, value).await;
        }
    }
}

async fn put(profile: &dyn Profile, principal: &Principal, key: &str, value: &Node<'_>) {
    let value = value.to_value();
    // A profile is the host's code. Its state is dropped with the panic.
    let kept = AssertUnwindSafe(async { profile.put(principal, key, value).await }).catch_unwind().await;
    let (error, why) = match kept {
        Ok(Ok(())) => return,
        Ok(Err(error)) => {
            let why = error.source().map(ToString::to_string).unwrap_or_default();
            (error.to_string(), why)
        }
        Err(_) => ("the profile panicked".to_owned(), String::new()),
    };
    tracing::warn!(target: "hpd::collect", { profile_key = key, error, why }, "a confirmed value is not kept");
}

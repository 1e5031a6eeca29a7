//! The stored contents of an entry: the event, and the principal on whose behalf it happened.
//!
//! With a known principal or tenant: `{"principal":"alex","tenant":null,"type":..,"data":..}`. Both keys come first, and
//! the unknown one is `null`. Else `{"type":..,"data":..}`, as before. The filters of databases rely on this order:
//! they find both by the texts between the keys, without parsing.

use hpd_runtime::Principal;
use serde::Serialize;

#[cfg(any(feature = "postgres", feature = "sqlite"))]
use crate::events::outline::in_outline;
use crate::events::{Event, NewEvent, id_to_keep};
use crate::parse_trusted::read_stored;

/// The start of contents with a principal or a tenant.
const START: &str = r#"{"principal":"#;

/// The end of the principal.
const TENANT: &str = r#","tenant":"#;

/// The end of the principal and the tenant.
const EVENT: &str = r#","type":"#;

#[derive(Serialize)]
struct Payload<'a> {
    principal: Option<String>,
    tenant: Option<String>,
    #[serde(flatten)]
    event: &'a Event,
}

/// The contents of a new entry.
///
/// # Errors
///
/// The event can't be JSON.
pub(super) fn written(new: &NewEvent) -> serde_json::Result<String> {
    if new.principal.is_none() && new.tenant.is_none() {
        return serde_json::to_string(&new.event);
    }
    let kept = |text: &Option<String>| text.as_deref().map(id_to_keep);
    serde_json::to_string(&Payload {
        principal: kept(&new.principal),
        tenant: kept(&new.tenant),
        event: &new.event,
    })
}

/// The event in stored contents; `None` if it can't be read.
pub(super) fn event(payload: &str) -> Option<Event> {
    // Its other keys are skipped.
    read_stored(payload).ok()
}

/// The event in stored contents, in outline.
#[cfg(any(feature = "postgres", feature = "sqlite"))]
pub(super) fn outline(payload: &str) -> Option<Event> {
    in_outline(|| event(payload))
}

/// The principal in stored contents; unknown if they have none, or can't be read.
pub(super) fn principal(payload: &str) -> Principal {
    let Some(ids) = payload.strip_prefix(START) else { return Principal::unknown() };
    if let Some(principal) = plain(ids) {
        return principal;
    }
    // JSON escapes quotes in texts, so the first such key is the event's. The event is not parsed a second time.
    let start = payload.split_once(EVENT).map(|(start, _)| format!("{start}}}"));
    start.and_then(|start| read_stored(&start).ok()).unwrap_or_default()
}

/// The principal of two ids without escapes, as nearly all are; `None` for others.
fn plain(ids: &str) -> Option<Principal> {
    let (id, rest) = plain_id(ids)?;
    let (tenant, rest) = plain_id(rest.strip_prefix(TENANT)?)?;
    rest.starts_with(EVENT).then_some(Principal { id, tenant })
}

/// The id at the start of a text, and the rest.
fn plain_id(text: &str) -> Option<(Option<String>, &str)> {
    if let Some(rest) = text.strip_prefix("null") {
        return Some((None, rest));
    }
    let text = text.strip_prefix('"')?;
    let (id, rest) = text.split_at(text.find(['"', '\\'])?);
    Some((Some(id.to_owned()), rest.strip_prefix('"')?))
}

/// A principal or a tenant of a filter as contents have it: a string literal of JSON.
#[cfg(any(feature = "postgres", feature = "sqlite"))]
pub(super) fn literal(id: &str) -> String {
    serde_json::Value::String(id_to_keep(id)).to_string()
}

/// A tool of a filter as contents have it: a string literal of JSON.
#[cfg(any(feature = "postgres", feature = "sqlite"))]
pub(super) fn tool_literal(tool: &str) -> String {
    serde_json::Value::String(tool.to_owned()).to_string()
}

#[cfg(test)]
mod tests {
    use hpd_runtime::Principal;

    use super::{event, principal, written};
    use crate::testing::journal_kit::sample_event;

    #[test]
    fn contents_without_a_principal_are_the_event_alone() {
        let new = sample_event("session", "turn", 1);
        let payload = written(&new).unwrap();
        assert_eq!(payload, r#"{"type":"turn_started","data":{"query":"Void the invoice 1."}}"#);
        assert_eq!(principal(&payload), Principal::unknown());
    }

    #[test]
    fn contents_begin_with_the_principal() {
        let of = |principal: &Principal| {
            let new = sample_event("session", "turn", 1).on_behalf_of(principal);
            let payload = written(&new).unwrap();
            assert_eq!(event(&payload), Some(new.event));
            payload
        };
        let event = r#""type":"turn_started","data":{"query":"Void the invoice 1."}}"#;
        let alex = Principal::new("alex");
        assert_eq!(of(&alex), format!(r#"{{"principal":"alex","tenant":null,{event}"#));
        let nobody = Principal::unknown().in_tenant("acme");
        assert_eq!(of(&nobody), format!(r#"{{"principal":null,"tenant":"acme",{event}"#));
        for known in [alex.in_tenant(r#"a","type":"b","tenant":"#), nobody, Principal::new("").in_tenant("")]
        {
            assert_eq!(principal(&of(&known)), known);
        }
        assert_eq!(principal(&of(&Principal::new("a\0b"))), Principal::new("a\u{fffd}b"));
    }

    #[test]
    fn contents_that_are_cut_have_no_principal() {
        assert_eq!(principal(r#"{"principal":"alex","ten"#), Principal::unknown());
    }
}

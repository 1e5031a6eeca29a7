//! AG-UI's rules about one event: the schema that its package `@ag-ui/core` 1.0.0 checks events with, exported as a
//! JSON schema.
//!
//! It accepts fields that it does not name, and its client drops them with a warning. Events of other servers are
//! checked with it unchanged. Events of this crate must use only the fields that it names.
//!
//! The crate `ag-ui-core` 0.1.0 is no alternative: its ids of threads, runs and calls are UUIDs, and ids of providers
//! are not.

use std::sync::LazyLock;

use crate::events::recorded::{closed, json};

/// A checker of events that others send.
pub(crate) fn their_validator() -> jsonschema::Validator {
    jsonschema::draft202012::new(&json("ag_ui", "schema.json")).unwrap()
}

/// A checker of events that are sent here.
pub(crate) fn validator() -> &'static jsonschema::Validator {
    static VALIDATOR: LazyLock<jsonschema::Validator> =
        LazyLock::new(|| jsonschema::draft202012::new(&closed(json("ag_ui", "schema.json"))).unwrap());
    &VALIDATOR
}

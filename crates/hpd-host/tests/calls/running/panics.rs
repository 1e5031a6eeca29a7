//! Functions that panic.

use hpd_host::output::FailureEffect;

use crate::running::desk::{Act, office};

#[test]
fn a_write_that_panicked_is_unknown() {
    for name in ["write", "write_later", "write_local"] {
        let outcome = office([Act::Panic]).call(name);
        assert_eq!(
            outcome.for_model().text,
            r#"{"error_type":"function_panicked","error_message":"The function stopped because of an internal error. Nobody knows whether it took effect.","outcome":"unknown","retry_guidance":"Do NOT call it again. Check first whether it took effect, and tell the user that this is not known."}"#,
            "{name}"
        );
        assert_eq!(outcome.for_host()["source"], "unplugged");
    }
}

#[test]
fn a_read_that_panicked_has_failed() {
    for name in ["read", "read_later", "read_timed"] {
        let outcome = office([Act::Panic]).call(name);
        assert_eq!(
            outcome.for_model().text,
            r#"{"error_type":"function_panicked","error_message":"The function stopped because of an internal error. What it did until then is unknown."}"#,
            "{name}"
        );
        assert_eq!(outcome.error().unwrap().function().unwrap().effect(), FailureEffect::Failed);
    }
}

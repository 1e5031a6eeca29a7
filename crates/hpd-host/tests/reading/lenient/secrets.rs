//! Values of sensitive parameters are hidden in texts about a call.

use hpd_host::args::Leniency::Safe;
use hpd_host::args::StopReason;
use hpd_host::{RawCall, Session, Toolbox};

use super::{Desk, read, refuse};

#[test]
fn warnings_hide_what_they_repeat() {
    assert_eq!(
        read(Safe, "open", r#"{"pin": "4711", "door": "3"}"#).1,
        ["STRING_TO_NUMBER /pin", "STRING_TO_NUMBER /door"]
    );
    let toolbox = Toolbox::builder().plugin(Desk).build().unwrap();
    let call = RawCall::new("1", "open", r#"{"pin": "4711", "door": "3"}"#);
    let warnings = toolbox.check(&Session::new(), &call).unwrap().warnings;
    let shown = warnings.iter().map(|warning| (warning.from.as_deref(), warning.to.as_deref()));
    assert_eq!(
        shown.collect::<Vec<_>>(),
        [(Some("[hidden]"), Some("[hidden]")), (Some(r#""3""#), Some("3"))]
    );
    assert!(!format!("{warnings:?}").contains("4711"));
}

#[test]
fn errors_hide_what_they_repeat() {
    for arguments in [
        r#"{"pin": "47110", "door": 3}"#,
        r#"{"pin": "4711", "door": 3"#,
        r#"{"pin": "4711"#,
        r#"{"PIN": "47-11", "door": 3}"#,
        r#"{"pin": 4711, "pin": 4712, "door": 3}"#,
        r#"{"arguments": {"pin": "4711"}, "door": 3}"#,
    ] {
        // With any mistake, the number is not in the texts about it.
        let toolbox = Toolbox::builder().plugin(Desk).build().unwrap();
        let call = RawCall::new("1", "open", arguments).stopped_by(StopReason::Length);
        let error = toolbox.check(&Session::new(), &call).unwrap_err();
        assert!(!format!("{error:?} {error}").contains("471"), "{error:?}");
    }
    assert_eq!(
        refuse(Safe, "open", r#"{"pin": "47110", "door": 3}"#, StopReason::Unknown),
        ["OUT_OF_RANGE pin must be at most 9999"]
    );
}

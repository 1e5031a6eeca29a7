//! Which leniency holds: that of the parameter, of the function, of the toolbox.

use hpd_host::args::Leniency::{Lenient, Safe, Strict};
use hpd_host::args::StopReason;

use super::{read, refuse};

#[test]
fn the_toolbox_decides_where_the_function_does_not() {
    let text = r#"{"text": "tax", "limit": "5"}"#;
    assert_eq!(
        refuse(Strict, "find", text, StopReason::Unknown),
        ["TYPE_MISMATCH limit must be an integer, but a string was sent"]
    );
    assert_eq!(
        read(Safe, "find", text),
        ("\"tax\" 5 None None".to_owned(), vec!["STRING_TO_NUMBER /limit".to_owned()])
    );
}

#[test]
fn the_function_decides_before_the_toolbox() {
    for leniency in [Strict, Safe, Lenient] {
        assert_eq!(
            refuse(leniency, "count", r#"{"from": "5", "loudly": true}"#, StopReason::Unknown),
            ["TYPE_MISMATCH from must be an integer, but a string was sent"]
        );
    }
}

#[test]
fn the_parameter_decides_before_the_function() {
    for leniency in [Strict, Safe, Lenient] {
        assert_eq!(
            read(leniency, "count", r#"{"from": 5, "loudly": "yes"}"#),
            ("5 true".to_owned(), vec!["STRING_TO_BOOLEAN /loudly".to_owned()])
        );
    }
}

#[test]
fn empty_arguments_are_an_object_under_every_policy() {
    for leniency in [Strict, Safe, Lenient] {
        for text in ["", " \n", "null"] {
            assert_eq!(
                refuse(leniency, "find", text, StopReason::Unknown),
                ["REQUIRED_FIELD text is required"]
            );
        }
    }
}

//! Errors of other crates: what the model reads, and what the log gets.

use hpd_runtime::{ModelError as _, OrTell as _, ToolError};

fn log_of(error: &ToolError) -> String {
    error.for_log().unwrap()
}

#[test]
fn the_model_reads_the_text_and_the_log_the_error() {
    assert_eq!("7".parse::<u32>().or_tell("No number.").unwrap(), 7);
    let error = "x".parse::<u32>().or_tell("The amount is no number.").unwrap_err();
    assert_eq!(error.for_model(), "The amount is no number.");
    assert_eq!(log_of(&error), "invalid digit found in string");
}

#[test]
fn an_error_that_tells_nothing_is_found_in_the_log_by_its_id() {
    assert_eq!("7".parse::<u32>().or_tell_nothing().unwrap(), 7);
    let ids = [(); 2].map(|()| {
        let error = "x".parse::<u32>().or_tell_nothing().unwrap_err();
        let log = log_of(&error);
        let (id, cause) = log.split_once(": ").unwrap();
        assert_eq!(cause, "invalid digit found in string");
        assert_eq!(error.for_model(), format!("The function failed. The log says why, under {id}."));
        let digits = id.strip_prefix("error-").unwrap();
        assert!(digits.len() == 8 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()), "{id}");
        id.to_owned()
    });
    assert_ne!(ids[0], ids[1]);
}

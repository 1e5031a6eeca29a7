//! The macros' accepted input, and their errors for the rest.

#[test]
fn fail() {
    trybuild::TestCases::new().compile_fail("fail/*/*/*.rs");
}

#[test]
fn pass() {
    trybuild::TestCases::new().pass("pass/*.rs");
}

//! What the macros accept, and what they say about what they don't.

#[test]
fn fail() {
    trybuild::TestCases::new().compile_fail("fail/*/*/*.rs");
}

#[test]
fn pass() {
    trybuild::TestCases::new().pass("pass/*.rs");
}

//! A scope on the block: the description is the argument, a key, or the doc comment.

use hpd_runtime::{Output, Plugin, scope};

struct Ledger;

#[scope("Books and invoices.", name = "Books", title = "The books", post_expansion = "Amounts are in cents.")]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function]
    fn balance(&self) -> i64 {
        7
    }
}

struct Documented;

/// People and teams.
#[scope]
impl Documented {
    /// How people are found.
    #[skill(instructions = "By name.")]
    fn finding(&self) {}
}

struct Keyed;

/// For readers of the code.
#[scope(description = "For models.")]
impl Keyed {}

fn main() {
    let scope = Ledger::SPEC.scope.expect("there is a scope");
    assert_eq!((scope.description, scope.title), ("Books and invoices.", Some("The books")));
    assert_eq!(scope.post_expansion, Some("Amounts are in cents."));
    assert_eq!(Ledger::SPEC.container_name(), "Books");
    assert_eq!(ui_tests::call(&Ledger, "balance", "{}"), Ok(Output::Json("7".to_owned())));
    assert_eq!(Documented::SPEC.scope.map(|scope| scope.description), Some("People and teams."));
    assert_eq!(Documented::SPEC.container_name(), "Documented");
    assert_eq!(Keyed::SPEC.scope.map(|scope| scope.description), Some("For models."));
}

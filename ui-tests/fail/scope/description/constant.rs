use hpd_runtime::scope;

const DESCRIPTION: &str = "Books and invoices.";

struct Ledger;

#[scope(description = DESCRIPTION)]
impl Ledger {}

fn main() {
    assert!(!DESCRIPTION.is_empty());
}

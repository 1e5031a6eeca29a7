use hpd_runtime::scope;

struct Ledger;

#[scope("Books and invoices.", description = "Books.")]
impl Ledger {}

fn main() {}

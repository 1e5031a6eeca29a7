use hpd_runtime::scope;

struct Ledger;

#[scope("Books and invoices.", within = "Office")]
impl Ledger {}

fn main() {}

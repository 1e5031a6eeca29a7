use hpd_runtime::scope;

struct Ledger;

#[scope("Books and invoices.", risk = low)]
impl Ledger {}

fn main() {}

use hpd_runtime::scope;

struct Ledger;

#[scope("Books and invoices.", name = "9books")]
impl Ledger {}

fn main() {}

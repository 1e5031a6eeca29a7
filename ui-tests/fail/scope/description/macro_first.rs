use hpd_runtime::scope;

struct Ledger;

#[scope(concat!("Books", " and invoices."))]
impl Ledger {}

fn main() {}

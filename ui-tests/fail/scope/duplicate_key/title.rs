use hpd_runtime::scope;

struct Ledger;

#[scope("Books and invoices.", title = "Books", title = "Ledger")]
impl Ledger {}

fn main() {}

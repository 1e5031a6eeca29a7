use hpd_runtime::{plugin, scope};

#[scope("Books and invoices.", rename_all = "PascalCase")]
struct Ledger;

#[plugin]
impl Ledger {}

fn main() {}

use hpd_runtime::plugin;

struct Ledger;

#[plugin("Books and invoices.")]
impl Ledger {}

fn main() {}

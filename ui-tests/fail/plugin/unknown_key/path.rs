use hpd_runtime::plugin;

struct Ledger;

#[plugin(ledger::name = "books")]
impl Ledger {}

fn main() {}

use hpd_runtime::plugin;

struct Ledger;

#[plugin(name = "books", name = "ledger")]
impl Ledger {}

fn main() {}

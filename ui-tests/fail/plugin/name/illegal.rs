use hpd_runtime::plugin;

struct Ledger;

#[plugin(name = "my ledger")]
impl Ledger {}

fn main() {}

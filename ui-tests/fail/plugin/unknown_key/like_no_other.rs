use hpd_runtime::plugin;

struct Ledger;

#[plugin(wombat = true)]
impl Ledger {}

fn main() {}

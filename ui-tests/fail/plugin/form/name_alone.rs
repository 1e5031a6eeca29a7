use hpd_runtime::plugin;

struct Ledger;

#[plugin(name)]
impl Ledger {}

fn main() {}

use hpd_runtime::plugin;

struct Ledger;

#[plugin(crate = hpd_runtime)]
impl Ledger {}

fn main() {}

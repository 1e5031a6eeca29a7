use hpd_runtime::plugin;

struct Ledger;

#[plugin(renam_all = "camelCase")]
impl Ledger {}

fn main() {}

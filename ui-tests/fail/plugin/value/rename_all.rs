use hpd_runtime::plugin;

struct Ledger;

#[plugin(rename_all = "pascalCase")]
impl Ledger {}

fn main() {}

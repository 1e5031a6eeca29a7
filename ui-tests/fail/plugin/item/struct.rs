use hpd_runtime::plugin;

#[plugin]
struct Ledger;

fn main() {}

use hpd_runtime::plugin;

struct Ledger;

#[plugin(post_expansion = "Amounts are in cents.")]
impl Ledger {}

fn main() {}

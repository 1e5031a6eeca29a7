use hpd_runtime::plugin;

struct Balance;

struct Ledger;

#[plugin]
impl Ledger {
    /// How a month is closed.
    #[skill(functions(fn Balance))]
    fn closing(&self) {}
}

fn main() {
    let _ = Balance;
}

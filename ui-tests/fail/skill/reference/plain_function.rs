use hpd_runtime::plugin;

mod tools {
    pub fn balance() -> i64 {
        0
    }
}

struct Ledger;

#[plugin]
impl Ledger {
    /// How a month is closed.
    #[skill(functions(fn tools::balance))]
    fn closing(&self) {}
}

fn main() {
    tools::balance();
}

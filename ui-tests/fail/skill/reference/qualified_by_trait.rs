use hpd_runtime::plugin;

trait Books {
    fn balance(&self) -> i64;
}

struct Ledger;

impl Books for Ledger {
    fn balance(&self) -> i64 {
        0
    }
}

#[plugin]
impl Ledger {
    /// How a year is closed.
    #[skill(functions(<Ledger as Books>::balance))]
    fn year(&self) {}
}

fn main() {
    Ledger.balance();
}

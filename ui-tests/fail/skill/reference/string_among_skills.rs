use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// How a year is closed.
    #[skill(skills("month"))]
    fn year(&self) {}
}

fn main() {}

use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// How a year is closed.
    #[skill(functions(Self::month))]
    fn year(&self) {}

    /// How a month is closed.
    #[skill(instructions = "Carefully.")]
    fn month(&self) {}
}

fn main() {}

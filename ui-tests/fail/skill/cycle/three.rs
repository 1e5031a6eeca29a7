use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// How a year is closed.
    #[skill(skills(Self::quarter))]
    fn year(&self) {}

    /// How a quarter is closed.
    #[skill(skills(Ledger::month))]
    fn quarter(&self) {}

    /// How a month is closed.
    #[skill(skills(Self::quarter), instructions = "Carefully.")]
    fn month(&self) {}
}

fn main() {}

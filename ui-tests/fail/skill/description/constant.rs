use hpd_runtime::plugin;

const CLOSING: &str = "How a year is closed.";

struct Ledger;

#[plugin]
impl Ledger {
    #[skill(description = CLOSING, instructions = "Carefully.")]
    fn year(&self) {}
}

fn main() {
    assert!(!CLOSING.is_empty());
}

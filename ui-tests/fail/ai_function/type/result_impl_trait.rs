use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function]
    fn balance(&self) -> impl std::fmt::Display {
        0
    }
}

fn main() {}

use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function]
    fn balance<T: Default + serde::Serialize>(&self) -> T {
        T::default()
    }
}

fn main() {}

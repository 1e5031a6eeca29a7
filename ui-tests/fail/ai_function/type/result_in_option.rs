use hpd_runtime::plugin;

struct Balance(i64);

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function]
    async fn balance(&self) -> Option<Balance> {
        Some(Balance(0))
    }
}

fn main() {
    assert_eq!(Balance(0).0, 0);
}

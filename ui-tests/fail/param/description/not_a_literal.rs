use hpd_runtime::plugin;

const ACCOUNT: &str = "The account.";

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of an account.
    #[ai_function]
    fn balance(&self, #[param(description = ACCOUNT)] account: u32) -> u32 {
        account
    }
}

fn main() {
    assert!(!ACCOUNT.is_empty());
}

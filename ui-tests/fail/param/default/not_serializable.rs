use hpd_runtime::plugin;

#[derive(Default, serde::Deserialize, schemars::JsonSchema)]
struct Account(u32);

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of an account.
    #[ai_function]
    fn balance(
        &self,
        /// The account.
        #[param(default)]
        account: Account,
    ) -> u32 {
        account.0
    }
}

fn main() {}

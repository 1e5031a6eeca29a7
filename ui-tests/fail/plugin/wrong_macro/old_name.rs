use hpd_runtime::plugin_scope;

struct Ledger;

#[plugin_scope("Books and invoices.")]
impl Ledger {
    /// The balance of an account.
    #[ai_function]
    fn balance(
        &self,
        /// The account's number.
        #[param(length(max = 10))]
        account: String,
    ) -> i64 {
        i64::from(account.is_empty())
    }
}

fn main() {}

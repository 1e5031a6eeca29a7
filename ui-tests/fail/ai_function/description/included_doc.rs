use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    #[doc = concat!("The balance", " of all accounts.")]
    #[ai_function]
    fn balance(&self) -> i64 {
        0
    }
}

fn main() {}

use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    #[ai_function(description = concat!("The balance", " of all accounts."))]
    fn balance(&self) -> i64 {
        0
    }
}

fn main() {}

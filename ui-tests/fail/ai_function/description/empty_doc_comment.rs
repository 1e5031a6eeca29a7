use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    ///
    #[ai_function]
    fn balance(&self) -> i64 {
        0
    }
}

fn main() {}

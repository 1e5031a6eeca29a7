use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// Books.
    #[ai_function]
    fn book(
        &self,
        /// How many.
        #[param(default = 1.5)]
        count: i64,
    ) {
    }
}

fn main() {}

use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// Books.
    #[ai_function]
    fn book(
        &self,
        /// How many.
        #[param(rnage(min = 1))]
        count: u32,
    ) -> String {
        count
    }
}

fn main() {}

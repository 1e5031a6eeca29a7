use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// Books.
    #[ai_function]
    fn book(
        &self,
        /// How many.
        #[param(range(min = ))]
        count: u32,
    ) {
    }
}

fn main() {}

use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// Books.
    #[ai_function]
    fn book(
        &self,
        /// How many.
        #[param(example = -1)]
        count: u32,
    ) {
    }
}

fn main() {}

use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// Books.
    #[ai_function]
    fn book(
        &self,
        /// How many.
        #[param(one_of(1, 1000))]
        count: u8,
    ) {
    }
}

fn main() {}

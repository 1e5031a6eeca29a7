use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// Books.
    #[ai_function]
    fn book(
        &self,
        /// How many.
        #[param(default = 300)]
        count: Option<u8>,
    ) {
    }
}

fn main() {}

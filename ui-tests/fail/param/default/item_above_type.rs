use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// Books.
    #[ai_function]
    fn book(
        &self,
        /// How many of each.
        #[param(default = [1, 256])]
        counts: Vec<u8>,
    ) {
    }
}

fn main() {}

use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The last entries.
    #[ai_function]
    fn entries(
        &self,
        /// How many.
        #[param(example = 0.5, range(min = 1))]
        limit: f64,
    ) -> f64 {
        limit
    }
}

fn main() {}

use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// A photo of the safe.
    #[ai_function]
    fn photo(&self) -> &[u8] {
        &[137]
    }
}

fn main() {}

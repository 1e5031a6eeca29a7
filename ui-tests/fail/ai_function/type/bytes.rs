use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// A photo of the safe.
    #[ai_function]
    fn photo(&self) -> Vec<u8> {
        vec![137]
    }
}

fn main() {}

use hpd_runtime::plugin;

struct Ledger {
    balance: std::cell::Cell<i64>,
    name: std::rc::Rc<str>,
}

#[plugin]
impl Ledger {
    /// The balance.
    #[ai_function]
    fn balance(&self) -> i64 {
        self.balance.get()
    }

    /// The name.
    #[ai_function]
    async fn name(&self) -> String {
        self.name.to_string()
    }
}

fn main() {}

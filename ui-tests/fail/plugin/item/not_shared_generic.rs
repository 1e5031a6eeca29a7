use std::rc::Rc;

use hpd_host::{Toolbox, plugin};

struct Ledger<T> {
    name: T,
}

#[plugin]
impl<T: AsRef<str> + 'static> Ledger<T> {
    /// The name.
    #[ai_function]
    fn name(&self) -> String {
        self.name.as_ref().to_owned()
    }
}

fn main() {
    let _ = Toolbox::builder().plugin(Ledger { name: Rc::<str>::from("a") }).build();
}

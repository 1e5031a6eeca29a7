//! The type is reported at its block, and not where it is used as a plugin.

use std::rc::Rc;

use hpd_host::{Toolbox, plugin};

struct Ledger {
    name: Rc<str>,
}

#[plugin]
impl Ledger {
    /// The name.
    #[ai_function]
    fn name(&self) -> String {
        self.name.to_string()
    }

    /// How to use the name.
    #[skill(functions(Self::name))]
    fn naming(&self) {}
}

struct Books;

#[plugin]
impl Books {
    /// How to use the name of a ledger.
    #[skill(functions(Ledger::name), skills(Ledger::naming))]
    fn naming(&self) {}
}

fn main() {
    let _ = Toolbox::builder().plugin(Ledger { name: "a".into() }).plugin(Books).build();
}

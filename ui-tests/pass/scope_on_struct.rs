//! A scope on the type, the block in another module, the attributes by other names.

mod model {
    use hpd_runtime::scope as container;

    #[container("Books and invoices.", title = "The books")]
    #[derive(Default)]
    pub struct Ledger {
        pub(crate) balance: i64,
    }

    /// Kinds of accounts.
    #[hpd_runtime::scope]
    pub enum Kind {
        Asset,
    }
}

mod tools {
    use hpd_runtime as hpd;

    #[hpd::plugin]
    impl super::model::Ledger {
        /// The balance of all accounts.
        #[ai_function]
        fn balance(&self) -> i64 {
            self.balance
        }
    }

    #[hpd::plugin]
    impl crate::model::Kind {
        /// The kind's name.
        #[hpd::ai_function]
        fn name(&self) -> &'static str {
            match self {
                Self::Asset => "asset",
            }
        }
    }
}

struct Plain;

#[hpd_runtime::plugin]
impl Plain {}

fn main() {
    use hpd_runtime::{Output, Plugin};

    let scope = model::Ledger::SPEC.scope.expect("there is a scope");
    assert_eq!((scope.description, scope.title), ("Books and invoices.", Some("The books")));
    assert_eq!(model::Kind::SPEC.scope.map(|scope| scope.description), Some("Kinds of accounts."));
    assert!(Plain::SPEC.scope.is_none());
    assert_eq!(model::Ledger::SPEC.default.map(|make| make().balance), Some(0));
    assert!(model::Kind::SPEC.default.is_none());
    let ledger = model::Ledger { balance: 5 };
    assert_eq!(ui_tests::call(&ledger, "balance", ""), Ok(Output::Json("5".to_owned())));
    let name = ui_tests::call(&model::Kind::Asset, "name", "{}");
    assert_eq!(name, Ok(Output::Text("asset".to_owned())));
}

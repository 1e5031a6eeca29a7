//! A generic plugin with a parameter of an associated type; references name the instance.

use hpd_runtime::{Output, Plugin, plugin};

trait Store: Send + Sync + 'static {
    type Id: serde::de::DeserializeOwned + schemars::JsonSchema + Send + 'static;

    fn name(&self, id: &Self::Id) -> String;
}

struct ByNumber;

impl Store for ByNumber {
    type Id = u32;

    fn name(&self, id: &u32) -> String {
        format!("account {id}")
    }
}

struct ByKey;

impl Store for ByKey {
    type Id = (char, String);

    fn name(&self, id: &(char, String)) -> String {
        format!("{}/{}", id.0, id.1)
    }
}

struct Accounts<S>(S);

#[plugin]
impl<S> Accounts<S>
where
    S: Store,
{
    /// The name of an account.
    #[ai_function]
    fn name(
        &self,
        /// The account.
        id: S::Id,
    ) -> String {
        self.0.name(&id)
    }

    /// The name of an account, later.
    #[ai_function]
    async fn name_later(
        &self,
        /// The account.
        #[param(obtain = Self::name)]
        id: <S as Store>::Id,
    ) -> String {
        std::future::ready(()).await;
        self.0.name(&id)
    }

    /// How names are found.
    #[skill(functions(Self::name, Accounts::<S>::name_later))]
    fn finding(&self) {}
}

type Numbered = Accounts<ByNumber>;

struct Office;

#[plugin]
impl Office {
    /// How an office is run.
    #[skill(functions(Numbered::name, Accounts::<ByKey>::name, Accounts<ByKey>::name_later), skills(Numbered::finding))]
    fn running(&self) {}
}

fn main() {
    let number = ui_tests::call(&Accounts(ByNumber), "name", r#"{"id": 7}"#);
    assert_eq!(number, Ok(Output::Text("account 7".to_owned())));
    let key = ui_tests::call(&Accounts(ByKey), "name_later", r#"{"id": ["a", "b"]}"#);
    assert_eq!(key, Ok(Output::Text("a/b".to_owned())));
    let functions = Office::SPEC.skills[0].info.functions;
    let names: Vec<_> = functions.iter().map(|function| function.qualified()).collect();
    assert_eq!(names, ["Accounts.name", "Accounts.name", "Accounts.name_later"]);
    assert_eq!(Office::SPEC.skills[0].info.skills[0].name, "finding");
}

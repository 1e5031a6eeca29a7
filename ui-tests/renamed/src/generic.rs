//! Generic plugins.

use ::std::prelude::rust_2024::*;

/// Where documents are.
pub trait Store: Send + Sync + 'static {
    /// The type of ids.
    type Id: ::agent::reexports::serde::de::DeserializeOwned
        + ::agent::reexports::schemars::JsonSchema
        + Send
        + 'static;

    /// A document.
    fn get(&self, id: &Self::Id) -> String;
}

/// In memory.
pub struct Memory;

impl Store for Memory {
    type Id = u32;

    fn get(&self, id: &u32) -> String {
        id.to_string()
    }
}

/// The documents of a store. Neither the type nor its block says that it can be shared.
#[::agent::scope("Documents.", crate = ::agent)]
pub struct Documents<'n, S, const N: usize>
where
    S: Store,
{
    /// The store.
    pub store: S,
    /// A name.
    pub name: &'n str,
    /// Sizes.
    pub sizes: [u8; N],
}

#[::agent::plugin(crate = ::agent)]
impl<'n, S: Store, const N: usize> Documents<'n, S, N> {
    /// Finds a document.
    #[ai_function]
    pub fn find(
        &self,
        /// The id.
        id: S::Id,
        /// How deep.
        depth: Option<u32>,
    ) -> String {
        let _ = (depth, &self.name, self.sizes);
        self.store.get(&id)
    }

    /// Borrows from the plugin.
    #[ai_function]
    pub async fn name<'a>(&'a self) -> &'n str {
        ::core::future::ready(()).await;
        self.name
    }

    /// How to find.
    #[skill(functions(Self::find, Documents::<'n, S, N>::name))]
    pub fn finding(&self) {}
}

/// Borrows, with an anonymous lifetime.
pub struct Borrowing<'n>(pub &'n str);

#[::agent::plugin(crate = ::agent)]
impl Borrowing<'_> {
    /// What is borrowed.
    #[ai_function]
    #[must_use]
    pub fn text(&self) -> &str {
        self.0
    }

    /// How to borrow.
    #[skill(functions(Self::text))]
    pub fn borrowing() {}
}

/// Lies in the container of another instance.
pub struct Inner<S>(pub S);

#[::agent::scope("Inside.", title = "Inside", within = Outer<S>, crate = ::agent)]
impl<S: Store> Inner<S> {
    /// Does nothing.
    #[ai_function]
    pub fn nothing() {}
}

/// May contain another container.
pub struct Outer<S>(pub S);

#[::agent::plugin(crate = ::agent)]
impl<S: Store> Outer<S> {}

/// Another name for one of them.
pub type InMemory = Documents<'static, Memory, 2>;

/// Refers to instances of a generic plugin.
pub struct Reader;

#[::agent::plugin(crate = ::agent)]
impl Reader {
    /// Reads.
    #[skill(functions(InMemory::find, Documents::<'static, Memory, 3>::find, Documents<'static, Memory, 3>::name))]
    pub fn reading(&self) {}
}

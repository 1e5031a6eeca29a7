//! Compile-time questions with two answers, without specialisation. An inherent item on a type that meets the bounds
//! takes precedence over the item of a blanket trait.

use std::marker::PhantomData;

use serde::Serialize;

use crate::table::ScopeSpec;

/// `#[scope]` on a struct leaves an inherent constant of the same name, which is preferred over this one.
pub trait MaybeScope {
    /// The type's scope.
    #[doc(hidden)]
    const __HPD_SCOPE: Option<&'static ScopeSpec> = None;
}

impl<T: ?Sized> MaybeScope for T {}

/// The scope of the `impl` block, if the type has none itself.
///
/// # Panics
///
/// Panics at compile time if both have one, since a constant calls this.
#[track_caller]
pub const fn only_scope(
    on_type: Option<&'static ScopeSpec>,
    on_block: &'static ScopeSpec,
) -> Option<&'static ScopeSpec> {
    assert!(
        on_type.is_none(),
        "this plugin has two scopes: `#[scope]` stands on the type and on the `impl` block; write `#[plugin]` on the block"
    );
    Some(on_block)
}

/// The type has an annotated `impl` block, whether or not it can be a plugin.
#[diagnostic::on_unimplemented(
    message = "the scope of `{Self}` has nothing in it",
    label = "has no annotated `impl` block",
    note = "write `#[plugin]` above the `impl` block of `{Self}`"
)]
pub trait Annotated<Block> {}

/// A block, identified among others of the same type by a hash of its names.
pub struct Block<const TOOLS: u64>;

/// `P` has an annotated `impl` block.
pub const fn assert_annotated<P: Annotated<Block>, Block>() {}

/// The return types of a skill's method.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be the instructions of a skill",
    label = "is no text",
    note = "return `String` or `&'static str`"
)]
pub trait IntoInstructions {
    /// The text.
    #[doc(hidden)]
    fn __hpd_instructions(self) -> String;
}

#[diagnostic::do_not_recommend]
impl<T: Into<String>> IntoInstructions for T {
    fn __hpd_instructions(self) -> String {
        self.into()
    }
}

/// The text of a skill's method, on expansion.
pub fn instructions<T: IntoInstructions>(text: T) -> String {
    text.__hpd_instructions()
}

/// Asks whether `P` implements `Default`.
pub struct DefaultProbe<P>(PhantomData<P>);

impl<P: Default> DefaultProbe<P> {
    /// It does.
    pub const DEFAULT: Option<fn() -> P> = Some(P::default);
}

/// The answer for all others.
pub trait NoDefault<P> {
    /// It does not.
    const DEFAULT: Option<fn() -> P> = None;
}

impl<P> NoDefault<P> for DefaultProbe<P> {}

/// A default that is not a literal is put into the schema as JSON.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't have a default",
    label = "needs `serde::Serialize`: models see the default in the schema",
    note = "write `#[derive(serde::Serialize)]` above `{Self}`, or give the default as a literal"
)]
pub trait DefaultParam {
    /// The value as JSON.
    #[doc(hidden)]
    fn __hpd_json(self) -> Result<String, String>;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize> DefaultParam for T {
    fn __hpd_json(self) -> Result<String, String> {
        serde_json::to_string(&self).map_err(|error| error.to_string())
    }
}

/// The JSON text of a parameter's default that is not a literal.
///
/// # Errors
///
/// The value can't be serialised.
pub fn computed_default<T: DefaultParam>(value: T) -> Result<String, String> {
    value.__hpd_json()
}

/// The JSON text of `T::default()`.
///
/// # Errors
///
/// The value can't be serialised.
pub fn json_default<T: DefaultParam + Default>() -> Result<String, String> {
    computed_default(T::default())
}

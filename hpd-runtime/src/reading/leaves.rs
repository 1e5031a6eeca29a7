//! The types inside of a parameter's type, as far as the macro knows the containers around them. An unsuitable one is
//! reported by its own name.

use std::marker::PhantomData;

use super::slot::{Ops, Param, ops};

/// A type that looks like one of the crate `chrono`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` needs the feature `chrono` to be a parameter of an `#[ai_function]`",
    label = "the feature is not turned on",
    note = "in Cargo.toml, turn on `features = [\"chrono\"]` of `hpd-host`, or of `hpd-runtime` in a library of plugins",
    note = "for a type of your own of this name, write `#[derive(serde::Deserialize, schemars::JsonSchema)]` above it"
)]
pub trait ChronoParam {}

#[diagnostic::do_not_recommend]
impl<T: Param> ChronoParam for T {}

/// The type is one that a model can send.
pub const fn assert_chrono<T: ChronoParam>() {}

/// A type that looks like one of the crate `jiff`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` needs the feature `jiff` to be a parameter of an `#[ai_function]`",
    label = "the feature is not turned on",
    note = "in Cargo.toml, turn on `features = [\"jiff\"]` of `hpd-host`, or of `hpd-runtime` in a library of plugins",
    note = "for a type of your own of this name, write `#[derive(serde::Deserialize, schemars::JsonSchema)]` above it"
)]
pub trait JiffParam {}

#[diagnostic::do_not_recommend]
impl<T: Param> JiffParam for T {}

/// The type is one that a model can send.
pub const fn assert_jiff<T: JiffParam>() {}

/// A type that looks like one of the crate `rust_decimal`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` needs the feature `rust_decimal` to be a parameter of an `#[ai_function]`",
    label = "the feature is not turned on",
    note = "in Cargo.toml, turn on `features = [\"rust_decimal\"]` of `hpd-host`, or of `hpd-runtime` in a library of plugins",
    note = "for a type of your own of this name, write `#[derive(serde::Deserialize, schemars::JsonSchema)]` above it"
)]
pub trait RustDecimalParam {}

#[diagnostic::do_not_recommend]
impl<T: Param> RustDecimalParam for T {}

/// The type is one that a model can send.
pub const fn assert_rust_decimal<T: RustDecimalParam>() {}

/// A type that looks like one of the crate `url`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` needs the feature `url` to be a parameter of an `#[ai_function]`",
    label = "the feature is not turned on",
    note = "in Cargo.toml, turn on `features = [\"url\"]` of `hpd-host`, or of `hpd-runtime` in a library of plugins",
    note = "for a type of your own of this name, write `#[derive(serde::Deserialize, schemars::JsonSchema)]` above it"
)]
pub trait UrlParam {}

#[diagnostic::do_not_recommend]
impl<T: Param> UrlParam for T {}

/// The type is one that a model can send.
pub const fn assert_url<T: UrlParam>() {}

/// A type that looks like one of the crate `uuid`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` needs the feature `uuid` to be a parameter of an `#[ai_function]`",
    label = "the feature is not turned on",
    note = "in Cargo.toml, turn on `features = [\"uuid\"]` of `hpd-host`, or of `hpd-runtime` in a library of plugins",
    note = "for a type of your own of this name, write `#[derive(serde::Deserialize, schemars::JsonSchema)]` above it"
)]
pub trait UuidParam {}

#[diagnostic::do_not_recommend]
impl<T: Param> UuidParam for T {}

/// The type is one that a model can send.
pub const fn assert_uuid<T: UuidParam>() {}

/// The types inside of a type, as a list of pairs.
pub struct Leaves<L>(PhantomData<L>);

/// Types that can be parameters, as a list of pairs.
pub trait AllParams {}

impl AllParams for () {}

impl<T: Param, R: AllParams> AllParams for (T, R) {}

impl<L: AllParams> Leaves<L> {
    /// All of them can be parameters: what is left to ask about is the container around them.
    pub const ASKED: Suitable = Suitable;
}

/// The answer for a list with an unsuitable type. rustc reports that type: the whole one would be a second error.
pub trait NotAllParams {
    /// One of them can't be a parameter.
    const ASKED: Reported = Reported;
}

impl<L> NotAllParams for Leaves<L> {}

/// The types inside can be parameters.
pub struct Suitable;

/// One of the types inside can't be a parameter, and was reported.
pub struct Reported;

/// A container of types that can be parameters.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be a parameter of an `#[ai_function]`",
    label = "its values can be read from JSON, but not into this type",
    note = "sets and the keys of maps are compared: write `#[derive(PartialEq, Eq, Hash, PartialOrd, Ord)]` above a type of your own, or take a `Vec`",
    note = "a call owns its arguments: write the value itself in place of an `Arc` or `Rc` of it"
)]
pub trait ContainerParam: Sized {
    /// The operations.
    #[doc(hidden)]
    const OPS: Ops<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: Param> ContainerParam for T {
    const OPS: Ops<Self> = ops::<T>();
}

impl Suitable {
    /// The operations of the container.
    pub const fn ops<T: ContainerParam>(self) -> Ops<T> {
        T::OPS
    }
}

impl Reported {
    /// Stands where the operations would be.
    ///
    /// # Panics
    ///
    /// Always: code with an unsuitable type never runs.
    pub const fn ops<T>(self) -> Ops<T> {
        panic!("a type inside of this one can't be a parameter")
    }
}

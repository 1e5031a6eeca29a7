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

/// The operations of a type whose leaves were asked already, so that rustc does not report the whole type as well.
pub struct OpsOf<T>(PhantomData<T>);

impl<T: Param> OpsOf<T> {
    /// The operations.
    pub const OPS: Ops<T> = ops::<T>();
}

/// The answer for a type that can't be a parameter although its leaves can.
pub trait NoOps<T> {
    /// There are none.
    const OPS: Ops<T>;
}

impl<T> NoOps<T> for OpsOf<T> {
    const OPS: Ops<T> = panic!(
        "this type can't be a parameter of an `#[ai_function]`: the container needs `serde::Deserialize` and `schemars::JsonSchema` too"
    );
}

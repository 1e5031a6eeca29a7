//! References from skills and parameters to functions, checked by the compiler. A reference is a call of a `const fn`
//! with the method itself as its argument. rustc reports one error, at the path that the user wrote.

use crate::plugins::Plugin;
use crate::table::{AiFunction, FnRef, PluginRef, SkillInfo};

/// `Self` has an `#[ai_function]` whose Rust name has this hash.
#[diagnostic::on_unimplemented(
    message = "this refers to a method of `{Self}` that is not an `#[ai_function]`",
    label = "not an `#[ai_function]`",
    note = "write `#[ai_function]` above the method, or take the reference out"
)]
pub trait HasFunction<const NAME: u64> {
    /// The reference.
    #[doc(hidden)]
    const __HPD_FUNCTION: &'static FnRef;
}

/// `Self` is the type of the method itself. While the method is an error, this bound is ambiguous, and rustc does not
/// report it.
pub trait MethodOf<P, const NAME: u64> {
    /// The reference.
    #[doc(hidden)]
    const __HPD_FUNCTION: &'static FnRef;
}

impl<F, P: HasFunction<NAME>, const NAME: u64> MethodOf<P, NAME> for F {
    const __HPD_FUNCTION: &'static FnRef = P::__HPD_FUNCTION;
}

/// The reference to a method of `P`.
pub const fn function_ref<P, const NAME: u64, F: MethodOf<P, NAME> + Copy>(_: F) -> &'static FnRef {
    F::__HPD_FUNCTION
}

/// `Self` has a `#[skill]` whose Rust name has this hash.
#[diagnostic::on_unimplemented(
    message = "this refers to a method of `{Self}` that is not a `#[skill]`",
    label = "not a `#[skill]`",
    note = "write `#[skill(..)]` above the method, or take the reference out"
)]
pub trait HasSkill<const NAME: u64> {
    /// The skill.
    #[doc(hidden)]
    const __HPD_SKILL: &'static SkillInfo;
}

/// As [`MethodOf`], for skills.
pub trait SkillOf<P, const NAME: u64> {
    /// The skill.
    #[doc(hidden)]
    const __HPD_SKILL: &'static SkillInfo;
}

impl<F, P: HasSkill<NAME>, const NAME: u64> SkillOf<P, NAME> for F {
    const __HPD_SKILL: &'static SkillInfo = P::__HPD_SKILL;
}

/// The skill that is a method of `P`.
pub const fn skill_ref<P, const NAME: u64, F: SkillOf<P, NAME> + Copy>(_: F) -> &'static SkillInfo {
    F::__HPD_SKILL
}

/// The reference to a free function, by the type of the same name that `#[ai_function]` leaves beside it.
pub const fn free_function_ref<F: AiFunction>() -> &'static FnRef {
    const { &FnRef { name: F::SPEC.info.name, plugin: None, free: Some(|| F::SPEC) } }
}

/// The plugin that a row belongs to. A function, so that a table can name its own plugin without a cycle.
pub fn plugin_ref<P: Plugin>() -> PluginRef {
    PluginRef::of::<P>()
}

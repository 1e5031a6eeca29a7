//! Members that are there under a condition.

/// A plugin with conditions.
pub struct Conditions;

#[::agent::plugin(crate = ::agent)]
#[cfg(not(any()))]
impl Conditions {
    /// Never there.
    #[ai_function]
    #[cfg(any())]
    pub fn never(
        &self,
        /// Unknown.
        x: Unknown,
    ) -> Unknown {
        x
    }

    /// Always there.
    #[cfg(not(any()))]
    #[ai_function]
    pub fn always(&self) {}

    /// One of two.
    #[cfg(any())]
    #[ai_function]
    pub fn either(&self) {}

    /// The other.
    #[cfg(not(any()))]
    #[ai_function]
    #[must_use]
    pub fn either(
        &self,
        /// A byte.
        x: ::core::primitive::u8,
    ) -> ::core::primitive::u8 {
        x
    }

    /// Never there either.
    #[cfg_attr(not(any()), cfg(any()), doc = "Really.")]
    #[ai_function(name = "always")]
    pub fn another(&self) {}

    /// Not there.
    #[cfg(any())]
    #[skill(functions(Self::never))]
    pub fn skipped(&self) {}

    /// There.
    #[cfg(not(any()))]
    #[skill(functions(Self::always, Self::either))]
    pub fn kept(&self) {}
}

/// Never there.
#[::agent::scope("Never.", crate = ::agent)]
#[cfg(any())]
pub struct Never;

#[::agent::plugin(crate = ::agent)]
#[cfg(any())]
impl Never {}

/// Never there.
#[::agent::ai_function(crate = ::agent)]
#[cfg(any())]
pub fn never(
    /// Unknown.
    x: Unknown,
) {
}

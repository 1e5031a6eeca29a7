//! Plugins with every kind of relation to each other.

use hpd_host::{ai_function, plugin, scope};

#[derive(Default)]
pub(crate) struct Alpha;

#[scope("Alpha")]
impl Alpha {
    /// Of two skills.
    #[ai_function]
    fn a1(&self) {}

    /// Of one skill.
    #[ai_function]
    fn a2(&self) {}

    /// Of no skill.
    #[ai_function]
    fn a3(&self) {}
}

#[derive(Default)]
pub(crate) struct Beta;

#[plugin]
impl Beta {
    /// Of one skill.
    #[ai_function]
    fn b1(&self) {}

    /// Of two skills.
    #[ai_function]
    fn b2(&self) {}

    /// Of no skill.
    #[ai_function]
    fn b3(&self) {}
}

#[derive(Default)]
pub(crate) struct Gamma;

#[scope("Gamma", within = Delta)]
impl Gamma {
    /// Of one skill.
    #[ai_function]
    fn c1(&self) {}
}

#[derive(Default)]
pub(crate) struct Delta;

#[scope("Delta")]
impl Delta {
    /// Of no skill.
    #[ai_function]
    fn d1(&self) {}

    /// Of two plugins.
    #[skill(functions(Alpha::a1, Beta::b1))]
    fn ds() {}
}

#[derive(Default)]
pub(crate) struct Open;

#[plugin]
impl Open {
    /// Of one plugin.
    #[skill(functions(Alpha::a1, Alpha::a2))]
    fn s1() {}

    /// Of everything.
    #[skill(functions(Beta::b2, fn free), skills(Delta::ds, Self::s1))]
    fn s2() {}
}

#[derive(Default)]
pub(crate) struct Closed;

#[scope("Closed")]
impl Closed {
    /// Of two plugins.
    #[skill(functions(Beta::b2, Gamma::c1))]
    fn t1() {}

    /// Of skills alone.
    #[skill(skills(Open::s2))]
    fn t2() {}
}

/// Of one skill.
#[ai_function]
pub(crate) fn free() {}

/// Of no skill.
#[ai_function]
pub(crate) fn lone() {}

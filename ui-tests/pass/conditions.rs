//! `#[cfg]` is copied to everything that is generated, also from within `cfg_attr`. Two methods of one name may have
//! opposite conditions.

use hpd_runtime::{Plugin, plugin};

struct Office;

#[plugin]
impl Office {
    /// Not there: its types aren't either.
    #[cfg(any())]
    #[ai_function]
    fn gone(
        &self,
        /// Unknown.
        unknown: Unknown,
    ) -> Unknown {
        unknown
    }

    /// Gone by another way.
    #[cfg_attr(all(), cfg(any()))]
    #[ai_function]
    fn gone_too(
        &self,
        /// Unknown.
        unknown: Unknown,
    ) -> Unknown {
        unknown
    }

    /// One of two.
    #[cfg(any())]
    #[ai_function]
    fn either(&self) -> Unknown {
        unknown()
    }

    /// The other.
    #[cfg(not(any()))]
    #[ai_function]
    fn either(
        &self,
        /// A number.
        number: u8,
    ) -> u8 {
        number
    }

    /// There.
    #[cfg(all())]
    #[skill(functions(Self::either))]
    fn how(&self) {}

    /// Not there.
    #[cfg(any())]
    #[skill(functions(Self::gone))]
    fn gone_skill(&self) {}
}

#[cfg(any())]
#[hpd_runtime::scope("Not there.")]
struct Gone;

#[cfg(any())]
#[plugin]
impl Gone {}

/// Not there.
#[cfg(any())]
#[hpd_runtime::ai_function]
fn gone() -> Unknown {
    unknown()
}

/// Not there.
#[hpd_runtime::ai_function]
#[cfg(any())]
fn gone_below() -> Unknown {
    unknown()
}

fn main() {
    let names: Vec<_> = Office::SPEC.functions.iter().map(|function| function.info.name).collect();
    assert_eq!(names, ["either"]);
    assert_eq!(Office::SPEC.functions[0].info.description, "The other.");
    let skills: Vec<_> = Office::SPEC.skills.iter().map(|skill| skill.info.name).collect();
    assert_eq!(skills, ["how"]);
}

//! Plugins and helpers that several test files use.

#![allow(dead_code, reason = "each test file uses its own part")]
#![allow(clippy::unused_self, reason = "plugins of tests have no state")]

pub(crate) mod log;

use futures_executor::block_on;
use hpd_host::{Outcome, RawCall, Session, Toolbox, scope};

#[derive(Default)]
pub(crate) struct Math;

/// The seven functions of the container that every text about containers shows.
#[scope("Arithmetic", rename_all = "PascalCase", post_expansion = "Numbers are exact up to 2^53.")]
impl Math {
    /// Adds two numbers.
    #[ai_function]
    pub(crate) fn add(
        &self,
        /// The first number.
        a: i64,
        /// The second number.
        b: i64,
    ) -> i64 {
        a + b
    }

    /// Multiplies two numbers.
    #[ai_function]
    pub(crate) fn multiply(
        &self,
        /// The first number.
        a: i64,
        /// The second number.
        b: i64,
    ) -> i64 {
        a * b
    }

    /// The distance from zero.
    #[ai_function]
    pub(crate) fn abs(
        &self,
        /// The number.
        x: i64,
    ) -> i64 {
        x.abs()
    }

    /// The number times itself.
    #[ai_function]
    pub(crate) fn square(
        &self,
        /// The number.
        x: i64,
    ) -> i64 {
        x * x
    }

    /// The first number less the second.
    #[ai_function]
    pub(crate) fn subtract(
        &self,
        /// The first number.
        a: i64,
        /// The second number.
        b: i64,
    ) -> i64 {
        a - b
    }

    /// The smaller of two numbers.
    #[ai_function]
    pub(crate) fn min(
        &self,
        /// The first number.
        a: i64,
        /// The second number.
        b: i64,
    ) -> i64 {
        a.min(b)
    }

    /// Solves `ax² + bx + c = 0` for whole numbers.
    #[ai_function]
    pub(crate) fn solve_quadratic(
        &self,
        /// The factor of x².
        a: i64,
        /// The factor of x.
        b: i64,
        /// The constant.
        c: i64,
    ) -> Vec<i64> {
        (-100..=100).filter(|x| a * x * x + b * x + c == 0).collect()
    }
}

/// A call with an id.
pub(crate) fn call(name: &str, arguments: &str) -> RawCall {
    RawCall::new("call_1", name, arguments)
}

/// Answers a call of `toolbox` in `session`.
pub(crate) fn answer(toolbox: &Toolbox, session: &Session, name: &str, arguments: &str) -> Outcome {
    block_on(toolbox.call(session, &call(name, arguments)))
}

/// The text of the call's outcome for the model.
pub(crate) fn text(toolbox: &Toolbox, session: &Session, name: &str, arguments: &str) -> String {
    answer(toolbox, session, name, arguments).for_model().text.into_owned()
}

/// The names that the model sees.
pub(crate) fn names(toolbox: &Toolbox, session: &Session) -> Vec<String> {
    toolbox.tools(session).into_iter().map(|tool| tool.name().to_owned()).collect()
}

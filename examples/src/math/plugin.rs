//! The plugin.

use hpd_host::{ToolError, scope};

use super::{Number, Roots};

/// Arithmetic on `f64`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Math;

/// A result that is too large for `f64` is an error and never "infinity", which JSON can't say.
#[scope(
    "Math operations: Add, Multiply, Abs, Square, Subtract, Min, SolveQuadratic.",
    rename_all = "PascalCase"
)]
impl Math {
    /// Adds two numbers.
    ///
    /// # Errors
    ///
    /// The sum is too large.
    #[ai_function(read_only)]
    pub fn add(
        &self,
        /// The first number.
        a: Number,
        /// The second number.
        b: Number,
    ) -> Result<Number, ToolError> {
        in_range(a.0 + b.0)
    }

    /// Multiplies two numbers.
    ///
    /// # Errors
    ///
    /// The product is too large.
    #[ai_function(read_only)]
    pub fn multiply(
        &self,
        /// The first number.
        a: Number,
        /// The second number.
        b: Number,
    ) -> Result<Number, ToolError> {
        in_range(a.0 * b.0)
    }

    /// The absolute value of a number.
    #[ai_function(read_only)]
    pub fn abs(
        &self,
        /// The number.
        value: Number,
    ) -> Number {
        Number(value.0.abs())
    }

    /// The square of a number.
    ///
    /// # Errors
    ///
    /// The square is too large.
    #[ai_function(read_only)]
    pub fn square(
        &self,
        /// The number.
        value: Number,
    ) -> Result<Number, ToolError> {
        in_range(value.0 * value.0)
    }

    /// Subtracts the second number from the first.
    ///
    /// # Errors
    ///
    /// The difference is too large.
    #[ai_function(read_only)]
    pub fn subtract(
        &self,
        /// The number to subtract from.
        a: Number,
        /// The number to subtract.
        b: Number,
    ) -> Result<Number, ToolError> {
        in_range(a.0 - b.0)
    }

    /// The smaller of two numbers.
    #[ai_function(read_only)]
    pub fn min(
        &self,
        /// The first number.
        a: Number,
        /// The second number.
        b: Number,
    ) -> Number {
        Number(a.0.min(b.0))
    }

    /// Solves a·x² + b·x + c = 0. The result says what kind of solution there is: two real ones, one, a complex
    /// pair, or, if a is 0, that of the linear equation.
    ///
    /// # Errors
    ///
    /// A solution is too large.
    #[ai_function(read_only)]
    pub fn solve_quadratic(
        &self,
        /// The coefficient of x².
        a: Number,
        /// The coefficient of x.
        b: Number,
        /// The constant term.
        c: Number,
    ) -> Result<Roots, ToolError> {
        Roots::of(a.0, b.0, c.0).ok_or_else(too_large)
    }
}

fn in_range(number: f64) -> Result<Number, ToolError> {
    if number.is_finite() { Ok(Number(number)) } else { Err(too_large()) }
}

fn too_large() -> ToolError {
    ToolError::new("The result is too large. Use numbers of a smaller magnitude.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_right() {
        let (five, ten) = (Number(5.0), Number(10.0));
        assert_eq!(Math.add(five, ten).expect("in range"), Number(15.0));
        assert_eq!(Math.multiply(five, ten).expect("in range"), Number(50.0));
        assert_eq!(Math.abs(Number(-2.5)), Number(2.5));
        assert_eq!(Math.square(Number(-3.0)).expect("in range"), Number(9.0));
        assert_eq!(Math.subtract(five, ten).expect("in range"), Number(-5.0));
        assert_eq!(Math.min(five, ten), five);
    }

    #[test]
    fn results_out_of_range_are_errors() {
        let text = "The result is too large. Use numbers of a smaller magnitude.";
        let huge = Number(1e200);
        assert_eq!(Math.square(huge).expect_err("beyond f64").to_string(), text);
        assert_eq!(Math.add(Number(f64::MAX), Number(f64::MAX)).expect_err("beyond f64").to_string(), text);
        assert_eq!(
            Math.solve_quadratic(Number(1e-300), huge, huge).expect_err("beyond f64").to_string(),
            text
        );
    }
}

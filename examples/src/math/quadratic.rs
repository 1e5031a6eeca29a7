//! The roots of a quadratic equation.

use serde::Serialize;

use super::Number;

/// The solutions of `a·x² + b·x + c = 0`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Roots {
    /// Two real solutions, the smaller one first.
    TwoReal {
        /// The smaller one.
        x1: Number,
        /// The larger one.
        x2: Number,
    },
    /// One real solution, counted twice.
    OneReal {
        /// The solution.
        x: Number,
    },
    /// Two conjugate solutions: `real + imaginary·i` and `real - imaginary·i`.
    Complex {
        /// The real part of both.
        real: Number,
        /// The imaginary part of the first, which is positive.
        imaginary: Number,
    },
    /// `a` is zero: the equation is linear, with one solution.
    Linear {
        /// The solution.
        x: Number,
    },
    /// `a` and `b` are zero, `c` is not: nothing solves the equation.
    NoSolution,
    /// All coefficients are zero: every number solves the equation.
    EveryNumber,
}

impl Roots {
    /// Solves `a·x² + b·x + c = 0` for finite coefficients. `None` if a solution is beyond the range of `f64`.
    ///
    /// The root of the larger magnitude is computed without a difference of nearly equal numbers. The other one follows
    /// from the product of the two.
    ///
    /// ```
    /// use hpd_examples::math::{Number, Roots};
    ///
    /// assert_eq!(Roots::of(1.0, -3.0, 2.0), Some(Roots::TwoReal { x1: Number(1.0), x2: Number(2.0) }));
    /// assert_eq!(Roots::of(1.0, 0.0, 4.0), Some(Roots::Complex { real: Number(0.0), imaginary: Number(2.0) }));
    /// ```
    pub fn of(a: f64, b: f64, c: f64) -> Option<Self> {
        if a == 0.0 {
            return Self::of_linear(b, c);
        }
        let scale = power_of_two_below(a.abs().max(b.abs()).max(c.abs()));
        let (a, b, c) = (a / scale, b / scale, c / scale);
        let discriminant = discriminant(a, b, c);
        if discriminant < 0.0 {
            let real = finite(-b / (2.0 * a))?;
            let imaginary = finite((-discriminant).sqrt() / (2.0 * a.abs()))?;
            return Some(Self::Complex { real, imaginary });
        }
        if discriminant == 0.0 {
            return Some(Self::OneReal { x: finite(-b / (2.0 * a))? });
        }
        let q = -0.5 * (b + discriminant.sqrt().copysign(b));
        let (first, second) = (finite(q / a)?, finite(c / q)?);
        let (x1, x2) = if first < second { (first, second) } else { (second, first) };
        Some(Self::TwoReal { x1, x2 })
    }

    fn of_linear(b: f64, c: f64) -> Option<Self> {
        match (b == 0.0, c == 0.0) {
            (true, true) => Some(Self::EveryNumber),
            (true, false) => Some(Self::NoSolution),
            (false, _) => Some(Self::Linear { x: finite(-c / b)? }),
        }
    }
}

/// The number, if it is one; a negative zero as zero.
fn finite(number: f64) -> Option<Number> {
    number.is_finite().then_some(Number(number + 0.0))
}

/// Dividing by a power of two loses no digit, and keeps squares within the range of `f64`.
fn power_of_two_below(number: f64) -> f64 {
    const EXPONENT: u64 = 0x7ff0_0000_0000_0000;
    f64::from_bits(number.to_bits() & EXPONENT).max(f64::MIN_POSITIVE)
}

/// `b² - 4·a·c`, with the rounding errors of both products put back where they would matter.
fn discriminant(a: f64, b: f64, c: f64) -> f64 {
    let (square, product) = (b * b, 4.0 * a * c);
    let difference = square - product;
    if 3.0 * difference.abs() >= square + product.abs() {
        return difference;
    }
    difference + (b.mul_add(b, -square) - (4.0 * a).mul_add(c, -product))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const fn two(x1: f64, x2: f64) -> Roots {
        Roots::TwoReal { x1: Number(x1), x2: Number(x2) }
    }

    #[test]
    fn two_real_roots_come_in_order() {
        assert_eq!(Roots::of(1.0, -3.0, 2.0), Some(two(1.0, 2.0)));
        assert_eq!(Roots::of(-1.0, 3.0, -2.0), Some(two(1.0, 2.0)));
        assert_eq!(Roots::of(2.0, 0.0, -8.0), Some(two(-2.0, 2.0)));
        assert_eq!(Roots::of(1.0, 5.0, 0.0), Some(two(-5.0, 0.0)));
    }

    #[test]
    fn one_real_root() {
        assert_eq!(Roots::of(1.0, -2.0, 1.0), Some(Roots::OneReal { x: Number(1.0) }));
        assert_eq!(Roots::of(3.0, 0.0, 0.0), Some(Roots::OneReal { x: Number(0.0) }));
    }

    #[test]
    fn complex_roots() {
        let expected = Roots::Complex { real: Number(-1.0), imaginary: Number(2.0) };
        assert_eq!(Roots::of(1.0, 2.0, 5.0), Some(expected));
        assert_eq!(Roots::of(-1.0, -2.0, -5.0), Some(expected));
    }

    #[test]
    fn degenerate_equations() {
        assert_eq!(Roots::of(0.0, 2.0, -6.0), Some(Roots::Linear { x: Number(3.0) }));
        assert_eq!(Roots::of(0.0, 0.0, 1.0), Some(Roots::NoSolution));
        assert_eq!(Roots::of(0.0, 0.0, 0.0), Some(Roots::EveryNumber));
    }

    #[test]
    fn small_root_beside_a_large_one_keeps_its_digits() {
        // The textbook formula gives 7.45e-9 for the small root.
        let Some(Roots::TwoReal { x1, x2 }) = Roots::of(1.0, -1e8, 1.0) else { panic!("two real roots") };
        assert!((x1.0 - 1e-8).abs() <= 2e-8 * f64::EPSILON, "{x1:?}");
        assert!((x2.0 - 1e8).abs() <= 2e8 * f64::EPSILON, "{x2:?}");
    }

    #[test]
    fn nearly_equal_roots_are_told_apart() {
        // (x - 1)(x - (1 + 2^-26)): the naive discriminant is a difference of rounding errors.
        let far = 1.0 + 2f64.powi(-26);
        assert_eq!(Roots::of(1.0, -(1.0 + far), far), Some(two(1.0, far)));
    }

    #[test]
    fn large_coefficients_do_not_overflow() {
        assert_eq!(Roots::of(1e300, -3e300, 2e300), Some(two(1.0, 2.0)));
        assert_eq!(Roots::of(f64::MAX, 0.0, -f64::MAX), Some(two(-1.0, 1.0)));
    }

    #[test]
    fn a_root_out_of_range_is_no_result() {
        assert_eq!(Roots::of(1e-300, 1e300, 1.0), None);
        assert_eq!(Roots::of(0.0, 1e-300, 1e300), None);
    }

    #[test]
    fn results_say_what_they_are() {
        let json = |roots: Option<Roots>| {
            hpd_host::reexports::serde_json::to_string(&roots).expect("finite numbers")
        };
        assert_eq!(json(Roots::of(1.0, -3.0, 2.0)), r#"{"kind":"two_real","x1":1,"x2":2}"#);
        assert_eq!(json(Roots::of(1.0, 0.0, 2.25)), r#"{"kind":"complex","real":0,"imaginary":1.5}"#);
        assert_eq!(json(Roots::of(0.0, 0.0, 1.0)), r#"{"kind":"no_solution"}"#);
    }

    proptest! {
        #[test]
        fn whole_roots_are_found_exactly(a in 1..100i32, x1 in -1000..1000i32, x2 in -1000..1000i32) {
            prop_assume!(x1 < x2);
            let (a, x1, x2) = (f64::from(a), f64::from(x1), f64::from(x2));
            prop_assert_eq!(Roots::of(a, -a * (x1 + x2), a * x1 * x2), Some(two(x1, x2)));
        }
    }
}

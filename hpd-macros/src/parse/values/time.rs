//! Spans of time.

use darling::{Error, FromMeta};
use syn::{Expr, ExprLit, Lit};

use crate::model::Number;

/// Milliseconds, at least one.
pub(crate) struct Timeout(pub u64);

const EXPECTED: &str =
    "takes a time above zero, in seconds or with a unit: `30`, `0.5`, `\"500ms\"`, `\"30s\"` or `\"2m\"`";

impl FromMeta for Timeout {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        let milliseconds = match expr {
            Expr::Group(group) => return Self::from_expr(&group.expr),
            Expr::Lit(ExprLit { lit: Lit::Int(value), .. }) => in_milliseconds(value.base10_digits(), 3),
            Expr::Lit(ExprLit { lit: Lit::Float(value), .. }) => in_milliseconds(value.base10_digits(), 3),
            Expr::Lit(ExprLit { lit: Lit::Str(value), .. }) => parse_with_unit(&value.value()),
            _ => None,
        };
        match milliseconds {
            Some(time) if time > 0 => Ok(Self(time)),
            _ => Err(Error::custom(EXPECTED).with_span(expr)),
        }
    }
}

fn parse_with_unit(text: &str) -> Option<u64> {
    let text = text.trim();
    if let Some(digits) = text.strip_suffix("ms") {
        return in_milliseconds(digits.trim(), 0);
    }
    if let Some(digits) = text.strip_suffix('s') {
        return in_milliseconds(digits.trim(), 3);
    }
    let minutes = in_milliseconds(text.strip_suffix('m')?.trim(), 3)?;
    minutes.checked_mul(60)
}

/// `digits * 10^power`, rounded up, so that a time above zero stays above zero.
fn in_milliseconds(digits: &str, power: u32) -> Option<u64> {
    let digits = digits.strip_suffix('.').unwrap_or(digits);
    Number::new(digits).filter(Number::is_positive)?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let whole: u64 = whole.parse().ok()?;
    let unit = 10_u64.checked_pow(power)?;
    let scale = 10_u64.checked_pow(u32::try_from(fraction.len()).ok()?)?;
    let fraction: u64 = if fraction.is_empty() { 0 } else { fraction.parse().ok()? };
    whole.checked_mul(unit)?.checked_add(fraction.checked_mul(unit)?.div_ceil(scale))
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn times_are_milliseconds() {
        let milliseconds = |expr: Expr| Timeout::from_expr(&expr).ok().map(|timeout| timeout.0);
        assert_eq!(milliseconds(parse_quote!(30)), Some(30_000));
        assert_eq!(milliseconds(parse_quote!(1_000)), Some(1_000_000));
        assert_eq!(milliseconds(parse_quote!(0.5)), Some(500));
        assert_eq!(milliseconds(parse_quote!(2.)), Some(2_000));
        assert_eq!(milliseconds(parse_quote!(0.0001)), Some(1));
        assert_eq!(milliseconds(parse_quote!("500ms")), Some(500));
        assert_eq!(milliseconds(parse_quote!("1.5s")), Some(1_500));
        assert_eq!(milliseconds(parse_quote!("2 m")), Some(120_000));
        for bad in ["0", "0.0", "-1", "\"0s\"", "\"5\"", "\"s\"", "\"1h\"", "x", "\"99999999999999999999s\""]
        {
            let expr: Expr = syn::parse_str(bad).unwrap();
            assert_eq!(milliseconds(expr), None, "{bad}");
        }
    }
}

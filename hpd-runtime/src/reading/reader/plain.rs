//! Values that are decoded without a guard: the text proves that they break no rule.

use hpd_schema::__private::shape::{Proof, TextFlags, TextScan};

use super::Reader;
use crate::reading::guarded::{Guarded, ReadError};
use crate::reading::integral::without_point_zero;
use crate::reading::plan::ParamPlan;
use crate::reading::slot::DynSlot;

impl Reader<'_> {
    /// Decodes a value without a guard; the number of bytes it took. `None` if it may be right nevertheless.
    #[inline]
    pub(super) fn read_plain(
        &self,
        param: &ParamPlan,
        proof: Proof,
        text: &str,
        slot: &mut dyn DynSlot,
    ) -> Result<Option<usize>, ReadError> {
        if proof == Proof::HoldsWithoutPoints
            && let Some(read) = self.read_integral(param, proof, text, slot)
        {
            return Ok(Some(read));
        }
        match slot.decode(Guarded::plain(text)) {
            Ok(read) => Ok(Some(read)),
            // `3.0` is an integer.
            Err(ReadError) if text.contains(".0") => {
                slot.clear();
                Ok(self.read_integral(param, Proof::Open, text, slot))
            }
            Err(ReadError) => Err(ReadError),
        }
    }

    /// Decodes a value whose integers have a point, without a guard; the number of bytes it took. `None` if it has none,
    /// or needs a guard.
    #[cold]
    fn read_integral(
        &self,
        param: &ParamPlan,
        proof: Proof,
        text: &str,
        slot: &mut dyn DynSlot,
    ) -> Option<usize> {
        let proven = self.proven.take().filter(|proven| {
            // One with the same integers, for the same value.
            proof == Proof::HoldsWithoutPoints
                && proven.original_length() == text.len()
                && param.integers.len() == self.plan.keyed_scan.integers().len()
        });
        let whole = match proven {
            Some(proven) => *proven,
            None => without_point_zero(text, &param.integers)?,
        };
        if proof == Proof::Open && !self.is_proven_alone(param.text_scan, &whole.text) {
            return None;
        }
        if let Ok(read) = slot.decode(Guarded::plain(&whole.text)) {
            return Some(whole.original(read));
        }
        slot.clear();
        None
    }

    /// What the text proves of the value's rules. The start of the value proves its own. Rules for its contents need
    /// one scan of the rest of the text.
    #[inline]
    pub(super) fn proof(&self, text_scan: Option<TextScan>, text: &str) -> Proof {
        match text_scan {
            Some(text_scan) if !text_scan.value.hold_for_value(text) => Proof::Open,
            Some(text_scan) if text_scan.below != TextFlags::NONE => self.proof_below(text),
            _ => Proof::Holds,
        }
    }

    fn proof_below(&self, text: &str) -> Proof {
        // The facts are those of all parameters together, and later ones are part of this text.
        if let Some(proof) = self.proof.get() {
            return proof;
        }
        let proof = match self.plan.text_scan.doubtful_below(text) {
            TextFlags::NONE => Proof::Holds,
            doubtful => self.settle(doubtful, text),
        };
        self.proof.set(Some(proof));
        proof
    }

    /// What a text proves of facts that are doubtful. Mostly, a point in an integer makes them so.
    #[cold]
    fn settle(&self, doubtful: TextFlags, text: &str) -> Proof {
        match without_point_zero(text, self.plan.keyed_scan.integers()) {
            Some(whole) if doubtful.doubtful_below(&whole.text) == TextFlags::NONE => {
                self.proven.set(Some(Box::new(whole)));
                Proof::HoldsWithoutPoints
            }
            _ => self.plan.keyed_scan.settle(doubtful, text),
        }
    }

    /// The same for a text of its own.
    #[cold]
    fn is_proven_alone(&self, text_scan: Option<TextScan>, text: &str) -> bool {
        text_scan.is_none_or(|text_scan| {
            text_scan.value.hold_for_value(text)
                && self.plan.keyed_scan.proof_below(text_scan.below, text) != Proof::Open
        })
    }
}

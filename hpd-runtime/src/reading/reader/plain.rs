//! Values that are decoded without a guard: the text proves that they break no rule.

use hpd_schema::__private::shape::{Proof, TextFlags, TextScan};

use super::Reader;
use crate::reading::guarded::{Guarded, ReadError};
use crate::reading::integral::{WholeText, without_point_zero};
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
        proven: &mut Option<WholeText>,
        slot: &mut dyn DynSlot,
    ) -> Result<Option<usize>, ReadError> {
        if proof == Proof::HoldsWithoutPoints
            && let Some(read) = self.read_integral(param, proof, text, proven, slot)
        {
            return Ok(Some(read));
        }
        match slot.decode(Guarded::plain(text)) {
            Ok(read) => Ok(Some(read)),
            // `3.0` is an integer.
            Err(ReadError) if text.contains(".0") => {
                slot.clear();
                Ok(self.read_integral(param, Proof::Open, text, proven, slot))
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
        proven: &mut Option<WholeText>,
        slot: &mut dyn DynSlot,
    ) -> Option<usize> {
        // The proof is about the integers of all parameters.
        let is_same = param.integers.len() == self.plan.keyed_scan.integers().len();
        let whole = match proven.take().filter(|_| is_same) {
            Some(proven) => proven,
            None => without_point_zero(text, &param.integers)?,
        };
        if proof == Proof::Open && !self.is_proven_alone(param.text_scan, &whole.text) {
            return None;
        }
        if let Ok(read) = slot.decode(Guarded::plain(&whole.text)) {
            return Some(whole.original(text, read));
        }
        slot.clear();
        None
    }

    /// What the text proves of the value's rules. The start of the value proves its own. Rules for its contents need
    /// one scan of the rest of the text. `proven` gets the text that is proven, if that is another one.
    #[inline]
    pub(super) fn proof(
        &self,
        text_scan: Option<TextScan>,
        text: &str,
        proven: &mut Option<WholeText>,
    ) -> Proof {
        match text_scan {
            Some(text_scan) if !text_scan.value.hold_for_value(text) => Proof::Open,
            Some(text_scan) if text_scan.below != TextFlags::NONE => self.proof_below(text, proven),
            _ => Proof::Holds,
        }
    }

    fn proof_below(&self, text: &str, proven: &mut Option<WholeText>) -> Proof {
        // The facts are those of all parameters together, and later ones are part of this text.
        if let Some(proof) = self.proof.get() {
            return proof;
        }
        let proof = match self.plan.text_scan.doubtful_below(text) {
            _ if !self.plan.keyed_scan.objects_hold(self.plan.text_scan, text) => Proof::Open,
            TextFlags::NONE => Proof::Holds,
            doubtful => self.settle(doubtful, text, proven),
        };
        self.proof.set(Some(proof));
        proof
    }

    /// What a text proves of facts that are doubtful. Mostly, a point in an integer makes them so.
    #[cold]
    fn settle(&self, doubtful: TextFlags, text: &str, proven: &mut Option<WholeText>) -> Proof {
        match without_point_zero(text, self.plan.keyed_scan.integers()) {
            Some(whole) if doubtful.doubtful_below(&whole.text) == TextFlags::NONE => {
                *proven = Some(whole);
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

//! What few results have. It is in one place on the heap, so that the others are small: an outcome is moved several times.

use super::{DebugMask, Extent, ShortStructured, Shortened, WarningNote};

/// What few results have.
#[derive(Clone, Default)]
pub(crate) struct ResultExtra(Option<Box<Fields>>);

#[derive(Clone)]
struct Fields {
    extent: Extent,
    note: Option<WarningNote>,
    mask: DebugMask,
}

impl ResultExtra {
    /// Nothing.
    pub(crate) const NONE: Self = Self(None);

    /// A result of which the output has so much.
    pub(crate) fn of(extent: Extent) -> Self {
        let mut extra = Self::NONE;
        if extent != Extent::Whole {
            extra.set_extent(extent);
        }
        extra
    }

    /// How much of the answer the output is.
    #[inline]
    pub(crate) fn extent(&self) -> &Extent {
        self.0.as_deref().map_or(&Extent::Whole, |fields| &fields.extent)
    }

    /// The ids under which texts of the result are kept.
    pub(crate) fn kept(&self) -> &[String] {
        match self.extent() {
            Extent::Short(short) => &short.ids,
            Extent::WithPreviews(ids) => ids,
            Extent::Whole | Extent::Part | Extent::Found(_) => &[],
        }
    }

    /// The result was too long. The ids of texts that were kept before stay.
    pub(crate) fn shorten_to(&mut self, ids: &[String], structured: ShortStructured) {
        let ids = [self.kept(), ids].concat();
        self.set_extent(Extent::Short(Box::new(Shortened { ids, structured })));
    }

    pub(crate) fn set_extent(&mut self, extent: Extent) {
        self.fields().extent = extent;
    }

    /// The note for the model about the [warnings](super::Outcome::warnings) of the arguments.
    #[inline]
    pub(crate) fn note(&self) -> Option<&WarningNote> {
        self.0.as_deref()?.note.as_ref()
    }

    pub(crate) fn set_note(&mut self, note: Option<WarningNote>) {
        if note.is_some() || self.0.is_some() {
            self.fields().note = note;
        }
    }

    /// What debug output hides.
    pub(crate) fn mask(&self) -> &DebugMask {
        self.0.as_deref().map_or(const { &DebugMask::NONE }, |fields| &fields.mask)
    }

    pub(crate) fn set_mask(&mut self, mask: DebugMask) {
        if !mask.is_none() || self.0.is_some() {
            self.fields().mask = mask;
        }
    }

    fn fields(&mut self) -> &mut Fields {
        let none = || Box::new(Fields { extent: Extent::Whole, note: None, mask: DebugMask::NONE });
        self.0.get_or_insert_with(none)
    }
}

/// Masks make no difference.
impl PartialEq for ResultExtra {
    fn eq(&self, other: &Self) -> bool {
        self.extent() == other.extent() && self.note() == other.note()
    }
}

//! How a function's arguments are read: everything that can be worked out before the first call.

use std::collections::HashMap;

use hpd_json::{Leniency, Limits, Reading, StopReason};
use hpd_schema::__private::error::{FieldNotes, Findings, NotesByName};
use hpd_schema::__private::shape::{Guard, KeyedScan, Shape, ShapeId, TextFlags, TextScan};
use memchr::memmem;

use super::key_text::KeyText;
use super::lenient::Lenient;
use super::numbers::NumberForm;
use super::own_names::OwnNames;

/// The part of an [`ArgumentPlan`](crate::__private::ArgumentPlan) that reads and checks arguments. It has the compiled
/// schema, and neither the function's table nor its published schema.
#[derive(Debug)]
pub struct ReadingPlan {
    pub(super) params: Box<[ParamPlan]>,
    /// One struct takes all arguments.
    pub(super) whole: Option<Box<ParamPlan>>,
    /// The facts to prove for all values below parameters, so that provable ones need no guard.
    pub(super) text_scan: TextFlags,
    /// The same facts by key, where the whole text does not show them.
    pub(super) keyed_scan: KeyedScan,
    pub(super) has_no_defaults: bool,
    pub(super) shape: Shape,
    pub(super) limits: Limits,
    second: Box<SecondPlan>,
}

/// The facts about a function beyond its schema.
#[derive(Debug)]
pub(crate) struct FunctionFacts {
    /// The names of the function.
    pub(crate) names: OwnNames,
    /// The function changes something.
    pub(crate) writes: bool,
    /// The function is called with a text that can't be read, too.
    pub(crate) reads_anything: bool,
    /// Arguments that the function does not declare are errors.
    pub(crate) refuses_unknown: bool,
    /// How forgiving the reading is.
    pub(crate) leniency: Leniency,
}

/// The same about a parameter.
#[derive(Debug)]
pub(crate) struct ParamFacts {
    pub(crate) name: &'static str,
    /// The type may read keys that the schema does not declare.
    pub(crate) compares_keys: bool,
    /// A JSON text.
    pub(crate) default: Option<String>,
    /// A function of the author's looks at the value too.
    pub(crate) custom: bool,
    /// Read as under [`Leniency::Lenient`].
    pub(crate) lenient: bool,
    pub(crate) notes: FieldNotes,
}

/// The facts about a struct that takes all arguments.
#[derive(Debug)]
pub(crate) struct WholeFacts {
    /// It may read keys that the schema does not declare.
    pub(crate) compares_keys: bool,
}

/// The name of the whole: no parameter has it.
const WHOLE: &str = "";

/// Data for the second reading only. Boxed, since most calls have none.
#[derive(Debug)]
struct SecondPlan {
    function: FunctionFacts,
    /// The author looks at the value of a parameter.
    has_custom: bool,
    /// The parameters that are read as under [`Leniency::Lenient`].
    lenient_params: Box<[&'static str]>,
    /// The parameters whose types may read keys that the schema does not declare.
    comparing: Box<[&'static str]>,
    /// The forms of numbers that the schema does not declare.
    numbers: HashMap<ShapeId, NumberForm>,
    /// The notes on each parameter; none if no parameter has any.
    notes: NotesByName,
}

/// How one parameter is read.
#[derive(Debug)]
pub(super) struct ParamPlan {
    pub(super) name: &'static str,
    /// The key and its colon in their usual text: `"name":`.
    pub(super) key: KeyText,
    /// The schema refuses arguments without it.
    pub(super) is_required: bool,
    pub(super) shape: Option<ShapeId>,
    pub(super) guard: Guard,
    /// The longest text of arguments in which decoding the type is check enough, if the text shows `proof`.
    pub(super) plain_up_to: usize,
    pub(super) text_scan: Option<TextScan>,
    /// The keys below it whose values are integers, where decoding the type is check enough.
    pub(super) integers: Box<[Box<str>]>,
    /// There are decimals in it that only the second reading keeps exact.
    pub(super) hides_decimals: bool,
    /// A JSON text.
    pub(super) default: Option<Box<str>>,
}

impl ReadingPlan {
    /// Prepares the reading of a function's arguments, which `shape` checks. `numbers` has the forms of numbers as their
    /// types hold them.
    pub(crate) fn new(
        shape: Shape,
        limits: Limits,
        function: FunctionFacts,
        params: Vec<ParamFacts>,
        whole: Option<WholeFacts>,
        numbers: HashMap<ShapeId, NumberForm>,
    ) -> Self {
        let has_custom = params.iter().any(|param| param.custom);
        let lenient_params = params.iter().filter(|param| param.lenient).map(|param| param.name).collect();
        let comparing = params.iter().filter(|param| param.compares_keys).map(|param| param.name);
        let whole_compares = whole.as_ref().is_some_and(|whole| whole.compares_keys);
        let comparing = comparing.chain(whole_compares.then_some(WHOLE)).collect();
        // If one parameter has a note, all do: a name without one may be misspelt.
        let has_notes = params.iter().any(|param| param.notes != FieldNotes::default());
        let all = params.iter().filter(|_| has_notes);
        let notes = all.map(|param| (param.name.into(), param.notes.clone())).collect();
        let second = Box::new(SecondPlan { function, has_custom, lenient_params, comparing, numbers, notes });
        let whole = whole.map(|whole| Box::new(ParamPlan::whole(&whole, &shape, &limits)));
        let params: Box<[_]> =
            params.into_iter().map(|param| ParamPlan::new(param, &shape, &limits)).collect();
        let text_scan = params
            .iter()
            .chain(whole.as_deref())
            .filter_map(|param| param.text_scan)
            .fold(TextFlags::NONE, |all, text_scan| all.and(text_scan.below));
        let mut keyed_scan = KeyedScan::default();
        let scanned = params.iter().chain(whole.as_deref()).filter(|param| param.text_scan.is_some());
        for id in scanned.filter_map(|param| param.shape) {
            shape.add_keyed_scan(id, &mut keyed_scan);
        }
        let has_no_defaults = params.iter().all(|param| param.default.is_none());
        Self { params, whole, text_scan, keyed_scan, has_no_defaults, shape, limits, second }
    }

    pub(crate) fn set_leniency(&mut self, leniency: Leniency) {
        self.second.function.leniency = leniency;
    }

    pub(crate) fn add_name(&mut self, name: &str) {
        self.second.function.names.add(name);
    }

    pub(crate) fn set_owners<'n>(&mut self, owners: impl IntoIterator<Item = &'n str>) {
        let names = std::mem::take(&mut self.second.function.names);
        self.second.function.names = names.owned_by(owners);
    }

    /// Sets the names of the functions that yield values, by parameter.
    pub(crate) fn set_obtained(&mut self, mut names: Vec<(&'static str, String)>) {
        let mut noted = self.second.notes.to_vec();
        for (param, notes) in &mut noted {
            let place = names.iter().position(|(name, _)| *name == *param);
            notes.obtain = place.map(|place| names.swap_remove(place).1.into());
        }
        self.second.notes = noted.into();
    }

    /// Whether the type of a parameter may read keys that the schema does not declare.
    pub(super) fn compares_keys(&self, param: &ParamPlan) -> bool {
        self.second.comparing.contains(&param.name)
    }

    /// How the type holds a number at a node, if that is not as the schema declares it.
    pub(super) fn number_form(&self, id: ShapeId) -> Option<NumberForm> {
        self.second.numbers.get(&id).copied()
    }

    /// The schema compiled for checking.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// How a text is read when strict reading refuses it.
    pub(super) fn lenient(&self, stop_reason: StopReason) -> Lenient<'_> {
        let function = &self.second.function;
        Lenient {
            reading: Reading { leniency: function.leniency, writes: function.writes, stop_reason },
            limits: &self.limits,
            shape: &self.shape,
            names: &function.names,
            refuses_calls: !function.refuses_unknown,
            unknown: None,
            has_one_way: false,
            forgiven: &self.second.lenient_params,
        }
    }

    /// A list of errors, empty at first. It knows the notes on the parameters.
    pub fn findings(&self) -> Findings {
        Findings::noted(&self.limits, NotesByName::clone(&self.second.notes))
    }

    pub(super) fn reads_anything(&self) -> bool {
        self.second.function.reads_anything
    }

    pub(super) fn refuses_unknown(&self) -> bool {
        self.second.function.refuses_unknown
    }

    /// Whether the author looks at the value of a parameter.
    pub(super) fn has_custom(&self) -> bool {
        self.second.has_custom
    }

    /// The place of a parameter; `hint` is where it probably is.
    #[inline]
    pub(super) fn position(&self, key: &str, hint: usize) -> Option<usize> {
        match self.params.get(hint) {
            Some(param) if param.name == key => Some(hint),
            _ => self.params.iter().position(|param| param.name == key),
        }
    }
}

impl ParamPlan {
    fn new(param: ParamFacts, shape: &Shape, limits: &Limits) -> Self {
        let id = shape.property(param.name);
        let guard = id.map_or(Guard::Nothing, |id| shape.node(id).guard);
        let (text_scan, is_plain) = id.map_or((None, false), |id| proof_of(shape, id, param.compares_keys));
        let plain_up_to = id.filter(|_| is_plain).map_or(0, |id| plain_up_to(shape, id, limits));
        Self {
            name: param.name,
            key: KeyText::new(param.name),
            is_required: shape.requires(param.name),
            shape: id,
            guard,
            plain_up_to,
            text_scan,
            integers: id.filter(|_| plain_up_to > 0).map(|id| shape.integer_keys(id)).unwrap_or_default(),
            hides_decimals: id.is_some_and(|id| shape.hides_decimals(id)),
            default: param.default.map(String::into_boxed_str),
        }
    }

    /// All arguments at once.
    fn whole(facts: &WholeFacts, shape: &Shape, limits: &Limits) -> Self {
        let id = shape.root();
        let guard = shape.node(id).guard;
        let (text_scan, is_plain) = proof_of(shape, id, facts.compares_keys);
        let plain_up_to = if is_plain { plain_up_to(shape, id, limits) } else { 0 };
        Self {
            name: WHOLE,
            key: KeyText::new(WHOLE),
            is_required: true,
            shape: Some(id),
            guard,
            plain_up_to,
            text_scan,
            integers: if plain_up_to > 0 { shape.integer_keys(id) } else { Box::default() },
            hides_decimals: shape.hides_decimals(id),
            default: None,
        }
    }

    /// Whether a text of arguments may have the parameter; not whether its key has escapes.
    pub(super) fn may_stand_in(&self, text: &str) -> bool {
        let quoted = self.key.quoted();
        memmem::find(text.as_bytes(), quoted.as_bytes()).is_some()
    }
}

/// The facts of a text that prove the rules at `id`, and whether values are decoded without a guard: where these facts
/// hold, or where decoding the type checks all rules. Without a guard, `serde_json` reads a struct from an array, too.
fn proof_of(shape: &Shape, id: ShapeId, compares_keys: bool) -> (Option<TextScan>, bool) {
    // Such values may break a limit anyway.
    if shape.size_bounds(id).is_open {
        return (None, false);
    }
    let text_scan = shape.text_scan(id);
    let is_free = shape.node(id).guard == Guard::Nothing
        && text_scan.is_some_and(|text_scan| !text_scan.is_about_objects());
    let text_scan = text_scan.filter(|_| !compares_keys && !is_free);
    (text_scan, is_free || text_scan.is_some())
}

/// The longest text in which no value at `id` can break a limit.
///
/// Text of `n` bytes holds at most `n / 2` values, and at most `n / (m + 1)` items where an item has at least `m`
/// bytes. Types without maps, recursion and free values are bounded in depth by themselves.
fn plain_up_to(shape: &Shape, id: ShapeId, limits: &Limits) -> usize {
    let size_bounds = shape.size_bounds(id);
    if size_bounds.is_open {
        return 0;
    }
    let items = limits.items.saturating_mul(size_bounds.shortest_item.saturating_add(1));
    items.min(limits.nodes.saturating_mul(2)).min(limits.string)
}

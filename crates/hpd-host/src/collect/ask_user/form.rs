//! The form of a repeated question: after two attempts without an answer, it is asked differently.

/// How often a question is asked in one form.
const TIMES: u32 = 2;

/// The form of a question. Each says more plainly than the one before how to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// As it is.
    First,
    /// With the kind of answer that is wanted.
    Plain,
    /// With all that may be answered.
    Last,
}

impl Form {
    /// The form in which a question is put for the time `times`; `None` if it was asked often enough.
    pub(crate) const fn of_time(times: u32) -> Option<Self> {
        match times.saturating_sub(1) / TIMES {
            0 => Some(Self::First),
            1 => Some(Self::Plain),
            2 => Some(Self::Last),
            _ => None,
        }
    }

    /// A question in this form.
    pub(crate) fn of(self, question: &str, has_missing: bool, has_uncertain: bool) -> String {
        let base = base_of(question);
        let how = match (self, has_missing, has_uncertain) {
            (Self::First, _, _) => return base.to_owned(),
            (Self::Plain, false, true) => YES_OR_NO,
            (Self::Plain, true, false) => VALUE,
            (Self::Plain, true, true) => EACH,
            (Self::Plain, false, false) => SENTENCE,
            (Self::Last, false, true) => YES_OR_VALUE,
            (Self::Last, true, false) => VALUE_OR_CANCEL,
            (Self::Last, true, true) => EACH_OR_CANCEL,
            (Self::Last, false, false) => SENTENCE_OR_CANCEL,
        };
        let separator = if base.contains('\n') { '\n' } else { ' ' };
        format!("{base}{separator}{how}")
    }
}

const YES_OR_NO: &str = "Please answer \"yes\" or \"no\".";
const VALUE: &str = "Please write the value and nothing else.";
const EACH: &str = "Please write the missing value first, as \"name: value\".";
const SENTENCE: &str = "Please answer in a sentence.";
const YES_OR_VALUE: &str =
    "Please write \"yes\" if it is, the right value as \"name: value\" if it is not, or \"cancel\" to stop.";
const VALUE_OR_CANCEL: &str = "Please write the value as \"name: value\", or \"cancel\" to stop.";
const EACH_OR_CANCEL: &str = "Please write each value as \"name: value\", or \"cancel\" to stop.";
const SENTENCE_OR_CANCEL: &str = "Please answer in a sentence, or write \"cancel\" to stop.";

/// A question without the text that its form adds.
pub(crate) fn base_of(question: &str) -> &str {
    let added =
        [YES_OR_NO, VALUE, EACH, SENTENCE, YES_OR_VALUE, VALUE_OR_CANCEL, EACH_OR_CANCEL, SENTENCE_OR_CANCEL];
    added.iter().find_map(|how| question.strip_suffix(how)).map_or(question, str::trim_end)
}

#[cfg(test)]
mod tests {
    use super::{Form, base_of};

    #[test]
    fn no_form_comes_a_third_time() {
        let forms: Vec<_> = (1..=7).map(Form::of_time).collect();
        let (first, plain, last) = (Some(Form::First), Some(Form::Plain), Some(Form::Last));
        assert_eq!(forms, [first, first, plain, plain, last, last, None]);
    }

    #[test]
    fn each_form_is_told_by_its_end() {
        let asked = |form: Form, missing, uncertain| form.of("Is that correct?", missing, uncertain);
        assert_eq!(asked(Form::First, false, true), "Is that correct?");
        assert_eq!(asked(Form::Plain, false, true), "Is that correct? Please answer \"yes\" or \"no\".");
        assert_eq!(
            asked(Form::Plain, true, false),
            "Is that correct? Please write the value and nothing else."
        );
        assert_eq!(
            asked(Form::Plain, true, true),
            "Is that correct? Please write the missing value first, as \"name: value\"."
        );
        assert_eq!(asked(Form::Plain, false, false), "Is that correct? Please answer in a sentence.");
        assert_eq!(
            asked(Form::Last, false, true),
            "Is that correct? Please write \"yes\" if it is, the right value as \"name: value\" if it is not, \
             or \"cancel\" to stop."
        );
        assert_eq!(
            asked(Form::Last, true, false),
            "Is that correct? Please write the value as \"name: value\", or \"cancel\" to stop."
        );
        assert_eq!(
            asked(Form::Last, true, true),
            "Is that correct? Please write each value as \"name: value\", or \"cancel\" to stop."
        );
        assert_eq!(
            asked(Form::Last, false, false),
            "Is that correct? Please answer in a sentence, or write \"cancel\" to stop."
        );
        assert_eq!(
            Form::Plain.of("a\n• b", true, true),
            "a\n• b\nPlease write the missing value first, as \"name: value\"."
        );
    }

    #[test]
    fn a_form_takes_the_place_of_another() {
        for (missing, uncertain) in [(true, true), (true, false), (false, true), (false, false)] {
            let plain = Form::Plain.of("a\n• b?", missing, uncertain);
            assert_eq!(base_of(&plain), "a\n• b?");
            let last = Form::Last.of(&plain, missing, uncertain);
            assert_eq!(base_of(&last), "a\n• b?");
            assert_eq!(Form::First.of(&last, missing, uncertain), "a\n• b?");
        }
    }
}

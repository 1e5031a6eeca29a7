//! The leniency of a reading, and the known facts about the message of the text.

/// How forgiving the reading of arguments is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Leniency {
    /// Nothing is repaired or converted, except that empty text and `null` become `{}`.
    Strict,
    /// Input with one meaning is accepted, with a warning.
    #[default]
    Safe,
    /// Also accepts input with one probable meaning, such as a text without quotes. The meaning may be wrong.
    Lenient,
}

/// Why a model stopped writing the message of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum StopReason {
    /// Nothing is known.
    #[default]
    Unknown,
    /// The message was finished: `tool_calls`, `tool_use`, `stop`, `end_turn`.
    Finished,
    /// The model ran out of tokens: `length`, `max_tokens`.
    Length,
    /// Something else stopped the model, such as a filter.
    Interrupted,
    /// The provider stopped in the middle of its own work, and goes on once the message is sent back: `pause_turn`,
    /// `compaction`.
    Paused,
}

impl StopReason {
    /// Whether the text may be incomplete.
    pub const fn may_cut(self) -> bool {
        matches!(self, Self::Length | Self::Interrupted)
    }

    /// The reason by the name that a provider gives it; [`Unknown`](Self::Unknown) for names that are not known.
    ///
    /// ```
    /// use hpd_json::StopReason;
    ///
    /// assert_eq!(StopReason::of_name("max_tokens"), StopReason::Length);
    /// assert_eq!(StopReason::of_name("tool_use"), StopReason::Finished);
    /// ```
    pub fn of_name(name: &str) -> Self {
        match name.to_ascii_lowercase().as_str() {
            "tool_calls" | "tool_call" | "tool_use" | "function_call" | "stop" | "end_turn"
            | "stop_sequence" | "completed" => Self::Finished,
            "length"
            | "max_tokens"
            | "max_output_tokens"
            | "model_length"
            | "model_context_window_exceeded"
            | "continuation"
            | "incomplete" => Self::Length,
            "pause_turn" | "compaction" => Self::Paused,
            "content_filter"
            | "refusal"
            | "safety"
            | "recitation"
            | "blocklist"
            | "prohibited_content"
            | "spii"
            | "language"
            | "malformed_function_call"
            | "malformed_response"
            | "unexpected_tool_call"
            | "too_many_tool_calls"
            | "missing_thought_signature"
            | "image_safety"
            | "image_recitation"
            | "image_prohibited_content"
            | "image_other"
            | "no_image"
            | "model_armor"
            | "escalation"
            | "pup_limited_disabled"
            | "steered"
            | "max_messages"
            | "other"
            | "queued"
            | "in_progress"
            | "cancelled"
            | "failed"
            | "error" => Self::Interrupted,
            _ => Self::Unknown,
        }
    }
}

/// How a text of arguments is read when strict reading refuses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// How forgiving the reading is.
    pub leniency: Leniency,
    /// Whether the call changes something. If so, a text that was cut off, or that holds several values, is refused.
    pub writes: bool,
    /// Why the model stopped writing.
    pub stop_reason: StopReason,
}

/// Providers send empty text, blank text and `null` for "no arguments".
#[inline]
pub fn is_blank(text: &str) -> bool {
    // Nearly every call has an object.
    !text.starts_with('{') && matches!(text.trim_ascii(), "" | "null")
}

#[cfg(test)]
mod tests {
    use super::{StopReason, is_blank};

    #[test]
    fn a_reason_has_a_name_of_each_provider() {
        for (names, reason, may_cut) in [
            (["tool_calls", "tool_use", "STOP", "completed"], StopReason::Finished, false),
            (["length", "max_tokens", "MAX_TOKENS", "incomplete"], StopReason::Length, true),
            (["content_filter", "refusal", "SAFETY", "cancelled"], StopReason::Interrupted, true),
            (["steered", "max_messages", "MODEL_ARMOR", "ESCALATION"], StopReason::Interrupted, true),
            (["pause_turn", "compaction", "PAUSE_TURN", "Compaction"], StopReason::Paused, false),
            (["", "stopped", "max tokens", "tool"], StopReason::Unknown, false),
        ] {
            assert_eq!(names.map(StopReason::of_name), [reason; 4]);
            assert_eq!(reason.may_cut(), may_cut, "{reason:?}");
        }
    }

    #[test]
    fn no_arguments_are_blank_or_null() {
        for (text, expected) in
            [("", true), (" \n", true), (" null ", true), ("{}", false), ("nul", false), ("0", false)]
        {
            assert_eq!(is_blank(text), expected, "{text:?}");
        }
    }
}

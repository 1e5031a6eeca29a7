//! The tool that reads long results: its description for the model.

/// The tool's qualified id, and its name where the host gives it none.
pub(crate) const READ_RESULT: &str = "read_result";

/// The tool's description for the model.
pub(crate) const READ_RESULT_TEXT: &str = "Reads a part of a long result by the id that its preview names. Give one of pointer, lines and text, or none.";

/// The schema that the model sees and calls are checked by.
pub(crate) const READ_RESULT_SCHEMA: &str = concat!(
    r#"{"type":"object","properties":{"#,
    r#""id":{"type":"string","minLength":1,"description":"The id of the result."},"#,
    r#""pointer":{"type":"string","maxLength":4096,"description":"The place of a value in JSON: /rows/3/name."},"#,
    r#""lines":{"type":"string","description":"The first and the last line of a text: 120-180."},"#,
    r#""text":{"type":"string","minLength":1,"description":"A text to look for, whatever its case. The answer has the lines, or the values with their pointers."},"#,
    r#""offset":{"type":"integer","minimum":0,"description":"Where to go on: the element, byte or hit that a cut names. With lines: a byte of the first one."}},"#,
    r#""required":["id"],"additionalProperties":false}"#,
);

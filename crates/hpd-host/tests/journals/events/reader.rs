//! A reader of event streams as the HTML standard has it (section 9.2.6, "Interpreting an event stream"). It was
//! written independently of the writer. The fuzz targets use it too.

/// An event as a page is given it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReadEvent {
    /// The last id so far.
    pub(crate) id: String,
    /// `message`, unless the stream says otherwise.
    pub(crate) name: String,
    /// The data.
    pub(crate) data: String,
}

/// The contents of a stream.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ReadStream {
    /// The events.
    pub(crate) events: Vec<ReadEvent>,
    /// The comments.
    pub(crate) comments: usize,
    /// The time before a client connects again, as it was set last.
    pub(crate) retry: Option<u64>,
}

/// Reads a whole stream. A last block without an empty line after it is no event.
pub(crate) fn read(text: &str) -> ReadStream {
    let mut stream = ReadStream::default();
    let (mut id, mut name, mut data) = (String::new(), String::new(), String::new());
    for line in lines(text.strip_prefix('\u{feff}').unwrap_or(text)) {
        if line.is_empty() {
            let (name, mut data) = (std::mem::take(&mut name), std::mem::take(&mut data));
            if data.pop().is_some() {
                let name = if name.is_empty() { "message".to_owned() } else { name };
                stream.events.push(ReadEvent { id: id.clone(), name, data });
            }
            continue;
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "" => stream.comments += 1,
            "event" => value.clone_into(&mut name),
            "data" => {
                data.push_str(value);
                data.push('\n');
            }
            "id" if !value.contains('\0') => value.clone_into(&mut id),
            "retry" if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) => {
                stream.retry = value.parse().ok();
            }
            _ => {}
        }
    }
    stream
}

/// The lines that have an end: CR LF, LF or CR.
fn lines(mut text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    while let Some(at) = text.find(['\r', '\n']) {
        lines.push(&text[..at]);
        let end = if text[at..].starts_with("\r\n") { 2 } else { 1 };
        text = &text[at + end..];
    }
    lines
}

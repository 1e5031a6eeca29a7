//! A response in the form of its protocol: one line of data for each event.

use hpd_journal::clients::ag_ui::AgUiMapper;
use hpd_journal::clients::sse::SseStream;
use hpd_journal::clients::vercel::{DONE, HEADERS, UiMessageChunk, UiMessageMapper};
use hpd_journal::events::EventRecord;
use hpd_journal::receipt::{Receipt, ReceiptWords};

use super::request::Protocol;

/// The mapper of a response.
#[derive(Debug)]
pub(super) enum Frames {
    AgUi(AgUiMapper),
    Vercel(UiMessageMapper),
}

impl Frames {
    pub(super) fn of(protocol: &Protocol) -> Self {
        match protocol {
            Protocol::AgUi { .. } => Self::AgUi(AgUiMapper::new()),
            Protocol::Vercel { .. } => Self::Vercel(UiMessageMapper::new()),
        }
    }

    /// The headers of the response.
    pub(super) const fn headers(&self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::AgUi(_) => &SseStream::HEADERS,
            Self::Vercel(_) => &HEADERS,
        }
    }

    /// Begins the run or the message. `new_id` is the id of a message that the client did not name.
    pub(super) fn begin(&mut self, protocol: &Protocol, new_id: String) -> String {
        match (self, protocol) {
            (Self::AgUi(mapper), Protocol::AgUi { thread, run }) => ag_ui(mapper.begin_run(thread, run)),
            (Self::Vercel(mapper), Protocol::Vercel { message }) => {
                vercel(mapper.begin(message.clone().unwrap_or(new_id)).unwrap_or_default())
            }
            // A request has one protocol.
            _ => String::new(),
        }
    }

    pub(super) fn record(&mut self, record: &EventRecord) -> String {
        match self {
            Self::AgUi(mapper) => ag_ui(mapper.events(record)),
            // In a message that the host began, every record of the session has chunks.
            Self::Vercel(mapper) => vercel(mapper.chunks(record).unwrap_or_default()),
        }
    }

    /// A question that still waits. Chats keep the part of the question themselves.
    pub(super) fn remind(&mut self, record: &EventRecord) {
        if let Self::AgUi(mapper) = self {
            mapper.remind(record);
        }
    }

    pub(super) fn text(&mut self, delta: &str) -> String {
        match self {
            // Without a run, the response is over, and nobody reads.
            Self::AgUi(mapper) => ag_ui(mapper.text(delta).unwrap_or_default()),
            Self::Vercel(mapper) => vercel(mapper.text(delta)),
        }
    }

    pub(super) fn end_text(&mut self) -> String {
        match self {
            Self::AgUi(mapper) => ag_ui(mapper.end_text()),
            Self::Vercel(mapper) => vercel(mapper.end_text()),
        }
    }

    pub(super) fn receipt(&mut self, receipt: &Receipt, words: &ReceiptWords) -> String {
        match self {
            Self::AgUi(mapper) => ag_ui(mapper.receipt(receipt, words).unwrap_or_default()),
            Self::Vercel(mapper) => vercel(mapper.receipt(receipt, words)),
        }
    }

    pub(super) fn finish(&mut self) -> String {
        match self {
            Self::AgUi(mapper) => ag_ui(mapper.finish()),
            Self::Vercel(mapper) => vercel(mapper.finish()) + DONE,
        }
    }

    pub(super) fn fail(&mut self, text: &str) -> String {
        match self {
            Self::AgUi(mapper) => ag_ui(mapper.fail(text)),
            Self::Vercel(mapper) => vercel(mapper.fail(text)) + DONE,
        }
    }
}

fn ag_ui(events: impl IntoIterator<Item = hpd_journal::clients::ag_ui::AgUiEvent>) -> String {
    events.into_iter().map(|event| event.to_sse()).collect()
}

fn vercel(chunks: impl IntoIterator<Item = UiMessageChunk>) -> String {
    chunks.into_iter().map(|chunk| chunk.to_sse()).collect()
}

//! Long texts without sensitive values.

use hpd_journal::__private::Secrets;

use super::pages::pause;
use super::streamed::CHUNK;

/// A text without sensitive values. In a long one, other tasks run between its parts, and the call may end there.
pub(crate) async fn hidden(text: &str, secrets: &Secrets) -> String {
    let (mut out, mut since) = (String::with_capacity(text.len()), 0);
    for piece in secrets.pieces(text) {
        out.push_str(&piece);
        since += piece.len();
        if piece.is_empty() || since >= CHUNK {
            pause().await;
            since = 0;
        }
    }
    out
}

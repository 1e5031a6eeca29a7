//! Progress of a call on its way to the client, in order and before the result.

use std::sync::Arc;

use hpd_host::TurnContext;
use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::Peer;
use tokio::sync::{mpsc, oneshot};

/// What the task of a call gets.
enum Step {
    Update(ProgressNotificationParam),
    /// Tells that all updates of before are sent.
    Sent(oneshot::Sender<()>),
}

/// Sends the progress of a turn to a client that asked for it.
pub(super) fn send_progress(turn: &mut TurnContext, token: ProgressToken, peer: Peer<RoleServer>) {
    // A function reports without waiting, and the client may be slow. The function is the program's own, and ends.
    let (sender, mut receiver) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Some(step) = receiver.recv().await {
            match step {
                Step::Update(update) => {
                    if peer.notify_progress(update).await.is_err() {
                        return;
                    }
                }
                Step::Sent(sent) => {
                    let _ = sent.send(());
                }
            }
        }
    });
    let updates = sender.clone();
    turn.progress = Some(Arc::new(move |progress| {
        let mut update = ProgressNotificationParam::new(token.clone(), progress.done);
        update.total = progress.total;
        update.message = (!progress.message.is_empty()).then(|| progress.message.to_owned());
        // A client that is gone reads nothing.
        let _ = updates.send(Step::Update(update));
    }));
    turn.progress_delivered = Some(Arc::new(move || {
        let (sent, all_sent) = oneshot::channel();
        let _ = sender.send(Step::Sent(sent));
        Box::pin(async move {
            let _ = all_sent.await;
        })
    }));
}

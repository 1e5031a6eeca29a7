use std::sync::Arc;

use hpd_host::approval::UserChannel;
use hpd_host::events::responses::{ClientRequest, ResponseWriter, Responses};
use hpd_host::{Session, Toolbox};

async fn converse(mut response: ResponseWriter) -> Result<(), Box<dyn std::error::Error>> {
    response.text("Hello!");
    Ok(())
}

fn answer(toolbox: &Toolbox, session: &Arc<Session>, request: ClientRequest) {
    let _ = Responses::new().respond(toolbox, session, UserChannel::of("anna"), request, converse);
}

fn main() {}

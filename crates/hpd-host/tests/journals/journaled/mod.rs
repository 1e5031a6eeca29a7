//! The events of calls in a journal, on the whole path of a call.

mod asked;
mod conversations;
mod deliveries;
mod desk;
mod detectors;
mod failing;
mod handed_over;
mod principals;
mod reach;
mod reading;
mod receipts;
mod recovered;
mod replies;
mod searches;
mod secrets;
mod silent;
mod turns;

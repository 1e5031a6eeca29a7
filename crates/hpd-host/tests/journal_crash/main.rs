//! Processes that are killed by `SIGKILL`: a journal's earlier promises must hold afterwards.
//!
//! This program runs itself: once as the process that kills and checks, and many times as the processes that are
//! killed.

mod check;
mod contract;
mod crashes;
mod desk;
mod found;
mod load;
mod order;
mod place;
#[cfg(feature = "postgres")]
mod postgres;
mod power;
mod process;
mod promises;
mod races;
mod recover;
mod retention;
mod runner;
mod runtime;
mod said;
mod script;
#[cfg(feature = "postgres")]
#[path = "../support/postgres.rs"]
mod server;
mod spoilt;
mod stop;
mod stopping;
mod till;
mod told;

use std::process::ExitCode;

use order::Order;

fn main() -> ExitCode {
    let Some(order) = Order::of_this_process() else { return runner::run(&contract::tests()) };
    runtime::new().block_on(async {
        match order {
            Order::Script(order) => script::run(order).await,
            Order::Desk(place) => desk::run(place).await,
            Order::Load(order) => load::run(order).await,
            Order::Retention(place) => retention::run(place).await,
        }
    });
    ExitCode::SUCCESS
}

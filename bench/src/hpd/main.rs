//! hpd, through its whole path: the tool is found among a thousand others, everything is checked, and the result is a
//! full outcome, as for an agent.

mod books;
mod calls;
mod external;
mod keys;
mod lists;
mod many;
mod reads;

use hpd_bench_cases::Contender;

hpd_bench_cases::program!(contenders);

fn contenders() -> Vec<Contender> {
    [
        calls::contenders(),
        keys::contenders(),
        external::contenders(),
        reads::contenders(),
        lists::contenders(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

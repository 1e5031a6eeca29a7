//! Who may see the pages: links that work once, cookies with an end, and checks of each request.

mod attempts;
mod secrets;

use std::sync::{Mutex, MutexGuard, PoisonError};

use hpd_host::system::{Random, RandomError, SystemRandom, Timestamp};

use attempts::Attempts;
use secrets::{Kept, Secret};

/// How long a link works.
const LINK: u64 = 10 * 60 * 1_000;
/// How long a cookie works.
const COOKIE: u64 = 12 * 60 * 60 * 1_000;
/// How many links and how many cookies work at a time. The oldest go first.
const MAX: usize = 100;

/// What a reader's forms repeat: known to the pages alone.
#[derive(Debug, Clone)]
pub(crate) struct Csrf(pub(crate) String);

/// What becomes of a token.
#[derive(Debug)]
pub(crate) enum Taken {
    /// It is right. This is the reader's cookie.
    Cookie(String),
    /// It is wrong, used, or too old.
    Wrong,
    /// Too many wrong ones were tried. The next may be tried after so many seconds.
    Later(u64),
}

/// Who lets readers in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Login {
    /// A link with a token.
    #[default]
    Link,
    /// The host, before a request comes here.
    OfHost,
}

/// Hosts, links and cookies.
#[derive(Debug)]
pub(crate) struct Access {
    hosts: Vec<String>,
    login: Login,
    tokens: Mutex<Kept>,
    cookies: Mutex<Kept>,
    attempts: Mutex<Attempts>,
    /// What forms repeat where the host lets readers in.
    csrf: Option<Secret>,
}

impl Default for Access {
    fn default() -> Self {
        Self {
            hosts: ["127.0.0.1", "localhost", "[::1]"].map(str::to_owned).to_vec(),
            login: Login::Link,
            tokens: Mutex::default(),
            cookies: Mutex::default(),
            attempts: Mutex::default(),
            // Without random bytes, no form is taken.
            csrf: Secret::new(&SystemRandom).ok(),
        }
    }
}

impl Access {
    /// The same settings with another host. Links and cookies of before do not work.
    pub(crate) fn with_host(&self, name: String) -> Self {
        let mut hosts = self.hosts.clone();
        hosts.push(name);
        Self { hosts, login: self.login, ..Self::default() }
    }

    pub(crate) fn with_login(&self, login: Login) -> Self {
        Self { hosts: self.hosts.clone(), login, ..Self::default() }
    }

    /// A new token for a link.
    ///
    /// # Errors
    ///
    /// The system has no random bytes.
    pub(crate) fn new_token(&self, now: Timestamp) -> Result<String, RandomError> {
        lock(&self.tokens).add(&SystemRandom, now, LINK)
    }

    /// Takes a token for a cookie. A token works once.
    pub(crate) fn take_token(&self, token: &str, now: Timestamp) -> Taken {
        let mut attempts = lock(&self.attempts);
        if let Some(seconds) = attempts.wait(now) {
            return Taken::Later(seconds);
        }
        if lock(&self.tokens).take(token, now).is_none() {
            attempts.count(now);
            return Taken::Wrong;
        }
        lock(&self.cookies).add(&SystemRandom, now, COOKIE).map_or(Taken::Wrong, Taken::Cookie)
    }

    /// What the forms of a reader repeat; `None` if the reader may see nothing.
    pub(crate) fn csrf_of(&self, cookie: Option<&str>, now: Timestamp) -> Option<String> {
        match self.login {
            Login::OfHost => self.csrf.as_ref().map(|secret| secret.text().to_owned()),
            Login::Link => lock(&self.cookies).partner(cookie?, now),
        }
    }

    /// Whether requests to this host and port are served.
    pub(crate) fn serves(&self, host: &str) -> bool {
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.chars().all(|c| c.is_ascii_digit()) => name,
            _ => host,
        };
        self.hosts.iter().any(|known| known.eq_ignore_ascii_case(name))
    }
}

fn lock<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    // The value is always consistent, so a panic in another holder leaves nothing half done.
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// 128 random bits, as a text.
fn random_text(random: &dyn Random) -> Result<String, RandomError> {
    let mut bytes = [0; 16];
    random.fill(&mut bytes)?;
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or_default();
    Ok(bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 0xf)]).collect())
}

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
/// How the names of cookies begin.
const NAME: &str = "hpd_inspector";
/// How many links and how many cookies work at a time. The oldest go first.
const MAX: usize = 100;

/// What a reader's forms repeat: known to the pages alone.
#[derive(Debug, Clone)]
pub(crate) struct Csrf(pub(crate) String);

/// What becomes of a token.
#[derive(Debug)]
pub(crate) enum Taken {
    /// It is right. This is the reader's cookie, and whether the link leads to `https`.
    Cookie { text: String, is_secure: bool },
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
    /// Each with whether its link leads to `https`.
    tokens: Mutex<Kept<bool>>,
    /// Each with what the reader's forms repeat.
    cookies: Mutex<Kept<Secret>>,
    attempts: Mutex<Attempts>,
    /// What forms repeat where the host lets readers in.
    csrf: Option<Secret>,
    /// The name of the cookie. A browser sends the cookies of a host to each of its ports, so two inspectors of one host
    /// have two names.
    cookie: String,
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
            // Without random bytes, no link works.
            cookie: format!("{NAME}_{}", random_text::<4>(&SystemRandom).unwrap_or_default()),
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

    /// A new token for a link, which leads to `https` or not.
    ///
    /// # Errors
    ///
    /// The system has no random bytes.
    pub(crate) fn new_token(&self, now: Timestamp, is_secure: bool) -> Result<String, RandomError> {
        lock(&self.tokens).add(&SystemRandom, now, LINK, is_secure)
    }

    /// The name of the cookie: that of this inspector and its clones.
    pub(crate) fn cookie(&self) -> &str {
        &self.cookie
    }

    /// Takes a token for a cookie. A token works once.
    pub(crate) fn take_token(&self, token: &str, now: Timestamp) -> Taken {
        let mut attempts = lock(&self.attempts);
        if let Some(seconds) = attempts.wait(now) {
            return Taken::Later(seconds);
        }
        let Some(is_secure) = lock(&self.tokens).take(token, now) else {
            attempts.count(now);
            return Taken::Wrong;
        };
        let csrf = Secret::new(&SystemRandom);
        let text = csrf.and_then(|csrf| lock(&self.cookies).add(&SystemRandom, now, COOKIE, csrf));
        text.map_or(Taken::Wrong, |text| Taken::Cookie { text, is_secure })
    }

    /// What the forms of a reader repeat; `None` if the reader may see nothing.
    pub(crate) fn csrf_of(&self, cookie: Option<&str>, now: Timestamp) -> Option<String> {
        match self.login {
            Login::OfHost => self.csrf.as_ref().map(|secret| secret.text().to_owned()),
            Login::Link => lock(&self.cookies).get(cookie?, now).map(|secret| secret.text().to_owned()),
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

/// So many random bytes, as a text.
fn random_text<const N: usize>(random: &dyn Random) -> Result<String, RandomError> {
    let mut bytes = [0; N];
    random.fill(&mut bytes)?;
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or_default();
    Ok(bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 0xf)]).collect())
}

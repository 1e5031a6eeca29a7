//! A reader of the pages who was let in.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::Failure;

#[derive(Clone)]
pub(crate) struct Reader {
    host: String,
    cookie: String,
}

impl Reader {
    /// # Errors
    ///
    /// The link does not let in.
    pub(crate) async fn enter(link: &str) -> Result<Self, Failure> {
        let address = link.strip_prefix("http://").ok_or("no link")?;
        let (host, path) = address.split_once('/').ok_or("no path")?;
        let mut reader = Self { host: host.to_owned(), cookie: String::new() };
        let entered = reader.get(&format!("/{path}")).await?;
        let cookie = entered.split("set-cookie: ").nth(1).and_then(|rest| rest.split(';').next());
        cookie.ok_or("no cookie")?.clone_into(&mut reader.cookie);
        Ok(reader)
    }

    /// # Errors
    ///
    /// There is no server.
    pub(crate) async fn open(&self, path: &str) -> Result<TcpStream, Failure> {
        let mut stream = TcpStream::connect(&self.host).await?;
        let Self { host, cookie } = self;
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: {host}\r\ncookie: {cookie}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        Ok(stream)
    }

    /// # Errors
    ///
    /// There is no such page.
    pub(crate) async fn get(&self, path: &str) -> Result<String, Failure> {
        let mut text = String::new();
        self.open(path).await?.read_to_string(&mut text).await?;
        if !text.starts_with("HTTP/1.1 200") {
            return Err(format!("{path}: {}", text.lines().next().unwrap_or_default()).into());
        }
        Ok(text)
    }
}

/// A page that is open, with what it was sent.
pub(crate) struct Viewer {
    stream: TcpStream,
    text: String,
}

impl Viewer {
    /// # Errors
    ///
    /// There is no such page.
    pub(crate) async fn open(reader: &Reader, path: &str) -> Result<Self, Failure> {
        let mut viewer = Self { stream: reader.open(path).await?, text: String::new() };
        viewer.until(|text| text.contains("\r\n\r\n")).await?;
        Ok(viewer)
    }

    /// Reads until `has` accepts the received text, then clears it.
    ///
    /// # Errors
    ///
    /// The stream has ended.
    pub(crate) async fn until(&mut self, has: impl Fn(&str) -> bool) -> Result<(), Failure> {
        while !has(&self.text) {
            let mut buffer = [0; 4_096];
            let count = self.stream.read(&mut buffer).await?;
            if count == 0 {
                return Err("the stream has ended".into());
            }
            // A chunk may end inside a character. The wanted text is ASCII, so it is found anyway.
            self.text.push_str(&String::from_utf8_lossy(buffer.get(..count).unwrap_or_default()));
        }
        self.text.clear();
        Ok(())
    }
}

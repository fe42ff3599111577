//! GTP over standard input and output, a file, or a TCP connection.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;

use anyhow::Context;
use katachi_files::Log;

use crate::cli::{Address, ConnectionOptions};
use crate::session::Session;
use crate::speaker::complain;

/// Both directions of a connection with a client.
type Ends = (Box<dyn Read + Send>, Box<dyn Write>);

/// Answers commands until their source ends.
///
/// # Errors
/// If the source cannot be opened, read or written.
pub fn serve(session: &mut Session, options: &ConnectionOptions) -> anyhow::Result<()> {
    let (mut input, output) = ends(options)?;
    if let Some(file) = &options.gtp_dump_commands {
        input = Box::new(Dump::new(input, file)?);
    }
    let input = katachi_gtp::Listener::new(input);
    let input = input.context("the source of commands cannot be listened to")?;
    session.interrupt = input.interrupt();
    let exit = katachi_gtp::serve(input, output, session);
    session.save();
    exit.context("the connection with the client failed")?;
    Ok(())
}

fn ends(options: &ConnectionOptions) -> anyhow::Result<Ends> {
    if let Some(file) = &options.gtp_input {
        let file_named = || format!("--gtp-input: cannot open {}", file.display());
        let opened = katachi_files::open(file).with_context(file_named)?;
        return Ok((Box::new(opened), Box::new(io::stdout())));
    }
    if let Some(address) = &options.gtp_connect {
        let stream = TcpStream::connect((address.host.as_str(), address.port));
        let stream = stream.with_context(|| format!("--gtp-connect: cannot reach {address}"))?;
        return of_stream(stream);
    }
    if let Some(address) = &options.gtp_listen {
        return of_stream(accept(address)?);
    }
    Ok((Box::new(io::stdin()), Box::new(io::stdout())))
}

/// Waits for the first client.
fn accept(address: &Address) -> anyhow::Result<TcpStream> {
    let listener = TcpListener::bind((address.host.as_str(), address.port));
    let listener = listener.with_context(|| format!("--gtp-listen: cannot use {address}"))?;
    complain(&format!(
        "waiting for a client on {}",
        listener.local_addr()?
    ));
    let (stream, _) = listener.accept().context("no client could connect")?;
    Ok(stream)
}

fn of_stream(stream: TcpStream) -> anyhow::Result<Ends> {
    // Replies are short; waiting for more of them would slow a client down.
    stream.set_nodelay(true)?;
    let input = stream.try_clone()?;
    Ok((Box::new(input), Box::new(stream)))
}

/// A source whose bytes are also written to a file.
struct Dump<R> {
    input: R,
    /// `None` after it could not be written.
    log: Option<Log>,
}

impl<R> Dump<R> {
    fn new(input: R, file: &Path) -> anyhow::Result<Self> {
        let log = Log::create(file, b"");
        let log =
            log.with_context(|| format!("--gtp-dump-commands: cannot write {}", file.display()))?;
        Ok(Self {
            input,
            log: Some(log),
        })
    }
}

impl<R: Read> Read for Dump<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        let bytes = buffer.get(..count).unwrap_or_default();
        if let Some(log) = &mut self.log
            && let Err(error) = log.write_all(bytes)
        {
            complain(&format!("--gtp-dump-commands: writing ends: {error}"));
            self.log = None;
        }
        Ok(count)
    }
}

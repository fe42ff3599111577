//! A connection on which each packet is confirmed, and sent again if it is not.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use super::packet::{Assembly, Command, Packet};

/// How long to wait for a confirmation before a packet is sent again.
const PATIENCE: Duration = Duration::from_secs(6);
/// How often a packet is sent.
const ATTEMPTS: u32 = 10;
/// The value of a confirmation.
const CONFIRMED: u16 = 0x3ff;

/// What came back for a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response {
    /// It has come.
    Confirmed,
    /// It is refused.
    Refused,
    /// The value that was asked for.
    Value(u16),
    /// The other program has gone.
    Gone,
}

/// Our end of a connection.
pub struct Link<W> {
    input: Receiver<Packet>,
    output: W,
    /// The number of our last packet.
    number: bool,
    /// The number of the other side's last packet.
    received: bool,
    /// Packets that came while we waited for something else.
    waiting: VecDeque<Packet>,
}

impl<W: Write> Link<W> {
    /// Reads packets in a thread of its own.
    pub fn new(mut input: impl Read + Send + 'static, output: W) -> Self {
        let (packets, received) = channel();
        std::thread::spawn(move || {
            let (mut assembly, mut buffer) = (Assembly::default(), [0; 64]);
            loop {
                let count = match input.read(&mut buffer) {
                    Ok(0) => return,
                    Ok(count) => count,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(_) => return,
                };
                for byte in buffer.iter().take(count) {
                    if let Some(packet) = assembly.push(*byte)
                        && packets.send(packet).is_err()
                    {
                        return;
                    }
                }
            }
        });
        Self {
            input: received,
            output,
            number: false,
            received: false,
            waiting: VecDeque::new(),
        }
    }

    /// The next packet that is new, as [`receive`](Self::receive) gives it, if it comes within this
    /// time behind the one before.
    pub fn receive_within(&mut self, time: Duration) -> io::Result<Option<(Command, u16)>> {
        loop {
            let next = self.waiting.pop_front();
            let Some(packet) = next.or_else(|| self.input.recv_timeout(time).ok()) else {
                return Ok(None);
            };
            if self.is_new(packet)? {
                return Ok(Some((packet.command, packet.value)));
            }
        }
    }

    /// The next packet that is new; `None` at the end. The caller responds with
    /// [`confirm`](Self::confirm), [`refuse`](Self::refuse) or [`send`](Self::send).
    pub fn receive(&mut self) -> io::Result<Option<(Command, u16)>> {
        loop {
            let packet = match self.waiting.pop_front() {
                Some(packet) => packet,
                None => match self.input.recv() {
                    Ok(packet) => packet,
                    Err(_) => return Ok(None),
                },
            };
            if self.is_new(packet)? {
                return Ok(Some((packet.command, packet.value)));
            }
        }
    }

    /// Confirms the last packet.
    pub fn confirm(&mut self) -> io::Result<()> {
        self.write(Command::Ok, CONFIRMED)
    }

    /// Refuses the last packet.
    pub fn refuse(&mut self) -> io::Result<()> {
        self.number = !self.number;
        self.write(Command::Deny, 0)
    }

    /// Sends a packet until it is confirmed.
    pub fn send(&mut self, command: Command, value: u16) -> io::Result<Response> {
        self.number = !self.number;
        for _ in 0..ATTEMPTS {
            self.write(command, value)?;
            loop {
                let packet = match self.input.recv_timeout(PATIENCE) {
                    Ok(packet) => packet,
                    Err(RecvTimeoutError::Timeout) => break,
                    Err(RecvTimeoutError::Disconnected) => return Ok(Response::Gone),
                };
                let confirms = packet.received == self.number;
                match packet.command {
                    Command::Ok if confirms => return Ok(Response::Confirmed),
                    Command::Ok => {}
                    _ if !self.is_new(packet)? => {}
                    Command::Deny if confirms => return Ok(Response::Refused),
                    Command::Answer if confirms => return Ok(Response::Value(packet.value)),
                    _ => {
                        // Whatever else is new waits for its turn, as if it had just come.
                        self.received = !packet.number;
                        self.waiting.push_back(packet);
                        if confirms {
                            return Ok(Response::Confirmed);
                        }
                    }
                }
            }
        }
        Err(io::Error::new(
            io::ErrorKind::TimedOut,
            format!("expected a confirmation, found none after {ATTEMPTS} packets"),
        ))
    }

    /// Whether a packet has not come before, other than a confirmation. One that comes again is
    /// confirmed again.
    fn is_new(&mut self, packet: Packet) -> io::Result<bool> {
        if packet.command == Command::Ok {
            return Ok(false);
        }
        if packet.number == self.received {
            self.confirm()?;
            return Ok(false);
        }
        self.received = packet.number;
        Ok(true)
    }

    fn write(&mut self, command: Command, value: u16) -> io::Result<()> {
        let packet = Packet {
            received: self.received,
            number: self.number,
            command,
            value,
        };
        self.output.write_all(&packet.bytes())?;
        self.output.flush()
    }
}

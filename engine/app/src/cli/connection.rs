//! Where GTP commands come from.

use std::path::PathBuf;

use clap::Args;

/// The other end of the protocol.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "GTP")]
pub struct ConnectionOptions {
    /// Read GTP commands from this file; replies go to standard output.
    #[arg(long, global = true, value_name = "FILE", conflicts_with_all = ["gtp_connect", "gtp_listen"])]
    pub gtp_input: Option<PathBuf>,
    /// Connect to this TCP port and speak GTP there; without HOST, on this machine.
    #[arg(
        long,
        global = true,
        value_name = "[HOST:]PORT",
        conflicts_with = "gtp_listen"
    )]
    pub gtp_connect: Option<Address>,
    /// Wait for one client on this TCP port and speak GTP with it; without HOST, only for programs
    /// on this machine.
    #[arg(long, global = true, value_name = "[HOST:]PORT")]
    pub gtp_listen: Option<Address>,
    /// Write all lines that come from the client to this file.
    #[arg(long, global = true, value_name = "FILE")]
    pub gtp_dump_commands: Option<PathBuf>,
    /// The version of the protocol: 2, or 1 as old clients expect it.
    #[arg(long, global = true, value_name = "NUMBER", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=2))]
    pub gtp_version: u8,
    /// How vertices are turned at the start, as by the command `orientation`: 0 to 7.
    #[arg(long, global = true, value_name = "NUMBER", alias = "gtp-initial-orientation", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=7))]
    pub orientation: u8,
}

/// A host, as a name or an address, and a TCP port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The host.
    pub host: String,
    /// The port.
    pub port: u16,
}

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} port {}", self.host, self.port)
    }
}

/// This machine only.
const LOOPBACK: &str = "127.0.0.1";

impl std::str::FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (host, port) = text.rsplit_once(':').unwrap_or((LOOPBACK, text));
        let bare = host
            .strip_prefix('[')
            .and_then(|host| host.strip_suffix(']'));
        let port = port.parse();
        match (bare.unwrap_or(host), port) {
            ("", _) | (_, Err(_)) => {
                Err("expected PORT or HOST:PORT, a port from 0 to 65535".into())
            }
            (host, Ok(port)) => Ok(Self {
                host: host.to_owned(),
                port,
            }),
        }
    }
}

impl ConnectionOptions {
    /// Whether an option says where commands come from, so that the program speaks GTP.
    pub fn is_given(&self) -> bool {
        self.gtp_input.is_some() || self.gtp_connect.is_some() || self.gtp_listen.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_alone_is_on_this_machine() {
        let parsed = |text: &str| {
            let address: Result<Address, String> = text.parse();
            address.map(|address| (address.host, address.port))
        };
        assert_eq!(parsed("8000"), Ok((LOOPBACK.to_owned(), 8000)));
        assert_eq!(parsed("example.org:1"), Ok(("example.org".to_owned(), 1)));
        assert_eq!(parsed("[::1]:7"), Ok(("::1".to_owned(), 7)));
        for wrong in ["", ":", ":8000", "host:", "host:x", "70000", "8000:"] {
            assert!(parsed(wrong).is_err(), "{wrong}");
        }
    }
}

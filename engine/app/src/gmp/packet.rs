//! The packets of the Go Modem Protocol: four bytes each.
//!
//! | byte | bits |
//! |---|---|
//! | 1 | `000000hs`: h is the number of the last packet received, s that of this one, 0 or 1 |
//! | 2 | `1ccccccc`: the sum of the other bytes, seven bits of it |
//! | 3 | `1cccxvvv`: the command, and the upper bits of its value |
//! | 4 | `1vvvvvvv`: the lower bits of the value |

/// What a packet asks or says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// The last packet has come.
    Ok,
    /// The last packet is refused.
    Deny,
    /// A new game.
    NewGame,
    /// What is this setting?
    Query,
    /// The value of a setting.
    Answer,
    /// A move.
    Move,
    /// Takes moves back.
    TakeBack,
    /// An extension that two programs have agreed on.
    Extended,
}

const COMMANDS: [Command; 8] = [
    Command::Ok,
    Command::Deny,
    Command::NewGame,
    Command::Query,
    Command::Answer,
    Command::Move,
    Command::TakeBack,
    Command::Extended,
];

/// A packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet {
    /// The number of the last packet that its sender has received.
    pub received: bool,
    /// Its own number.
    pub number: bool,
    /// What it says.
    pub command: Command,
    /// The argument, 10 bits.
    pub value: u16,
}

const MARK: u8 = 0x80;

impl Packet {
    /// The four bytes.
    pub fn bytes(self) -> [u8; 4] {
        let first = u8::from(self.received) << 1 | u8::from(self.number);
        let third = MARK | (self.command as u8) << 4 | (self.value >> 7 & 7) as u8;
        let fourth = MARK | (self.value & 0x7f) as u8;
        [first, checksum(first, third, fourth), third, fourth]
    }

    /// The packet of four bytes; `None` if they are none.
    pub fn of(bytes: [u8; 4]) -> Option<Self> {
        let [first, sum, third, fourth] = bytes;
        let is_marked = third & fourth & MARK != 0;
        if first > 3 || !is_marked || sum != checksum(first, third, fourth) {
            return None;
        }
        Some(Self {
            received: first & 2 != 0,
            number: first & 1 != 0,
            command: *COMMANDS.get(usize::from(third >> 4 & 7))?,
            value: u16::from(third & 7) << 7 | u16::from(fourth & 0x7f),
        })
    }
}

fn checksum(first: u8, third: u8, fourth: u8) -> u8 {
    MARK | first.wrapping_add(third).wrapping_add(fourth)
}

/// Puts packets together from bytes. A byte below 4 begins a packet, whatever came before.
#[derive(Debug, Default)]
pub struct Assembly(Vec<u8>);

impl Assembly {
    /// Takes the next byte; the packet that it completes.
    pub fn push(&mut self, byte: u8) -> Option<Packet> {
        if byte & MARK == 0 {
            self.0.clear();
        }
        self.0.push(byte);
        let bytes = self.0.as_slice().try_into().ok()?;
        Packet::of(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_are_four_bytes() {
        // What cgoban and GNU Go send to each other: a new game, a question about the rules, a
        // move of White's on D4 of a 9x9 board, and a confirmation.
        for (bytes, packet) in [
            ([0x01, 0xa1, 0xa0, 0x80], (false, true, Command::NewGame, 0)),
            ([0x02, 0xb9, 0xb0, 0x87], (true, false, Command::Query, 7)),
            ([0x01, 0xf4, 0xd4, 0x9f], (false, true, Command::Move, 543)),
            ([0x02, 0x88, 0x87, 0xff], (true, false, Command::Ok, 1023)),
        ] {
            let (received, number, command, value) = packet;
            let packet = Packet {
                received,
                number,
                command,
                value,
            };
            assert_eq!(Packet::of(bytes), Some(packet));
            assert_eq!(packet.bytes(), bytes);
        }
    }

    #[test]
    fn noise_is_passed_over() {
        let mut assembly = Assembly::default();
        let bytes = [
            0x41, 0x9f, 0x01, 0xa1, 0x01, 0xa1, 0xa0, 0x80, 0x01, 0xa2, 0xa0, 0x80,
        ];
        let found: Vec<Packet> = bytes
            .into_iter()
            .filter_map(|byte| assembly.push(byte))
            .collect();
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].command, Command::NewGame);
    }
}

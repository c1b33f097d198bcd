//! Reads the lines and numbers of a certificate, and its checksum.

use std::io::{BufReader, Read};

use provebest_game::Checksum;

use crate::Refused;

pub(crate) struct Input<'a> {
    from: BufReader<&'a mut dyn Read>,
    /// FNV-1a of all bytes so far.
    sum: Checksum,
    pub(crate) bytes: u64,
}

/// A line of the head has no more bytes than this.
const LONGEST_LINE: usize = 1 << 24;

impl<'a> Input<'a> {
    pub(crate) fn new(from: &'a mut dyn Read) -> Self {
        Input { from: BufReader::with_capacity(1 << 16, from), sum: Checksum::default(), bytes: 0 }
    }

    pub(crate) fn refuse<T>(&self, why: &str) -> Result<T, Refused> {
        Err(Refused { byte: self.bytes, why: why.into() })
    }

    fn byte(&mut self) -> Result<u8, Refused> {
        let mut byte = [0];
        match self.from.read_exact(&mut byte) {
            Ok(()) => self.bytes += 1,
            Err(error) => return self.refuse(&format!("the certificate ends too early: {error}")),
        }
        self.sum.add(&byte);
        Ok(byte[0])
    }

    pub(crate) fn line(&mut self) -> Result<String, Refused> {
        let mut line = Vec::new();
        loop {
            match self.byte()? {
                b'\n' => break,
                _ if line.len() == LONGEST_LINE => return self.refuse("a line without end"),
                byte => line.push(byte),
            }
        }
        String::from_utf8(line).or_else(|_| self.refuse("a line that is not UTF-8"))
    }

    /// The game and the position.
    pub(crate) fn head(&mut self) -> Result<(String, String), Refused> {
        match self.line()?.as_str() {
            "provebest certificate 1" => Ok((self.line()?, self.line()?)),
            _ => self.refuse("not a certificate of format 1"),
        }
    }

    /// A number in LEB128, as short as it can be.
    pub(crate) fn number(&mut self) -> Result<u64, Refused> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return if byte == 0 && shift > 0 { self.refuse("a number with idle zeros") } else { Ok(number) };
            }
        }
        self.refuse("a number that is too large")
    }

    /// The checksum, and nothing behind it.
    pub(crate) fn end(&mut self) -> Result<(), Refused> {
        for byte in self.sum.value().to_le_bytes() {
            if self.byte()? != byte {
                return self.refuse("the checksum is wrong");
            }
        }
        match self.from.read(&mut [0]) {
            Ok(0) => Ok(()),
            _ => self.refuse("something follows the checksum"),
        }
    }
}

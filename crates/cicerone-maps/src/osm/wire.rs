//! Protocol buffers on the wire: as much of them as OpenStreetMap uses.
//!
//! Every size is checked against what is there before anything is read by it,
//! and sums wrap: a broken file gives wrong numbers that are refused later, or an
//! error, and nothing else.

use cicerone::{Error, Result};

/// A message that is being read, field by field.
#[derive(Debug, Clone, Copy)]
pub(super) struct Message<'a> {
    rest: &'a [u8],
}

/// The value of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

impl<'a> Message<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Message<'a> {
        Message { rest: bytes }
    }

    /// The next field with its number, or nothing at the end.
    pub(super) fn next(&mut self) -> Result<Option<(u32, Field<'a>)>> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        let key = varint(&mut self.rest)?;
        let number = u32::try_from(key >> 3).map_err(|_| broken("a field number is too large"))?;
        let field = match key & 7 {
            0 => Field::Number(varint(&mut self.rest)?),
            1 => Field::Bytes(take(&mut self.rest, 8)?),
            2 => {
                let size = varint(&mut self.rest)?;
                Field::Bytes(take(&mut self.rest, size)?)
            }
            5 => Field::Bytes(take(&mut self.rest, 4)?),
            other => return Err(broken(&format!("a field has the unknown type {other}"))),
        };
        Ok(Some((number, field)))
    }
}

/// Numbers one after another in one field.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Packed<'a> {
    rest: &'a [u8],
}

impl<'a> Packed<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Packed<'a> {
        Packed { rest: bytes }
    }

    /// The next number, or nothing at the end.
    pub(super) fn next(&mut self) -> Result<Option<u64>> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        varint(&mut self.rest).map(Some)
    }

    /// The next number with a sign, folded to and fro around zero.
    pub(super) fn next_signed(&mut self) -> Result<Option<i64>> {
        Ok(self.next()?.map(unfold))
    }
}

/// A number with a sign: 0, -1, 1, -2, 2 and so on.
pub(super) fn unfold(number: u64) -> i64 {
    ((number >> 1) as i64) ^ -((number & 1) as i64)
}

fn varint(rest: &mut &[u8]) -> Result<u64> {
    let mut number = 0u64;
    for (at, byte) in rest.iter().enumerate().take(10) {
        number |= u64::from(byte & 0x7f) << (7 * at);
        if byte & 0x80 == 0 {
            *rest = &rest[at + 1..];
            return Ok(number);
        }
    }
    Err(broken("a number does not end"))
}

fn take<'a>(rest: &mut &'a [u8], size: u64) -> Result<&'a [u8]> {
    let size = usize::try_from(size).ok().filter(|size| *size <= rest.len());
    let Some((taken, after)) = size.and_then(|size| rest.split_at_checked(size)) else {
        return Err(broken("a field claims to be longer than what is left"));
    };
    *rest = after;
    Ok(taken)
}

/// Something is not as protocol buffers are.
pub(super) fn broken(what: &str) -> Error {
    Error::input(format!("not a whole OpenStreetMap PBF file: {what}; fetch it again"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts() {
        // Field 1 is 300, field 2 'ab'.
        let mut message = Message::new(&[0x08, 0xac, 0x02, 0x12, 2, b'a', b'b']);
        assert_eq!(message.next().unwrap(), Some((1, Field::Number(300))));
        assert_eq!(message.next().unwrap(), Some((2, Field::Bytes(b"ab"))));
        assert_eq!(message.next().unwrap(), None);
        assert_eq!([0, 1, 2, 3, u64::MAX].map(unfold), [0, -1, 1, -2, i64::MIN]);
    }

    #[test]
    fn what_is_cut_off_is_refused() {
        for bytes in [&[0x08][..], &[0x08, 0x80], &[0x12, 9, 1], &[0x0b], &[0xff; 12]] {
            assert!(Message::new(bytes).next().is_err(), "{bytes:?}");
        }
    }
}

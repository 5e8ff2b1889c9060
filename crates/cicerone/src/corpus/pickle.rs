//! How deep and how large a pickle's values get, found without making them.
//!
//! A pickle is a program for a stack machine. Two hundred kilobytes of it can
//! nest a value so deep that whoever walks through it, if only to throw it
//! away, runs out of stack; a few hundred bytes that quote what came before can
//! stand for gigabytes. So the program is gone through first, with depths and
//! sizes in place of values. Only what the SAIL release is written with is
//! understood: Python's text protocol, without classes.

use std::collections::{HashMap, HashSet};

use crate::{Error, Result};

/// The release is five deep.
const DEEPEST: u32 = 32;
/// A value may be so many times as large as the whole file, by what it quotes.
const LARGEST: u64 = 16;

/// What stands for a value.
#[derive(Debug, Clone, Copy, Default)]
struct Shape {
    depth: u32,
    bytes: u64,
    /// What the memo knows it by.
    memo: Option<u32>,
}

/// Refuses what could exhaust stack or memory.
pub(super) fn check(pickle: &[u8]) -> Result<()> {
    let mut machine = Machine { most: LARGEST * pickle.len() as u64 + 1024, ..Machine::default() };
    let mut rest = pickle;
    while let [code, after @ ..] = rest {
        let at = |error: Error| error.at(format!("byte {}", pickle.len() - rest.len() + 1));
        let has_argument = b"IFLSVpg".contains(code);
        let end = match has_argument {
            true => after.iter().position(|byte| *byte == b'\n').unwrap_or(after.len()),
            false => 0,
        };
        if machine.step(*code, &after[..end]).map_err(at)? {
            return Ok(());
        }
        rest = after.get(end + usize::from(has_argument)..).unwrap_or_default();
    }
    Ok(())
}

#[derive(Debug, Default)]
struct Machine {
    stack: Vec<Shape>,
    marks: Vec<usize>,
    memo: HashMap<u32, Shape>,
    /// What was quoted: what changes later would be deeper than was thought.
    quoted: HashSet<u32>,
    most: u64,
}

impl Machine {
    /// One instruction; true if it is the last. What lacks its operands is
    /// taken as if it had them: the reader itself refuses it.
    fn step(&mut self, code: u8, argument: &[u8]) -> Result<bool> {
        match code {
            b'.' => return Ok(true),
            b'(' => self.marks.push(self.stack.len()),
            b'I' | b'F' | b'L' | b'S' | b'V' => self.push(0, 16 + argument.len() as u64)?,
            b'N' => self.push(0, 16)?,
            b'p' => {
                let id = number(argument)?;
                if let Some(top) = self.stack.last_mut() {
                    top.memo = Some(id);
                    self.memo.insert(id, *top);
                }
            }
            b'g' => {
                let id = number(argument)?;
                let shape = self.memo.get(&id).copied().unwrap_or_default();
                self.quoted.insert(id);
                self.push(shape.depth, shape.bytes)?;
                if let Some(top) = self.stack.last_mut() {
                    top.memo = Some(id);
                }
            }
            b't' | b'l' | b'd' => {
                let (depth, bytes) = self.since_mark();
                self.push(depth + 1, bytes + 32)?;
            }
            b'a' => self.put_into(1)?,
            b's' => self.put_into(2)?,
            b'e' | b'u' => {
                let mark = self.marks.last().copied().unwrap_or(0);
                self.marks.pop();
                self.put_into(self.stack.len().saturating_sub(mark))?;
            }
            b')' | b']' | b'}' => self.push(1, 32)?,
            b'0' => drop(self.stack.pop()),
            other => {
                return Err(Error::input(format!(
                    "not the SAIL release: it has no instruction '{}'",
                    other.escape_ascii()
                )));
            }
        }
        Ok(false)
    }

    fn push(&mut self, depth: u32, bytes: u64) -> Result<()> {
        if depth > DEEPEST {
            return Err(Error::input(format!(
                "not the SAIL release: its values are nested more than {DEEPEST} deep"
            )));
        }
        if bytes > self.most {
            return Err(Error::input(format!(
                "not the SAIL release: what it quotes makes it more than {LARGEST} times as large"
            )));
        }
        self.stack.push(Shape { depth, bytes, memo: None });
        Ok(())
    }

    /// Takes what is above the last mark off the stack.
    fn since_mark(&mut self) -> (u32, u64) {
        let mark = self.marks.pop().unwrap_or(0).min(self.stack.len());
        measure(self.stack.drain(mark..))
    }

    /// Puts the topmost values into the list or map below them.
    fn put_into(&mut self, count: usize) -> Result<()> {
        let from = self.stack.len().saturating_sub(count);
        let (depth, bytes) = measure(self.stack.drain(from..));
        let Some(into) = self.stack.pop() else { return Ok(()) };
        if into.memo.is_some_and(|id| self.quoted.contains(&id)) {
            return Err(Error::input(
                "not the SAIL release: a value is changed after it was quoted elsewhere",
            ));
        }
        self.push(into.depth.max(depth + 1), into.bytes + bytes)?;
        if let (Some(id), Some(top)) = (into.memo, self.stack.last_mut()) {
            top.memo = Some(id);
            self.memo.insert(id, *top);
        }
        Ok(())
    }
}

/// The greatest depth and the sum of the sizes.
fn measure(shapes: impl Iterator<Item = Shape>) -> (u32, u64) {
    shapes.fold((0, 0), |(depth, bytes), one| (depth.max(one.depth), bytes + one.bytes))
}

fn number(argument: &[u8]) -> Result<u32> {
    let number = std::str::from_utf8(argument).ok().and_then(|text| text.trim().parse().ok());
    number.ok_or_else(|| Error::input("not the SAIL release: a number is expected here"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(pickle: &[u8]) -> String {
        check(pickle).unwrap_err().to_string()
    }

    #[test]
    fn depth_has_an_end_however_it_is_made() {
        let tuples = [b"(".repeat(100_000), b"t".repeat(100_000), b".".to_vec()].concat();
        assert!(fault(&tuples).contains("more than 32 deep"));
        // Lists that are quoted while they are still open.
        let mut lists: String = (0..1000).map(|id| format!("(lp{id}\n")).collect();
        lists.extend((0..999).rev().map(|id| format!("g{id}\na0")));
        assert!(
            fault(lists.as_bytes()).contains("after it was quoted"),
            "{}",
            fault(lists.as_bytes())
        );
        let binary = [b")".to_vec(), b"\x85".repeat(200_000), b".".to_vec()].concat();
        assert!(fault(&binary).contains("no instruction '\\x85'"));
    }

    #[test]
    fn what_quotes_itself_again_and_again_is_refused() {
        let mut laughs = "(lp0\nS'ha'\na".to_owned();
        for id in 1..30 {
            let quotes = format!("g{}\na", id - 1).repeat(10);
            laughs.push_str(&format!("(lp{id}\n{quotes}"));
        }
        assert!(fault(laughs.as_bytes()).contains("16 times as large"));
    }

    #[test]
    fn what_is_cut_off_is_left_to_the_reader() {
        for pickle in [&b""[..], b"(", b"a", b"(dp0\nS'x", b"g7\n.", b"t", b"eu0"] {
            assert!(check(pickle).is_ok(), "{pickle:?}");
        }
        assert!(fault(b"px\n").starts_with("byte 1: "));
    }
}

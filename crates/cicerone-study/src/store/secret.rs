//! What nobody should guess: tokens and completion codes.

use sha2::{Digest, Sha256};

use super::visit::broken;
use crate::refused::Outcome;

/// Tokens are stored only so: who reads the database cannot use them.
pub(crate) fn hash(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

/// So many random bytes, as hexadecimal digits.
pub(crate) fn secret(bytes: usize) -> Outcome<String> {
    let mut random = vec![0; bytes];
    getrandom::fill(&mut random).map_err(|error| broken(format!("no random numbers: {error}")))?;
    Ok(hex(&random))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Twelve letters that nobody mixes up, far too many to guess.
pub(super) fn completion_code() -> Outcome<String> {
    const LETTERS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    let mut random = [0u8; 12];
    getrandom::fill(&mut random).map_err(|error| broken(format!("no random numbers: {error}")))?;
    Ok(random.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

//! A column of numbers as bytes: its width in bytes, from 0 to 4, then the lowest byte of every
//! entry, then the second of every entry, and so on.
//!
//! The width is what the largest number needs; a column of zeros has no bytes beside it. Bytes of
//! the same weight are alike, so a compressor makes more of them side by side.

use super::DecodeError;

pub(super) const SHORT: DecodeError = DecodeError("a column is cut short");

/// Appends a column.
pub(super) fn write(out: &mut Vec<u8>, values: impl Iterator<Item = u32> + Clone) {
    let all = values.clone().fold(0, |all, value| all | value);
    let width = (u32::BITS - all.leading_zeros()).div_ceil(8);
    out.push(width as u8);
    for byte in 0..width {
        out.extend(values.clone().map(|value| (value >> (8 * byte)) as u8));
    }
}

/// Takes a column of `n` entries from the front of `input`.
pub(super) fn read(input: &mut &[u8], n: usize) -> Result<Vec<u32>, DecodeError> {
    let (&width, rest) = input.split_first().ok_or(SHORT)?;
    if width > 4 {
        return Err(DecodeError("a column has a form that is not known"));
    }
    let (planes, rest) = rest.split_at_checked(n * usize::from(width)).ok_or(SHORT)?;
    *input = rest;
    let mut values = vec![0; n];
    for byte in 0..usize::from(width) {
        let plane = &planes[byte * n..][..n];
        for (value, &part) in values.iter_mut().zip(plane) {
            *value |= u32::from(part) << (8 * byte);
        }
    }
    Ok(values)
}

/// The difference between two numbers, small if they are near each other.
pub(super) fn zigzag(value: u32, expected: u32) -> u32 {
    let difference = value.wrapping_sub(expected).cast_signed();
    (difference << 1 ^ difference >> 31).cast_unsigned()
}

/// The inverse of [`zigzag`].
pub(super) fn unzigzag(coded: u32, expected: u32) -> u32 {
    let difference = coded >> 1 ^ 0_u32.wrapping_sub(coded & 1);
    expected.wrapping_add(difference)
}

//! A text within a picture, in the lowest bit of the red, green and blue of each pixel, where no eye
//! sees it. A picture of a board holds its board in this way, so that it can be pasted as a board.
//!
//! It lasts as long as each pixel does: in the clipboard and in PNG, but not in JPEG, nor in a
//! picture that was scaled or cropped.

use egui::Color32;

/// What each hidden text begins with.
const MARK: [u8; 4] = *b"tile";
/// The number of bytes before the text: the mark, and the length and the CRC-32 of the text.
const HEAD: usize = 12;
/// A longer text is not read, in bytes.
const MAX_BYTES: usize = 4096;

/// Hides a text in opaque pixels. If there are too few, they stay as they are.
pub fn hide(text: &str, pixels: &mut [Color32]) {
    let n_bytes = text.len();
    if n_bytes > MAX_BYTES || pixels.len() * 3 < (HEAD + n_bytes) * 8 {
        return;
    }
    let length = (n_bytes as u32).to_le_bytes();
    let checksum = crc32fast::hash(text.as_bytes()).to_le_bytes();
    let bytes = [&MARK, &length, &checksum, text.as_bytes()].concat();
    let bits: Vec<u8> = (bytes.iter())
        .flat_map(|byte| (0..8).map(move |at| byte >> at & 1))
        .collect();
    for (pixel, bits) in pixels.iter_mut().zip(bits.chunks(3)) {
        let mut colours = [pixel.r(), pixel.g(), pixel.b()];
        for (colour, bit) in colours.iter_mut().zip(bits) {
            *colour = *colour & !1 | bit;
        }
        *pixel = Color32::from_rgb(colours[0], colours[1], colours[2]);
    }
}

/// The text that is hidden in these pixels.
pub fn find(pixels: &[Color32]) -> Option<String> {
    let mut bits = (pixels.iter())
        .flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()])
        .map(|colour| colour & 1);
    let mut byte = || (0..8).try_fold(0, |byte, at| Some(byte | bits.next()? << at));
    let mut bytes = |n: usize| (0..n).map(|_| byte()).collect::<Option<Vec<u8>>>();
    let number = |bytes: Vec<u8>| Some(u32::from_le_bytes(bytes.try_into().ok()?));
    if bytes(4)? != MARK {
        return None;
    }
    let length = number(bytes(4)?)? as usize;
    let checksum = number(bytes(4)?)?;
    let text = bytes(Some(length).filter(|it| *it <= MAX_BYTES)?)?;
    let text = String::from_utf8(text).ok()?;
    (crc32fast::hash(text.as_bytes()) == checksum).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "1 2 3 / 4 5 6 / 7 _ 8";

    #[test]
    fn a_hidden_text_is_found_and_changes_no_colour_by_more_than_one() {
        let ground: Vec<Color32> = (0..=255)
            .cycle()
            .take(999)
            .map(Color32::from_gray)
            .collect();
        let mut pixels = ground.clone();
        assert_eq!(find(&pixels), None);
        hide(BOARD, &mut pixels);
        assert_eq!(find(&pixels).as_deref(), Some(BOARD));
        assert_ne!(pixels, ground);
        for (before, after) in ground.iter().zip(&pixels) {
            let differences = [0, 1, 2, 3].map(|at| before[at].abs_diff(after[at]));
            assert!(differences.into_iter().all(|it| it <= 1) && differences[3] == 0);
        }
    }

    #[test]
    fn a_text_that_was_damaged_is_not_found() {
        let mut pixels = vec![Color32::GRAY; 200];
        hide(BOARD, &mut pixels);
        let n_bits = (HEAD + BOARD.len()) * 8;
        for bit in 0..n_bits {
            let mut damaged = pixels.clone();
            damaged[bit / 3][bit % 3] ^= 1;
            assert_eq!(find(&damaged), None, "bit {bit}");
        }
        for n in 0..n_bits / 3 {
            assert_eq!(find(&pixels[..n]), None, "{n} pixels");
        }
    }

    #[test]
    fn a_picture_with_too_few_pixels_stays_as_it_is() {
        let n_bits = (HEAD + BOARD.len()) * 8;
        let mut pixels = vec![Color32::GRAY; n_bits.div_ceil(3) - 1];
        hide(BOARD, &mut pixels);
        assert!(pixels.iter().all(|it| *it == Color32::GRAY));
    }
}

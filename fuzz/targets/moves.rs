//! A board and a solution, as they are typed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilescope_puzzle::notation::{board_line, moves, parse_board, parse_moves};

fuzz_target!(|text: &str| {
    if let Ok(board) = parse_board(text) {
        assert_eq!(parse_board(&board_line(&board)).as_ref().ok(), Some(&board));
    }
    if let Ok(read) = parse_moves(text) {
        let again = parse_moves(&moves(read.iter().copied()));
        assert_eq!(again.ok(), Some(read));
    }
});

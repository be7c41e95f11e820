//! A file of Tilescope's own: a puzzle, a route or a collection.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilescope_lab::files::{self, collection};

fuzz_target!(|text: &str| {
    if let Ok(problem) = files::from_text(text) {
        let again = files::from_json(&files::to_json(&problem));
        assert_eq!(again.as_ref().ok(), Some(&problem));
    }
    if let Ok(read) = collection::from_json(text) {
        let again = collection::from_json(&collection::to_json(&read));
        assert_eq!(again.as_ref().ok(), Some(&read));
    }
});

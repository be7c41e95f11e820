//! A file of another program: each format by its content, and each when it is named.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilescope_lab::files::exchange::{Choices, FORMATS, from_text, recognise, to_text};

fuzz_target!(|text: &str| {
    // What is written in the same format again has the same boards.
    if let Some(format) = recognise(text)
        && let Ok(import) = from_text(text, &Choices::default())
        && let Ok(written) = to_text(&import.collection, format)
    {
        let choices = Choices {
            format: Some(format),
            ..Choices::default()
        };
        let again = from_text(&written.text, &choices).expect("it reads what it writes");
        let [before, after] = [&import, &again].map(|import| import.collection.puzzles.len());
        assert_eq!(before, after, "{}", format.key);
    }
    for format in FORMATS {
        let choices = Choices {
            format: Some(format),
            ..Choices::default()
        };
        let _ = from_text(text, &choices);
    }
});

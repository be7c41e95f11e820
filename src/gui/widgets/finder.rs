//! Filtering a list by typing: which entries match all words, and which one is marked.

use super::keys::take_keys;
use egui::{FocusDirection, Key, Modifiers, Ui};

/// What an item of a list is found by.
pub struct Named<'a> {
    pub name: &'a str,
    /// Other names, which count as much.
    pub others: &'a [&'a str],
    /// What is searched beside the names.
    pub rest: String,
}

/// Keeps the items with all words of `text` in their names or in the rest. An item with just
/// this name comes first, then those whose name alone matches, first by the beginnings of its words, and of these by
/// whole words. Of two that match as well, one found by the name that is seen comes before one found by another,
/// and one that begins with the first word of the text before one that has it later.
pub fn find<T>(items: &mut Vec<T>, text: &str, named: impl Fn(&T) -> Named<'_>) {
    let words: Vec<String> = words(text).collect();
    let all_in = |text: &str| {
        let text = folded(text);
        words.iter().all(|word| text.contains(word))
    };
    items.retain(|item| {
        let Named { name, others, rest } = named(item);
        all_in(&format!("{rest} {name} {}", others.join(" ")))
    });
    let is_name = |name: &str| self::words(name).eq(words.iter().cloned());
    let begin_words = |name: &str| {
        let names: Vec<String> = self::words(name).collect();
        let begins = |word: &String| names.iter().any(|name| name.starts_with(word));
        words.iter().all(begins)
    };
    let n_parts = |name: &str| {
        let names: Vec<String> = self::words(name).collect();
        words.iter().filter(|word| !names.contains(word)).count()
    };
    let is_led_by = |name: &str| {
        let first = self::words(name).next().zip(words.first());
        first.is_some_and(|(first, word)| first.starts_with(word))
    };
    let rank = |name: &str| (!is_name(name), !begin_words(name), !all_in(name));
    items.sort_by_cached_key(|item| {
        let Named { name, others, .. } = named(item);
        let own = rank(name);
        let others = others.iter().map(|it| rank(it));
        let best = others.fold(own, Ord::min);
        (best, own != best, n_parts(name), !is_led_by(name))
    });
}

/// The words of a text in lower case, without the signs that some names end with.
fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split_whitespace();
    words.map(|word| folded(word.trim_end_matches([':', '…', '.'])))
}

/// In lower case, with the signs that a keyboard has: `4×4` is found by `4x4`.
fn folded(text: &str) -> String {
    text.to_lowercase().replace('×', "x").replace('’', "'")
}

/// To be called before the field is shown: Tab moves the mark, and the focus stays. Otherwise egui would still
/// be looking for the next widget when the list has closed.
pub fn keep_focus(ui: &Ui) {
    ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
}

/// The marked entry among `n` after this frame's arrow keys and Tabs; `None` if none was pressed.
pub fn move_mark(ui: &Ui, marked: usize, n: usize) -> Option<usize> {
    let last = n.saturating_sub(1);
    let mut keys = take_keys(
        ui,
        Modifiers::NONE,
        &[Key::ArrowDown, Key::ArrowUp, Key::Tab],
    );
    let back = take_keys(ui, Modifiers::SHIFT, &[Key::Tab]);
    keys.extend(back.iter().map(|_| Key::ArrowUp));
    let step = |marked: usize, key: &Key| match key {
        Key::ArrowDown | Key::Tab => (marked + 1).min(last),
        _ => marked.saturating_sub(1),
    };
    (!keys.is_empty()).then(|| keys.iter().fold(marked.min(last), step))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain<'a>(name: &'a &str) -> Named<'a> {
        Named {
            name,
            others: &[],
            rest: String::new(),
        }
    }

    #[test]
    fn another_name_counts_as_a_name() {
        let mut found = vec!["Recursive best-first search", "Breadth-first search"];
        find(&mut found, "bfs", |name| Named {
            others: match *name {
                "Breadth-first search" => &["BFS"],
                _ => &["RBFS"],
            },
            ..plain(name)
        });
        assert_eq!(found[0], "Breadth-first search");
        assert_eq!(found.len(), 2);
    }

    #[test]
    fn the_name_that_is_seen_comes_before_another() {
        let mut found = vec!["New puzzle", "Copy board", "On boards"];
        find(&mut found, "board", |name| Named {
            others: match *name {
                "New puzzle" => &["reset board"],
                _ => &[],
            },
            ..plain(name)
        });
        assert_eq!(found, ["Copy board", "On boards", "New puzzle"]);
    }

    #[test]
    fn the_first_word_of_a_name_comes_before_a_later_one() {
        for text in ["picture", "pic"] {
            let mut found = vec!["Copy board as picture", "Picture on the tiles…"];
            find(&mut found, text, plain);
            assert_eq!(found[0], "Picture on the tiles…", "{text}");
        }
    }

    #[test]
    fn the_whole_name_comes_before_a_part_of_one() {
        let mut found = vec!["Puzzle 12", "Map", "Puzzle 79", "Puzzle 1"];
        find(&mut found, "puzzle 1", plain);
        assert_eq!(found, ["Puzzle 1", "Puzzle 12"]);
        let mut found = vec!["Korf's 15-puzzle 12", "Korf's 15-puzzle 1"];
        find(&mut found, "korf 1", plain);
        assert_eq!(found[0], "Korf's 15-puzzle 1");
        // As the menu writes it.
        let mut found = vec!["Maps of roads", "Map…", "Route: a map"];
        find(&mut found, "map…", plain);
        assert_eq!(found[0], "Map…");
        find(&mut found, "map...", plain);
        assert_eq!(found[0], "Map…");
        find(&mut found, "route: map", plain);
        assert_eq!(found, ["Route: a map"]);
        let mut found = vec!["10×10: large", "Map"];
        find(&mut found, "10x10", plain);
        assert_eq!(found, ["10×10: large"]);
        let mut found = vec!["Puzzle 12", "Map"];
        find(&mut found, "map", |name| Named {
            rest: "a map".into(),
            ..plain(name)
        });
        assert_eq!(found, ["Map", "Puzzle 12"]);
        let mut found = vec!["Play the subtree", "Panel Tree"];
        find(&mut found, "tre", plain);
        assert_eq!(found, ["Panel Tree", "Play the subtree"]);
    }
}

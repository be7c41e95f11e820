//! Texts, one after the other in one allocation. Most puzzles of a collection have none.

/// The texts of some items by their index; the others have the empty text.
#[derive(Clone, Default, Debug)]
pub struct Texts {
    all: String,
    /// Where each text ends, up to the last that is not empty.
    ends: Vec<usize>,
}

impl Texts {
    /// Sets the text of an item that comes after all that have one.
    pub fn push(&mut self, index: usize, text: &str) {
        if !text.is_empty() {
            self.ends.resize(index, self.all.len());
            self.all.push_str(text);
            self.ends.push(self.all.len());
        }
    }

    pub fn get(&self, index: usize) -> &str {
        let Some(&end) = self.ends.get(index) else {
            return "";
        };
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[start..end]
    }
}

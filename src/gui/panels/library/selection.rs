//! Which entries of a list are chosen.

/// The chosen entries, by their index in the list, in any order of the rows.
#[derive(Default)]
pub struct Selection {
    chosen: Vec<bool>,
    n: usize,
    /// The entry from which a range goes.
    anchor: Option<usize>,
}

impl Selection {
    pub fn contains(&self, index: usize) -> bool {
        self.chosen.get(index).is_some_and(|it| *it)
    }

    /// The number of entries that are chosen.
    pub fn n(&self) -> usize {
        self.n
    }

    /// Chooses one of `n_all` entries.
    pub fn only(&mut self, index: usize, n_all: usize) {
        self.clear(n_all);
        self.set(index, true);
        self.anchor = Some(index);
    }

    /// Chooses one more, or one fewer.
    pub fn toggle(&mut self, index: usize, n_all: usize) {
        self.chosen.resize(n_all, false);
        self.set(index, !self.contains(index));
        self.anchor = Some(index);
    }

    /// Chooses the entries of these rows from the one that was chosen alone, or else from `start`, to
    /// this one.
    pub fn extend(&mut self, start: usize, index: usize, rows: &[usize], n_all: usize) {
        let place = |wanted: usize| rows.iter().position(|row| *row == wanted);
        let anchor = self.anchor.filter(|anchor| place(*anchor).is_some());
        let anchor = anchor.unwrap_or(start);
        self.clear(n_all);
        if let Some((from, to)) = place(anchor).zip(place(index)) {
            let range = from.min(to)..=from.max(to);
            rows[range].iter().for_each(|row| self.set(*row, true));
        }
        self.anchor = Some(anchor);
    }

    /// Chooses the entries of all these rows.
    pub fn all(&mut self, rows: &[usize], n_all: usize) {
        self.clear(n_all);
        rows.iter().for_each(|row| self.set(*row, true));
    }

    /// The list has changed: `moved` has for each entry its index among the `n_all` there are now, if it is still
    /// there.
    pub fn follow(&mut self, moved: &[Option<usize>], n_all: usize) {
        let place = |index: usize| *moved.get(index)?;
        let chosen: Vec<usize> = self.all_chosen().filter_map(place).collect();
        self.clear(n_all);
        chosen.iter().for_each(|index| self.set(*index, true));
        self.anchor = self.anchor.and_then(place);
    }

    /// The chosen entries, in the order of the list.
    pub fn all_chosen(&self) -> impl Iterator<Item = usize> {
        let chosen = self.chosen.iter().enumerate();
        chosen.filter(|(_, is_chosen)| **is_chosen).map(|(i, _)| i)
    }

    fn clear(&mut self, n_all: usize) {
        self.chosen.clear();
        self.chosen.resize(n_all, false);
        self.n = 0;
    }

    fn set(&mut self, index: usize, is_chosen: bool) {
        if let Some(present) = self.chosen.get_mut(index) {
            self.n += usize::from(is_chosen);
            self.n -= usize::from(*present);
            *present = is_chosen;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(selection: &Selection, n_all: usize) -> Vec<usize> {
        let chosen: Vec<usize> = selection.all_chosen().collect();
        assert!(chosen.iter().all(|it| *it < n_all));
        assert_eq!(chosen.len(), selection.n());
        chosen
    }

    #[test]
    fn a_range_follows_the_rows() {
        let (rows, n_all) = ([4, 0, 3, 1], 5);
        let mut selection = Selection::default();
        selection.only(0, n_all);
        selection.extend(1, 1, &rows, n_all);
        assert_eq!(chosen(&selection, n_all), [0, 1, 3]);
        selection.extend(4, 4, &rows, n_all);
        assert_eq!(chosen(&selection, n_all), [0, 4], "the range turns around");
        selection.toggle(3, n_all);
        selection.toggle(4, n_all);
        assert_eq!(chosen(&selection, n_all), [0, 3]);
        selection.all(&rows, n_all);
        assert_eq!(chosen(&selection, n_all), [0, 1, 3, 4]);
    }

    #[test]
    fn what_is_chosen_stays_chosen_in_a_list_that_changes() {
        let mut selection = Selection::default();
        selection.only(0, 4);
        selection.toggle(2, 4);
        selection.toggle(3, 4);
        // A new entry comes first, and the third is gone.
        selection.follow(&[Some(1), Some(2), None, Some(3)], 4);
        assert_eq!(chosen(&selection, 4), [1, 3]);
        selection.extend(0, 2, &[0, 1, 2, 3], 4);
        assert_eq!(
            chosen(&selection, 4),
            [2, 3],
            "the range goes from the same entry"
        );
        selection.follow(&[], 2);
        assert!(chosen(&selection, 2).is_empty());
    }
}

//! The named layouts: those that ship, and the user's own. Each keeps how its panels were moved.

use super::layout;
use super::layout_names::{SHIPPED, refusal};
use super::panel_key::Layout;
use super::session::LayoutsContent;

/// How the layouts that ship are at first.
const FIRST: [fn() -> Layout; SHIPPED.len()] = [layout::standard, layout::research, layout::play];

/// A layout and its name.
pub struct NamedLayout {
    pub name: String,
    pub layout: Layout,
}

/// Every layout, of which one is shown. Those that ship come first.
pub struct Layouts {
    all: Vec<NamedLayout>,
    shown: usize,
}

impl Default for Layouts {
    fn default() -> Self {
        let named = |(name, layout): (&str, fn() -> Layout)| NamedLayout {
            name: name.to_owned(),
            layout: layout(),
        };
        Layouts {
            all: SHIPPED.into_iter().zip(FIRST).map(named).collect(),
            shown: 0,
        }
    }
}

impl Layouts {
    /// These layouts, of which the one named `shown` is shown. A layout replaces the one that ships
    /// with its name; those that can't be kept are left out.
    pub fn restored(layouts: Vec<NamedLayout>, shown: &str) -> Self {
        let mut restored = Layouts::default();
        for NamedLayout { name, layout } in layouts {
            let known = restored.all.iter().position(|it| it.name == name);
            match known {
                Some(index) => restored.all[index].layout = layout,
                None if refusal(&name, &restored.own_names()).is_none() => {
                    restored.all.push(NamedLayout { name, layout });
                }
                None => {}
            }
        }
        let shown = restored.all.iter().position(|it| it.name == shown);
        restored.shown = shown.unwrap_or(0);
        restored
    }

    /// What a session keeps of them.
    pub fn content(&self) -> LayoutsContent {
        let shown = self.shown();
        let others = self.all.iter().enumerate();
        let others = others.filter(|(index, _)| *index != self.shown);
        let others = others.map(|(_, it)| (&*it.name, &it.layout));
        LayoutsContent::new((&shown.name, &shown.layout), others)
    }

    pub fn shown(&self) -> &NamedLayout {
        &self.all[self.shown]
    }

    pub fn shown_mut(&mut self) -> &mut Layout {
        &mut self.all[self.shown].layout
    }

    /// Whether the layout with this index among those that ship is shown.
    pub fn shows_shipped(&self, index: usize) -> bool {
        self.shown == index
    }

    /// Whether the layout with this index among the user's own is shown.
    pub fn shows_own(&self, index: usize) -> bool {
        self.shown == SHIPPED.len() + index
    }

    pub fn show_shipped(&mut self, index: usize) {
        if index < SHIPPED.len() {
            self.shown = index;
        }
    }

    pub fn show_own(&mut self, index: usize) {
        if SHIPPED.len() + index < self.all.len() {
            self.shown = SHIPPED.len() + index;
        }
    }

    /// Puts the panels of the shown layout back in their places: those of the standard layout, if it
    /// is one of the user's own.
    pub fn reset(&mut self) {
        let layout = FIRST.get(self.shown).unwrap_or(&FIRST[0]);
        *self.shown_mut() = layout();
    }

    /// Saves the shown layout under a name, and shows it under that from now on.
    pub fn save(&mut self, name: &str) {
        let name = name.trim();
        if refusal(name, &self.own_names()).is_some() {
            return;
        }
        let layout = self.shown().layout.clone();
        self.shown = match self.all.iter_mut().position(|it| it.name == name) {
            Some(index) => {
                self.all[index].layout = layout;
                index
            }
            None => {
                let name = name.to_owned();
                self.all.push(NamedLayout { name, layout });
                self.all.len() - 1
            }
        };
    }

    /// Deletes one of the user's own. If it is shown, the standard one is shown in its place.
    pub fn delete_own(&mut self, index: usize) {
        let index = SHIPPED.len() + index;
        if index >= self.all.len() {
            return;
        }
        self.all.remove(index);
        match self.shown {
            shown if shown == index => self.shown = 0,
            shown if shown > index => self.shown -= 1,
            _ => {}
        }
    }

    /// The names of the user's own, in their order.
    pub fn own_names(&self) -> Vec<String> {
        let own = self.all[SHIPPED.len()..].iter();
        own.map(|it| it.name.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Layouts;

    #[test]
    fn a_saved_layout_is_shown_renumbered_and_deleted() {
        let mut layouts = Layouts::default();
        layouts.show_shipped(1);
        layouts.save(" First ");
        assert!(layouts.shows_own(0));
        layouts.save("Second");
        assert_eq!(layouts.own_names(), ["First", "Second"]);
        layouts.delete_own(0);
        assert!(layouts.shows_own(0), "the second is now the first");
        assert_eq!(layouts.shown().name, "Second");
        layouts.delete_own(0);
        assert_eq!(layouts.shown().name, "Standard");
        layouts.delete_own(0);
        assert_eq!(layouts.all.len(), 3, "those that ship can't be deleted");
    }
}

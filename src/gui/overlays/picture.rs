//! The page on which the picture of the tiles is chosen.

use crate::gui::actions::Action;
use crate::gui::model::Model;
use crate::gui::pictures::{Choice, OWN, PicturesAction};
use crate::gui::theme;
use crate::gui::widgets::{Radios, check_box, main_control, note};
use egui::{Align2, Color32, Id, Label, Modal, Ui, vec2};
use tilescope_lab::format;

const WIDTH: f32 = 380.0;

/// Shows the page; whether it was closed.
pub fn ui(ctx: &egui::Context, model: &Model, actions: &mut Vec<Action>) -> bool {
    // At the right, so that the board is seen, which the layouts that ship have at the left.
    let name = "picture page";
    let area = Modal::default_area(Id::unique(name));
    let area = area.anchor(Align2::RIGHT_CENTER, vec2(-theme::space::XL, 0.0));
    let page = super::frame::page(name, &ctx.global_style()).with(|modal| modal.area(area));
    // A picture can't be judged on a board that is dimmed.
    let page = page.with(|modal| modal.backdrop_color(Color32::TRANSPARENT));
    let modal = page.show(ctx, |ui| {
        ui.set_width(WIDTH);
        let is_closed = super::frame::head(ui, "Picture on the tiles");
        ui.add_space(theme::space::S);
        note(
            ui,
            "Each tile shows the part that belongs to its cell on the goal. The picture stays with \
             this window; puzzle files have none.",
        );
        ui.add_space(theme::space::M);
        choices_ui(ui, model, actions);
        ui.add_space(theme::space::M);
        let pictures = model.pictures();
        let mut has_numbers = pictures.has_numbers();
        let name = "Numbers on the picture";
        if check_box(ui, &mut has_numbers, name, name).clicked() {
            actions.push(PicturesAction::Numbers(has_numbers).into());
        }
        is_closed
    });
    modal.inner || super::frame::is_left(&modal)
}

fn choices_ui(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
    let pictures = model.pictures();
    let own_file = pictures.own_file().into_iter().cloned();
    let own = (0..OWN.len())
        .map(Choice::Own)
        .chain(own_file.map(Choice::File));
    let all: Vec<Choice> = std::iter::once(Choice::Numbers).chain(own).collect();
    let at = all.iter().position(|it| it == pictures.choice());
    let mut radios = Radios::new(ui, ui.scope_id().with("picture"), at, all.len());
    let mut choose = |ui: &mut Ui, choice: Choice, name: &str| {
        let is_chosen = *pictures.choice() == choice;
        let shown = radios.radio(ui, is_chosen, name);
        if is_chosen {
            main_control(ui, &shown);
        } else if shown.changed() {
            actions.push(PicturesAction::Choose(choice).into());
        }
    };
    choose(ui, Choice::Numbers, "Numbers, without a picture");
    for (index, own) in OWN.iter().enumerate() {
        choose(ui, Choice::Own(index), own.name);
    }
    // The place of the user's own is there before there is one, so that nothing below it moves.
    let height = ui.text_style_height(&egui::TextStyle::Button);
    let height = height.max(ui.spacing().interact_size.y);
    match pictures.own_file() {
        Some(path) => choose(ui, Choice::File(path.clone()), &format::file_name(path)),
        None => {
            ui.add_space(height + ui.spacing().item_spacing.y);
            // The button below keeps the focus when it comes.
            ui.skip_ahead_auto_ids(1);
        }
    }
    ui.add_space(theme::space::S);
    ui.horizontal(|ui| {
        let button = ui.button("Open a picture…");
        let hint = "A PNG, JPEG or WebP file; a picture can be dropped on the window too";
        if button.on_hover_text(hint).clicked() {
            actions.push(PicturesAction::Ask.into());
        }
        if pictures.is_reading() {
            ui.add(Label::new("Reading…"));
        }
    });
}

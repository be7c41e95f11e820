//! Colours, sizes and type: the only file that defines them.

use egui::epaint::text::{FontData, FontDefinitions};
use egui::{Color32, CornerRadius, FontFamily, FontId, Margin, Stroke, TextStyle, Vec2};
use std::sync::Arc;

/// The colours of a theme, by use.
#[derive(Debug)]
pub struct Palette {
    /// Behind the tree; empty space.
    pub canvas: Color32,
    /// Side panels, plots.
    pub panel: Color32,
    /// Buttons, combo boxes.
    pub raised: Color32,
    /// Buttons under the pointer.
    pub hovered: Color32,
    /// Separators, grids.
    pub line: Color32,
    /// Links of the tree. Thin curves need more contrast than separators.
    pub link: Color32,
    /// The tree from the goal in a bidirectional search: its label and its links.
    pub back: Color32,
    pub link_back: Color32,
    pub text: Color32,
    /// Labels and explanations.
    pub dim: Color32,
    /// Unimportant text.
    pub faint: Color32,
    /// Selection, primary button, cursor, first run.
    pub accent: Color32,
    /// Text on the accent.
    pub on_accent: Color32,
    /// Accent background for text: “why”, selected rows.
    pub accent_ground: Color32,
    pub solution: Color32,
    pub frontier: Color32,
    /// Better paths to states that were reached before.
    pub better: Color32,
    /// Nodes that were searched for and found.
    pub found: Color32,
    pub duplicate: Color32,
    /// Goal, success.
    pub good: Color32,
    /// Pruned nodes, warnings.
    pub warning: Color32,
    pub expanded: Color32,
    pub tile_top: Color32,
    pub tile_bottom: Color32,
    pub tile_digit: Color32,
    /// The highlight along a tile's upper edge.
    pub tile_edge: Color32,
    /// The shadow below a tile.
    pub tile_shade: Color32,
    /// The board's recess behind the tiles; the blank.
    pub well: Color32,
    /// Shadows of popups.
    pub shadow: Color32,
    /// A scale of counts, from few to many: the colours of cividis, which colour-blind eyes tell
    /// apart, so that many stands out from the panel.
    ramp: [Color32; 6],
    /// A scale of the values of nodes, from least to greatest: the colours of viridis, which
    /// colour-blind eyes tell apart, without its end that the canvas would hide.
    scale: [Color32; 6],
}

const fn hex(rgb: u32) -> Color32 {
    Color32::from_rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
}

static DARK: Palette = Palette {
    canvas: hex(0x121418),
    panel: hex(0x191C22),
    raised: hex(0x22262E),
    hovered: hex(0x2A2F39),
    line: hex(0x2C313B),
    link: hex(0x3A414E),
    back: hex(0xB79AE8),
    link_back: hex(0x5B4E78),
    text: hex(0xE7E9EE),
    dim: hex(0x98A1B0),
    faint: hex(0x667085),
    accent: hex(0x7C9CFF),
    on_accent: hex(0x0E1220),
    accent_ground: hex(0x262C40),
    solution: hex(0xE69F00),
    frontier: hex(0x56B4E9),
    better: hex(0xF0E442),
    found: hex(0xF2FF5E),
    duplicate: hex(0xCC79A7),
    good: hex(0x2FB892),
    warning: hex(0xE0703A),
    expanded: hex(0x7A8699),
    tile_top: hex(0x343B49),
    tile_bottom: hex(0x2A303B),
    tile_digit: hex(0xF2F4F8),
    tile_edge: hex(0x434B5B),
    tile_shade: hex(0x0B0C0F),
    well: hex(0x101216),
    shadow: Color32::from_black_alpha(120),
    ramp: [
        hex(0x00224E),
        hex(0x35456C),
        hex(0x666970),
        hex(0x948E77),
        hex(0xC8B866),
        hex(0xFEE838),
    ],
    scale: [
        hex(0x4A4FA0),
        hex(0x33709A),
        hex(0x20938C),
        hex(0x3BBB75),
        hex(0x94D840),
        hex(0xFDE725),
    ],
};

static LIGHT: Palette = Palette {
    canvas: hex(0xF4F5F7),
    panel: hex(0xFFFFFF),
    raised: hex(0xF0F2F5),
    hovered: hex(0xE6E9EF),
    line: hex(0xDDE1E8),
    link: hex(0xB3BBC9),
    back: hex(0x6B4FA0),
    link_back: hex(0xB7A2DC),
    text: hex(0x1B1F27),
    dim: hex(0x5B6575),
    faint: hex(0x8A94A6),
    accent: hex(0x3B5BDB),
    on_accent: hex(0xFFFFFF),
    accent_ground: hex(0xEDF0FC),
    solution: hex(0xC77700),
    frontier: hex(0x1B7FBF),
    better: hex(0x8A7500),
    found: hex(0x7A00D6),
    duplicate: hex(0xA5467F),
    good: hex(0x00795A),
    warning: hex(0xC04E16),
    expanded: hex(0x727E91),
    tile_top: hex(0xFFFFFF),
    tile_bottom: hex(0xE9ECF2),
    tile_digit: hex(0x1B1F27),
    tile_edge: hex(0xFFFFFF),
    tile_shade: hex(0xBFC6D2),
    well: hex(0xDCE0E8),
    shadow: Color32::from_black_alpha(40),
    ramp: [
        hex(0xFEE838),
        hex(0xC8B866),
        hex(0x948E77),
        hex(0x666970),
        hex(0x35456C),
        hex(0x00224E),
    ],
    scale: [
        hex(0x6CC550),
        hex(0x1FA187),
        hex(0x25838E),
        hex(0x375B8D),
        hex(0x472D7B),
        hex(0x440154),
    ],
};

impl Palette {
    /// A colour of the scale of counts, from few at 0 to many at 1, and the colour of text on it.
    pub fn ramp(&self, share: f32) -> (Color32, Color32) {
        let colour = between(&self.ramp, share);
        (colour, text_on(colour))
    }

    /// A colour of the scale of values, from the least at 0 to the greatest at 1.
    pub fn scale(&self, share: f32) -> Color32 {
        between(&self.scale, share)
    }

    /// The colour of a contour, by its place in that scale, where lines stand out from the canvas.
    pub fn contour(&self, share: f32) -> Color32 {
        self.scale(0.35 + 0.65 * share.min(1.0))
    }
}

/// The colour at this part of a row of colours.
fn between(colours: &[Color32; 6], share: f32) -> Color32 {
    let last = colours.len() - 1;
    let place = share.clamp(0.0, 1.0) * last as f32;
    let below = (place as usize).min(last - 1);
    colours[below].lerp_to_gamma(colours[below + 1], place - below as f32)
}

/// The colour of text on a ground of this colour.
pub fn text_on(ground: Color32) -> Color32 {
    match ground.intensity() > 0.4 {
        true => Color32::BLACK,
        false => Color32::WHITE,
    }
}

/// The colours of the theme that `ui` is drawn in.
pub fn palette(ui: &egui::Ui) -> &'static Palette {
    palette_of(ui.visuals().dark_mode)
}

/// The colours of the dark or the light theme.
pub fn palette_of(dark: bool) -> &'static Palette {
    if dark { &DARK } else { &LIGHT }
}

/// The spacing scale, in points.
pub mod space {
    pub const XS: f32 = 4.0;
    pub const S: f32 = 8.0;
    pub const M: f32 = 12.0;
    pub const L: f32 = 16.0;
    pub const XL: f32 = 24.0;
}

/// The sizes of text, in points.
pub mod text {
    pub const BODY: f32 = 13.0;
    pub const SMALL: f32 = 12.0;
    pub const HEAD: f32 = 11.0;
}

/// Corner radii, in points.
pub mod radius {
    pub const MARK: u8 = 2;
    pub const CONTROL: u8 = 6;
    pub const BOARD: u8 = 12;
}

/// Heights and widths of the window's parts, in points.
pub mod size {
    pub const CONTROL: f32 = 28.0;
    pub const LEFT: f32 = 300.0;
    pub const RIGHT: f32 = 324.0;
    pub const MENU_BAR: f32 = 36.0;
    pub const STATUS_LINE: f32 = 28.0;
    pub const TIMELINE: f32 = 44.0;
    pub const HEAD: f32 = 36.0;
    pub const NOTICE: f32 = 460.0;
    /// A row “label … value”.
    pub const ROW: f32 = 24.0;
    /// A row with a title and a smaller line below it.
    pub const TWO_LINES: f32 = 48.0;
    /// The primary button of a panel and those beside it.
    pub const PRIMARY: f32 = 34.0;
    /// The minimum width of a list of values.
    pub const LIST: f32 = 132.0;
    /// The width of a menu with short explanations.
    pub const POPUP: f32 = 260.0;
    /// The width of a popup with full sentences.
    pub const WIDE_POPUP: f32 = 420.0;
}

/// A screen that shows nothing.
pub const BLACK: Color32 = Color32::BLACK;

/// The tint that leaves a texture's colours unchanged.
pub const UNTINTED: Color32 = Color32::WHITE;

/// The duration of a tile's slide, in seconds.
const SLIDE_SECONDS: f32 = 0.15;

/// How long a tile slides; 0 where everything stands still.
pub fn slide_seconds(ui: &egui::Ui) -> f32 {
    if moves(ui) { SLIDE_SECONDS } else { 0.0 }
}

/// Whether what changes moves to its new place.
pub fn moves(ui: &egui::Ui) -> bool {
    ui.style().animation_time > 0.0
}

/// From now on nothing moves: what changes is in its new place at once.
pub fn stand_still(ctx: &egui::Context) {
    ctx.all_styles_mut(|style| {
        style.animation_time = 0.0;
        style.scroll_animation = egui::style::ScrollAnimation::none();
    });
}

/// After as many runs the colours come again.
pub const N_RUN_COLOURS: usize = 6;

/// The colour and the dash of run `style`, the same in plots, lists and tree.
pub fn run_style(palette: &Palette, style: usize) -> (Color32, Dash) {
    const DASHES: [Dash; 3] = [Dash::Solid, Dash::Dashed, Dash::Dotted];
    let colours: [Color32; N_RUN_COLOURS] = [
        palette.accent,
        palette.solution,
        palette.duplicate,
        palette.good,
        palette.frontier,
        palette.warning,
    ];
    (
        colours[style % colours.len()],
        DASHES[(style + style / colours.len()) % DASHES.len()],
    )
}

/// The dash pattern of a curve, which tells curves apart without colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dash {
    Solid,
    Dashed,
    Dotted,
}

/// Medium weight.
pub fn medium() -> FontFamily {
    FontFamily::Name("medium".into())
}

/// Semi-bold weight: tiles, primary button.
pub fn semibold() -> FontFamily {
    FontFamily::Name("semibold".into())
}

/// The icon font, in this size.
pub fn icon(size: f32) -> FontId {
    FontId::new(
        size,
        FontFamily::Name(egui_material_icons::FONT_FAMILY.into()),
    )
}

/// Section heads: small capitals, letter-spaced, faint.
pub fn head(title: &str, palette: &Palette) -> egui::text::LayoutJob {
    let format = egui::TextFormat {
        font_id: FontId::new(text::HEAD, medium()),
        extra_letter_spacing: 0.88,
        color: palette.dim,
        ..Default::default()
    };
    egui::text::LayoutJob::single_section(title.to_uppercase(), format)
}

/// Makes `ctx` look like Tilescope, in both themes.
pub fn install(ctx: &egui::Context) {
    ctx.set_fonts(fonts());
    for (theme, palette) in [(egui::Theme::Dark, &DARK), (egui::Theme::Light, &LIGHT)] {
        ctx.style_mut_of(theme, |style| {
            apply(style, palette, theme == egui::Theme::Dark)
        });
    }
    ctx.options_mut(|options| options.quit_shortcuts.clear());
}

/// The faces of assets/fonts. For characters that none of them has, egui asks the system's.
pub fn fonts() -> FontDefinitions {
    let texts: [(&str, &'static [u8], Vec<FontFamily>); 3] = [
        // Its digits are all of one width.
        (
            "Inter",
            include_bytes!("../../assets/fonts/Inter-Regular.otf"),
            vec![FontFamily::Proportional, FontFamily::Monospace],
        ),
        (
            "Inter Medium",
            include_bytes!("../../assets/fonts/Inter-Medium.otf"),
            vec![medium()],
        ),
        (
            "Inter SemiBold",
            include_bytes!("../../assets/fonts/Inter-SemiBold.otf"),
            vec![semibold()],
        ),
    ];
    let mut fonts = FontDefinitions::empty();
    for (name, bytes, families) in texts {
        let data = FontData::from_static(bytes);
        fonts.font_data.insert(name.into(), Arc::new(data));
        for family in families {
            fonts.families.insert(family, vec![name.into()]);
        }
    }
    let mut icons = FontData::from_static(include_bytes!("../../assets/fonts/icons.ttf"));
    // Beside text, an icon stands on the middle of the line.
    icons.tweak.y_offset_factor = 0.05;
    let name = egui_material_icons::FONT_FAMILY;
    fonts
        .families
        .insert(FontFamily::Name(name.into()), Vec::new());
    fonts.font_data.insert(name.into(), Arc::new(icons));
    for names in fonts.families.values_mut() {
        names.push(name.to_owned());
    }
    fonts
}

fn apply(style: &mut egui::Style, palette: &Palette, dark: bool) {
    style.text_styles = [
        (TextStyle::Heading, FontId::new(18.0, semibold())),
        (
            TextStyle::Body,
            FontId::new(text::BODY, FontFamily::Proportional),
        ),
        (
            TextStyle::Button,
            FontId::new(text::BODY, FontFamily::Proportional),
        ),
        (
            TextStyle::Small,
            FontId::new(text::SMALL, FontFamily::Proportional),
        ),
        (
            TextStyle::Monospace,
            FontId::new(12.5, FontFamily::Monospace),
        ),
    ]
    .into();

    let spacing = &mut style.spacing;
    spacing.item_spacing = Vec2::new(space::S, space::S);
    spacing.button_padding = Vec2::new(10.0, 5.0);
    spacing.interact_size = Vec2::new(size::CONTROL, size::CONTROL);
    spacing.menu_margin = Margin::same(6);
    spacing.window_margin = Margin::same(16);
    spacing.combo_width = 120.0;
    spacing.scroll = egui::style::ScrollStyle::thin();
    style.animation_time = 0.12;
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.4;

    let visuals = &mut style.visuals;
    visuals.dark_mode = dark;
    visuals.panel_fill = palette.panel;
    visuals.window_fill = palette.panel;
    visuals.window_stroke = Stroke::new(1.0, palette.line);
    visuals.window_corner_radius = CornerRadius::same(10);
    visuals.menu_corner_radius = CornerRadius::same(8);
    visuals.extreme_bg_color = palette.canvas;
    visuals.text_edit_bg_color = Some(palette.canvas);
    visuals.faint_bg_color = palette.raised;
    visuals.code_bg_color = palette.raised;
    visuals.warn_fg_color = palette.warning;
    visuals.error_fg_color = palette.warning;
    visuals.hyperlink_color = palette.accent;
    visuals.weak_text_color = Some(palette.dim);
    visuals.selection.bg_fill = palette.accent.gamma_multiply(0.35);
    visuals.selection.stroke = Stroke::new(1.0, palette.accent);
    visuals.popup_shadow.color = palette.shadow;
    visuals.window_shadow.color = palette.shadow;
    visuals.slider_trailing_fill = true;
    visuals.striped = false;

    let radius = CornerRadius::same(radius::CONTROL);
    let widgets = &mut visuals.widgets;
    for (state, fill, stroke, text) in [
        (
            &mut widgets.noninteractive,
            palette.panel,
            palette.line,
            palette.text,
        ),
        (
            &mut widgets.inactive,
            palette.raised,
            palette.line,
            palette.text,
        ),
        (
            &mut widgets.hovered,
            palette.hovered,
            palette.faint,
            palette.text,
        ),
        (
            &mut widgets.active,
            palette.hovered,
            palette.faint,
            palette.text,
        ),
        (
            &mut widgets.open,
            palette.hovered,
            palette.line,
            palette.text,
        ),
    ] {
        state.bg_fill = fill;
        state.weak_bg_fill = fill;
        state.bg_stroke = Stroke::new(1.0, stroke);
        state.fg_stroke = Stroke::new(1.0, text);
        state.corner_radius = radius;
        state.expansion = 0.0;
    }
}

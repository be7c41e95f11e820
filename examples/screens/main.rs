//! Photographs the window: each scene at three sizes, the least among them, dark and light.
//!
//! `cargo run --example screens -- FOLDER [SCENE…]` needs a display; `./test screens` provides
//! one. It is the real program; only its input comes from here.
//!
//! `cargo run --example screens -- --guide [FOLDER]` takes the pictures of README.md and docs/,
//! by default into `assets/screenshots`.

mod guide;
mod scenes;
mod steps;

use eframe::egui;
use guide::PICTURES;
use image::ImageEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use scenes::{SCENES, Scene};
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use tilescope::gui::actions::Action;
use tilescope::gui::app::App;
use tilescope::gui::native_dialogs::NativeDialogs;

const SIZES: [[f32; 2]; 3] = [[640.0, 400.0], [1280.0, 800.0], [1920.0, 1080.0]];

/// The picture is taken after this many frames without activity.
const QUIET_FRAMES: u32 = 40;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let first = arguments
        .next()
        .ok_or("usage: screens FOLDER [SCENE…] or screens --guide [FOLDER]")?;
    let (folder, mut shots) = if first == "--guide" {
        let folder = arguments.next();
        let folder = folder.map_or_else(|| guide::folder().to_owned(), PathBuf::from);
        (folder, guide_shots())
    } else {
        (
            PathBuf::from(first),
            scene_shots(&arguments.collect::<Vec<_>>()),
        )
    };
    std::fs::create_dir_all(&folder)?;
    shots.reverse();
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_inner_size(SIZES[0])
            .with_decorations(false),
        renderer: eframe::Renderer::Glow,
        persist_window: false,
        ..Default::default()
    };
    let create = |_: &eframe::CreationContext<'_>| {
        Ok(Box::new(Photographer {
            folder,
            shots,
            session: None,
        }) as Box<dyn eframe::App>)
    };
    eframe::run_native("Tilescope screens", options, Box::new(create))?;
    Ok(())
}

/// The shots of the named scenes, or of all scenes.
fn scene_shots(names: &[String]) -> Vec<Shot> {
    let mut shots = Vec::new();
    for scene in SCENES.into_iter().flatten() {
        if names.is_empty() || names.iter().any(|name| name == scene.name) {
            for size in SIZES {
                let name = format!("{}-{}x{}", scene.name, size[0], size[1]);
                shots.extend(in_both_themes(scene, size, &name));
            }
        }
    }
    shots
}

fn guide_shots() -> Vec<Shot> {
    let shots = PICTURES.iter().flat_map(|picture| {
        let mut scenes = SCENES.into_iter().flatten();
        let scene = scenes
            .find(|scene| scene.name == picture.scene)
            .unwrap_or_else(|| panic!("there is no scene {}", picture.scene));
        in_both_themes(scene, picture.size, picture.name)
    });
    shots.collect()
}

fn in_both_themes(scene: &'static Scene, size: [f32; 2], name: &str) -> [Shot; 2] {
    [(egui::Theme::Dark, "dark"), (egui::Theme::Light, "light")].map(|(theme, suffix)| Shot {
        scene,
        size,
        theme,
        file_name: format!("{name}-{suffix}.png"),
    })
}

/// One picture to take.
struct Shot {
    scene: &'static Scene,
    size: [f32; 2],
    theme: egui::Theme,
    file_name: String,
}

/// The program while it runs a scene.
struct Session {
    shot: Shot,
    app: App,
    quiet_frames: u32,
    picture: Option<mpsc::Receiver<std::sync::Arc<egui::ColorImage>>>,
}

struct Photographer {
    folder: PathBuf,
    /// The pictures to take, the next one last.
    shots: Vec<Shot>,
    session: Option<Session>,
}

impl eframe::App for Photographer {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        ctx.request_repaint();
        if self.session.is_none() {
            let Some(shot) = self.shots.pop() else {
                ctx.send_viewport_cmd(egui::ViewportCommand::Close);
                return;
            };
            self.session = Some(Session::new(&ctx, shot));
        }
        if let Some(session) = &mut self.session
            && let Some(image) = session.ui(ui)
        {
            let path = self.folder.join(&session.shot.file_name);
            match save(&image, &path) {
                Ok(()) => println!("{}", path.display()),
                Err(error) => eprintln!("{}: {error}", path.display()),
            }
            self.session = None;
        }
    }

    fn raw_input_hook(&mut self, _: &egui::Context, input: &mut egui::RawInput) {
        // Keeps the pointer out of the picture.
        input
            .events
            .retain(|event| !matches!(event, egui::Event::PointerMoved(_)));
        if let Some(session) = &self.session {
            (session.shot.scene.input)(session.quiet_frames, input);
        }
    }
}

impl Session {
    fn new(ctx: &egui::Context, shot: Shot) -> Self {
        ctx.memory_mut(|memory| *memory = Default::default());
        let mut app = App::new(ctx, NativeDialogs::known(false));
        app.model.apply(Action::Theme(shot.theme.into()));
        ctx.send_viewport_cmd(egui::ViewportCommand::InnerSize(shot.size.into()));
        (shot.scene.set_up)(&mut app, ctx);
        Session {
            shot,
            app,
            quiet_frames: 0,
            picture: None,
        }
    }

    /// Draws a frame. Returns the picture once it is taken.
    fn ui(&mut self, ui: &mut egui::Ui) -> Option<std::sync::Arc<egui::ColorImage>> {
        self.app.ui(ui);
        let ctx = ui.ctx();
        if let Some(picture) = &self.picture {
            return picture.try_recv().ok();
        }
        let has_size =
            (ctx.content_rect().size() - egui::Vec2::from(self.shot.size)).length() < 1.0;
        if has_size && (self.shot.scene.is_ready)(&self.app) {
            self.quiet_frames += 1;
        }
        if self.quiet_frames >= QUIET_FRAMES {
            let (sender, picture) = mpsc::channel();
            let wake = ctx.clone();
            ctx.request_screenshot(move |image| {
                // Fails only if the window is closed.
                let _ = sender.send(image);
                wake.request_repaint();
            });
            self.picture = Some(picture);
        }
        None
    }
}

fn save(image: &egui::ColorImage, path: &Path) -> image::ImageResult<()> {
    let [width, height] = image.size.map(|side| side as u32);
    let bytes: Vec<u8> = image
        .pixels
        .iter()
        .flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()])
        .collect();
    let file = BufWriter::new(File::create(path)?);
    PngEncoder::new_with_quality(file, CompressionType::Best, FilterType::Adaptive).write_image(
        &bytes,
        width,
        height,
        image::ExtendedColorType::Rgb8,
    )
}

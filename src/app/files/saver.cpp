#include "app/files/saver.h"

#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <system_error>
#include <utility>

#include "app/classroom.h"
#include "app/imgui_backend.h"
#include "app/map_words.h"
#include "base/error.h"
#include "chart/drawing.h"
#include "files/output_file.h"
#include "formats/assets.h"
#include "formats/lesson_draft.h"
#include "formats/map_csv.h"
#include "formats/scene/scene_file.h"
#include "formats/scene/track.h"
#include "formats/session_file.h"
#include "render/offscreen.h"
#include "ui/plots/drawing_painter.h"

namespace app {
namespace {

constexpr size_t most_kept = 300;
constexpr uintmax_t most_bytes = 1 << 20;  // bytes; a larger file would delay the frame

/// Returns the scene after its first steps, because many bodies begin stretched out.
sim::Simulation begun(std::shared_ptr<const sim::Scene> scene) {
  constexpr int steps = 40, max_joints = 4000;
  sim::Simulation simulation(std::move(scene));
  const int joints = simulation.skeleton().joints() * (1 + simulation.crowd().size());
  for (int i = 0; i < std::min(steps, max_joints / std::max(joints, 1)); ++i) simulation.step();
  return simulation;
}

void make_folder_of(const std::filesystem::path& file) {
  std::error_code wrong;
  std::filesystem::create_directories(file.parent_path(), wrong);
  if (wrong)
    throw base::Error("The folder {} cannot be created: {}. Choose another folder.",
                      file.parent_path().string(), wrong.message());
}

}  // namespace

const ui::Preview* Previews::find(const std::string& scene, Size pixels,
                                  const view::Palette& palette) {
  const auto found = made_.find(scene);
  if (found != made_.end() && found->second.pixels == pixels && found->second.palette == &palette)
    return &found->second.preview;
  wanted_ = scene;
  pixels_ = pixels;
  palette_ = &palette;
  return found == made_.end() ? nullptr : &found->second.preview;
}

void Previews::make_one(const Parts& parts) {
  if (wanted_.empty()) return;
  const std::string scene = std::exchange(wanted_, {});
  if (made_.size() >= most_kept) made_.clear();
  Made& made = made_[scene];
  made.preview = {};
  made.pixels = pixels_;
  made.palette = palette_;
  try {
    const std::filesystem::path file = formats::find_scene(scene);
    std::error_code error;
    if (std::filesystem::file_size(file, error) > most_bytes && !error) {
      made.preview.sentence = "A large file";
      return;
    }
    std::shared_ptr<const sim::Scene> loaded;
    if (Classroom::is_lesson(file.string())) {
      const std::shared_ptr<const lessons::Lesson> lesson = Classroom::load(file.string());
      loaded = lesson->steps.front().scene;
      made.preview.sentence = "Lesson: " + lesson->title;
    } else {
      loaded = formats::load(file);
      made.preview.sentence = loaded->description;
    }
    const render::Picture picture = parts.body.preview(begun(loaded), pixels_);
    made.image.set(picture.width, picture.height,
                   {reinterpret_cast<const std::array<uint8_t, 4>*>(picture.samples.data()),
                    picture.samples.size() / picture.channels});
    made.preview.picture = reinterpret_cast<void*>(static_cast<uintptr_t>(made.image.id()));
  } catch (const std::exception& error) {
    const std::string message = error.what();
    const std::string folder = std::filesystem::path(scene).parent_path().string() + "/";
    made.preview.sentence = message.starts_with(folder) ? message.substr(folder.size()) : message;
    made.preview.wrong = true;
  }
}

Saver::Saver(const Parts& parts)
    : parts_(parts),
      documents_(user_folder(Folder::Documents), parts.preferences().recent,
                 parts.platform.address().empty()) {}

std::string Saver::scene_name() const {
  if (parts_.builder.on()) return parts_.builder.draft().scene.name;
  const std::string& saved = parts_.context.saved_name;
  return saved.empty() ? parts_.simulation().scene().name : saved;
}

void Saver::note_used(const std::string& name_or_file) {
  const auto is_built_in = [&](const ui::SceneEntry& one) {
    std::error_code error;
    return name_or_file == one.name ||
           std::filesystem::equivalent(full_path(name_or_file), formats::find_scene(one.name),
                                       error);
  };
  if (std::ranges::any_of(parts_.context.scenes, is_built_in)) return;
  documents_.note_used(name_or_file);
  parts_.preferences().recent = documents_.recent();
  parts_.keeper.changed();
}

void Saver::save(ui::Action action) {
  const bool all = action == ui::Action::SaveSession;
  const std::filesystem::path& file = all ? session_file_ : scene_file_;
  if (!file.empty() && action != ui::Action::SaveSceneAs) return save(action, file);
  const std::string name = scene_name();
  ask_where(action, file.empty() ? documents_.proposed_file(all ? name + "-session" : name)
                                 : file.string());
}

/// Asks by the desktop's dialog or, if there is none, by the program's own.
void Saver::ask_where(ui::Action action, const std::string& file) {
  const char* title = action == ui::Action::SaveSession ? "Save session" : "Save scene";
  parts_.platform.ask({title, file}, [this, action, file](const FileAnswer& answer) {
    if (!answer.asked) return parts_.ui.ask_where(action, short_form(file), parts_.context);
    if (!answer.file.empty()) parts_.requests.add(ui::SaveAs{action, answer.file.string()});
  });
}

void Saver::browse() {
  parts_.platform.ask({"Open", {}}, [this](const FileAnswer& answer) {
    if (!answer.asked)
      return parts_.ui.error("The desktop shows no dialog for files. Type the path here.");
    if (answer.file.empty()) return;
    parts_.ui.close_picker();
    parts_.requests.add(ui::Open{answer.file.string()});
  });
}

/// Opens the text that would be saved. Targets of a body under construction are one change.
void Saver::use_targets(const ui::UseTargets& request) {
  chosen_targets_ = request.scene;
  const std::string base = base_of_targets();
  const std::string text = formats::targets_scene(base, *chosen_targets_);
  if (request.save)
    return ask_where(ui::Action::SaveTargets,
                     documents_.proposed_file(chosen_targets_->name + "-targets"));
  const std::shared_ptr<const sim::Scene> scene = formats::parse(text, "the targets");
  if (parts_.builder.edits()) {
    ui::ChangeBody change{.label = "Choose targets", .topic = "", .change = [&](const auto&) {
                            return sim::build::Draft{*scene, {}};
                          }};
    return parts_.builder.change(change);
  }
  parts_.open(sim::Simulation(scene));
  base_ = base;
}

void Saver::reopen(sim::Scene scene) {
  scene.notices.clear();  // they have been shown
  const std::string base = base_;
  parts_.open(sim::Simulation(std::make_shared<const sim::Scene>(std::move(scene))));
  base_ = base;
}

void Saver::turn_upright(const ui::TurnUpright& request) {
  sim::Scene scene = parts_.simulation().snapshot();
  scene.up = request.up;
  reopen(std::move(scene));
}

bool Saver::follow_track(const std::filesystem::path& file) {
  const sim::Simulation& simulation = parts_.simulation();
  if (!formats::is_track(file, simulation.scene())) return false;
  reopen(*formats::with_track(simulation.snapshot(), file).scene);
  parts_.ui.message(base::format("The targets follow {}.", file.filename().string()));
  return true;
}

void Saver::save_targets(const std::filesystem::path& file) {
  if (!chosen_targets_) return;
  const std::string text = formats::targets_scene(base_of_targets(), *chosen_targets_, file);
  (void)formats::parse(text, file.string());
  make_folder_of(file);
  files::write_file(file, text);
  parts_.requests.add(ui::Open{file.string()});
  previews_.forget(file.generic_string());
  report_saved(file);
}

void Saver::save(ui::Action action, const std::filesystem::path& file) {
  if (action == ui::Action::SaveTargets) return save_targets(file);
  const bool all = action == ui::Action::SaveSession;
  if (!all && parts_.builder.on()) parts_.builder.take_settings();
  sim::Scene scene = parts_.builder.on() ? *parts_.builder.scene() : parts_.simulation().snapshot();
  scene.name = saved_name_of(file, scene_name());
  const std::string view = map_words(parts_);
  std::string text;
  if (all) {
    formats::SessionFile session = formats::session_of(parts_.session().timeline());
    session.view = view;
    text = formats::to_toml(session);
  } else {
    text = formats::view_line(view) + formats::to_toml(scene);
  }
  try {
    all ? (void)formats::parse_session(text, file.string())
        : (void)formats::parse(text, file.string());
  } catch (const base::Error& error) {
    throw base::Error("Not saved, because it could not be opened again: {}", error.what());
  }
  try {
    make_folder_of(file);
    files::write_file(file, text);
  } catch (const base::Error&) {  // another folder may do
    ask_where(action, file.string());
    throw;
  }
  (all ? session_file_ : scene_file_) = file;
  if (!all) {
    note_opened(file.string());
    parts_.context.saved_name = scene.name;
    parts_.builder.note_saved(scene.name);
  }
  previews_.forget(file.generic_string());
  note_used(file.string());
  report_saved(file);
}

void Saver::report_saved(const std::filesystem::path& file) {
  if (parts_.platform.download(file))
    return parts_.ui.message("Downloaded " + file.filename().string());
  parts_.ui.message("Saved as " + file.string(), file.string());
}

void Saver::save(Folder folder, const std::string& name, const std::string& ending,
                 const std::string& content) {
  const std::filesystem::path file = new_file(folder, name, ending);
  files::write_file(file, content);
  report_saved(file);
}

void Saver::make_lesson() {
  const formats::SessionFile session = formats::session_of(parts_.session().timeline());
  const auto text_of = [](const sim::Simulation& one) { return formats::to_toml(one.snapshot()); };
  std::string scene =
      name_of_equal_scene(text_of(sim::Simulation(session.scene)), parts_.context.scene, text_of);
  const std::string title = scene_name();
  if (scene.empty()) {  // the scene needs a file, beside the lesson's
    const std::filesystem::path file = new_file(Folder::Documents, title + "-lesson-scene", "toml");
    files::write_file(file, formats::to_toml(*session.scene));
    parts_.platform.download(file);
    scene = file.filename().string();
  }
  save(Folder::Documents, title + "-lesson", "toml", formats::lesson_draft(session, title, scene));
}

void Saver::save(const sweep::Status& maps) {
  const std::string title = scene_name();
  const std::string& scene = parts_.context.scene.empty() ? title : parts_.context.scene;
  for (const sweep::Result* one : sweep::results(maps))
    save(Folder::Documents, base::format("{} Map {}", title, one->grid.scene->method), "csv",
         formats::map_csv(*one, scene));
}

void Saver::save(const ui::SaveFigure& request) {
  if (request.kind == ui::FileKind::Svg)
    return save(Folder::Documents, request.name, "svg", chart::svg(request.drawing));
  save(Folder::Pictures, request.name, "png",
       render::encode_png(figure_picture(request.drawing), figure_pixels_per_inch));
}

render::Picture figure_picture(const chart::Drawing& drawing) {
  constexpr double units_per_inch = 96;
  constexpr double scale = figure_pixels_per_inch / units_per_inch;
  ui::FigurePainter painter(drawing, static_cast<float>(scale));
  const Size size{static_cast<int>(std::ceil(scale * drawing.width)),
                  static_cast<int>(std::ceil(scale * drawing.height))};
  const render::Offscreen target(size.width, size.height);
  OffscreenUi offscreen_ui;
  glClearColor(1, 1, 1, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  for (bool fonts = true; !painter.done(); fonts = false) {
    constexpr double any_time = 1;
    const auto add_fonts = [&] {
      if (fonts) painter.add_fonts(*ImGui::GetIO().Fonts);
      return fonts;
    };
    offscreen_ui.draw(size, any_time, add_fonts,
                      [&] { painter.paint(*ImGui::GetForegroundDrawList()); });
  }
  return render::read_pixels(size.width, size.height);
}

}  // namespace app

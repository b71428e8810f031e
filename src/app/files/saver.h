#pragma once
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "app/builder.h"
#include "app/files/documents.h"
#include "app/parts.h"
#include "app/platform.h"
#include "render/gl_object.h"
#include "render/picture.h"
#include "sim/simulation.h"
#include "sweep/mapper.h"
#include "ui/context.h"
#include "view/palette.h"

namespace app {

/// Pictures and descriptions of scenes that can be opened, made one per frame on demand.
class Previews {
 public:
  /// Returns the preview, or null until make_one() has made it.
  const ui::Preview* find(const std::string& scene, Size pixels, const view::Palette& palette);
  /// Makes the preview requested last. Needs the GL context.
  void make_one(const Parts& parts);
  /// Drops the preview of a file that has changed.
  void forget(const std::string& scene) { made_.erase(scene); }

 private:
  struct Made {
    ui::Preview preview;
    Size pixels;
    const view::Palette* palette;
    render::Image image;
  };

  std::map<std::string, Made> made_;
  std::string wanted_;
  Size pixels_;
  const view::Palette* palette_ = nullptr;
};

/// Opens and saves the user's files. All functions that save throw base::Error.
class Saver {
 public:
  explicit Saver(const Parts& parts);

  /// Returns the name of the scene that is shown, as last saved.
  std::string scene_name() const;
  /// Notes the name or file of the scene that was opened; an empty text if it has neither.
  void note_opened(const std::string& name_or_file) { parts_.context.scene = base_ = name_or_file; }
  void forget() {
    note_opened("");
    scene_file_.clear();
    session_file_.clear();
  }
  /// Makes a file of the user a recent one.
  void note_used(const std::string& name_or_file);

  void list_folder(const std::string& typed) { documents_.list_folder(typed); }
  void browse();
  void use_targets(const ui::UseTargets& request);
  void turn_upright(const ui::TurnUpright& request);
  /// Lets the targets follow a track, if the file is one for this body. Throws base::Error.
  bool follow_track(const std::filesystem::path& file);

  /// Saves a scene or a session, if it can be opened again. The user chooses the first file.
  void save(ui::Action action);
  void save(ui::Action action, const std::filesystem::path& file);
  void save(Folder folder, const std::string& name, const std::string& ending,
            const std::string& content);
  void save(const ui::SaveTable& request) {
    save(Folder::Documents, request.name, request.ending, request.text);
  }
  void save(const ui::SaveFigure& request);
  /// Saves a lesson to be edited, made from what was done so far.
  void make_lesson();
  void save(const sweep::Status& maps);

  const ui::FileListing& listing() const { return documents_.listing(); }
  Previews& previews() { return previews_; }

 private:
  void ask_where(ui::Action action, const std::string& file);
  /// Returns the scene that a scene with the chosen targets builds on; empty for an unsaved body.
  std::string base_of_targets() const { return parts_.builder.unsaved() ? std::string() : base_; }
  /// Opens the current scene in a changed form; it keeps the name that it was opened by.
  void reopen(sim::Scene scene);
  void save_targets(const std::filesystem::path& file);
  void report_saved(const std::filesystem::path& file);

  const Parts& parts_;
  Documents documents_;
  Previews previews_;
  std::filesystem::path scene_file_, session_file_;  // empty: not saved yet
  std::string base_;  // name or file of the scene that was opened last; empty: none
  std::shared_ptr<const sim::Scene> chosen_targets_;  // those to be saved
};

constexpr double figure_pixels_per_inch = 300;  ///< of a figure that is saved, as printers want it
/// Draws a figure on white, as it is saved. Needs an OpenGL context.
render::Picture figure_picture(const chart::Drawing& drawing);

}  // namespace app

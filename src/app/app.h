#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/builder.h"
#include "app/classroom.h"
#include "app/files/saver.h"
#include "app/films/recorder.h"
#include "app/films/window_picture.h"
#include "app/links.h"
#include "app/panel_work.h"
#include "app/parts.h"
#include "files/output_file.h"
#include "formats/trace_file.h"
#include "render/gl_object.h"
#include "sweep/mapper.h"

namespace app {

/// The window program: its loop, and the session that it shows.
class App {
 public:
  /// Throws base::Error, one sentence.
  App(Options options, const OpenPlatform& open);

  /// Runs until the window closes or --frames are drawn. Returns the exit code.
  int run();
  /// Runs one turn of that loop. Returns false when the program is to end.
  bool frame();

  // These are used between frames, by a page and by tests.
  const sim::Session& session() const { return *session_; }
  const ui::Ui& ui() const { return ui_; }
  const BodyView& body() const { return body_; }
  const base::Settings& options() const { return keeper_.preferences.options; }

  Links& links() { return links_; }
  /// Freezes or releases simulated time regardless of pause, as in a figure that nobody has
  /// touched.
  void freeze_time(bool freezes) { is_frozen_ = freezes; }
  /// Saves the settings that have changed, since a page may be closed without notice.
  void save_settings() { keeper_.save(parts_); }
  /// Plays commands whose steps count from now: the first ones at once, later ones instead of
  /// those still to be played. Throws base::Error.
  void play(std::vector<sim::LoggedCommand> commands);
  /// Answers the question of the lesson; 1 is the first answer. Throws base::Error.
  void answer(double number);
  const ui::Context& context() const { return context_; }
  /// Adds a request, which is executed before the next frame like those of the interface.
  void request(ui::Request request) { requests_.add(std::move(request)); }
  /// Returns the unsaved body under construction as a scene file, or an empty text.
  std::string unsaved_body() { return builder_.unsaved_text(); }

 private:
  void execute(ui::Request& request);  // throws nothing
  void open(const ui::Open& request);
  void select(const view::Selection& selection);
  void add_obstacle(ik::Obstacle::Shape shape);
  void perform(const ui::Perform& request);
  void copy_settings(size_t form);
  void save_hand_in();
  void open(sim::Simulation simulation);
  void show_session(std::unique_ptr<sim::Session> session, bool same_view = false);
  void update_builder();
  void update_searcher(double seconds);
  void diagnose(const sim::Simulation& simulation);
  void show_recorded_verdict();
  void diagnose_still_moment();
  void show_notices();
  void frame(double seconds);
  void advance(double seconds);
  /// Returns whether each frame lasts 1/60 s of simulated time, however long it takes.
  bool has_fixed_step() const { return options_.frames > 0 || recorder_.is_recording(); }
  void draw_window();
  void take_picture();
  void update_title();
  void update_sound();
  void jog(float seconds);
  void report_gl_errors();
  void trace(const sim::Simulation& simulation);
  void end_trace();
  void save_all();
  bool attempt(const std::function<void()>& work);  // reports failures at the end
  Size window_size() const;

  std::optional<FilmScript> script_;
  Options options_;
  std::vector<std::string> start_messages_;
  SettingsKeeper keeper_;
  std::optional<sim::why::Diagnosis> diagnosis_;
  // This is made before the window, so that a wrong option opens no window.
  std::unique_ptr<sim::Session> session_;
  std::shared_ptr<const lessons::Lesson> first_lesson_;
  std::unique_ptr<files::OutputFile> screenshot_, view_picture_;
  std::unique_ptr<Platform> platform_;
  const Parts parts_;
  ui::Profile profile_;
  BodyView body_;
  ui::Ui ui_;
  std::vector<ui::SceneEntry> scenes_;
  Classroom classroom_;
  std::optional<formats::TraceFile> error_trace_;
  sweep::Mapper mapper_;
  std::vector<render::Image> images_;  // images of the interface
  ui::Requests requests_;
  ui::Context context_;
  int frames_ = 0;
  Builder builder_;
  Searcher searcher_;
  Choosing choosing_;
  Saver saver_;
  Recorder recorder_;
  WindowPicture window_picture_;
  Links links_;
  enum class Wanted { Nothing, Window, View } wanted_picture_ = Wanted::Nothing;
  int still_frame_count_ = 0;  // frames for which a moment of the past is shown
  bool is_frozen_ = false;
  std::string title_, gl_errors_;
  std::vector<std::string> failures_;
  double frame_start_ = 0;  // s
  bool is_sounding_ = false;
  ui::Gamepad pad_;           // the last frame's
  double map_work_time_ = 0;  // s
  // Count and time of the updates of all bodies in this frame.
  int64_t updates_ = 0, updates_ns_ = 0;
};

}  // namespace app

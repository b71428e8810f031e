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
  /// Lets time stand, whether it is paused or not: in a figure that nobody has touched.
  void rest(bool rests) { rests_ = rests; }
  /// Saves the settings that have changed, since a page may be closed without notice.
  void keep_settings() { keeper_.save(parts_); }
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
  void follow(std::unique_ptr<sim::Session> session, bool same_view = false);
  void follow_build();
  void follow_search(double seconds);
  void diagnose(const sim::Simulation& simulation);
  void recall_verdict();
  void ponder();
  void show_notices();
  void frame(double seconds);
  void advance(double seconds);
  bool bounded() const { return options_.frames > 0 || recorder_.on(); }  ///< not in real time
  void show();
  void take_picture();
  void update_title();
  void sound();
  void guide(float seconds);
  void report_gl_errors();
  void trace(const sim::Simulation& simulation);
  void end_trace();
  void keep_all();
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
  WindowPicture picture_;
  Links links_;
  enum class Wanted { Nothing, Window, View } picture_wanted_ = Wanted::Nothing;
  int frames_at_moment_ = 0;  // of the past
  bool rests_ = false;
  std::string title_, gl_errors_;
  std::vector<std::string> failures_;
  double last_ = 0;  // s: when the last frame began
  bool sounding_ = false;
  ui::Gamepad pad_;                       // the last frame's
  double map_worked_ = 0;                 // s
  int64_t updates_ = 0, updates_ns_ = 0;  // updates of all bodies in this frame
};

}  // namespace app

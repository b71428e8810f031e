#pragma once
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/builder.h"
#include "app/classroom.h"
#include "app/files/documents.h"
#include "app/files/previews.h"
#include "app/files/settings.h"
#include "app/films/film_script.h"
#include "app/films/studio.h"
#include "app/options.h"
#include "app/platform.h"
#include "app/view3d/body_view.h"
#include "files/output_file.h"
#include "formats/moments/moment.h"
#include "formats/trace_file.h"
#include "render/image.h"
#include "render/picture.h"
#include "sim/session.h"
#include "sweep/mapper.h"
#include "ui/kit/layers.h"
#include "ui/ui.h"

namespace app {

/// The window program: connects simulation, rendering and interface.
class App {
 public:
  /// Throws base::Error or render::Error, one sentence.
  App(Options options, const OpenPlatform& open);

  /// Runs until the window closes or --frames are drawn. Returns the exit code.
  int run();
  /// Runs one turn of that loop, for a caller with its own loop: events, simulation, picture.
  /// Returns false when the program is to end.
  bool frame();

  // These are used between frames, by a page and by tests.
  const sim::Session& session() const { return *session_; }
  const ui::Ui& ui() const { return ui_; }
  const BodyView& body() const { return body_; }
  const base::Settings& options() const { return preferences_.options; }

  // The interface for the page around the program:

  /// Returns the hash of a link that opens what is on the screen (formats/moments/moment.h). Throws
  /// base::Error if no link can.
  std::string link() const;
  /// Returns a number that grows with every action that may change link().
  int64_t changes();
  /// Returns whether it computes its way to the moment of a link; each frame gets nearer.
  bool is_fast_forwarding() const { return arrival_.has_value(); }
  /// Lets time stand, whether it is paused or not: in a figure that nobody has touched.
  void rest(bool rests) { rests_ = rests; }
  /// Saves the settings that have changed, since a page may be closed without notice.
  void keep_settings();
  /// These apply one parameter of a link to what is shown, or open a link or the text of a scene or
  /// session. They throw base::Error.
  void set(const std::string& key, const std::string& value);
  void open_text(const std::string& text);
  /// Plays commands whose steps count from now: the first ones at once, later ones in place of
  /// those still to be played.
  void play(std::vector<sim::LoggedCommand> commands);
  /// Answers the question of the lesson; 1 is the first answer.
  void answer(double number);
  const ui::Context& context() const { return context_; }
  /// Adds a request, which is executed before the next frame like those of the interface.
  void request(ui::Request request) { requests_.add(std::move(request)); }
  /// Returns the unsaved body under construction as a scene file, or an empty text.
  std::string unsaved_body();

 private:
  void execute(ui::Request& request);  // throws nothing; the others may
  void execute(sim::Command& command);
  void execute(ui::SetOption& request);
  void execute(ui::Open& request);
  void execute(ui::LookAt& request);
  void execute(ui::SaveAs& request);
  void execute(ui::UseTargets& request);
  void execute(ui::TurnUpright& request);
  void execute(ui::Browse& request);
  void execute(ui::OpenLesson& request);
  void execute(ui::GoToStep& request);
  void execute(ui::Answer& request);
  void execute(ui::Select& request);
  void execute(ui::AddObstacle& request);
  void execute(ui::SaveTable& request);
  void execute(ui::SaveMapTable& request);
  void execute(ui::SaveFigure& request);
  void execute(ui::StartFilm& request);
  void execute(ui::OpenFolder& request);
  void execute(ui::Perform& request);
  void execute(ui::ChangeBody& request);
  void execute(ui::Build& request);
  void execute(ui::PressKey& request);
  sim::Session& open(std::shared_ptr<const sim::Scene> scene);
  sim::Session& open(sim::Simulation simulation);
  void open_link(const std::string& text);
  void show_view(const formats::Moment& moment, std::vector<std::string>& problems);
  void show_camera(const formats::Moment::Camera& camera);
  void show_plots(const formats::Moment& moment, ui::PlotChoices choices,
                  std::vector<std::string>& problems);
  void add_plots(formats::Moment& moment) const;
  void perform(const formats::Moment& moment, std::vector<std::string>& problems);
  void fast_forward();
  std::string address() const;
  void copy_link();
  void show_qr_code();
  void follow(std::unique_ptr<sim::Session> session, bool same_view = false);
  void follow_build();
  void tell_of_build();
  void show_draft();
  void keep_body();
  void diagnose(const sim::Simulation& simulation);
  void recall_verdict();
  void show_notices();
  void frame(double seconds);
  void advance(double seconds);
  bool bounded() const { return options_.frames > 0 || studio_; }  ///< not in real time
  void show();
  void draw(int enlarged = 1);
  std::optional<Size> filmed_size() const;
  int bottom_margin() const;
  Size laid_out() const;
  Size pixels() const;
  float scaled() const;
  void lay_out(const ui::Scrolls& scrolls, int enlarged);
  render::Picture picture_of_window();
  render::Picture picture_of_view();
  void update_title();
  void take_picture();
  bool is_last() const { return options_.frames > 0 && frames_ == options_.frames; }
  void save_last();
  std::string scene_name() const;  ///< its name as last saved
  void save(ui::Action action);
  void ask_where(ui::Action action, const std::string& file);
  void save(ui::Action action, const std::filesystem::path& file);
  void report_saved(const std::filesystem::path& file);
  std::string base_of_targets() const;
  void save_targets(const std::filesystem::path& file);
  void used(const std::string& scene);
  void save(Folder folder, const std::string& name, const std::string& ending,
            const std::string& content);
  Options directed(Options options);
  void begin_film();
  void start_film(const std::filesystem::path& file, const std::string& title, double seconds,
                  std::vector<ui::FilmCaption> captions);
  void start_film(const ui::StartFilm& request);
  void toggle_recording();
  void direct();
  void follow_map();
  void sound();
  void draw_views(Size size);
  render::Picture frame_of_film();
  void record();
  void keep_film();
  std::string stop_recording();
  void guide(float seconds);
  void check_selection();
  void settings_changed();
  void keep_settings(double now);
  void save_own_settings();
  void report_gl_errors();
  void trace(const sim::Simulation& simulation);
  void end_trace();
  void keep_all();
  bool attempt(const std::function<void()>& work);  // reports failures at the end
  Size window_size() const;
  float plain_ui_scale() const;
  float ui_scale() const;
  int msaa() const;

  static constexpr double title_seconds = 3;  // seconds of a film's title

  std::optional<FilmScript> script_;
  Options options_;
  std::vector<std::string> start_messages_;
  std::filesystem::path settings_file_;
  Preferences preferences_, saved_;  // saved_: as last read or written
  std::optional<sim::why::Diagnosis> diagnosis_;
  // This is made before the window, so that a wrong option opens no window.
  std::unique_ptr<sim::Session> session_;
  std::shared_ptr<const lessons::Lesson> first_lesson_;
  std::unique_ptr<files::OutputFile> screenshot_, view_picture_;
  std::unique_ptr<Platform> platform_;
  const bool software_ = platform_->software();  // asked once: the query waits for drawing
  ui::Profile profile_;
  BodyView body_;
  ui::Ui ui_;
  std::vector<ui::SceneEntry> scenes_;
  Classroom classroom_;
  std::optional<formats::TraceFile> error_trace_;
  Builder builder_;
  bool building_ = false;  // the build panel is shown
  sweep::Mapper mapper_;
  Documents documents_;
  std::filesystem::path scene_file_, session_file_;  // empty: not saved yet
  std::string base_;                          // name or file of the scene whose body is shown
  std::shared_ptr<const sim::Scene> chosen_;  // the targets to be saved
  Previews previews_;
  std::vector<render::Image> images_;  // images of the interface
  ui::Requests requests_;
  ui::Context context_;
  std::unique_ptr<Studio> studio_;
  enum class Wanted { Nothing, Window, View } picture_wanted_ = Wanted::Nothing;
  static constexpr double fast_forward_budget = 1.0 / 20;  // s per frame
  /// The moment that a link leads to.
  struct Arrival {
    int64_t tick = 0;
    std::optional<bool> paused = {};
    formats::Moment moment = {};
  };
  std::optional<Arrival> arrival_;  // none: arrived
  bool rests_ = false;
  std::optional<ui::Excerpt> excerpt_;
  ui::QrCode qr_;
  int64_t changes_ = 0;
  // The camera and the plots at the last call of changes().
  std::array<float, 6> seen_{};
  ui::PlotChoices plots_{};
  double unsaved_since_ = -1;  // time of the first unsaved change; -1: none
  std::string title_, gl_errors_;
  std::vector<std::string> failures_;
  int frames_ = 0;
  double last_ = 0;  // s: when the last frame began
  bool sounding_ = false;
  view::Gamepad pad_;                     // the last frame's
  double map_worked_ = 0;                 // s
  int64_t updates_ = 0, updates_ns_ = 0;  // updates of all bodies in this frame
};

}  // namespace app

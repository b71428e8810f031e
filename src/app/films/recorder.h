#pragma once
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/parts.h"
#include "formats/film_file.h"
#include "sim/simulation.h"
#include "sweep/mapper.h"
#include "ui/requests.h"

namespace app {
class WindowPicture;

/// Plays a film script as requests that a person could have made.
class FilmScript {
 public:
  /// Throws base::Error for an unknown key, as one sentence with file and line.
  explicit FilmScript(formats::FilmFile file);

  const formats::FilmFile& file() const { return file_; }
  /// Requests everything that is due up to the moment `now`, s, and has not been requested yet.
  /// Parameters that are still changing are requested at every call.
  void play(double now, const sim::Simulation& simulation, ui::Requests& requests);
  /// Returns the key that the script holds down in this frame; each key is down for one frame.
  const std::optional<ui::Chord>& down() const { return down_; }
  std::vector<ui::FilmCaption> captions() const;

 private:
  void begin(const formats::FilmCue& cue, const sim::Simulation& simulation,
             ui::Requests& requests);

  struct Drag {  // of a slider; times in s of the film
    sim::SetParameter to;
    const base::Parameter* parameter = nullptr;
    double from = 0, since = 0, duration = 0;
  };

  formats::FilmFile file_;
  std::vector<std::vector<ui::Chord>> keys_;  // keys of each cue
  size_t next_ = 0;
  std::deque<ui::Chord> waiting_;  // keys to press, one per frame
  std::optional<ui::Chord> down_;
  std::vector<sim::Command> next_commands_;  // for the next frame, since a scene opens in this one
  std::vector<Drag> drags_;
};

/// Reads the script of --film-script, if there is one, and returns the options with those that it
/// sets: scene, lesson and frames; without settings and start screen.
Options apply_film_script(Options options, std::optional<FilmScript>& script);

/// Records films of the window, of the 3D view or of one panel.
class Recorder {
 public:
  Recorder(const Parts& parts, FilmScript* script) : parts_(parts), script_(script) {}

  /// Begins the film that --film asks for; `messages` receives what it will lack.
  void begin(std::vector<std::string>& messages);
  /// Begins the film that the user asks for; does nothing during a film. Throws base::Error.
  void start(const ui::StartFilm& request);
  /// Begins a film or ends the current one. Throws base::Error.
  void toggle();
  /// Ends the film and returns a message. Throws base::Error if the film is incomplete.
  std::string stop();

  bool is_recording() const { return active_film_ != nullptr; }
  bool films_window() const { return is_recording() && active_film_->shows == Shows::Window; }
  /// Returns whether the film takes this frame.
  bool is_due() const { return is_recording() && active_film_->is_due(); }
  double now() const { return is_recording() ? active_film_->now() : -1; }
  /// Returns the size that the interface is laid out for, if it is a film's: screen coordinates,
  /// without the strip of the captions.
  std::optional<Size> layout_size() const;
  /// Returns the size of the film of the window, or else of the framebuffer, in pixels.
  Size output_size() const {
    return films_window() ? active_film_->pixels : parts_.platform.framebuffer();
  }
  int bottom_margin() const;  ///< screen coordinates: the strip of the captions; 0: none

  /// Requests what the script says for this frame.
  void run_script();
  /// Updates the map. A film made without a window waits for it, at most 60 s a frame.
  void follow(sweep::Mapper& mapper);
  /// Advances the film by a frame, and records it if due: the window as it has just been drawn, or
  /// a view or panel that is drawn now.
  void record(WindowPicture& picture);

 private:
  enum class Shows { Window, View, Panel };
  /// A film being recorded: its contents, size, rate and texts. Its time counts the steps of the
  /// window's loop, 60 a second, however long each takes.
  struct ActiveFilm {
    ActiveFilm(const Parts& parts, const std::filesystem::path& file,
               std::vector<ui::FilmCaption> texts);
    static constexpr auto frames_per_second = static_cast<int>(sim::Clock::steps_per_second);
    /// Returns the time since the title ended, s.
    double now() const { return static_cast<double>(frame) / frames_per_second; }
    /// Returns whether this frame belongs to the film.
    bool is_due() const { return frame * rate % frames_per_second < rate; }
    void draw(const Parts& parts, const ui::PanelInfo* drawn, const ui::FilmText& text);
    /// Draws the panel, if the film shows one, and the caption into the bound framebuffer.
    void finish_picture(const Parts& parts);

    const ui::PanelInfo* panel;
    Shows shows;
    Size pixels;
    std::vector<ui::FilmCaption> captions;
    int bottom_margin;  // pixels: the strip of the captions
    int rate;           // frames per second
    float scale;        // of texts
    int64_t frame = 0;
    OffscreenUi offscreen_ui;
    ui::Ui ui;  // of the panel and the texts
    std::unique_ptr<Film> film;
  };
  void start(const std::filesystem::path& file, const std::string& title, double seconds,
             std::vector<ui::FilmCaption> captions);
  double pixel_ratio() const;
  render::Picture next_frame(WindowPicture& picture);
  void save_partial_film();

  const Parts& parts_;
  FilmScript* script_;  // null: none
  std::unique_ptr<ActiveFilm> active_film_;
};

}  // namespace app

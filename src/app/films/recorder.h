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

/// Plays what a script says, as requests that a person could have made.
class FilmScript {
 public:
  /// Throws base::Error for an unknown key, as one sentence with file and line.
  explicit FilmScript(formats::FilmFile file);

  const formats::FilmFile& file() const { return file_; }
  /// Requests everything that is due up to the moment `now`, s, and has not been requested yet.
  /// Parameters that are still changing are requested at every call.
  void play(double now, const sim::Simulation& simulation, ui::Requests& requests);
  /// Returns the key that is down in this frame; each key is down for one frame.
  const std::optional<ui::Chord>& down() const { return down_; }
  std::vector<ui::FilmCaption> captions() const;

 private:
  void begin(const formats::FilmCue& cue, const sim::Simulation& simulation,
             ui::Requests& requests);

  struct Drag {  // drag of a slider
    sim::SetParameter to;
    const base::Parameter* parameter = nullptr;
    double from = 0, since = 0, over = 0;
  };

  formats::FilmFile file_;
  std::vector<std::vector<ui::Chord>> keys_;  // keys of each cue
  size_t next_ = 0;
  std::deque<ui::Chord> waiting_;  // pressed one after another
  std::optional<ui::Chord> down_;
  std::vector<sim::Command> later_;  // for a scene that has just been opened
  std::vector<Drag> drags_;
};

/// Reads the script of --film-script, if there is one, which sets some of the other options.
Options directed(Options options, std::optional<FilmScript>& script);

/// Records films of the window, of the 3D view or of one panel.
class Recorder {
 public:
  Recorder(const Parts& parts, FilmScript* script) : parts_(parts), script_(script) {}

  /// Begins the film that --film asks for; `messages` receives what it will lack.
  void begin(std::vector<std::string>& messages);
  /// Begins a film that the user asks for, or ends the one that is recorded. Throw base::Error.
  void start(const ui::StartFilm& request);
  void toggle();
  /// Ends the film and returns a message. Throws base::Error if the film is incomplete.
  std::string stop();

  bool on() const { return studio_ != nullptr; }
  bool films_window() const { return on() && studio_->shows == Shows::Window; }
  bool is_due() const { return on() && studio_->due(); }  ///< whether the film takes this frame
  double now() const { return on() ? studio_->now() : -1; }
  /// Returns the size of a film of the window, since it has a size of its own, in screen
  /// coordinates without the strip of the captions, or in pixels.
  std::optional<Size> laid_out() const;
  Size pixels() const { return films_window() ? studio_->pixels : parts_.platform.framebuffer(); }
  int bottom_margin() const;  ///< screen coordinates: the strip of the captions; 0: none

  /// Performs what the script says for this frame, as if a person did it.
  void direct();
  /// Updates the map. A film made without a window waits for it, however slow the machine is.
  void follow(sweep::Mapper& mapper);
  /// Records a frame: the window as it has just been drawn, or something that is drawn now.
  void record(WindowPicture& picture);

 private:
  enum class Shows { Window, View, Panel };
  /// A film being recorded: its contents, size, rate and texts. Its time counts the steps of the
  /// window's loop, 60 a second, however long each takes.
  struct Studio {
    Studio(const Parts& parts, const std::filesystem::path& file,
           std::vector<ui::FilmCaption> texts);
    static constexpr auto frames_per_second = static_cast<int>(sim::Clock::steps_per_second);
    /// s since the title ended.
    double now() const { return static_cast<double>(frame) / frames_per_second; }
    /// Returns whether this frame belongs to the film.
    bool due() const { return frame * rate % frames_per_second < rate; }
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
    ui::Ui ui;  // of the film
    std::unique_ptr<Film> film;
  };
  void start(const std::filesystem::path& file, const std::string& title, double seconds,
             std::vector<ui::FilmCaption> captions);
  double pixel_ratio() const;
  render::Picture next_frame(WindowPicture& picture);
  void keep();

  const Parts& parts_;
  FilmScript* script_;  // null: none
  std::unique_ptr<Studio> studio_;
};

}  // namespace app

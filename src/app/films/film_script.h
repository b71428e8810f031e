#pragma once
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "formats/film_file.h"
#include "sim/simulation.h"
#include "ui/requests.h"

namespace app {

/// Plays what a script says, as requests that a person could have made.
class FilmScript {
 public:
  /// Throws base::Error for an unknown key, as one sentence with file and line.
  explicit FilmScript(formats::FilmFile file);

  const formats::FilmFile& file() const { return file_; }
  /// Requests everything that is due up to the moment `now`, s, and has not been requested yet.
  /// Parameters that are still changing are requested at every call.
  void play(double now, const sim::Simulation& simulation,
            const std::function<void(ui::Request)>& request);
  /// Returns the key that is down in this frame; each key is down for one frame.
  const std::optional<ui::Chord>& down() const { return down_; }
  std::vector<ui::FilmCaption> captions() const;

 private:
  void begin(const formats::FilmCue& cue, const sim::Simulation& simulation,
             const std::function<void(ui::Request)>& request);

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

}  // namespace app

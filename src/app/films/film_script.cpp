#include "app/films/film_script.h"

#include <cmath>
#include <glm/common.hpp>
#include <limits>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "ui/kit/format.h"
#include "ui/options/options.h"

namespace app {

FilmScript::FilmScript(formats::FilmFile file) : file_(std::move(file)) {
  for (const formats::FilmCue& cue : file_.cues) {
    std::vector<ui::Chord>& keys = keys_.emplace_back();
    for (const std::string& name : cue.press) {
      const std::optional<ui::Chord> chord = ui::chord_named(name);
      if (!chord)
        throw base::Error(cue.origin + ": there is no key " + base::in_quotes(name) +
                          R"(; expected one such as "Space", "Shift+M", "{restart}" or "{dls}")");
      keys.push_back(*chord);
    }
  }
}

void FilmScript::begin(const formats::FilmCue& cue, const sim::Simulation& simulation,
                       const std::function<void(ui::Request)>& request) {
  if (!cue.scene.empty()) request(ui::Open{cue.scene});
  if (!cue.lesson.empty()) request(ui::OpenLesson{cue.lesson});
  base::Settings view(ui::options::table());
  for (const auto& [key, text] : cue.view) {
    view.set_text(key, text);
    request(ui::SetOption{key, view.get(key)});
  }
  const bool opens = !cue.scene.empty() || !cue.lesson.empty();
  const base::Settings& settings = simulation.run().solver().settings();
  for (const sim::LoggedCommand& one : cue.commands) {
    const auto* set = std::get_if<sim::SetParameter>(&one.command);
    if (opens) {
      later_.push_back(one.command);
    } else if (!set || cue.over == 0 || !settings.has(set->key)) {
      request(one.command);
    } else {
      std::erase_if(drags_, [&](const Drag& drag) { return drag.to.key == set->key; });
      drags_.push_back({*set, settings.find(set->key), settings.get(set->key), cue.at, cue.over});
    }
  }
  waiting_.insert(waiting_.end(), keys_[next_].begin(), keys_[next_].end());
}

void FilmScript::play(double now, const sim::Simulation& simulation,
                      const std::function<void(ui::Request)>& request) {
  for (sim::Command& command : std::exchange(later_, {})) request(std::move(command));
  for (; next_ < file_.cues.size() && file_.cues[next_].at <= now; ++next_)
    begin(file_.cues[next_], simulation, request);
  if (std::exchange(down_, {}) == std::nullopt && !waiting_.empty()) {
    down_ = waiting_.front();
    waiting_.pop_front();
    request(ui::PressKey{*down_});
  }
  for (Drag& drag : drags_) {
    const double part = glm::smoothstep(0., drag.over, now - drag.since);  // slow at both ends
    const double from = ui::slider_place(*drag.parameter, drag.from),
                 to = ui::slider_place(*drag.parameter, drag.to.value);
    const double value = ui::slider_value(*drag.parameter, from + part * (to - from));
    request(sim::Command(sim::SetParameter{drag.to.key, part < 1 ? value : drag.to.value}));
  }
  std::erase_if(drags_, [now](const Drag& drag) { return now >= drag.since + drag.over; });
}

std::vector<ui::FilmCaption> FilmScript::captions() const {
  std::vector<ui::FilmCaption> all;
  double end = std::numeric_limits<double>::infinity();
  for (const formats::FilmCue& cue : file_.cues) {
    if (!cue.caption) continue;
    if (end < cue.at) all.push_back({end, ""});
    all.push_back({cue.at, *cue.caption});
    end = cue.until;
  }
  if (std::isfinite(end)) all.push_back({end, ""});
  return all;
}

}  // namespace app

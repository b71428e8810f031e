#include "app/films/recorder.h"

#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <glm/common.hpp>
#include <limits>
#include <thread>
#include <utility>

#include "app/files/documents.h"
#include "app/films/window_picture.h"
#include "base/error.h"
#include "base/text.h"
#include "render/offscreen.h"
#include "ui/kit/format.h"
#include "ui/options/options.h"

namespace app {
namespace options = ui::options;
namespace {

constexpr double title_seconds = 3;
constexpr float plain_height = 720;  // pixels: the height of a film with text of normal size

}  // namespace

FilmScript::FilmScript(formats::FilmFile file) : file_(std::move(file)) {
  for (const formats::FilmCue& cue : file_.cues) {
    std::vector<ui::Chord>& keys = keys_.emplace_back();
    for (const std::string& name : cue.press) {
      const std::optional<ui::Chord> chord = ui::chord_named(name);
      if (!chord)
        throw base::Error(
            "{}: there is no key {}; expected one such as \"Space\", \"Shift+M\", \"{restart}\" or "
            "\"{dls}\"",
            cue.origin, base::in_quotes(name));
      keys.push_back(*chord);
    }
  }
}

void FilmScript::begin(const formats::FilmCue& cue, const sim::Simulation& simulation,
                       ui::Requests& requests) {
  if (!cue.scene.empty()) requests.add(ui::Open{cue.scene});
  if (!cue.lesson.empty()) requests.add(ui::OpenLesson{cue.lesson});
  base::Settings view(ui::options::table());
  for (const auto& [key, text] : cue.view) {
    view.set_text(key, text);
    requests.add(ui::SetOption{view.find(key), view.get(key)});
  }
  const bool opens = !cue.scene.empty() || !cue.lesson.empty();
  const base::Settings& settings = simulation.run().solver().settings();
  for (const sim::LoggedCommand& one : cue.commands) {
    const auto* set = std::get_if<sim::SetParameter>(&one.command);
    if (opens) {
      next_commands_.push_back(one.command);
    } else if (!set || cue.ramp_seconds == 0 || !settings.has(set->key)) {
      requests.add(one.command);
    } else {
      std::erase_if(drags_, [&](const Drag& drag) { return drag.to.key == set->key; });
      drags_.push_back(
          {*set, settings.find(set->key), settings.get(set->key), cue.at, cue.ramp_seconds});
    }
  }
  waiting_.insert(waiting_.end(), keys_[next_].begin(), keys_[next_].end());
}

void FilmScript::play(double now, const sim::Simulation& simulation, ui::Requests& requests) {
  for (sim::Command& command : std::exchange(next_commands_, {})) requests.add(std::move(command));
  for (; next_ < file_.cues.size() && file_.cues[next_].at <= now; ++next_)
    begin(file_.cues[next_], simulation, requests);
  if (std::exchange(down_, {}) == std::nullopt && !waiting_.empty()) {
    down_ = waiting_.front();
    waiting_.pop_front();
    requests.add(ui::PressKey{*down_});
  }
  for (Drag& drag : drags_) {
    const double part = glm::smoothstep(0., drag.duration, now - drag.since);  // slow at both ends
    const double from = ui::slider_position(*drag.parameter, drag.from),
                 to = ui::slider_position(*drag.parameter, drag.to.value);
    const double value = ui::slider_value(*drag.parameter, from + part * (to - from));
    requests.add(sim::Command(sim::SetParameter{drag.to.key, part < 1 ? value : drag.to.value}));
  }
  std::erase_if(drags_, [now](const Drag& drag) { return now >= drag.since + drag.duration; });
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

/// The film has the size of the window's pixels if the options set none.
Recorder::ActiveFilm::ActiveFilm(const Parts& parts, const std::filesystem::path& file,
                                 std::vector<ui::FilmCaption> texts)
    : panel(options::film_panel(parts.options())),
      shows(panel                                                       ? Shows::Panel
            : parts.options().text(options::film_shows().key) == "view" ? Shows::View
                                                                        : Shows::Window),
      pixels(parts.platform.framebuffer()),
      captions(std::move(texts)),
      rate(options::number(parts.options(), options::film_rate)) {
  if (const int height = options::film_height(parts.options()); height > 0)
    pixels = {height * 16 / 9, height};
  bottom_margin = captions.empty() ? 0 : pixels.height / 16;
  scale = std::max(1.f, static_cast<float>(pixels.height) / plain_height);
  const double wanted = parts.options()[options::ui_scale()];
  if (wanted != options::ui_scale().special_value) scale *= static_cast<float>(wanted);
  film = parts.platform.film(file, pixels, rate);
}

void Recorder::ActiveFilm::draw(const Parts& parts, const ui::PanelInfo* drawn,
                                const ui::FilmText& text) {
  glViewport(0, 0, pixels.width, pixels.height);
  offscreen_ui.draw(
      pixels, 1. / rate, [this] { return ui.set_scale(1, scale); },
      [&] { ui.draw(parts.context, parts.ui, drawn, text); });
}

void Recorder::ActiveFilm::finish_picture(const Parts& parts) {
  constexpr double rounding = 1e-9;  // s
  if (panel || bottom_margin > 0)
    draw(parts, panel,
         {.caption = ui::caption_at(captions, now() + rounding),
          .bottom_margin = static_cast<float>(bottom_margin)});
}

Options apply_film_script(Options options, std::optional<FilmScript>& script) {
  if (options.script.empty()) return options;
  const lessons::WindowTerms window{options::table(), ui::spots()};
  script.emplace(formats::load_film(options.script, window));
  const formats::FilmFile& file = script->file();
  options.run.scene = file.scene.empty() ? options.run.scene : file.scene;
  options.lesson = file.lesson;
  const double frames = std::round(file.seconds * sim::Clock::steps_per_second);
  if (options.frames == 0) options.frames = static_cast<int>(frames);
  options.settings = options.start = false;  // the film is the same for every user
  return options;
}

void Recorder::begin(std::vector<std::string>& messages) {
  base::Settings& settings = parts_.options();
  const Options& options = parts_.start;
  if (script_)
    for (const auto& [key, text] : script_->file().view) settings.set_text(key, text);
  for (const auto& [key, text] : options.window) settings.set_text(key, text);
  const bool titled = script_ && options.film_title.empty();
  start(options.film, titled ? script_->file().title : options.film_title,
        titled ? script_->file().title_seconds : title_seconds,
        script_ ? script_->captions() : std::vector<ui::FilmCaption>());
  if (!active_film_->film->remark.empty()) messages.push_back(active_film_->film->remark);
}

void Recorder::start(const std::filesystem::path& file, const std::string& title, double seconds,
                     std::vector<ui::FilmCaption> captions) {
  auto film = std::make_unique<ActiveFilm>(parts_, file, std::move(captions));
  const int frames = static_cast<int>(std::lround(seconds * film->rate));
  if (!title.empty() && frames > 0) {
    const Size size = film->pixels;
    const render::Offscreen target(size.width, size.height);
    film->draw(parts_, nullptr, {.title = title});
    film->film->add(render::read_pixels(size.width, size.height), frames);
  }
  active_film_ = std::move(film);
}

void Recorder::start(const ui::StartFilm& request) {
  if (is_recording()) return;
  std::string ending = options::film_ending(parts_.options());
  if (!parts_.platform.can_encode()) ending.clear();
  if (!parts_.context.offers_film_formats) ending = parts_.platform.film_ending();
  start(new_file(Folder::Pictures, "ikscope", ending), request.title, title_seconds,
        request.captions);
  parts_.ui.message(base::format("Filming; {} stops it", parts_.context.touch
                                                             ? "the menu File"
                                                             : ui::shown_key(ui::Action::Record)));
  if (!active_film_->film->remark.empty()) parts_.ui.message(active_film_->film->remark);
}

std::optional<Size> Recorder::layout_size() const {
  if (!films_window()) return {};
  const Size film = active_film_->pixels;
  const double ratio = pixel_ratio();
  return Size{static_cast<int>(film.width / ratio),
              static_cast<int>(film.height / ratio) - bottom_margin()};
}

int Recorder::bottom_margin() const {
  return films_window() ? static_cast<int>(std::lround(active_film_->bottom_margin / pixel_ratio()))
                        : 0;
}

/// Returns the pixels per screen coordinate, at least 1.
double Recorder::pixel_ratio() const {
  const double pixels = parts_.platform.framebuffer().width;
  return std::max(pixels / std::max(parts_.platform.size().width, 1), 1.);
}

void Recorder::toggle() {
  if (!is_recording()) return start(ui::StartFilm{});
  const std::filesystem::path path = std::filesystem::absolute(active_film_->film->path);
  parts_.ui.message(stop(), parts_.context.offers_film_formats ? path.string() : "");
}

void Recorder::run_script() {
  if (!script_ || !is_recording()) return;
  const auto show = [](const std::optional<ui::Chord>& key, bool down) {
    ImGuiIO& io = ImGui::GetIO();  // the keys of panels, menus and dialogs
    if (!key || key->key < 0 || key->key >= IM_ARRAYSIZE(io.KeysDown)) return;
    io.KeysDown[key->key] = down;
    io.KeyCtrl = down && key->ctrl;
    io.KeyShift = down && key->shift;
    io.KeyAlt = down && key->alt;
  };
  show(script_->down(), false);
  script_->play(active_film_->now() + 1e-9, parts_.simulation(), parts_.requests);
  show(script_->down(), true);
}

void Recorder::follow(sweep::Mapper& mapper) {
  const std::optional<sweep::Request>& request = parts_.ui.map_request() || !is_recording()
                                                     ? parts_.ui.map_request()
                                                     : active_film_->ui.map_request();
  mapper.follow(parts_.simulation(), request, parts_.platform.now());
  if (parts_.start.film.empty() || !request || !request->go) return;
  constexpr double max_wait = 60;  // s
  const double begin = parts_.platform.now();
  const sweep::Status& work = mapper.work();
  while ((work.is_busy || work.is_outdated) && parts_.platform.now() < begin + max_wait) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    mapper.follow(parts_.simulation(), request, parts_.platform.now());
  }
}

render::Picture Recorder::next_frame(WindowPicture& picture) {
  const Size size = active_film_->pixels;
  std::optional<render::Offscreen> target;
  if (active_film_->shows != Shows::Window) target.emplace(size.width, size.height);
  if (active_film_->shows == Shows::View) picture.draw_views(size, active_film_->bottom_margin);
  active_film_->finish_picture(parts_);
  return render::read_pixels(size.width, size.height);
}

void Recorder::record(WindowPicture& picture) {
  try {
    if (active_film_->is_due())
      active_film_->film->add(next_frame(picture));
    else if (active_film_->shows == Shows::Window)  // always with its caption
      active_film_->finish_picture(parts_);
    ++active_film_->frame;
  } catch (const std::exception& error) {
    if (!parts_.start.film.empty()) {
      save_partial_film();
      throw;
    }
    parts_.ui.error(error.what());
    if (!active_film_->film->lost) return parts_.requests.add(ui::Perform{ui::Action::Record});
    active_film_.reset();
  }
}

/// Saves the frames recorded before an error. A second error is not reported.
void Recorder::save_partial_film() {
  const std::unique_ptr<ActiveFilm> film = std::move(active_film_);
  try {
    if (!film->film->lost) film->film->finish();
  } catch (const std::exception&) {
  }
}

std::string Recorder::stop() {
  const std::unique_ptr<ActiveFilm> film = std::move(active_film_);
  film->film->finish();
  return base::format("{} {} as {}", parts_.context.offers_film_formats ? "Saved" : "Downloaded",
                      base::counted(film->film->frames, "frame"), film->film->path.string());
}

}  // namespace app

// The part of App that records films of the window, of the 3D view or of one panel.

#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <thread>

#include "app/app.h"
#include "base/error.h"
#include "render/offscreen.h"
#include "ui/options/options.h"

namespace app {
namespace options = ui::options;

Options App::directed(Options options) {
  if (options.script.empty()) return options;
  const lessons::WindowTerms window{options::table(), ui::spots()};
  script_.emplace(formats::load_film(options.script, window));
  const formats::FilmFile& file = script_->file();
  options.run.scene = file.scene.empty() ? options.run.scene : file.scene;
  options.lesson = file.lesson;
  const double frames = std::round(file.seconds * sim::Clock::steps_per_second);
  if (options.frames == 0) options.frames = static_cast<int>(frames);
  options.settings = options.start = false;  // the film is the same for every user
  return options;
}

/// Begins the film that --film asks for. The settings that its script changes are not saved.
void App::begin_film() {
  if (script_)
    for (const auto& [key, text] : script_->file().view) preferences_.options.set_text(key, text);
  for (const auto& [key, text] : options_.film_options) preferences_.options.set_text(key, text);
  const bool titled = script_ && options_.film_title.empty();
  start_film(options_.film, titled ? script_->file().title : options_.film_title,
             titled ? script_->file().title_seconds : title_seconds,
             script_ ? script_->captions() : std::vector<ui::FilmCaption>());
  if (!studio_->film().remark().empty()) start_messages_.push_back(studio_->film().remark());
}

void App::start_film(const std::filesystem::path& file, const std::string& title, double seconds,
                     std::vector<ui::FilmCaption> captions) {
  auto studio = std::make_unique<Studio>(*platform_, preferences_.options, platform_->framebuffer(),
                                         file, std::move(captions));
  studio->begin(context_, ui_, title, seconds);
  studio_ = std::move(studio);
}

void App::start_film(const ui::StartFilm& request) {
  std::string ending = options::film_ending(preferences_.options);
  if (!platform_->encodes()) ending.clear();
  if (!context_.film_formats) ending = platform_->film_ending();
  start_film(new_file(Folder::Pictures, "ikscope", ending), request.title, title_seconds,
             request.captions);
  ui_.message("Filming; " + (context_.touch ? "the menu File" : ui::shown_key(ui::Action::Record)) +
              " stops it");
  if (!studio_->film().remark().empty()) ui_.message(studio_->film().remark());
}

/// Returns the size of a film of the window while one is recorded, since the film has its own size.
std::optional<Size> App::filmed_size() const {
  if (!studio_ || studio_->shows() != Studio::Shows::Window) return {};
  const Size pixels = platform_->framebuffer(), size = platform_->size(), film = studio_->pixels();
  const double ratio = static_cast<double>(pixels.width) / std::max(size.width, 1);
  return Size{static_cast<int>(film.width / std::max(ratio, 1.)),
              static_cast<int>(film.height / std::max(ratio, 1.)) - bottom_margin()};
}

int App::bottom_margin() const {
  const bool window = studio_ && studio_->shows() == Studio::Shows::Window;
  if (!window) return 0;
  const double ratio =
      static_cast<double>(platform_->framebuffer().width) / std::max(platform_->size().width, 1);
  return static_cast<int>(std::lround(studio_->bottom_margin() / std::max(ratio, 1.)));
}

void App::execute(ui::StartFilm& request) {
  if (!studio_) start_film(request);
}

void App::execute(ui::OpenFolder& request) {
  if (!platform_->open_folder(request.file)) ui_.message("It is " + request.file);
}

void App::toggle_recording() {
  if (!studio_) return start_film(ui::StartFilm{});
  const std::filesystem::path place = std::filesystem::absolute(studio_->film().place());
  ui_.message(stop_recording(), context_.film_formats ? place.string() : "");
}

/// Performs what the script says for this frame, as if a person did it.
void App::direct() {
  if (!script_ || !studio_) return;
  const auto show = [](const std::optional<ui::Chord>& key, bool down) {
    ImGuiIO& io = ImGui::GetIO();  // the keys of panels, menus and dialogs
    if (!key || key->key < 0 || key->key >= IM_ARRAYSIZE(io.KeysDown)) return;
    io.KeysDown[key->key] = down;
    io.KeyCtrl = down && key->ctrl;
    io.KeyShift = down && key->shift;
    io.KeyAlt = down && key->alt;
  };
  show(script_->down(), false);
  script_->play(studio_->now() + 1e-9, session_->simulation(),
                [this](ui::Request request) { requests_.add(std::move(request)); });
  show(script_->down(), true);
}

/// Updates the map. A film made without a window waits for the map, so that its frames do not
/// depend on the speed of the machine.
void App::follow_map() {
  const std::optional<sweep::Request>& request =
      ui_.map_request() || !studio_ ? ui_.map_request() : studio_->map_request();
  mapper_.follow(session_->simulation(), request, platform_->now());
  if (options_.film.empty() || !request || !request->go) return;
  constexpr double patience = 60;  // s
  const double begin = platform_->now();
  const sweep::Status& work = mapper_.work();
  while ((work.busy || work.behind) && platform_->now() < begin + patience) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    mapper_.follow(session_->simulation(), request, platform_->now());
  }
}

/// Returns a frame of the film: the window as it has just been drawn, or something that is drawn
/// now.
render::Picture App::frame_of_film() {
  const Size size = studio_->pixels();
  std::optional<render::Offscreen> target;
  if (studio_->shows() != Studio::Shows::Window) target.emplace(size.width, size.height);
  if (studio_->shows() == Studio::Shows::View) draw_views(size);
  studio_->finish_picture(context_, ui_);
  return render::read_pixels(size.width, size.height);
}

/// Draws the 3D view as large as the film, seen from the window's camera.
void App::draw_views(Size size) {
  const glm::vec4 panel = ui::options::palette(preferences_.options).panel;
  glClearColor(panel.r, panel.g, panel.b, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  const float plain =
      platform_->size().height > 0 ? static_cast<float>(platform_->size().height) : 1;
  const float ratio = static_cast<float>(size.height) / plain;
  const ui::Rect all{0, 0, static_cast<float>(size.width) / ratio,
                     plain - static_cast<float>(studio_->bottom_margin()) / ratio};
  const view::Camera camera = body_.camera();
  const bool grid = preferences_.options[options::compare_view()] != 0;
  constexpr float gap = 2;
  for (const ui::View& view :
       ui::arrange_views(all, session_->simulation(), grid, ui_.state().large_run, gap))
    body_.draw(session_->simulation(), view, plain, ratio, ui_.scale(),
               std::min(msaa(), body_.max_msaa()), preferences_.options, context_.selected,
               ui_.spotlight(), classroom_.rings());
  body_.set_camera(camera);
}

void App::record() {
  try {
    if (studio_->due())
      studio_->add(frame_of_film());
    else if (studio_->shows() == Studio::Shows::Window)  // always with its caption
      studio_->finish_picture(context_, ui_);
    studio_->next();
  } catch (const std::exception& error) {
    if (!options_.film.empty()) {
      keep_film();
      throw;
    }
    ui_.error(error.what());
    if (!studio_->film().lost()) return requests_.add(ui::Perform{ui::Action::Record});
    studio_.reset();
  }
}

/// Saves the frames recorded so far after an error. The error is reported, a second one is not.
void App::keep_film() {
  const std::unique_ptr<Studio> studio = std::move(studio_);
  try {
    if (!studio->film().lost()) studio->film().finish();
  } catch (const std::exception&) {
  }
}

/// Ends the recording and returns the message for the user. Throws base::Error if the film is
/// incomplete; the recording has ended in any case.
std::string App::stop_recording() {
  const std::unique_ptr<Studio> studio = std::move(studio_);
  Film& film = studio->film();
  film.finish();
  return "Saved " + std::to_string(film.frames()) + " frames as " + film.place().string();
}

}  // namespace app

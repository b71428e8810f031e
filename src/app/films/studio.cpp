#include "app/films/studio.h"

#include <glad/gl.h>

#include <cmath>
#include <utility>

#include "app/view3d/body_view.h"
#include "render/offscreen.h"
#include "sim/session.h"
#include "ui/options/options.h"

namespace app {
namespace options = ui::options;
namespace {

constexpr auto frames_per_second = static_cast<int>(sim::Clock::steps_per_second);
constexpr float plain_height = 720;  // pixels: the height of a film with text of normal size

Size size_of(const base::Settings& settings, Size window) {
  const int height = options::film_height(settings);
  return height > 0 ? Size{height * 16 / 9, height} : window;
}

Studio::Shows shows(const base::Settings& settings) {
  if (options::film_panel(settings)) return Studio::Shows::Panel;
  return settings.text(options::film_shows().key) == "view" ? Studio::Shows::View
                                                            : Studio::Shows::Window;
}

}  // namespace

Studio::Studio(Platform& platform, const base::Settings& options, Size window,
               const std::filesystem::path& file, std::vector<ui::FilmCaption> captions)
    : shows_(app::shows(options)),
      panel_(options::film_panel(options)),
      pixels_(size_of(options, window)),
      captions_(std::move(captions)),
      bottom_margin_(captions_.empty() ? 0 : pixels_.height / 16),
      rate_(options::films_per_second(options)),
      scale_(std::max(1.f, static_cast<float>(pixels_.height) / plain_height)),
      offscreen_ui_(platform.offscreen_ui()),
      film_(platform.film(file, pixels_, rate_)) {
  const double wanted = options[options::ui_scale()];
  if (wanted != options::ui_scale().special_value) scale_ *= static_cast<float>(wanted);
}

double Studio::now() const { return static_cast<double>(frame_) / frames_per_second; }

bool Studio::due() const { return frame_ * rate_ % frames_per_second < rate_; }

void Studio::draw(const ui::Context& context, const ui::Ui& window, const ui::PanelInfo* panel,
                  const ui::FilmText& film_text) {
  glViewport(0, 0, pixels_.width, pixels_.height);
  offscreen_ui_->draw(
      pixels_, 1. / rate_, [this] { return ui_.set_scale(1, scale_); },
      [&] { ui_.draw(context, window, panel, film_text); });
}

void Studio::begin(const ui::Context& context, const ui::Ui& window, const std::string& title,
                   double seconds) {
  const int frames = static_cast<int>(std::lround(seconds * rate_));
  if (title.empty() || frames <= 0) return;
  const render::Offscreen target(pixels_.width, pixels_.height);
  draw(context, window, nullptr, {.title = title});
  film_->add(render::read_pixels(pixels_.width, pixels_.height), frames);
}

void Studio::finish_picture(const ui::Context& context, const ui::Ui& window) {
  constexpr double rounding = 1e-9;  // s
  if (panel_ || bottom_margin_ > 0)
    draw(context, window, panel_,
         {.caption = ui::caption_at(captions_, now() + rounding),
          .bottom_margin = static_cast<float>(bottom_margin_)});
}

}  // namespace app

#include <array>
#include <string>

#include "ui/options.h"
#include "ui/panels/frame/frame.h"

namespace ui {
namespace {

std::string outcome(const Panel& panel) {
  const base::Settings& settings = panel.options();
  if (*options::film_ending(settings) != '\0' && !panel.context.encoder)
    return "ffmpeg is not installed; the film becomes a folder with a PNG picture of each frame.";
  const int height = options::film_height(settings);
  return (height > 0
              ? std::to_string(height * 16 / 9) + " × " + std::to_string(height) + " pixels, "
              : "As large as the window, ") +
         std::to_string(options::films_per_second(settings)) +
         " frames a second, without messages, clicks and keys. It is saved with your pictures.";
}

/// The longest that there is room for, at the cursor.
const char* title_hint(const Panel& panel) {
  const float room = ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().FramePadding.x;
  for (const char* hint :
       {"none; shown for three seconds at the beginning", "none; shown at the beginning"})
    if (text_size(panel.look.fonts.body, hint).x <= room) return hint;
  return "none";
}

}  // namespace

void film_panel(const Panel& panel) {
  FilmDialog& film = panel.state.film;
  if (!film.open) return;
  const float unit = panel.em();
  if (begin_overlay(panel, "Film", &film.open, {30 * unit, 20.5f * unit})) {
    ImGui::Dummy({0, 0.3f * unit});
    for (const base::Parameter* option : {&options::film_shows(), &options::film_size(),
                                          &options::film_rate(), &options::film_format()})
      panel.option(*option);
    ImGui::AlignTextToFramePadding();
    text("Title");
    ImGui::SameLine(9 * unit);
    ImGui::SetNextItemWidth(-1);
    ImGui::InputTextWithHint("##title", title_hint(panel), film.title, sizeof film.title);
    ImGui::Dummy({0, 0.2f * unit});
    note(panel.look, outcome(panel));
    const float high = std::round(2.2f * unit);
    const float below = ImGui::GetWindowHeight() - ImGui::GetStyle().WindowPadding.y - high;
    ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), below));
    const view::Palette& p = *panel.look.palette;
    ImGui::PushStyleColor(ImGuiCol_Button, color4(p.accent));
    ImGui::PushStyleColor(ImGuiCol_Text, color4(p.accent_text));
    if (ImGui::Button("Start", {8 * unit, high})) {
      film.open = false;
      panel.context.request(StartFilm{film.title});
    }
    ImGui::PopStyleColor(2);
    ImGui::SameLine(0, unit);
    ImGui::AlignTextToFramePadding();
    note(panel.look, shown_key(Action::Record) +
                         " stops it, and starts one like the last at any time, without a title.");
  }
  end_overlay();
}

}  // namespace ui

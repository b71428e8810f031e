#include <algorithm>

#include "base/text.h"
#include "ui/kit/fields.h"
#include "ui/options/options.h"
#include "ui/panels/frame/frame.h"

namespace ui {
namespace {

std::string outcome(const Panel& panel) {
  if (panel.context.offers_film_formats && !panel.context.has_encoder)
    return "The film is a folder with a PNG picture of each frame. MP4 and GIF need ffmpeg, which "
           "is not installed.";
  const int height = options::film_height(panel.options());
  return base::format("{}, {} frames per second, without messages, clicks and keys. {}",
                      height > 0 ? base::format("{} × {} pixels", height * 16 / 9, height)
                                 : "As large as the window",
                      options::number(panel.options(), options::film_rate),
                      panel.context.offers_film_formats ? "It is saved with your pictures."
                                                        : "Your browser downloads it at the end.");
}

const char* title_hint(const Panel& panel) {
  const float room = ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().FramePadding.x;
  for (const char* hint :
       {"none; shown for three seconds at the beginning", "none; shown at the beginning"})
    if (text_size(panel.fonts.body, hint).x <= room) return hint;
  return "none";
}

/// Draws the rows of captions. An empty caption ends the one before it.
void caption_rows(const Panel& panel, FilmDialog& film, float high) {
  constexpr double usual_seconds = 5, longest_film = 3600;
  constexpr size_t most = 50;
  ImGui::BeginChild("captions", {0, high});
  for (size_t i = 0; i < film.captions.size(); ++i) {
    FilmDialog::Caption& one = film.captions[i];
    const IdScope scope(static_cast<int>(i));
    ImGui::SetNextItemWidth(4 * panel.em());
    dialog_field(panel, [&] {
      return ImGui::InputDouble("##from", &one.from, 0, 0, "%g s",
                                ImGuiInputTextFlags_AutoSelectAll);
    });
    one.from = one.from >= 0 ? std::min(one.from, longest_film) : 0;  // also replaces NaN
    tooltip(panel.look, "From this second on, counted from the end of the title");
    ImGui::SameLine(0, 0.4f * panel.em());
    ImGui::SetNextItemWidth(-1);
    const bool last = i + 1 == film.captions.size();
    dialog_field(panel, [&] {
      return ImGui::InputTextWithHint("##text", last && i > 0 ? "the next one" : "none", one.text,
                                      sizeof one.text);
    });
  }
  const FilmDialog::Caption& last = film.captions.back();
  if (last.text[0] != '\0' && film.captions.size() < most)
    film.captions.push_back({last.from + usual_seconds});
  ImGui::EndChild();
}

/// Returns the captions in the order of time, without the empty row at the end.
std::vector<FilmCaption> captions_of(const FilmDialog& film) {
  std::vector<FilmCaption> all;
  for (const FilmDialog::Caption& one : film.captions) all.push_back({one.from, one.text});
  while (!all.empty() && all.back().text.empty()) all.pop_back();
  std::ranges::stable_sort(all, {}, &FilmCaption::from);
  return all;
}

}  // namespace

void film_panel(const Panel& panel) {
  FilmDialog& film = panel.state.film;
  const float unit = panel.em();
  if (begin_overlay(panel, "Film", {30 * unit, 27 * unit})) {
    ImGui::Dummy({0, 0.3f * unit});
    const bool formats =
        panel.context.offers_film_formats && panel.context.has_encoder;  // else only one
    for (const base::Parameter* option : {&options::film_shows(), &options::film_size(),
                                          &options::film_rate(), &options::film_format()})
      if (formats || option != &options::film_format()) panel.option(*option);
    const float labels = 9 - ImGui::GetStyle().WindowPadding.x / unit;  // em: their column's width
    label_of_field(panel, "Title", labels);
    ImGui::SetNextItemWidth(-1);
    const bool entered = dialog_field(panel, [&] {
      return ImGui::InputTextWithHint("##title", title_hint(panel), film.title, sizeof film.title,
                                      ImGuiInputTextFlags_EnterReturnsTrue);
    });
    const float high = pressed_height(panel.look, 2.2f), row = ImGui::GetFrameHeightWithSpacing();
    const float below = ImGui::GetWindowHeight() - ImGui::GetStyle().WindowPadding.y - high;
    const float notes = 4.2f * unit;  // height of two lines
    label_of_field(panel, "Captions", labels);
    caption_rows(panel, film, std::max(row, below - notes - ImGui::GetCursorPosY()));
    ImGui::Dummy({0, 0.2f * unit});
    note(panel.look, outcome(panel));
    ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), below));
    if (button(panel.look, "Start", {8 * unit, high}, TabStops::Kind::Default) || entered) {
      panel.state.overlay = Overlay::None;
      panel.context.request(StartFilm{film.title, captions_of(film)});
    }
    ImGui::SameLine(0, unit);
    ImGui::AlignTextToFramePadding();
    note(panel.look, panel.aside("Press ", Action::Record,
                                 " to stop; press it again to record with the same settings."));
  }
  end_overlay(panel);
}

}  // namespace ui

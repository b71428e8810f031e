#include <cmath>
#include <utility>

#include "base/numbers.h"
#include "base/text.h"
#include "sim/metrics/metric.h"
#include "sim/session.h"
#include "sim/why/diagnosis.h"
#include "ui/describe.h"
#include "ui/panel.h"
#include "ui/stage.h"

namespace ui {
namespace {

constexpr float above_advice = 0.35f;  // em: between the sentence and the advice

std::string names_unbroken(std::string sentence, const ik::Skeleton& skeleton) {
  const auto keep = [&](const std::string& name) {
    if (name.find(' ') == name.npos) return;
    for (size_t at = 0; (at = sentence.find(name, at)) != sentence.npos; at += name.size())
      for (size_t i = at; i < std::min(at + name.size(), sentence.size()); ++i)
        if (sentence[i] == ' ') sentence.replace(i, 1, no_break_space);
  };
  for (int i = 0; i < skeleton.effectors(); ++i) keep(skeleton.effector(i).name);
  for (int j = 0; j < skeleton.joints(); ++j) keep(skeleton.joint(j).name);
  return sentence;
}

/// Draws the time span of the words; the numbers name theirs, too.
void draw_span(const Panel& panel, float left, ImVec2 corner) {
  static const std::string span =
      "last " + base::short_number(sim::why::Window::length / sim::Clock::steps_per_second) + " s";
  ImFont* small = panel.fonts.small;
  const ImVec2 at{corner.x - text_size(small, span).x, corner.y - small->FontSize};
  if (at.x < left + panel.em()) return;
  draw_text(small, at, panel.palette.text_dim, span);
}

using Tried = sim::why::Verdict::Tried;

/// Returns the change of the error, such as "0.38 → 0.41", with the unit once.
std::string errors_text(const Panel& panel, const Tried& one) {
  const auto error = [&](double value) {
    return sim::error_text(panel.skeleton(), sim::all_effectors, value);
  };
  return error(one.error_before) + " → " + error(one.error_after);
}
std::string oscillations_text(const Panel& panel, const Tried& one) {
  const auto number = [&](double value) {
    const sim::Metric& oscillation = sim::oscillation_metric();
    return oscillation.number(value < oscillation.noise ? 0 : value, panel.skeleton());
  };
  return number(one.oscillation_before) + " → " + number(one.oscillation_after);
}

void draw_tried(const Panel& panel, const sim::why::Verdict& verdict) {
  if (verdict.tried.empty())
    return note(panel.look, "This is visible without an experiment; no change was tried.");
  constexpr int columns = 3;
  if (!ImGui::BeginTable("tried", columns, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit))
    return;
  for (const char* heading : {"Tried on a copy", "Total error", "Oscillation, mrad/step²"})
    ImGui::TableSetupColumn(heading);
  ImGui::TableHeadersRow();
  for (size_t i = 0; i < verdict.tried.size(); ++i) {
    const Tried& one = verdict.tried[i];
    const bool chosen = static_cast<int>(i) == verdict.chosen;
    for (const std::string& cell :
         {one.change, errors_text(panel, one), oscillations_text(panel, one)}) {
      ImGui::TableNextColumn();
      text(panel.fonts.body, chosen ? panel.palette.accent : panel.palette.text, cell);
    }
  }
  ImGui::EndTable();
}

/// An applied remedy can be taken back until something else is changed.
bool can_take_back(const Panel& panel) {
  AppliedRemedy& applied = panel.state.applied;
  const size_t now = panel.timeline().log().size();
  if (applied.command_count > 0 && applied.log_size == 0) applied.log_size = now;
  if (applied.log_size != now) applied = {};
  return applied.command_count > 0;
}

/// The buttons beside the words and in the list of experiments do this.
void press(const Panel& panel, const sim::why::Verdict* verdict, bool takes_back) {
  if (takes_back) {
    for (size_t i = 0; i < panel.state.applied.command_count; ++i)
      panel.context.request(sim::Undo{});
    panel.state.applied = {};
  } else if (verdict) {
    for (const sim::Command& command : verdict->remedy) panel.context.request(command);
    panel.state.applied = {.command_count = verdict->remedy.size()};
  }
}

/// Returns the verdict to show. While the body moves, one that is read under the mouse, or whose
/// experiments are listed, stays as it is, and with it the button that is about to be pressed.
const sim::why::Verdict* read_verdict(const Panel& panel) {
  constexpr double reading = 4;  // s after the mouse has moved
  const std::pair<int, size_t> of(panel.run().serial, panel.timeline().log().size());
  const bool reads = std::exchange(panel.state.read_of, of) == of &&
                     (panel.state.shows_found_pose ||
                      (ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
                       ImGui::GetTime() - panel.state.mouse_moved < reading));
  std::shared_ptr<const sim::why::Verdict>& read = panel.state.read_verdict;
  const bool known = verdict_of(panel.context);
  if (!known || !read || !reads || panel.context.session->clock().paused)
    read = known ? panel.context.diagnosis->verdict() : nullptr;
  return read.get();
}

/// The sentence and the advice, wrapped to the available space.
struct Words {
  std::string sentence, advice;
  float headline;  ///< size of the sentence's letters
  ImFont* below;   ///< font of the advice
};

/// The sentence is larger if it fits in one line. An advice that is too high gets small letters,
/// and what still does not fit is only in the list.
Words fitted(const Panel& panel, const std::string& sentence, const std::string& advice, float room,
             float beside, float height) {
  ImFont* strong = panel.fonts.strong;
  Words words;
  words.headline =
      std::floor(std::clamp(panel.em() * room / std::max(text_size(strong, sentence).x, 1.f),
                            panel.em(), 1.3f * panel.em()));
  words.sentence = wrapped(strong, words.headline, sentence, room);
  height -= strong->CalcTextSizeA(words.headline, FLT_MAX, 0, words.sentence.c_str()).y +
            above_advice * panel.em();
  for (ImFont* font : {panel.fonts.body, panel.fonts.small}) {
    words.below = font;
    words.advice = wrapped(font, font->FontSize, advice, beside);
    const auto lines = std::max(1, static_cast<int>(height / font->FontSize));
    size_t end = 0;  // end of the last line that fits
    for (int i = 0; i < lines && end != words.advice.npos; ++i)
      end = words.advice.find('\n', end + (i > 0));
    if (end == words.advice.npos) break;
    const size_t last = words.advice.rfind('\n', end - 1) + 1;
    std::string rest = words.advice.substr(last);
    std::ranges::replace(rest, '\n', ' ');
    words.advice.replace(last, words.advice.npos, shortened(font, rest, beside));
  }
  return words;
}

void diagnosis_panel(const Panel& panel) {
  const sim::why::Diagnosis& diagnosis = *panel.context.diagnosis;
  const sim::why::Verdict* verdict = read_verdict(panel);
  const view::Palette& p = panel.palette;
  const float unit = panel.em();
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(at, {at.x + size.x, at.y + size.y});  // up to the edge
  fill(at, {size.x, hairline(panel.look)}, p.border, 0);
  const bool shakes = verdict && verdict->seen.shakes();
  const bool fine = verdict && sim::why::is_fine(verdict->cause);
  const glm::vec4& sign = !verdict ? p.text_dim : shakes ? p.warning : fine ? p.good : p.accent;
  const ImVec2 pad = ImGui::GetStyle().WindowPadding;
  fill({at.x, at.y + pad.y}, {std::round(0.25f * unit), size.y - 2 * pad.y}, sign, 0);
  const float first = at.x + pad.x + 0.3f * unit, signed_width = 1.4f * unit;
  const bool takes_back = can_take_back(panel);
  const std::string button = takes_back                            ? "Undo"
                             : verdict && !verdict->remedy.empty() ? "Apply"
                                                                   : "";
  // A search is offered where the method rests though there is a pose that meets the targets.
  const bool offers = verdict && verdict->cause == sim::why::Cause::Stuck &&
                      !panel.context.search.solving && !panel.context.embedded_figure;
  const float gap = 0.3f * unit;
  const float search_width = offers ? chip_width(panel.look, "Solve") : 0;
  const float apply_width = button.empty() ? 0 : chip_width(panel.look, button);
  const float width = search_width + apply_width + (search_width * apply_width > 0 ? gap : 0);
  const float x = first + (shakes || fine ? signed_width : 0);
  const float right = at.x + size.x - pad.x, beside = width > 0 ? right - width - unit : right;
  const std::string sentence = names_unbroken(
      run_prefix(panel.simulation()) +
          base::capitalized(verdict ? verdict->sentence
                                    : diagnosis.first_look(panel.simulation(),
                                                           panel.context.session->clock().paused)),
      panel.skeleton());
  const std::string advised = verdict && !verdict->advice.empty() ? "→ " + verdict->advice : "";
  const Words words =
      fitted(panel, sentence, names_unbroken(advised, panel.skeleton()),
             (panel.look.fingers ? beside : right) - x, beside - x, size.y - 0.4f * unit);
  ImFont* strong = panel.fonts.strong;
  const float high = strong->CalcTextSizeA(words.headline, FLT_MAX, 0, words.sentence.c_str()).y;
  const ImVec2 below = text_size(words.below, words.advice);
  const float under = verdict ? above_advice * unit + std::max(below.y, unit) : 0;
  const float y = at.y + std::round(0.5f * std::max(size.y - high - under, 0.f));
  const float line = y + centred(words.headline, warning_width(panel.look));
  if (shakes) draw_warning_sign(panel.look, {first, line});
  if (fine)
    draw_check_mark(panel.look, {first + 0.45f * unit, y + 0.5f * words.headline}, 0.45f * unit);
  list.AddText(strong, words.headline, {x, y}, color(verdict ? p.text : p.text_dim),
               words.sentence.c_str());
  const float next = y + high + above_advice * unit;
  draw_text(words.below, {x, next}, p.accent, words.advice);
  if (width > 0) {
    const float top = panel.look.fingers  // a high button
                          ? at.y + centred(size.y, ImGui::GetFrameHeight())
                          : next - 0.15f * unit + centred(std::max(below.y, unit), unit);
    ImGui::SetCursorScreenPos({right - width, top});
    if (offers && chip(panel.look, "Solve", true))
      for (const SetOption& one :
           is_presenting(panel.context) ? options_presenting("solve") : options_showing("solve"))
        panel.context.request(one);
    if (offers) tooltip(panel.look, "Search for poses from other starts, update by update");
    if (offers && apply_width > 0) ImGui::SameLine(0, gap);
    if (apply_width > 0 && chip(panel.look, button, true)) press(panel, verdict, takes_back);
    ImGui::SetCursorScreenPos({at.x + pad.x, at.y + pad.y});
  }
  if (verdict) draw_span(panel, x + below.x, {beside, next + unit});
  list.PopClipRect();
  const float rest = beside - at.x - pad.x;
  if (ImGui::InvisibleButton("words", {std::max(1.f, rest), size.y - 2 * pad.y}) && verdict)
    open_popup("what was tried");
  add_tab_stop(panel.look);
  // The list repeats the words, so it covers them rather than the body.
  ImGui::SetNextWindowPos({at.x, ImGui::GetIO().DisplaySize.y - 0.5f * unit}, ImGuiCond_Always,
                          {0, 1});
  panel.state.shows_found_pose = ImGui::BeginPopup("what was tried");
  if (panel.state.shows_found_pose) {
    ImGui::PushTextWrapPos(40 * unit);
    text(sentence);
    if (!advised.empty()) text(advised);
    ImGui::PopTextWrapPos();
    if (verdict) draw_tried(panel, *verdict);
    if (verdict && verdict->pose)
      note(panel.look, "The blue ghost in the view is the best pose that was found.");
    if (apply_width > 0 && chip(panel.look, button, true)) press(panel, verdict, takes_back);
    ImGui::EndPopup();
  } else if (verdict && ImGui::IsItemHovered() && !panel.look.hides_tooltips) {
    // Above, since the numbers below have to be read.
    const Tooltip tip =
        open_tooltip_beside(panel.look, {at.x, at.y, size.x, ImGui::GetIO().DisplaySize.y - at.y});
    if (words.advice.ends_with("…")) text(advised);
    note(panel.look,
         "Found by experiments on copies of the simulation: each removes one possible cause. Click "
         "to list them. The sentence describes the last 1.5 s. The figures of the advice compare "
         "the end of its trial without the change and with it.");
  }
}

}  // namespace

void declare_diagnosis_panel(base::Registry<PanelInfo>& panels) {
  panels.add({.name = "diagnosis",
              .title = "Diagnosis",
              .rank = 210,
              .draw = diagnosis_panel,
              .explanation = "Says below the view what is happening, why, and what to do about it. "
                             "Found by experiments on copies of the simulation.",
              .area = &Layout::diagnosis,
              .wanted = &LayoutRequest::diagnosis,
              .available = [](const Context& context) { return context.diagnosis != nullptr; }});
}

}  // namespace ui

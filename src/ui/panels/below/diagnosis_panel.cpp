#include <cmath>
#include <string>

#include "base/numbers.h"
#include "base/text.h"
#include "sim/diagnosis.h"
#include "sim/session.h"
#include "sim/verdict.h"
#include "ui/describe.h"
#include "ui/panel.h"
#include "ui/text_flow.h"

namespace ui {
namespace {

/// No line ends within the name of an effector or a joint.
std::string names_unbroken(std::string sentence, const ik::Skeleton& skeleton) {
  const auto keep = [&](const std::string& name) {
    if (name.find(' ') == name.npos) return;
    for (size_t at = 0; (at = sentence.find(name, at)) != sentence.npos; at += name.size())
      for (size_t i = at; i < std::min(at + name.size(), sentence.size()); ++i)
        if (sentence[i] == ' ') sentence.replace(i, 1, no_break);
  };
  for (int i = 0; i < skeleton.effectors(); ++i) keep(skeleton.effector(i).name);
  for (int j = 0; j < skeleton.joints(); ++j) keep(skeleton.joint(j).name);
  return sentence;
}

/// Returns the largest size that fits in one line, but at least that of body text.
float headline_size(const Panel& panel, const std::string& sentence, float room) {
  const float most = 1.3f * panel.em();
  const float width = text_size(panel.look.fonts.strong, sentence).x;
  return std::floor(std::clamp(panel.em() * room / std::max(width, 1.f), panel.em(), most));
}

/// Draws the time span of the words beside the advice, if there is room; the numbers name theirs,
/// too.
void draw_span(const Panel& panel, float left, ImVec2 corner) {
  static const std::string said =
      "last " + base::short_number(sim::diagnosed_steps / sim::Clock::steps_per_second) + " s";
  ImFont* small = panel.look.fonts.small;
  const ImVec2 at{corner.x - text_size(small, said).x, corner.y - small->FontSize};
  if (at.x < left + panel.em()) return;
  ImGui::GetWindowDrawList()->AddText(small, small->FontSize, at,
                                      color(panel.look.palette->text_dim), said.c_str());
}

void diagnosis_panel(const Panel& panel) {
  const sim::Diagnosis& diagnosis = *panel.context.diagnosis;
  const view::Palette& p = *panel.look.palette;
  const float unit = panel.em();
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(at, {at.x + size.x, at.y + size.y});  // up to the edge
  list.AddRectFilled(at, {at.x + size.x, at.y + hairline(panel.look)}, color(p.border));
  const sim::Rule* rule = diagnosis.rule();
  panel.state.recent.follow(*panel.context.session, ImGui::GetTime());
  const sim::History& history = panel.history();
  const sim::MetricValues& recent = panel.state.recent.of(panel.simulation().run().serial).values;
  const bool shakes = rule && rule->name.starts_with("shaking");
  const bool fine = rule && sim::is_fine(diagnosis.verdict(), recent);
  const glm::vec4& sign = !rule ? p.text_dim : shakes ? p.warning : fine ? p.good : p.accent;
  const ImVec2 pad = ImGui::GetStyle().WindowPadding;
  list.AddRectFilled({at.x, at.y + pad.y}, {at.x + std::round(0.25f * unit), at.y + size.y - pad.y},
                     color(sign));
  const float first = at.x + pad.x + 0.3f * unit, signed_width = 1.4f * unit;
  const std::string button(rule ? diagnosis.button() : "");
  const float width = button.empty() ? 0 : chip_width(panel.look, button.c_str());
  const float beside = panel.look.fingers && width > 0 ? width + unit : 0;  // a button that is high
  const float x = first + (shakes || fine ? signed_width : 0);
  const float room = at.x + size.x - x - pad.x - beside;
  const std::string sentence = names_unbroken(
      whose(panel.simulation()) +
          base::capitalized(
              rule ? sim::words_beside(diagnosis.verdict(), recent, sim::late_of(history))
                   : sim::first_look(history, panel.simulation().skeleton())),
      panel.simulation().skeleton());
  ImFont* font = panel.look.fonts.strong;
  const float headline = headline_size(panel, sentence, room);
  const bool advises = rule && !diagnosis.advice().empty();
  const std::string lines = wrapped(font, headline, sentence, room);
  const float high = font->CalcTextSizeA(headline, FLT_MAX, 0, lines.c_str()).y;
  const float below = rule ? 1.35f * unit : 0;
  const float y = at.y + std::round(0.5f * std::max(size.y - high - below, 0.f));
  const float line = y + std::round(0.5f * (headline - warning_width(panel.look)));
  if (shakes) warning(panel.look, list, {first, line});
  if (fine) tick(panel.look, {first + 0.45f * unit, y + 0.5f * headline}, 0.45f * unit);
  list.AddText(font, headline, {x, y}, color(rule ? p.text : p.text_dim), lines.c_str());
  const float next = y + high + 0.35f * unit;
  const std::string advice = advises ? "→ " + diagnosis.advice() : "";
  list.AddText(panel.look.fonts.body, unit, {x, next}, color(p.accent), advice.c_str());
  float rest = size.x - 2 * pad.x;
  if (width > 0) {
    rest -= width + unit;
    const float top = beside > 0 ? at.y + std::round(0.5f * (size.y - ImGui::GetFrameHeight()))
                                 : y + high + 0.2f * unit;
    ImGui::SetCursorScreenPos({at.x + size.x - pad.x - width, top});
    if (chip(panel.look, button.c_str(), true)) panel.context.request(diagnosis.remedy());
    ImGui::SetCursorScreenPos({at.x + pad.x, at.y + pad.y});
  }
  if (rule)
    draw_span(panel, x + text_size(panel.look.fonts.body, advice).x,
              {at.x + pad.x + rest, next + unit});
  list.PopClipRect();
  ImGui::InvisibleButton("words", {std::max(1.f, rest), size.y - 2 * pad.y});
  if (begin_tooltip(panel.look)) {
    text(sentence);
    if (!diagnosis.advice().empty()) text("→ " + diagnosis.advice());
    note(panel.look,
         "What happened in the last second and a half, in words; smoothed for readability. The "
         "numbers below are those of 5 seconds: where the two differ, the words say so.");
    end_tooltip();
  }
}

}  // namespace

void declare_diagnosis_panel(base::Registry<PanelInfo>& panels) {
  panels.add({.name = "diagnosis",
              .title = "Diagnosis",
              .rank = 210,
              .draw = diagnosis_panel,
              .explanation = "Says in words below the view what is happening and what to try.",
              .area = &Layout::diagnosis,
              .wanted = &LayoutRequest::diagnosis,
              .available = [](const Context& context) { return context.diagnosis != nullptr; }});
}

}  // namespace ui

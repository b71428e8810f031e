#include <algorithm>
#include <cmath>

#include "ui/kit/format.h"
#include "ui/panels/frame/frame.h"

namespace ui {

namespace {

/// The texts of the hint and their area.
struct PastHint {
  explicit PastHint(const Panel& panel);

  std::string when, what;
  float pad, first;  ///< width of `when`
  Rect rect;
};

PastHint::PastHint(const Panel& panel) {
  const sim::Timeline& timeline = panel.timeline();
  const Rect& body = panel.state.layout.body;
  const float unit = panel.em();
  pad = std::round(0.7f * unit);
  if (!timeline.in_past() || body.height < 6 * unit) return;
  ImFont *strong = panel.look.fonts.strong, *small = panel.look.fonts.small;
  constexpr int64_t few = 6;  // a tenth of a second
  const int64_t steps = timeline.end() - timeline.now();
  when = "−" + (steps >= few ? seconds_text(steps)
                             : std::to_string(steps) + (steps == 1 ? " step" : " steps"));
  first = std::max(text_size(strong, when).x, text_size(strong, "−000.0 s").x) + pad;
  constexpr Action returns = Action::ToPresent;
  float width = 0;
  for (const std::string& one : {"any change starts a new branch here" +
                                     panel.aside("; ", returns, " returns to the present"),
                                 panel.aside("", returns, ": the present"), panel.key(returns)}) {
    what = one;
    width = first + text_size(small, what).x + 2 * pad;
    if (width <= body.width) break;
  }
  if (width > body.width) {  // keeps at least the time
    what.clear();
    width = first + pad;
  }
  const float height = std::round(1.9f * unit);
  rect = {std::round(body.x + 0.5f * (body.width - width)),
          body.y + body.height - height - std::round(0.5f * unit), width, height};
  if (width > body.width) rect = {};
}

}  // namespace

Rect past_hint_rect(const Panel& panel) { return PastHint(panel).rect; }

void past_hint(const Panel& panel) {
  const PastHint hint(panel);
  const Rect& rect = hint.rect;
  if (rect.empty()) return;
  const view::Palette& p = *panel.look.palette;
  ImFont *strong = panel.look.fonts.strong, *small = panel.look.fonts.small;
  const ImVec2 at{rect.x, rect.y};
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  fill(at, {rect.width, rect.height}, color(p.panel, 0.88f), 0.5f * rect.height, list);
  draw_line(strong, {at.x + hint.pad, at.y}, rect.height, p.warning, hint.when, list);
  draw_line(small, {at.x + hint.pad + hint.first, at.y}, rect.height, p.text, hint.what, list);
}

}  // namespace ui

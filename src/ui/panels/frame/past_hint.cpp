#include <cmath>

#include "ui/format.h"
#include "ui/panels/frame/frame.h"

namespace ui {

void past_hint(const Panel& panel) {
  const sim::Timeline& timeline = panel.context.session->timeline();
  const Rect& body = panel.state.layout.body;
  if (!timeline.in_past() || body.height < 6 * panel.em()) return;
  const view::Palette& p = *panel.look.palette;
  const float unit = panel.em(), pad = std::round(0.7f * unit);
  const std::string when = "−" + seconds_text(timeline.end() - timeline.now());
  std::string what = "any change starts a new branch here; " + shown_key(Action::ToPresent) +
                     " returns to the present";
  ImFont *strong = panel.look.fonts.strong, *small = panel.look.fonts.small;
  const float first = std::max(text_size(strong, when).x, text_size(strong, "−000.0 s").x) + pad;
  if (first + text_size(small, what).x + 2 * pad > body.width)
    what = shown_key(Action::ToPresent) + ": the present";
  const float width = first + text_size(small, what).x + 2 * pad, height = std::round(1.9f * unit);
  const ImVec2 at{std::round(body.x + 0.5f * (body.width - width)),
                  body.y + body.height - height - std::round(0.5f * unit)};
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddRectFilled(at, {at.x + width, at.y + height}, color(p.panel, 0.88f), 0.5f * height);
  list.AddText(strong, unit, {at.x + pad, at.y + std::round(0.5f * (height - unit))},
               color(p.warning), when.c_str());
  list.AddText(small, small->FontSize,
               {at.x + pad + first, at.y + std::round(0.5f * (height - small->FontSize))},
               color(p.text), what.c_str());
}

}  // namespace ui

// Draws what lies at the foot of a view: legends and, in the past, what the user can do there.

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "ui/kit/format.h"
#include "ui/options/options.h"
#include "ui/panels/explain/parts.h"
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
  ImFont *strong = panel.fonts.strong, *small = panel.fonts.small;
  constexpr int64_t few = 6;  // a tenth of a second
  const int64_t steps = timeline.end() - timeline.now();
  when =
      "−" + (steps >= few ? seconds_text(steps) : base::counted(static_cast<int>(steps), "step"));
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

constexpr float legend_line = 1.5f, legend_pad = 0.5f, legend_swatch = 0.6f,
                legend_gap = 0.35f;  // em

int swatches(const Panel& panel, const OverlayInk& ink) {
  constexpr int most = 4;
  return ink.ink ? 1 : std::min(panel.skeleton().effectors(), most);
}

/// Returns an overlay's line with the texts that explain its colours, as far as there is room.
LegendLine line_of(const Panel& panel, const OverlayInfo& of, float room, bool brief) {
  const Look& look = panel.look;
  const float unit = em(look);
  LegendLine line{&of, {0, 0, 0, std::round(legend_line * unit)}, {}};
  float width = text_size(look.fonts.small, of.option->symbol).x + 2 * legend_pad * unit;
  for (const OverlayInk& ink : of.inks) {
    const float colors =
        (static_cast<float>(swatches(panel, ink)) * (legend_swatch + 0.1f) + 2 * legend_gap) * unit;
    const float left = room - width - colors;
    const bool mute = brief && !ink.ink;
    if (left < (mute ? 0 : 2 * unit)) break;
    const std::string& meaning = line.meanings.emplace_back(
        mute ? std::string() : shortened(look.fonts.small, std::string(ink.meaning), left));
    width += colors + text_size(look.fonts.small, meaning).x;
  }
  line.rect.width = std::ceil(width);
  return line;
}

void draw_legend(const Panel& panel, const LegendLine& line, bool hovered) {
  const OverlayInfo& of = *line.overlay;
  const Rect& rect = line.rect;
  const view::Palette& p = panel.palette;
  const float unit = em(panel.look), side = std::round(legend_swatch * unit);
  ImFont* small = panel.fonts.small;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  fill({rect.x, rect.y}, {rect.width, rect.height}, color(hovered ? p.hovered : p.panel, 0.82f),
       0.3f * unit, list);
  const float y = std::round(rect.y + 0.5f * (rect.height - small->FontSize));
  float x = rect.x + legend_pad * unit;
  const auto draw_word = [&](std::string_view s, const glm::vec4& ink) {
    draw_text(small, {std::round(x), y}, ink, s, list);
    x += text_size(small, s).x;
  };
  draw_word(of.option->symbol, p.text);
  for (size_t i = 0; i < line.meanings.size(); ++i) {
    x += legend_gap * unit;
    for (int k = 0; k < swatches(panel, of.inks[i]); ++k) {
      const ImVec2 a{std::round(x),
                     std::round(rect.y + 0.5f * (rect.height - legend_swatch * unit))};
      const glm::vec4 ink = of.inks[i].ink ? of.inks[i].ink(p) : view::series_color(p, k);
      fill(a, {side, side}, ink, 0, list);
      x += (legend_swatch + 0.1f) * unit;
    }
    x += legend_gap * unit;
    draw_word(line.meanings[i], p.text_dim);
  }
}

/// Places the legend's lines beside one another, in as many rows as they need, relative to the
/// position of the first.
std::vector<LegendLine> in_rows(const Panel& panel, float x, float room, float most_height,
                                bool brief) {
  const float gap = std::round(0.3f * panel.em());
  std::vector<LegendLine> lines;
  ImVec2 at(x, 0);
  for (const OverlayInfo& one : overlays()) {
    if (!panel.options().flag(*one.option)) continue;
    LegendLine line = line_of(panel, one, room, brief);
    const auto [width, height] = std::pair(line.rect.width, line.rect.height);
    if (at.x > x && at.x + width > x + room) at = {x, at.y + height + gap};
    if (width > room || at.y + height > most_height) break;
    line.rect = {at.x, at.y, width, height};
    lines.push_back(std::move(line));
    at.x += width + gap;
  }
  return lines;
}

constexpr const char *recorded_pose = "recorded pose", *widest_angle = "000.0° apart";

/// Returns zero if there is no recording, or no room for its line.
ImVec2 recorded_legend_size(const Panel& panel) {
  const Rect& body = panel.state.layout.body;
  const float unit = panel.em();
  if (!panel.simulation().scene().recording || body.height < 8 * unit) return {};
  ImFont* font = panel.fonts.body;
  const float width =
      std::round(text_size(font, recorded_pose).x + 3.1f * unit + text_size(font, widest_angle).x);
  return width + unit > body.width ? ImVec2() : ImVec2(width, std::round(1.7f * unit));
}

}  // namespace

Rect past_hint_rect(const Panel& panel) { return PastHint(panel).rect; }

void past_hint(const Panel& panel) {
  const PastHint hint(panel);
  const Rect& rect = hint.rect;
  if (rect.empty()) return;
  ImFont *strong = panel.fonts.strong, *small = panel.fonts.small;
  const ImVec2 at{rect.x, rect.y};
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  fill(at, {rect.width, rect.height}, color(panel.palette.panel, 0.88f), 0.5f * rect.height, list);
  draw_line(strong, {at.x + hint.pad, at.y}, rect.height, panel.palette.warning, hint.when, list);
  draw_line(small, {at.x + hint.pad + hint.first, at.y}, rect.height, panel.palette.text, hint.what,
            list);
}

ViewLegend view_legend(const Panel& panel) {
  constexpr float most = 0.3f, little = 0.12f;  // fractions of the view's height
  ViewLegend legend;
  const State& state = panel.state;
  const float unit = panel.em(), margin = std::round(0.5f * unit), gap = std::round(0.3f * unit);
  const Rect& body = state.layout.body;
  if (!panel.context.session || body.empty()) return legend;
  std::vector<Rect> below{past_hint_rect(panel)};
  const auto at_foot = [&](const Rect& of, float width, float height) {
    return above({of.x + margin, std::round(of.y + of.height - height - margin), width, height},
                 below, gap);
  };
  if (const ImVec2 size = recorded_legend_size(panel); size.x > 0)
    below.push_back(legend.recorded = at_foot(body, size.x, size.y));
  const auto view = std::ranges::find(state.views, panel.run().serial, &View::run);
  if (view == state.views.end()) return legend;
  const Rect& rect = view->rect;
  const float title = state.views.size() > 1 ? std::round(1.7f * unit) + 2 * margin : 0;
  const auto rows = [&](bool brief) {
    return in_rows(panel, rect.x + margin, rect.width - 2 * margin, most * rect.height, brief);
  };
  std::vector<LegendLine> lines = rows(false);
  const bool high = !lines.empty() && lines.back().rect.y > little * rect.height;
  const auto is_on = [&](const OverlayInfo& one) { return panel.options().flag(*one.option); };
  if (high || std::ssize(lines) < std::ranges::count_if(overlays(), is_on)) lines = rows(true);
  for (; !lines.empty(); lines.pop_back()) {  // shows as many as fit
    Rect all;
    for (const LegendLine& line : lines) {
      all.width = std::max(all.width, line.rect.x + line.rect.width - rect.x - margin);
      all.height = line.rect.y + line.rect.height;
    }
    const float top = at_foot(rect, all.width, all.height).y;
    if (top < rect.y + title) continue;
    for (LegendLine& line : lines) line.rect.y += top;
    break;
  }
  legend.overlays = std::move(lines);
  return legend;
}

std::vector<Rect> legend_rects(const Panel& panel) {
  const ViewLegend legend = view_legend(panel);
  std::vector<Rect> all{past_hint_rect(panel), legend.recorded};
  for (const LegendLine& line : legend.overlays) all.push_back(line.rect);
  return all;
}

void overlay_legend(const Panel& panel) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool free = !io.WantCaptureMouse && !ImGui::IsAnyMouseDown();
  for (const LegendLine& line : view_legend(panel).overlays) {
    const Rect& rect = line.rect;
    const bool hovered =
        free && ImGui::IsMouseHoveringRect({rect.x, rect.y},
                                           {rect.x + rect.width, rect.y + rect.height}, false);
    draw_legend(panel, line, hovered);
    if (!hovered) continue;
    const Tooltip tip = open_tooltip_beside(panel.look, rect);
    text(line.overlay->option->explanation);
    note(panel.look, "Unit: " + unit_text(panel, line.overlay->unit) + ".");
  }
}

/// A click hides and shows the ghost.
void recorded_legend(const Panel& panel) {
  const Rect rect = view_legend(panel).recorded;
  if (rect.empty()) return;
  const auto [x, y, width, height] = rect;
  const view::Palette& p = panel.palette;
  const base::Parameter& option = options::show_recording();
  const bool on = panel.options().flag(option);
  const std::string angle = fixed(panel.run().pose_error() * base::degrees, 1) + "° apart";
  const float unit = panel.em(), before = 1.7f * unit, gap = std::round(0.6f * unit);
  const float name = text_size(panel.fonts.body, recorded_pose).x;
  constexpr ImGuiWindowFlags flags = floating | ImGuiWindowFlags_NoBackground;
  draw_frameless_window(
      "legend of the recorded pose", rect, {0, 0}, flags, [&, width = width, height = height] {
        if (ImGui::InvisibleButton("recorded", {width, height})) panel.context.toggle(option);
        const bool hovered = ImGui::IsItemHovered();
        tooltip(panel.look,
                on ? "Click to hide the recorded pose" : "Click to show the recorded pose");
        const ImVec2 at = ImGui::GetWindowPos(), middle{at.x + 0.9f * unit, at.y + 0.5f * height};
        ImDrawList& list = *ImGui::GetWindowDrawList();
        fill(at, {width, height}, color(hovered ? p.hovered : p.panel, 0.88f), 0.5f * height);
        const ImU32 own = color(view::recorded_color(p));
        if (on)
          list.AddCircleFilled(middle, 0.4f * unit, own, 20);
        else
          list.AddCircle(middle, 0.4f * unit, own, 20, 1.5f * hairline(panel.look));
        ImFont* font = panel.fonts.body;
        draw_line(font, {at.x + before, at.y}, height, on || hovered ? p.text : p.text_dim,
                  recorded_pose);
        draw_line(font, {at.x + before + name + gap, at.y}, height, p.text_dim, angle);
      });
}

}  // namespace ui

#include <algorithm>
#include <cmath>

#include "ui/kit/format.h"
#include "ui/options/options.h"
#include "ui/panels/frame/frame.h"

namespace ui {
namespace {

std::string ms(double seconds) { return fixed(1e3 * seconds, seconds < 0.00995 ? 2 : 1); }

/// The state of the overlay while it is drawn from top to bottom.
struct Drawing {
  const Panel& panel;
  ImVec2 at;
  float width;
  const Profile& profile = *panel.context.profile;
  const view::Palette& p = panel.palette;
  const Fonts& fonts = panel.fonts;
  float unit = panel.em(), line = std::round(1.45f * unit);

  void head();
  void frames();
  void shares();
  void row(Work work, float most, float mean);
  void right(ImFont* font, float edge, const glm::vec4& ink, const std::string& s) {
    draw_line(font, {edge - text_size(font, s).x, at.y}, line, ink, s);
  }
  void ends(ImFont* font, const glm::vec4& ink, const std::string& first, const std::string& last) {
    draw_line(font, at, line, ink, first);
    right(font, at.x + width, ink, last);
    at.y += line;
  }
};

void Drawing::head() {
  const double rate = profile.frames_per_second();
  const int bodies = 1 + panel.simulation().crowd().size();
  ends(fonts.strong, p.text, fixed(rate, 0) + " frames/s",
       grouped(profile.updates_per_second()) + " updates/s");
  ends(fonts.small, p.text_dim, ms(1 / std::max(rate, 1e-3)) + " ms per frame",
       bodies > 1 ? grouped(bodies) + " bodies" : "");
}

/// Draws the last frames as bars, and a line at the time available for a frame at 60 Hz.
void Drawing::frames() {
  constexpr float aim = 1.f / 60;
  const float height = std::round(3 * unit), foot = at.y + height;
  float longest = 1.5f * aim;
  for (const float seconds : profile.frames()) longest = std::max(longest, seconds);
  const float each = width / Profile::frame_count;
  for (int i = 0; i < Profile::frame_count; ++i) {
    const auto which = static_cast<size_t>((profile.newest() + 1 + i) % Profile::frame_count);
    const float seconds = profile.frames()[which];
    const float left = at.x + each * static_cast<float>(i);
    const float high = height * seconds / longest;
    fill({left, foot - high}, {0.8f * each, high},
         color(seconds > 1.15f * aim ? p.warning : p.accent, 0.8f), 0);
  }
  const float level = foot - height * aim / longest;
  fill({at.x, level}, {width, hairline(panel.look)}, color(p.text_dim, 0.8f), 0);
  at.y = foot + std::round(0.5f * unit);
}

void Drawing::row(Work work, float most, float mean) {
  const WorkInfo& shown_work = info(work);
  const Profile::Span& span = profile.of(work);
  const glm::vec4 own = view::series_color(p, static_cast<int>(work));
  click_area(shown_work.title, at, {width, line});
  tooltip(panel.look, shown_work.explanation);
  const float side = std::round(0.6f * unit), top = at.y + centred(line, side);
  fill({at.x, top}, {side, side}, own, 0);
  draw_line(fonts.body, {at.x + 1.1f * unit, at.y}, line, p.text, shown_work.title);
  right(fonts.body, mean, p.text, ms(span.mean));
  right(fonts.body, most, p.text_dim, ms(span.max));
  at.y += line;
}

/// Draws the frame's time as one bar, and a row for each part of it.
void Drawing::shares() {
  double sum = 0;
  for (size_t i = 0; i < work_count; ++i)
    if (info(static_cast<Work>(i)).of_frame) sum += profile.of(static_cast<Work>(i)).mean;
  const float height = std::round(0.6f * unit),
              whole = width / static_cast<float>(std::max(sum, 1e-9));
  float left = at.x;
  for (size_t i = 0; i < work_count; ++i) {
    const auto work = static_cast<Work>(i);
    if (!info(work).of_frame) continue;
    const float wide = whole * static_cast<float>(profile.of(work).mean);
    fill({left, at.y}, {wide, height}, view::series_color(p, static_cast<int>(i)), 0);
    left += wide;
  }
  at.y += height + std::round(0.3f * unit);
  const float most = at.x + width, mean = most - 3.6f * unit;
  right(fonts.small, most, p.text_dim, "longest");
  right(fonts.small, mean, p.text_dim, "ms");
  at.y += line;
  for (size_t i = 0; i < work_count; ++i) row(static_cast<Work>(i), most, mean);
}

}  // namespace

void profile_panel(const Panel& panel) {
  const Rect& body = panel.state.layout.body;
  if (!panel.context.profile || !panel.context.session ||
      !panel.options().flag(options::show_profile()))
    return;
  const float unit = panel.em(), pad = std::round(0.8f * unit), margin = std::round(0.6f * unit);
  const float width = std::round(19 * unit);
  const float height =
      std::round(1.45f * unit) * (3 + work_count) + std::round(5.2f * unit) + 2 * pad;
  if (body.width < width + 2 * margin || body.height < height + 2 * margin) return;
  const Rect rect{body.x + body.width - width - margin, body.y + margin, width, height};
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.4f * unit);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, color4(view::with_alpha(panel.palette.panel, 0.92f)));
  const auto draw = [&] {
    Drawing drawing{panel, ImGui::GetCursorScreenPos(), ImGui::GetContentRegionAvail().x};
    drawing.head();
    drawing.frames();
    drawing.shares();
  };
  draw_frameless_window("profile", rect, {pad, pad}, floating, draw);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
}

}  // namespace ui

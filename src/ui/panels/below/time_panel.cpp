#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "ui/describe.h"
#include "ui/kit/format.h"
#include "ui/panel.h"
#include "ui/stage.h"

namespace ui {
namespace {

/// Marks below the bar show these of a path, the most remarkable first.
struct EventKind {
  unsigned event;
  std::string_view one;  ///< at a moment
  glm::vec4 (*ink)(const view::Palette&);
};
constexpr EventKind event_kinds[] = {
    {sim::path_event::flip, "flip into another aspect", [](const auto& p) { return p.text; }},
    {sim::path_event::leap, "leap of a joint", [](const auto& p) { return p.alarm; }},
    {sim::path_event::singular, "nearly singular", [](const auto& p) { return p.accent; }},
    {sim::path_event::limit, "at a limit", [](const auto& p) { return p.text_dim; }}};

/// The time bar, from the earliest moment to the latest.
struct Track {
  const Panel& panel;
  const sim::Timeline& timeline = panel.timeline();
  const view::Palette& p = panel.palette;
  float unit = panel.em(), left = 0, width = 0, y = 0;
  ImDrawList& list = *ImGui::GetWindowDrawList();

  double span() const {
    return static_cast<double>(std::max<int64_t>(timeline.end() - timeline.first(), 1));
  }
  float x(int64_t tick) const {
    const double part = static_cast<double>(tick - timeline.first()) / span();
    return std::round(left + static_cast<float>(std::clamp(part, 0., 1.)) * width);
  }
  int64_t tick(float at) const {
    const double part = std::clamp((at - left) / std::max(width, 1.f), 0.f, 1.f);
    return timeline.first() + std::llround(part * span());
  }
  void draw(bool hovered) const;
  void draw_events() const;
  unsigned events_of(int64_t step, int64_t end) const;
  unsigned events_near(float at, float near, sim::PathEventCounts& all) const;
  void drag() const;
  void move(double by) const;  ///< moves by a fraction of the bar
  void show_tooltip(bool held) const;
};

void Track::draw(bool hovered) const {
  const float half = std::max(1.f, std::round(0.12f * unit)), knob = std::round(0.42f * unit);
  const float now = x(timeline.now());
  list.AddRectFilled({left, y - half}, {left + width, y + half}, color(p.pressed), half);
  list.AddRectFilled({left, y - half}, {now, y + half}, color(p.accent), half);
  draw_events();
  float last = -1;
  const float hair = hairline(panel.look);
  for (const sim::LoggedCommand& one : timeline.log()) {
    const float at = x(one.tick);
    if (one.tick < timeline.first() || at - last < 3 * hair) continue;
    last = at;
    list.AddRectFilled({at, y - 0.5f * unit}, {at + hair, y - half}, color(p.text_dim));
  }
  for (const sim::Timeline::Branch& branch : timeline.branches()) {
    const float at = x(branch.fork), size = 0.3f * unit;
    list.AddTriangleFilled({at, y + half}, {at - size, y + half + 1.6f * size},
                           {at + size, y + half + 1.6f * size}, color(p.warning));
  }
  const glm::vec4& ink = timeline.in_past() ? p.warning : p.accent;
  if (hovered) list.AddCircleFilled({now, y}, 1.5f * knob, color(ink, 0.25f), 24);
  list.AddCircleFilled({now, y}, knob, color(ink), 24);
}

/// Marks what is remarkable of the selected run's path: where several steps share a pixel, the most
/// remarkable one.
void Track::draw_events() const {
  const sim::History& history = panel.history();
  constexpr unsigned rare = sim::path_event::flip | sim::path_event::leap;
  const float top = y + std::round(0.32f * unit), hair = hairline(panel.look);
  const double steps_per_pixel = span() / std::max(width, 1.f);
  float from = x(history.first() - 1);
  for (int64_t step = history.first(); step < history.end();) {
    int64_t next = timeline.first() + std::llround((from + 0.5 - left) * steps_per_pixel);
    next = std::clamp(next, step + 1, history.end());
    while (next < history.end() && x(next - 1) < from + 1) ++next;
    const float to = x(next - 1);
    if (to < from + 1) break;
    const unsigned events = events_of(step, next);
    step = next;
    for (const EventKind& kind : event_kinds) {
      if (!(events & kind.event)) continue;
      const bool stands_out = (kind.event & rare) != 0;
      const float wide = stands_out ? std::max(2 * hair, to - from) : to - from;
      fill({from, top}, {wide, (stands_out ? 4 : 2) * hair},
           color(kind.ink(p), stands_out ? 1 : 0.6f), 0);
      break;
    }
    from = to;
  }
}

/// Returns the events of the steps from `step` to `end`, which is not among them.
unsigned Track::events_of(int64_t step, int64_t end) const {
  unsigned events = 0;
  while (step < end) {
    const auto values = panel.history().values_from(sim::channel::events, step);
    const auto count = std::min(static_cast<int64_t>(values.size()), end - step);
    for (const float value : values.first(static_cast<size_t>(count)))
      events |= static_cast<unsigned>(value);
    step += count;
  }
  return events;
}

/// Returns the events of the steps near a point on the bar, and counts those of all steps.
unsigned Track::events_near(float at, float near, sim::PathEventCounts& all) const {
  const sim::History& history = panel.history();
  unsigned found = 0;
  for (int64_t step = history.first(); step < history.end(); ++step) {
    const auto now = static_cast<unsigned>(history.at(sim::channel::events, step));
    all.add(now);
    if (now != 0 && std::abs(x(step) - at) <= near) found |= now;
  }
  return found;
}

void Track::drag() const {
  int64_t& sought = panel.state.dragged_tick;
  if (!ImGui::IsItemActive()) {
    sought = -1;
    return;
  }
  if (ImGui::IsItemActivated()) panel.context.request(sim::SetPaused{true});
  const int64_t wanted = tick(ImGui::GetIO().MousePos.x);
  if (wanted != sought) panel.context.request(sim::Seek{wanted});
  sought = wanted;
}

void Track::move(double by) const {
  panel.context.request(sim::SetPaused{true});
  const int64_t to = timeline.now() + std::llround(by * span());
  panel.context.request(sim::Seek{std::clamp(to, timeline.first(), timeline.end())});
}

void Track::show_tooltip(bool held) const {
  const float mouse = ImGui::GetIO().MousePos.x, near = 0.35f * unit;
  const ImVec2 at = ImGui::GetWindowPos();  // above, where nothing has to be read
  const Tooltip tip =
      open_tooltip_beside(panel.look, {left, at.y, width, ImGui::GetIO().DisplaySize.y - at.y});
  text(seconds_text(tick(mouse)));
  std::vector<std::string> lines;
  for (const sim::LoggedCommand& one : timeline.log()) {
    if (std::abs(x(one.tick) - mouse) > near) continue;
    const std::string words = describe(panel.simulation(), one.command);
    if (lines.empty() || lines.back() != words) lines.push_back(words);
  }
  constexpr size_t most = 6;
  for (size_t i = lines.size() > most ? lines.size() - most : 0; i < lines.size(); ++i)
    text("│ " + lines[i]);
  for (const sim::Timeline::Branch& branch : timeline.branches())
    if (std::abs(x(branch.fork) - mouse) <= near)
      text("▲ branch point; the other branch ends at " + seconds_text(branch.end));
  sim::PathEventCounts counts;
  const unsigned events = events_near(mouse, near, counts);
  for (const EventKind& kind : event_kinds)
    if (events & kind.event) text("▪ " + std::string(kind.one));
  if (panel.history().size() > 0) text("On the bar: " + describe(counts, panel.history().size()));
  if (!held) {
    const TextStyle style(panel.fonts.small, p.text_dim);
    std::string help =
        "Drag to go to any moment of the last ten minutes; Space resumes from there.";
    const double megabytes = static_cast<double>(timeline.bytes()) / (1 << 20);
    if (!is_presenting(panel.context))
      help += base::format(" The timeline takes {} MB of memory.",
                           fixed(megabytes, megabytes < 9.95 ? 1 : 0));
    text(help);
  }
}

void branches_chip(const Panel& panel, const std::string& label) {
  if (chip(panel.look, label, false)) open_popup("branches");
  tooltip(panel.look, "Other branches: pick one to continue");
  if (!ImGui::BeginPopup("branches")) return;
  const auto branches = panel.timeline().branches();
  note(panel.look, "Other branches. The current branch is kept too.");
  for (size_t i = 0; i < branches.size(); ++i) {
    const sim::Timeline::Branch& branch = branches[i];
    const std::string item = base::format("{}.  from {} to {}", i + 1, seconds_text(branch.fork),
                                          seconds_text(branch.end));
    if (ImGui::MenuItem(item.c_str()))
      panel.context.request(sim::SwitchBranch{static_cast<int>(i)});
  }
  ImGui::EndPopup();
}

void time_panel(const Panel& panel) {
  const sim::Timeline& timeline = panel.timeline();
  const sim::Clock& clock = panel.clock();
  const Look& look = panel.look;
  const float unit = panel.em(), side = std::round((look.fingers ? 2.2f : 1.5f) * unit),
              gap = std::round(0.25f * unit);
  const ImVec2 pad{std::round(0.6f * unit), 0}, at = ImGui::GetWindowPos(),
                                                size = ImGui::GetWindowSize();
  const float top = at.y + centred(size.y, side);
  float x = at.x + pad.x, right = at.x + size.x - pad.x;
  const auto button = [&](const char* id, Icon icon, Action action, const char* what, bool on) {
    if (icon_button(look, id, icon, {x, top}, side, on)) panel.perform(action);
    tooltip(look, panel.with_key(what, action));
    x += side + gap;
  };
  const bool plays = !clock.paused;
  button("backwards", Icon::Backwards, Action::Backwards,
         clock.backwards ? "Play forwards again" : "Play backwards", clock.backwards);
  button("step back", Icon::StepBack, Action::StepBack, "Pause and go back one step", false);
  if (!panel.context.search.solving)  // time stands
    button("play", plays ? Icon::Pause : Icon::Play, Action::TogglePause, plays ? "Pause" : "Play",
           false);

  const float room = right - x;
  if (room > 12 * unit) {
    right -= text_size(panel.fonts.small, "0000.0 s").x;
    draw_line(panel.fonts.small, {right, at.y}, size.y,
              timeline.in_past() ? panel.palette.warning : panel.palette.text,
              seconds_text(timeline.now()));
    right -= 0.7f * unit;
  }
  const size_t branches = timeline.branches().size();
  if (branches > 0 && room > 15 * unit) {
    const std::string label = std::to_string(branches) + (branches == 1 ? " branch" : " branches");
    right -= chip_width(look, label);
    ImGui::SetCursorScreenPos({right, at.y + centred(size.y, ImGui::GetFrameHeight())});
    branches_chip(panel, label);
    right -= 0.7f * unit;
  }

  Track track{panel};
  track.left = x + 0.6f * unit;
  track.width = right - 0.3f * unit - track.left;
  track.y = at.y + std::round(0.5f * size.y);
  if (track.width < 2 * unit) return;
  click_area("track", {track.left - 0.4f * unit, at.y}, {track.width + 0.8f * unit, size.y});
  const bool hovered = ImGui::IsItemHovered(), held = ImGui::IsItemActive();
  track.drag();
  if (const double by = add_tab_stop(look, TabStops::Kind::Slider).slid(); by != 0) track.move(by);
  if (hovered) track.show_tooltip(held);
  track.draw(hovered);
}

}  // namespace

void declare_time_panel(base::Registry<PanelInfo>& panels) {
  panels.add({.name = "time",
              .title = "Timeline",
              .rank = 200,
              .draw = time_panel,
              .explanation = "Shows the timeline below the view, to go back in time.",
              .key = {'I'},
              .key_help = "timeline",
              .area = &Layout::time,
              .wanted = &LayoutRequest::time,
              .padded = false});
}

}  // namespace ui

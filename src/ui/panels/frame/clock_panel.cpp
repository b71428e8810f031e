#include <cmath>

#include "ui/kit/format.h"
#include "ui/panels/frame/frame.h"

namespace ui {
namespace {

const base::Parameter speed_of_clock =
    base::log_scaled("speed", "Speed", "×", {sim::Clock::min_speed, sim::Clock::max_speed, 1},
                     {.explanation = "Speed of the simulation: 1 is 60 steps per second."});

}  // namespace

float clock_panel_height(const Panel& panel) {
  const float unit = panel.em(), buttons = (panel.look.fingers ? finger_height : 2.1f) * unit;
  return std::round(buttons + number_row_height(panel.look) + 0.05f * unit +
                    2.2f * ImGui::GetStyle().ItemSpacing.y);
}

void clock_panel(const Panel& panel) {
  const Look& look = panel.look;
  const float unit = panel.em(), side = pressed_height(look, 2.1f);
  const sim::Clock& clock = panel.clock();
  const auto button = [&](const char* id, Icon icon, Action action, const char* what) {
    if (icon_button(look, id, icon, side)) panel.perform(action);
    tooltip(look, panel.with_key(what, action));
    ImGui::SameLine(0, std::round(0.3f * unit));
  };
  const bool solves = panel.context.search.solving;    // time stands
  const bool builds = panel.context.building.edits();  // at zero a body rests
  if (!builds)
    button("restart", Icon::Restart, Action::Restart,
           solves ? "Search anew from the body's pose" : "Restart from the start pose");
  if (!solves)
    button("pause", clock.paused ? Icon::Play : Icon::Pause, Action::TogglePause,
           clock.paused ? "Resume" : "Pause");
  if (!builds)
    button("step", Icon::Step, Action::SingleStep,
           solves ? "Make one update of the search" : "Pause and make one step");

  const int64_t steps = panel.timeline().now();
  const std::string time = seconds_text(steps);
  std::string detail =
      clock.paused ? "paused at step " + std::to_string(steps)
                   : (clock.backwards ? "−" : "") + fixed(panel.state.rate.rate(), 0) + " steps/s";
  if (solves) detail = "time stands: Solve";
  if (const Profile* profile = panel.context.profile;
      profile && !clock.paused && !solves && panel.simulation().crowd().size() > 0)
    detail = fixed(profile->frames_per_second(), 0) + " frames/s, " +
             grouped(profile->updates_per_second()) + " updates/s";
  const float right = ImGui::GetWindowPos().x + ImGui::GetContentRegionMax().x;
  const float top = ImGui::GetCursorScreenPos().y;
  draw_text(look.fonts.strong, {right - text_size(look.fonts.strong, time).x, top},
            look.palette->text, time);
  ImFont* small = look.fonts.small;
  draw_text(small, {right - text_size(small, detail).x, top + side - small->FontSize},
            clock.paused ? look.palette->warning : look.palette->text_dim, detail);
  ImGui::NewLine();

  if (const auto wanted = panel.row(speed_of_clock, clock.speed, 1)) {
    const double speed = std::abs(std::log(*wanted)) < 0.06 ? 1 : *wanted;  // snaps to 1
    panel.context.request(sim::SetSpeed{clock.backwards ? -speed : speed});
  }
}

}  // namespace ui

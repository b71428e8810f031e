#include "ui/ui.h"

#include <algorithm>
#include <cmath>

#include "ui/panels/panels.h"
#include "view/options.h"

namespace ui {
namespace {

constexpr ImGuiWindowFlags fixed_window =
    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
    ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
    ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBackground;

/// One of the fixed places of the layout, on the window's own background (Palette::panel), which
/// costs a software renderer far less than a rectangle that is blended over it.
template <class Content>
void place(const char* name, const Rect& rect, ImGuiWindowFlags flags, Content content) {
  if (rect.empty()) return;
  ImGui::SetNextWindowPos({rect.x, rect.y});
  ImGui::SetNextWindowSize({rect.width, rect.height});
  if (ImGui::Begin(name, nullptr, fixed_window | flags)) content();
  ImGui::End();
}

/// Shows that a column goes on below its edge.
void fade_at_foot(const Look& look) {
  if (ImGui::GetScrollY() >= ImGui::GetScrollMaxY() - 1) return;
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const float height = 1.5f * em(look), width = size.x - ImGui::GetStyle().ScrollbarSize;
  const ImU32 none = color(look.palette->panel, 0), full = color(look.palette->panel);
  ImGui::GetWindowDrawList()->AddRectFilledMultiColor(
      {at.x, at.y + size.y - height}, {at.x + width, at.y + size.y}, none, none, full, full);
}

void controls(const Panel& panel) {
  const float foot = clock_panel_height(panel) + ImGui::GetStyle().WindowPadding.y;
  ImGui::BeginChild("settings", {0, -foot});
  scene_panel(panel);
  method_panel(panel);
  tasks_panel(panel);
  parameters_panel(panel);
  targets_panel(panel);
  paths_panel(panel);
  obstacles_panel(panel);
  rest_panel(panel);
  overlays_panel(panel);
  display_panel(panel);
  fade_at_foot(panel.look);
  ImGui::EndChild();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float pad = ImGui::GetStyle().WindowPadding.x;
  ImGui::GetWindowDrawList()->AddRectFilled(
      {at.x - pad, at.y},
      {at.x + ImGui::GetContentRegionAvail().x + pad, at.y + hairline(panel.look)},
      color(panel.look.palette->border));
  ImGui::Dummy({0, 0});
  clock_panel(panel);
}

}  // namespace

void RateMeter::update(int64_t steps, double now) {
  if (since_ < 0 || steps < steps_) {
    since_ = now;
    steps_ = steps;
  } else if (now - since_ >= 0.5) {
    rate_ = static_cast<double>(steps - steps_) / (now - since_);
    since_ = now;
    steps_ = steps;
  }
}

bool Ui::set_scale(float scale) {
  if (!std::isfinite(scale)) scale = 1;
  scale = std::clamp(scale, 0.5f, 3.f);
  if (styled_ && scale == state_.scale) return false;
  state_.scale = scale;
  state_.look.fonts = build_fonts(scale);
  apply_theme(*state_.look.palette, em(state_.look));
  styled_ = true;
  return true;
}

/// A new scene, or a restart, begins the plots anew.
void Ui::follow_scene(const Context& context) {
  if (!context.session) return;
  const sim::Simulation& simulation = context.session->simulation();
  if (state_.scene != simulation.scene_ptr().get() || simulation.steps() < state_.steps) {
    if (state_.scene != simulation.scene_ptr().get()) {
      for (PlotState& plot : state_.plots) plot.forget();
      state_.rest = {};
      state_.read_method = nullptr;
    }
    state_.time.live = true;
    state_.numbers = {};
    state_.rate = {};
  }
  if (!state_.scene) state_.plots[3].log = true;  // singular values span decades
  state_.scene = simulation.scene_ptr().get();
  state_.steps = simulation.steps();
  state_.rate.update(state_.steps, ImGui::GetTime());
  state_.time.span = (*context.options)[view::options::plot_window()];
  state_.time.begin_frame(static_cast<double>(state_.steps) / sim::Clock::steps_per_second);
}

void Ui::draw(const Context& context) {
  namespace options = view::options;
  const ik::Settings& settings = *context.options;
  const bool dark = settings[options::theme()] == 0;
  if (!styled_) set_scale(1);
  if (dark != dark_) {
    dark_ = dark;
    state_.look.palette = dark ? &view::dark_palette() : &view::light_palette();
    apply_theme(*state_.look.palette, em(state_.look));
  }
  follow_scene(context);

  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const bool session = context.session != nullptr;
  state_.layout = arrange(
      display.x, display.y, ImGui::GetFrameHeight(), em(state_.look),
      {.controls = session && settings.flag(options::show_controls()),
       .plots = session && settings.flag(options::show_plots()),
       .numbers = session && settings.flag(options::show_numbers()),
       .plots_width = static_cast<float>(settings[options::plots_width()]),
       .diagnosis = context.diagnosis && session && settings.flag(options::show_diagnosis())});
  const Layout& layout = state_.layout;
  if (layout.menu.empty()) return;
  const Panel panel{context, state_};

  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  place("menu", layout.menu, ImGuiWindowFlags_MenuBar | ImGuiWindowFlags_NoScrollbar,
        [&] { menu_bar(panel); });
  ImGui::PopStyleVar();
  place("controls", layout.controls,
        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse,
        [&] { controls(panel); });
  place("numbers", layout.numbers, ImGuiWindowFlags_NoScrollbar, [&] { numbers_panel(panel); });
  place("diagnosis", layout.diagnosis, ImGuiWindowFlags_NoScrollbar,
        [&] { diagnosis_panel(panel); });
  state_.explain.next_spot = {};
  if (settings[options::right_column()] == 0)
    place("plots", layout.plots, 0, [&] { plots_panel(panel); });
  else
    place("explain", layout.plots, 0, [&] { explain_panel(panel); });
  state_.explain.spot = state_.explain.next_spot;

  if (!state_.picker.open && !state_.help && !state_.about) state_.overlay_age = 0;
  picker_panel(panel);
  help_panel(panel);
  about_panel(panel);
  state_.toasts.draw(state_.look, layout.body, ImGui::GetIO().DeltaTime);
}

bool Ui::key(Chord chord, bool repeat, const Context& context) {
  const ImGuiIO& io = ImGui::GetIO();
  const Hit hit = find_shortcut(chord);
  const bool types = chord.key < key::f1;  // function keys write nothing
  if (!hit.shortcut || (io.WantTextInput && types) || (repeat && !hit.shortcut->repeats))
    return false;
  perform(hit.shortcut->action, hit.argument, context, state_);
  return true;
}

}  // namespace ui

#include <algorithm>
#include <cmath>

#include "ik/method.h"
#include "ui/state.h"
#include "view/options.h"

namespace ui {
namespace {

void toggle(const Context& context, const ik::Parameter& option) {
  context.set_option(option.key, context.options->flag(option) ? 0 : 1);
}

/// Shows the right column with that in it; hides it if that is there already.
void toggle_column(const Context& context, double content) {
  namespace options = view::options;
  const bool there = context.options->flag(options::show_plots()) &&
                     (*context.options)[options::right_column()] == content;
  context.set_option(options::right_column().key, content);
  context.set_option(options::show_plots().key, there ? 0 : 1);
}

enum class Overlay { None, Picker, Help, About };

/// One at a time.
void show(State& state, Overlay overlay) {
  state.picker = {.open = overlay == Overlay::Picker};
  state.help = overlay == Overlay::Help;
  state.about = overlay == Overlay::About;
}

/// One after the other, then none.
void next_target(const Context& context) {
  const int next = context.selected.target() + 1;
  const auto targets = static_cast<int>(context.session->simulation().targets().size());
  context.select(next < targets ? view::Selection{view::Selection::Kind::Target, next}
                                : view::Selection{});
}

}  // namespace

double next_speed(double speed, bool faster) {
  constexpr double ladder[] = {0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10};
  if (faster) {
    for (double rung : ladder)
      if (rung > speed * 1.001) return rung;
    return 10;
  }
  for (auto rung = std::rbegin(ladder); rung != std::rend(ladder); ++rung)
    if (*rung < speed * 0.999) return *rung;
  return 0.05;
}

double next_scale(double scale, bool larger) {
  const double quarters = scale * 4;
  const double next = larger ? std::floor(quarters + 1.001) : std::ceil(quarters - 1.001);
  return std::clamp(next / 4, 0.5, 3.);
}

void perform(Action action, int argument, const Context& context, State& state) {
  namespace options = view::options;
  const sim::Clock* clock = context.session ? &context.session->clock() : nullptr;
  switch (action) {
    case Action::ChooseMethod:
      if (clock && argument < static_cast<int>(ik::methods().size()))
        context.post(sim::ChooseMethod{std::string(ik::methods()[argument]->name)});
      return;
    case Action::TogglePause:
      if (clock) context.post(sim::SetPaused{!clock->paused});
      return;
    case Action::SingleStep:
      if (clock) context.post(sim::SingleStep{});
      return;
    case Action::Restart:
      if (clock) context.post(sim::Restart{});
      return;
    case Action::Faster:
    case Action::Slower:
      if (clock) context.post(sim::SetSpeed{next_speed(clock->speed, action == Action::Faster)});
      return;
    case Action::ResetParameters:
      if (clock) context.post(sim::ResetAllParameters{});
      return;
    case Action::Perturb:
      if (clock) context.post(sim::Perturb{});
      return;
    case Action::NextTarget:
      if (clock) next_target(context);
      return;
    case Action::Guide:
    case Action::GuideDepth:
      return;
    case Action::RemoveObstacle:
      if (!clock || context.selected.obstacle() < 0) return;
      context.post(sim::RemoveObstacle{context.selected.obstacle()});
      return context.select({});
    case Action::OpenPicker:
      return show(state, Overlay::Picker);
    case Action::ToggleHelp:
      return show(state, state.help ? Overlay::None : Overlay::Help);
    case Action::About:
      return show(state, Overlay::About);
    case Action::ToggleTrails:
      return toggle(context, options::show_trails());
    case Action::ToggleAxes:
      return toggle(context, options::show_axes());
    case Action::TogglePlots:
      return toggle_column(context, 0);
    case Action::ToggleExplain:
      return toggle_column(context, 1);
    case Action::ToggleControls:
      return toggle(context, options::show_controls());
    case Action::ToggleNumbers:
      return toggle(context, options::show_numbers());
    case Action::ToggleTheme:
      return context.set_option(options::theme().key, 1 - (*context.options)[options::theme()]);
    case Action::ScaleUp:
    case Action::ScaleDown:
      return context.set_option(options::ui_scale().key,
                                next_scale(state.scale, action == Action::ScaleUp));
    case Action::ScaleReset:
      return context.set_option(options::ui_scale().key, options::ui_scale().special_value);
    case Action::HomeView:
    case Action::FrameBody:
    case Action::FullScreen:
    case Action::Screenshot:
    case Action::Record:
    case Action::SaveScene:
    case Action::SaveSession:
    case Action::Quit:
      if (context.act) context.act(action);
      return;
  }
}

}  // namespace ui

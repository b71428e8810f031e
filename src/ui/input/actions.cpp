#include <algorithm>
#include <cmath>
#include <map>

#include "ik/methods/method.h"
#include "ik/model/pose_goal.h"
#include "ui/input/build_actions.h"
#include "ui/options/options.h"
#include "ui/panel.h"
#include "ui/stage.h"
#include "ui/state.h"

namespace ui {
namespace {

constexpr std::string_view presentation = "Esc leaves";

/// What the program does, outside the interface.
constexpr Action of_program[] = {
    Action::HomeView,    Action::FrameBody,    Action::FullScreen, Action::Screenshot,
    Action::ViewPicture, Action::Record,       Action::SaveScene,  Action::SaveSceneAs,
    Action::SaveSession, Action::SaveTargets,  Action::HandIn,     Action::MakeLesson,
    Action::CopyLink,    Action::CopySettings, Action::ShowQrCode, Action::Quit};
constexpr Action of_lesson[] = {Action::NextStep,   Action::PreviousStep, Action::AnswerQuestion,
                                Action::RepeatStep, Action::ShowHint,     Action::DoTask,
                                Action::LeaveLesson};

void toggle(State& state, Overlay overlay) {
  show(state, state.overlay == overlay ? Overlay::None : overlay);
}

void toggle_panel(const Context& context, State& state, int index) {
  const PanelInfo& panel = *panels()[static_cast<size_t>(index)];
  if (is_presenting(context) && panel.region() == PanelInfo::Region::Column) {
    if (panel.name == "build") return state.toasts.add(no_building);
    return show_on_stage(context, panel);
  }
  const std::vector<SetOption> wanted = options_showing(panel.name);
  if (is_shown(*context.options, panel)) return context.set(*wanted.front().option, 0);
  for (const SetOption& one : wanted) context.request(one);
}

/// Selects the next target, or none after the last. A pose counts as one target.
void next_target(const Context& context) {
  const ik::Skeleton& skeleton = context.session->simulation().skeleton();
  const int targets = skeleton.effectors();
  int next = context.selected.target() + 1;
  while (next < targets && ik::pose_head(skeleton, next) != next) ++next;
  context.request(Select{next < targets ? view::Selection{view::Selection::Kind::Target, next}
                                        : view::Selection{}});
}

/// Requests the command. If it undoes or redoes something, a message says what.
void undo_or_redo(const Context& context, State& state, const char* prefix,
                  const sim::Effect& effect, const sim::Command& command) {
  context.request(command);  // refused if there is nothing to undo
  if (!effect.empty()) state.toasts.add(prefix + sim::text(effect));
}

/// Compares the first four methods, each in its own view, or ends that comparison.
void compare_methods(const Context& context, State& state) {
  constexpr size_t count = 4;
  const sim::Simulation& simulation = context.session->simulation();
  const auto method = [](const sim::Run& run) { return &run.solver().method(); };
  if (std::ranges::equal(simulation.runs(), std::span(ik::methods()).first(count), {}, method))
    return context.request(
        sim::CompareMethods{{std::string(simulation.run().solver().method().name)}});
  sim::CompareMethods command;
  for (size_t i = 0; i < count; ++i) command.methods.emplace_back(ik::methods()[i]->name);
  context.request(std::move(command));
  if (!state.comparison || !state.comparison->begun)
    state.comparison = Comparison{.view_before = (*context.options)[options::compare_view()]};
  context.set(options::compare_view(), 1);
}

void perform_lesson_action(Action action, int argument, const Context& context, State& state) {
  const lessons::Course* course = context.course;
  if (!course) return;
  const lessons::Step& step = course->step();
  int& page = state.lesson.page;
  constexpr int task_page = 9;  // the largest number of a page
  switch (action) {
    case Action::NextStep:
      if (page + 1 < state.lesson.pages) {
        ++page;
        return;
      }
      if (!course->is_last()) return context.request(GoToStep{course->index() + 1});
      if (const size_t next = next_lesson(context); next < context.lessons.size())
        return context.request(OpenLesson{context.lessons[next].name});
      context.request(Perform{Action::LeaveLesson});
      return show(state, Overlay::Start);  // the start screen lists what else exists
    case Action::PreviousStep:
      if (page > 0)
        --page;
      else if (!course->is_first())
        context.request(GoToStep{course->index() - 1});
      return;
    case Action::AnswerQuestion:
      if (!step.question || argument >= static_cast<int>(step.question->answers.size())) return;
      page = state.lesson.question_page;
      return context.request(Answer{argument});
    case Action::ShowHint:
      state.lesson.hint = !state.lesson.hint;
      page = task_page;
      return;
    case Action::DoTask:
      if (!step.task || step.task->solution.empty()) return;
      page = task_page;
      return context.request(Perform{action, argument});
    default:
      return context.request(Perform{action});
  }
}

/// Performs an action on the session, or none if the action is for a key that is down.
void act_on_session(Action action, int argument, const Context& context, State& state) {
  const sim::Clock& clock = context.session->clock();
  const sim::Timeline& timeline = context.session->timeline();
  const sim::Simulation& simulation = context.session->simulation();
  static const std::map<Action, sim::Command> commands{
      {Action::SingleStep, sim::SingleStep{}}, {Action::StepBack, sim::StepBack{}},
      {Action::Restart, sim::Restart{}},       {Action::ResetParameters, sim::ResetAllParameters{}},
      {Action::Perturb, sim::Perturb{}},       {Action::AddRun, sim::AddRun{}},
      {Action::RemoveRun, sim::RemoveRun{}}};
  if (const auto found = commands.find(action); found != commands.end())
    return context.request(found->second);
  switch (action) {
    case Action::ChooseMethod:
      if (argument < static_cast<int>(ik::methods().size()))
        context.request(sim::ChooseMethod{std::string(ik::methods()[argument]->name)});
      return;
    case Action::TogglePause:
      if (clock.paused && clock.backwards && timeline.now() == timeline.first())
        context.request(sim::SetSpeed{clock.speed});  // forwards is the only direction
      return context.request(sim::SetPaused{!clock.paused});
    case Action::Faster:
    case Action::Slower: {
      const double speed = next_speed(clock.speed, action == Action::Faster);
      return context.request(sim::SetSpeed{clock.backwards ? -speed : speed});
    }
    case Action::Backwards:
      context.request(sim::SetSpeed{clock.backwards ? clock.speed : -clock.speed});
      return context.request(sim::SetPaused{false});
    case Action::ToEarliest:
      return context.request(sim::Seek{timeline.first()});
    case Action::ToPresent:
      context.request(sim::SetSpeed{clock.speed});
      return context.request(sim::Seek{timeline.end()});
    case Action::Undo:
      return undo_or_redo(context, state, "Undone: ", simulation.undo_effect(), sim::Undo{});
    case Action::Redo:
      return undo_or_redo(context, state, "Redone: ", simulation.redo_effect(), sim::Redo{});
    case Action::CompareMethods:
      return compare_methods(context, state);
    case Action::SelectRun:
      if (argument < std::ssize(simulation.runs()))
        context.request(sim::SelectRun{simulation.runs()[static_cast<size_t>(argument)].serial});
      return;
    case Action::MuteRun:
      return context.request(sim::MuteRun{simulation.run().serial, !simulation.run().muted});
    case Action::NextTarget:
      return next_target(context);
    case Action::RemoveObstacle:
      if (context.selected.obstacle() < 0) return;
      context.request(sim::RemoveObstacle{context.selected.obstacle()});
      return context.request(Select{{}});
    case Action::NudgeTarget:
    case Action::GrabTarget:
    case Action::LookFrom:
    case Action::NextSide:
      return context.request(Perform{action, argument});
    case Action::ChooseTargets:
      return show(state, Overlay::Targets);
    default:
      return;
  }
}

}  // namespace

void show(State& state, Overlay overlay) {
  state.overlay = overlay;
  state.picker = {};
  state.save = {};
  state.targets = {};
  state.start = {};
}

void fill_in_path(const Context& context, PathField& field, std::string path) {
  field.chosen = field.none;
  field.pending_text = path.substr(0, sizeof field.typed - 1);
  field.typed[field.pending_text.copy(field.typed, sizeof field.typed - 1)] = '\0';
  context.request(ListFiles{field.typed});
}

void release_target(const Context& context, int target, sim::ReleaseTarget::To to) {
  const sim::Simulation& simulation = context.session->simulation();
  for (const int one : {target, ik::pose_partner(simulation.skeleton(), target)})
    if (one >= 0 && simulation.targets()[static_cast<size_t>(one)].moved_by_hand())
      context.request(sim::ReleaseTarget{one, to});
}

const sim::why::Verdict* verdict_of(const Context& context) {
  if (!context.diagnosis) return nullptr;
  const sim::Simulation& now = context.session->simulation();
  return context.diagnosis->is_about(now, now.run().serial) ? context.diagnosis->verdict().get()
                                                            : nullptr;
}

size_t next_lesson(const Context& context) {
  const auto& all = context.lessons;
  if (!context.course) return all.size();
  const auto here = std::ranges::find(all, context.course->lesson().name, &LessonEntry::name);
  return here == all.end() ? all.size() : static_cast<size_t>(here - all.begin()) + 1;
}

double next_speed(double speed, bool faster) {
  constexpr double ladder[] = {0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10};
  const auto index = faster ? std::ranges::upper_bound(ladder, 1.001 * speed) - ladder
                            : std::ranges::lower_bound(ladder, 0.999 * speed) - ladder - 1;
  return ladder[std::clamp<std::ptrdiff_t>(index, 0, std::ssize(ladder) - 1)];
}

double next_scale(double scale, bool larger) {
  const double quarters = scale * 4;
  const double next = larger ? std::floor(quarters + 1.001) : std::ceil(quarters - 1.001);
  return std::clamp(next / 4, 0.5, 3.);
}

void perform(Action action, int argument, const Context& context, State& state) {
  if (context.search.solving) {  // time stands: its keys are for the search
    if (action == Action::TogglePause || action == Action::SingleStep)
      return context.request(Solve::Step);
    if (action == Action::Restart) return context.request(Solve::Anew);
  }
  static const std::map<Action, options::Option> toggles{
      {Action::ToggleGrid, options::compare_view},
      {Action::ToggleProjection, options::projection},
      {Action::ToggleTrails, options::show_trails},
      {Action::ToggleAxes, options::show_axes},
      {Action::ToggleProfile, options::show_profile}};
  if (build(action, context, state)) return;
  if (std::ranges::find(of_program, action) != std::end(of_program))
    return context.request(Perform{action, argument});
  if (std::ranges::find(of_lesson, action) != std::end(of_lesson))
    return perform_lesson_action(action, argument, context, state);
  if (const auto found = toggles.find(action); found != toggles.end())
    return context.toggle(found->second());
  switch (action) {
    case Action::OpenPicker:
      show(state, Overlay::Picker);
      return context.request(ListFiles{});
    case Action::ControlsByKeys:
      if (state.overlaid() || is_popup_open()) return;
      if (!state.panel_stops.on())
        state.toasts.add(base::format(
            "↑ ↓ or Tab: choose · ← →: change, Shift: fine · Enter: press, type · {}: next panel · "
            "Esc: leave",
            shown_key(action)));
      return state.panel_stops.next_panel();
    case Action::ToggleHelp:
      return toggle(state, Overlay::Help);
    case Action::About:
      return show(state, Overlay::About);
    case Action::Film:
      if (context.filming()) return state.toasts.add(shown_key(Action::Record) + " stops the film");
      return show(state, Overlay::Film);
    case Action::ShowStart:
      if (context.embedded_figure) return;  // a figure has no menu, and no lessons
      return toggle(state, Overlay::Start);
    case Action::ToggleControls:
      return context.toggle(is_presenting(context) ? options::shown(*panel_with("control"))
                                                   : options::show_controls());
    case Action::TogglePanel:
      return toggle_panel(context, state, argument);
    case Action::StopMap:
      if (state.map.request) state.map.stopped = !state.map.stopped;
      return;
    case Action::Presenter:
      if (context.options->flag(options::presenter()))
        state.toasts.remove(presentation);
      else
        state.toasts.add(presentation);
      return context.toggle(options::presenter());
    case Action::NextLook: {
      const base::Parameter& look = options::body_look();
      const auto looks = static_cast<double>(look.choices.size());
      return context.set(look, std::fmod((*context.options)[look] + 1, looks));
    }
    case Action::ToggleTheme:
      return context.set(options::theme(), options::palette(*context.options).dark ? 1 : 0);
    case Action::ScaleUp:
    case Action::ScaleDown: {
      const base::Parameter& option = options::ui_scale();
      const double wanted = (*context.options)[option];
      const bool presented = context.options->flag(options::presenter());
      const double now = wanted != option.special_value ? wanted : presented ? 1 : state.scale;
      return context.set(option, next_scale(now, action == Action::ScaleUp));
    }
    case Action::ScaleReset:
      return context.set(options::ui_scale(), options::ui_scale().special_value);
    default:
      if (context.session) act_on_session(action, argument, context, state);
  }
}

}  // namespace ui

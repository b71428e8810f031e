#include "lessons/course.h"

#include "base/numbers.h"
#include "sim/session.h"
#include "sim/world/world.h"

namespace lessons {
namespace {

constexpr int text_interval = 12;  // steps between two texts, so that they can be read
constexpr size_t text_capacity = 200;

int64_t steps_of(double seconds) {
  return std::max<int64_t>(1, std::llround(seconds * sim::Clock::steps_per_second));
}

std::string_view words_of(Condition::Is is) {
  constexpr std::string_view words[] = {"below ", "at most ", "at least ",
                                        "above ", "",         "other than "};
  return words[static_cast<size_t>(is)];
}

/// Appends a number, 0 up to rounding errors; "< 0.001" if it is invisible beside a larger bound.
void append_number(std::string& text, double value, double bound = 0) {
  constexpr double rounding = 1e-6, seen = 1e-3;
  const double size = std::abs(value);
  if (size >= rounding && size < seen && bound >= seen)
    text += value < 0 ? "> −0.001" : "< 0.001";
  else
    text += base::short_number(size < rounding ? 0 : value, bound == 0 ? 3 : 2);
}

void append_unit(std::string& text, std::string_view unit) {
  if (unit.empty()) return;
  if (unit != "°") text += " ";
  text += unit;
}

void append_value(std::string& text, const base::Parameter& parameter, double value,
                  const ik::Skeleton& body) {
  text += base::number_text(parameter, value);
  const bool word = !parameter.choices.empty() ||
                    (!parameter.special.empty() && value == parameter.special_value);
  if (!word) append_unit(text, base::with_name(parameter.unit, body.unit()));
}

/// Returns a condition as text: "oscillation below 1 mrad/step²", "method dls", "damping: error".
std::string condition_text(const Condition& condition, const ik::Skeleton& body) {
  std::string subject = condition.quantity, bound;
  if (const Quantity* quantity = find_quantity(condition.quantity)) {
    subject = quantity->title;
    if (condition.effector >= 0) (subject += " of ") += body.effector(condition.effector).name;
    const base::ShownUnit shown = shown_unit(*quantity, body, condition.effector, condition.bound);
    append_number(bound, condition.bound * shown.factor);
    append_unit(bound, shown.name);
  } else if (const base::Parameter* parameter = find_parameter(condition.quantity)) {
    subject = parameter->choices.empty()  // the symbol of a choice alone is unclear
                  ? base::name_of(*parameter)
                  : base::title_of(*parameter);
    if (condition.is == Condition::Is::Equal && !parameter->is_toggle()) subject += ":";
    if (condition.is == Condition::Is::Not && !parameter->choices.empty() &&
        base::number_text(*parameter, condition.bound) == "off")
      return subject + " on";
    append_value(bound, *parameter, condition.bound, body);
  } else if (condition.word.empty()) {
    append_number(bound, condition.bound);
  } else {
    bound = condition.word;
  }
  return base::format("{} {}{}", subject, words_of(condition.is), bound);
}

/// Returns whether a condition is about a value that each run has of its own.
bool is_of_run(const Condition& condition) {
  const auto& world = sim::world::table();
  return condition.word.empty() && condition.quantity != "runs" &&
         std::ranges::find(world, condition.quantity, &base::Parameter::key) == world.end();
}

/// Returns 1 if the condition is met, else how near it is: the ratio of value and bound, at most 1.
double nearness(const Condition& condition, double value, bool met) {
  if (met) return 1;
  const double low = std::min(value, condition.bound), high = std::max(value, condition.bound);
  return low > 0 ? low / high : 0;
}

}  // namespace

bool holds(const Condition& condition, double value) {
  using Is = Condition::Is;
  const double bound = condition.bound;
  return condition.is == Is::Below     ? value < bound
         : condition.is == Is::AtMost  ? value <= bound
         : condition.is == Is::AtLeast ? value >= bound
         : condition.is == Is::Above   ? value > bound
         : condition.is == Is::Equal   ? value == bound
                                       : value != bound;
}

std::optional<double> setting_of(const Condition& condition, const sim::Simulation& simulation,
                                 const sim::Run& run) {
  if (condition.quantity == "runs") return static_cast<double>(simulation.runs().size());
  if (condition.quantity == "method") return run.solver().method().name != condition.word;
  for (const base::Settings* settings : {&simulation.world(), &run.settings()})
    if (settings->has(condition.quantity)) return settings->get(condition.quantity);
  return std::nullopt;
}

Course::Course(std::shared_ptr<const Lesson> lesson)
    : lesson_(std::move(lesson)), progress_(lesson_->steps.size()) {
  begin();
}

const std::shared_ptr<const sim::Scene>& Course::scene(int index) const {
  while (!lesson_->steps[index].scene) --index;
  return lesson_->steps[index].scene;
}

void Course::go_to(int index) {
  index_ = std::clamp(index, 0, static_cast<int>(lesson_->steps.size()) - 1);
  begin();
}

std::vector<Course::State> Course::initial_states(int index) const {
  std::vector<State> states;
  if (const auto& task = lesson_->steps[index].task)
    for (const Condition& condition : task->until)
      states.push_back({.text = condition_text(condition, *scene(index)->skeleton),
                        .shows_value = condition.word.empty(),
                        .of_run = is_of_run(condition)});
  return states;
}

void Course::begin() {
  states_ = initial_states(index_);
  windows_.clear();
  held_ = seen_ = 0;
  if (!step().task) return;
  for (State& state : states_) state.value_text.reserve(text_capacity);
  for (const Condition& condition : step().task->until) {
    Window& window = windows_.emplace_back(Window{find_quantity(condition.quantity)});
    if (window.quantity) window.values.resize(static_cast<size_t>(steps_of(sim::recent_seconds)));
  }
}

void Course::clear_measurements() {
  for (Window& window : windows_) window.count = 0;
  for (State& state : states_) {
    state.met = false;
    state.nearness = 0;
  }
  held_ = seen_ = 0;
}

void Course::answer(int choice) {
  if (!step().question || choice < 0 || choice >= static_cast<int>(step().question->answers.size()))
    return;
  Progress& here = progress_[index_];
  here.answer = choice;
  if (here.first < 0) here.first = choice;
}

/// Sets the text of a condition's value: "5 s mean 218 · now 250", "0.6 unit/rad", "not a parameter
/// of dls".
void Course::describe_value(size_t i, const sim::Simulation& simulation) {
  const Condition& condition = step().task->until[i];
  std::string& text = states_[i].value_text;
  text.clear();
  const base::Parameter* parameter = find_parameter(condition.quantity);
  if (const Quantity* quantity = windows_[i].quantity) {
    constexpr std::string_view over[] = {" s mean ", " s least ", " s most "};
    const double seconds = static_cast<double>(windows_[i].filled()) / sim::Clock::steps_per_second;
    append_number(text, std::ceil(seconds));
    text += over[static_cast<size_t>(quantity->over)];
    const base::ShownUnit shown =
        shown_unit(*quantity, simulation.skeleton(), condition.effector, condition.bound);
    const double bound = std::abs(condition.bound * shown.factor);
    append_number(text, states_[i].value * shown.factor, bound);
    text += " · now ";
    append_number(text, windows_[i].now() * shown.factor, bound);
  } else if (!parameter) {
    append_number(text, states_[i].value);
  } else if (simulation.has(condition.quantity)) {
    append_value(text, *parameter, states_[i].value, simulation.skeleton());
  } else {
    (text += "not a parameter of ") += simulation.run().solver().method().name;
  }
}

void Course::observe(const sim::Simulation& simulation) {
  if (!step().task) return;
  const ik::Skeleton& body = *scene(index_)->skeleton;
  if (&simulation.skeleton() != &body)
    return clear_measurements();  // another scene was opened meanwhile
  if (serial_ != simulation.run().serial) clear_measurements();
  serial_ = simulation.run().serial;
  const bool directions = std::ranges::any_of(windows_, [](const Window& window) {
    return window.quantity && window.quantity->needs_directions;
  });
  if (directions) {
    if (body_ != &body) directions_.emplace(*(body_ = &body));
    directions_->update(simulation.run().solver());
  }

  for (size_t i = 0; i < windows_.size(); ++i) {
    const Quantity* quantity = windows_[i].quantity;
    if (!quantity || (quantity->from_second_step && simulation.steps() == 1)) continue;
    windows_[i].add(quantity->of(simulation.run(), step().task->until[i].effector,
                                 directions_ ? &*directions_ : nullptr));
  }
  const bool all = judge(simulation);
  ++seen_;
  held_ = all || held_fraction() == 1 ? held_ + 1 : 0;
  if (held_ >= steps_of(step().task->seconds)) progress_[index_].done = true;
}

void Course::recall(const sim::Simulation& simulation, const sim::History& history) {
  clear_measurements();
  if (!step().task || &simulation.skeleton() != &*scene(index_)->skeleton) return;
  serial_ = simulation.run().serial;
  for (size_t i = 0; i < windows_.size(); ++i) {
    Window& window = windows_[i];
    if (!window.quantity || !window.quantity->is_recorded()) continue;
    const auto most = std::min(static_cast<int64_t>(window.values.size()), simulation.steps());
    const int64_t first = std::max(history.first(), history.end() - most);
    const bool leaves_out = window.quantity->from_second_step && first == history.first();
    for (int64_t at = first + (leaves_out ? 1 : 0); at < history.end(); ++at)
      window.add(
          window.quantity->of(history, at, simulation.run(), step().task->until[i].effector));
  }
  judge(simulation);
}

bool Course::judge(const sim::Simulation& simulation) {
  bool all = true;
  for (size_t i = 0; i < states_.size(); ++i) {
    const Condition& condition = step().task->until[i];
    State& state = states_[i];
    if (windows_[i].quantity && windows_[i].count == 0) {  // it is not recorded
      state.value_text.clear();
      all = false;
      continue;
    }
    const std::optional<double> value = windows_[i].quantity
                                            ? windows_[i].value()
                                            : setting_of(condition, simulation, simulation.run());
    state.value = value.value_or(0);
    const bool met = value && holds(condition, *value);
    if (state.shows_value && (seen_ % text_interval == 0 || met != state.met))
      describe_value(i, simulation);
    state.met = met;
    state.nearness = value ? nearness(condition, *value, met) : 0;
    all = all && met;
  }
  return all;
}

double Course::held_fraction() const {
  if (!step().task) return 0;
  return std::min(1.0,
                  static_cast<double>(held_) / static_cast<double>(steps_of(step().task->seconds)));
}

bool Course::is_complete() const {
  for (size_t i = 0; i < progress_.size(); ++i) {
    const Step& one = lesson_->steps[i];
    if (one.question && progress_[i].answer < 0) return false;
    if (one.task && !progress_[i].done) return false;
  }
  return true;
}

}  // namespace lessons

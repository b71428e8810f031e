#include "app/classroom.h"

#include <algorithm>
#include <cmath>

#include "app/files/documents.h"
#include "base/error.h"
#include "files/output_file.h"
#include "files/read_text.h"
#include "formats/assets.h"
#include "formats/lesson_file.h"
#include "ui/lesson_view.h"
#include "ui/options/options.h"
#include "ui/panel.h"
#include "ui/ui.h"

namespace app {
namespace {

std::vector<std::string> own_lessons() {
  std::vector<std::string> files;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(lessons_folder(), none))
    if (entry.path().extension() == ".toml") files.push_back(entry.path().string());
  std::ranges::sort(files);
  return files;
}

ui::LessonEntry entry_of(const std::string& name_or_file, const Preferences& kept) {
  const std::string name = formats::asset_name(name_or_file);
  const bool completed = kept.lessons.contains(name);
  try {
    const auto lesson = Classroom::load(name_or_file);
    const auto steps = static_cast<int>(lesson->steps.size());
    const auto last = kept.lessons_at.find(name);
    const int at = last == kept.lessons_at.end() ? 0 : std::clamp(last->second, 1, steps) - 1;
    return {name_or_file, lesson->title, lesson->summary, completed, steps, at};
  } catch (const base::Error& error) {
    return {name_or_file, name, error.what(), completed};
  }
}

std::vector<view::Selection> rings_of(const lessons::Step& step) {
  using Kind = lessons::Spot::Kind;
  using Part = view::Selection::Kind;
  std::vector<view::Selection> rings;
  for (const lessons::Spot& spot : step.look_at) {
    if (spot.kind == Kind::Effector) rings.push_back({Part::Effector, spot.index});
    if (spot.kind == Kind::Target) rings.push_back({Part::Target, spot.index});
    if (spot.kind == Kind::Joint) rings.push_back({Part::Joint, spot.index});
  }
  return rings;
}

}  // namespace

Classroom::Classroom(const Parts& parts) : parts_(parts) {
  const Preferences& kept = parts.preferences();
  for (const std::string& name : formats::lesson_names()) entries_.push_back(entry_of(name, kept));
  for (const std::string& file : own_lessons()) entries_.push_back(entry_of(file, kept));
}

std::shared_ptr<const lessons::Lesson> Classroom::load(const std::string& name_or_file) {
  const lessons::WindowTerms window{ui::options::table(), ui::spots()};
  return formats::load_lesson(formats::find_lesson(name_or_file), &window);
}

std::shared_ptr<const lessons::Lesson> Classroom::save_lesson(const std::string& text) {
  const lessons::WindowTerms window{ui::options::table(), ui::spots()};
  const auto lesson = formats::parse_lesson(text, "the lesson in the link", &window);
  try {
    for (const std::string& one : own_lessons())
      if (files::read_text(one, files::lesson) == text) return load(one);
    const std::filesystem::path folder = lessons_folder();
    std::filesystem::create_directories(folder);
    // Another lesson of this title is the user's, and stays.
    const std::string file = unused_path(folder / plain_name(lesson->title), ".toml").string();
    files::write_file(file, text);
    entries_.push_back(entry_of(file, parts_.preferences()));
    return load(file);
  } catch (const std::exception&) {
    return lesson;  // it is open, but will not be in the list next time
  }
}

bool Classroom::is_lesson(const std::string& file) {
  try {
    const std::string text = files::read_text(file, files::lesson);
    return text.starts_with("[[step]]") || text.find("\n[[step]]") != text.npos;
  } catch (const base::Error&) {
    return false;  // opening it as a scene reports the error
  }
}

void Classroom::begin(std::shared_ptr<const lessons::Lesson> lesson, int step) {
  lessons::Course course(std::move(lesson));
  course.go_to(step);
  parts_.open_in_lesson(sim::Simulation(course.scene(course.index())));
  course_ = std::move(course);
  done_.assign(course_->lesson().steps.size(), {});
  show_step();
}

std::string Classroom::step_title() const {
  const lessons::Lesson& lesson = course_->lesson();
  return base::format("{} {} of {}{}", lesson.title, course_->index() + 1, lesson.steps.size(),
                      course_->is_ready() ? " ✓" : "");
}

void Classroom::go(int step) {
  if (!course_) return;
  const auto& steps = course_->lesson().steps;
  step = std::clamp(step, 0, static_cast<int>(steps.size()) - 1);
  const auto& scene = course_->scene(step);
  if (steps[static_cast<size_t>(step)].scene || scene != course_->scene(course_->index()))
    parts_.open_in_lesson(sim::Simulation(scene));
  course_->go_to(step);
  show_step();
  note_completed();
}

void Classroom::answer(int choice) {
  if (!course_) return;
  course_->answer(choice);
  note_completed();
}

void Classroom::repeat(bool does_task) {
  if (!course_ || (does_task && !course_->step().task)) return;
  parts_.open_in_lesson(sim::Simulation(course_->scene(course_->index())));
  began_ = 0;
  course_->clear_measurements();
  if (!does_task) return set_time(course_->step());
  parts_.session().post(sim::SetPaused{false});
  parts_.session().play(course_->step().task->solution);
}

void Classroom::leave() {
  if (own_speed_) parts_.session().post(sim::SetSpeed{*own_speed_});
  if (pauses_) parts_.session().post(sim::SetPaused{false});
  course_.reset();
  own_speed_.reset();
  pauses_ = false;
  rings_.clear();
  restore_options();
}

void Classroom::observe(const sim::Simulation& simulation) {
  if (!course_) return;
  if (simulation.steps() <= steps_) course_->clear_measurements();
  steps_ = simulation.steps();
  course_->observe(simulation);
  std::optional<formats::DoneTask>& first = done_[static_cast<size_t>(course_->index())];
  if (!first && course_->is_done()) {
    const Eigen::VectorXd& theta = parts_.simulation().run().solver().pose().theta;
    first = formats::DoneTask{began_,
                              formats::session_until_now(parts_.session().timeline()),
                              {theta.begin(), theta.end()}};
  }
  note_completed();
}

std::optional<formats::HandIn> Classroom::hand_in() const {
  if (!course_) return std::nullopt;
  formats::HandIn all{
      .lesson = course_->lesson().title, .version = std::string(formats::version()), .steps = {}};
  for (size_t i = 0; i < done_.size(); ++i)
    all.steps.push_back({.answer = course_->first_answer(static_cast<int>(i)), .task = done_[i]});
  return all;
}

void Classroom::recall(const sim::Simulation& simulation, const sim::History& history) {
  if (course_) course_->recall(simulation, history);
  steps_ = simulation.steps();
}

/// A step with a scene starts from the user's own view; others change the current view.
void Classroom::show_step() {
  restore_options();
  for (const auto& [option, value] : ui::view_of(*course_)) {
    own_.try_emplace(std::string(option->key), parts_.options()[*option]);
    parts_.options().set(option->key, value);
  }
  rings_ = rings_of(course_->step());
  steps_ = 0;
  began_ = parts_.session().timeline().now();
  parts_.session().play({});  // cancels the commands left from the previous step
  set_time(course_->step());
  if (std::exchange(entry().at, course_->index()) == course_->index()) return;
  parts_.preferences().lessons_at[course_->lesson().name] = course_->index() + 1;
  parts_.keeper.changed();
}

/// Sets the speed and the pause of a step. A step without a speed restores the user's.
void Classroom::set_time(const lessons::Step& step) {
  if (step.speed && !own_speed_) own_speed_ = parts_.session().clock().speed;
  if (own_speed_) parts_.session().post(sim::SetSpeed{step.speed.value_or(*own_speed_)});
  if (!step.speed) own_speed_.reset();
  if (std::exchange(pauses_, step.pause_at.has_value()))
    parts_.session().post(sim::SetPaused{false});
  if (!step.pause_at) return;
  const auto after = std::llround(*step.pause_at * sim::Clock::steps_per_second);
  parts_.session().play(
      {{.tick = parts_.session().timeline().now() + after, .command = sim::SetPaused{true}}});
}

Preferences Classroom::own_preferences() const {
  Preferences kept = parts_.preferences();
  for (const auto& [key, value] : own_) kept.options.set(key, value);
  return kept;
}

ui::LessonEntry& Classroom::entry() {
  static ui::LessonEntry of_a_file;
  const auto listed =
      std::ranges::find(entries_, course_->lesson().name,
                        [](const ui::LessonEntry& one) { return formats::asset_name(one.name); });
  return listed == entries_.end() ? of_a_file : *listed;
}

void Classroom::note_completed() {
  if (!course_->is_last() || !course_->is_complete()) return;
  if (!parts_.preferences().lessons.insert(course_->lesson().name).second) return;
  entry().completed = true;
  parts_.keeper.changed();
}

}  // namespace app

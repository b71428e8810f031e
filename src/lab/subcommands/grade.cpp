// ikscope-lab grade: checks what students hand in, by playing their sessions again.

#include <algorithm>
#include <iostream>
#include <map>

#include "base/error.h"
#include "base/text.h"
#include "files/output_file.h"
#include "formats/assets.h"
#include "formats/hand_in.h"
#include "formats/lesson_file.h"
#include "formats/scene/scene_file.h"
#include "lab/json.h"
#include "lab/subcommand.h"
#include "lab/table.h"
#include "lessons/course.h"
#include "lessons/quantity.h"
#include "sim/session.h"

namespace lab {
namespace {

using formats::DoneTask;

struct GradeOptions {
  std::string lesson;
  std::vector<std::string> files;
  std::string csv;
  bool json = false;
};

struct Grade {
  std::string file;
  int right = 0, done = 0;                 ///< questions and tasks
  std::vector<std::string> remarks = {};   ///< what a lecturer should look at
  std::vector<std::string> sessions = {};  ///< as texts, to find copies
};

/// What playing a session again shows: whether the task is done, and what to look at.
struct Played {
  bool done = false;
  std::string remark = {};
};

bool is_at(const sim::Simulation& simulation, const std::vector<double>& theta) {
  constexpr double close = 1e-6;  // rad or scene units
  const Eigen::VectorXd& now = simulation.run().solver().pose().theta;
  return now.size() == static_cast<Eigen::Index>(theta.size()) &&
         (now - Eigen::Map<const Eigen::VectorXd>(theta.data(), now.size())).cwiseAbs().maxCoeff() <
             close;
}

Played play(const std::shared_ptr<const lessons::Lesson>& lesson, int step, const DoneTask& task) {
  constexpr int64_t longest = 24 * 60 * 60 * static_cast<int64_t>(sim::Clock::steps_per_second);
  if (task.session.steps > longest) return {false, "lasts longer than a day: it was not played"};
  lessons::Course course(lesson);
  const std::shared_ptr<const sim::Scene>& scene = course.scene(step);
  sim::Simulation simulation(scene);
  if (formats::to_toml(simulation.snapshot()) !=
      formats::to_toml(sim::Simulation(task.session.scene).snapshot()))
    return {false, "begins from another scene"};
  sim::Playback playback(simulation, task.session.commands, false);
  course.go_to(step);
  try {
    int64_t steps = 0;
    for (int64_t tick = 0; tick < task.session.steps; ++tick) {
      if (tick == task.began) course.go_to(step);
      playback.step();
      if (simulation.steps() <= steps) course.clear_measurements();  // restarted
      steps = simulation.steps();
      course.observe(simulation);
    }
  } catch (const base::Error& error) {
    return {false, std::string("has a command that fails: ") + error.what()};
  }
  const bool ends_there = is_at(simulation, task.end);
  // Rounding may have moved the moment at which it is done. After going back in time, the window
  // began anew with quantities that are not recorded.
  const bool began_anew =
      course.step().task && std::ranges::any_of(course.step().task->until, [](const auto& one) {
        const lessons::Quantity* quantity = lessons::find_quantity(one.quantity);
        return quantity && !quantity->is_recorded();
      });
  const double most_more =
      sim::Clock::steps_per_second * (began_anew ? 1 + sim::recent_seconds : 1);
  for (int more = 0; more < most_more && !course.is_done(); ++more) {
    simulation.step();
    course.observe(simulation);
  }
  if (!course.is_done()) return {false, "does not meet the conditions when it is played again"};
  if (ends_there) return {true};
  return {true, "ends elsewhere when it is played again: edited, or computed by another processor"};
}

bool was_shown(const lessons::Task& task, const DoneTask& handed) {
  const auto is_same = [](const sim::LoggedCommand& one, const sim::LoggedCommand& other) {
    const auto text = [](sim::LoggedCommand logged) {
      logged.run_serial = 0;
      return formats::to_toml(std::vector{logged});
    };
    return text(one) == text(other);
  };
  return std::ranges::equal(task.solution, handed.session.commands, is_same);
}

Grade grade(const std::shared_ptr<const lessons::Lesson>& lesson, const std::string& file) {
  Grade result{.file = file};
  const formats::HandIn hand_in = formats::load_hand_in(file);
  if (hand_in.lesson != lesson->title) {
    result.remarks.push_back("is of the lesson " + base::in_quotes(hand_in.lesson));
    return result;
  }
  if (!hand_in.is_unedited) result.remarks.emplace_back("was edited after it was written");
  for (size_t i = 0; i < std::min(lesson->steps.size(), hand_in.steps.size()); ++i) {
    const lessons::Step& step = lesson->steps[i];
    const formats::HandedStep& handed = hand_in.steps[i];
    if (step.question && handed.answer == step.question->right) ++result.right;
    if (!step.task || !handed.task) continue;
    const std::string here = base::format("step {} ", i + 1);
    const Played played = play(lesson, static_cast<int>(i), *handed.task);
    result.done += played.done;
    if (!played.remark.empty()) result.remarks.push_back(here + played.remark);
    if (was_shown(*step.task, *handed.task))
      result.remarks.push_back(here + "was done by “Do it for me”");
    else
      result.sessions.push_back(formats::to_toml(handed.task->session));
  }
  return result;
}

/// Notes files with a session that another file has, too.
void find_copies(std::vector<Grade>& grades) {
  std::map<std::string, std::string> first;
  for (Grade& one : grades) {
    for (const std::string& session : one.sessions) {
      const auto [found, is_new] = first.try_emplace(session, one.file);
      if (is_new || found->second == one.file) continue;
      one.remarks.push_back("has the session of " + found->second);
      break;
    }
  }
}

std::string remarks_of(const Grade& one) { return base::joined(one.remarks, "; "); }

void grade_all(const GradeOptions& options) {
  if (options.lesson.empty())
    throw base::Error("grade needs a lesson, and the files that were handed in after it");
  for (const std::string& file : options.files)
    cli::expect_two_files("--csv", options.csv, "the file to grade", file);
  const auto csv = files::output_to(options.csv);
  const auto lesson = formats::load_lesson(formats::find_lesson(options.lesson));
  const auto is_there = [](const auto& part) { return part.has_value(); };
  const auto questions = std::ranges::count_if(lesson->steps, is_there, &lessons::Step::question),
             tasks = std::ranges::count_if(lesson->steps, is_there, &lessons::Step::task);
  std::vector<Grade> grades;
  for (const std::string& file : options.files) {
    try {
      grades.push_back(grade(lesson, file));
    } catch (const base::Error& error) {
      grades.push_back({.file = file, .remarks = {error.what()}});
    }
  }
  find_copies(grades);

  if (csv) {
    std::string text = "file,answers_right,questions,tasks_done,tasks,remarks\n";
    for (const Grade& one : grades)
      text += base::format("{},{},{},{},{},{}\n", base::csv_cell(one.file), one.right, questions,
                           one.done, tasks, base::csv_cell(remarks_of(one)));
    csv->write_all(text);
  }
  if (options.json) {
    std::cout << text_of({{"lesson", lesson->name},
                          {"questions", questions},
                          {"tasks", tasks},
                          {"files", array_of(grades, [](const Grade& one) {
                             return ordered_json{{"file", one.file},
                                                 {"answers_right", one.right},
                                                 {"tasks_done", one.done},
                                                 {"remarks", one.remarks}};
                           })}});
    return;
  }
  Table table({{"file"}, {"answers", true}, {"tasks", true}, {"remarks"}});
  for (const Grade& one : grades)
    table.add_row({base::printable(one.file), base::format("{}/{}", one.right, questions),
                   base::format("{}/{}", one.done, tasks), remarks_of(one)});
  std::cout << table.text(page_width());
}

void add_grade_options(cli::CommandLine& line, GradeOptions& options) {
  line.add_positional("LESSON", options.lesson, "Its name or file");
  line.add_positionals("FILE", options.files, "Files that were handed in");
  line.add_option("--csv", options.csv, "FILE", "Writes the table");
  line.add_flag("--json", options.json, "Prints JSON");
}

}  // namespace

void declare_grade(base::Registry<Subcommand>& subcommands) {
  subcommands.add({"grade", "Checks what students hand in after a lesson, by playing it again.", 8,
                   declared(add_grade_options, grade_all)});
}

}  // namespace lab

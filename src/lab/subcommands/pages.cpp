// ikscope-lab methods, scenes and lessons: print pages of docs from declarations and files.

#include <iostream>
#include <span>

#include "base/text.h"
#include "formats/assets.h"
#include "formats/lesson_file.h"
#include "formats/scene/scene_file.h"
#include "ik/methods/method.h"
#include "ik/model/goal.h"
#include "ik/objectives/objective.h"
#include "lab/subcommand.h"
#include "lab/table.h"

namespace lab {
namespace {

void print_parameters(std::span<const base::Parameter> parameters) {
  std::cout << "| parameter | | default | allowed | |\n|---|---|---|---|---|\n";
  for (const base::Parameter& p : parameters)
    std::cout << base::format(
        "| `{}` | {} | {} | {}{}{} | {} ({}) |\n", p.key, markdown_cell(p.symbol),
        p.choices.empty() ? base::number_text(p, p.default_value)
                          : base::to_text(p, p.default_value),
        markdown_cell(p.choices.empty() ? base::allowed_text(p) : base::range_text(p)),
        p.unit.empty() ? "" : " ", markdown_cell(p.unit), markdown_cell(p.explanation), p.source);
  std::cout << "\n";
}

void print_method(const ik::MethodInfo& method) {
  std::cout << base::format("## {}: `{}`\n\n```\n{}\n```\n\n{}. {}\n\n*{}*\n\n", method.title,
                            method.name, method.formula, method.source, method.when, method.hint);
  if (!method.own.empty()) print_parameters(method.own);
  if (method.readings.empty()) return;
  std::cout << "Readings of each step:\n\n";
  for (const ik::Reading& reading : method.readings)
    std::cout << base::format("- **{}**{}: {}\n", reading.name,
                              reading.unit.empty() ? "" : base::format(" ({})", reading.unit),
                              reading.explanation);
  std::cout << "\n";
}

/// Returns the transpose's parameters that other methods share: those after its own and the gains.
std::span<const base::Parameter> common_parameters() {
  const ik::MethodInfo& transpose = ik::find_method("transpose");
  return std::span(transpose.parameters()).subspan(transpose.own.size() + ik::objectives().size());
}

void print_methods() {
  std::cout
      << "# The methods\n\n"
         "Printed by `ikscope-lab methods`, with the same texts as in the window.\n"
         "For the notation see [the mathematics](mathematics.md). Defaults and ranges of lengths\n"
         "are for bodies as large as those of the papers; others have theirs in proportion (§1 "
         "there).\n\n";
  for (const ik::MethodInfo* method : ik::methods()) print_method(*method);

  std::cout << "## Common parameters\n\n"
               "The defaults are those of `transpose`; `ikscope-lab list` shows where others "
               "differ.\n\n";
  print_parameters(common_parameters());

  std::cout << "## Null-space objectives\n\n"
               "Every method with a null space accepts any sum of these: Δθ := Δθ + Pφ, P the "
               "projector on the null space of J.\n\n"
               "| gain | φ | | source |\n|---|---|---|---|\n";
  for (const ik::ObjectiveInfo* objective : ik::objectives())
    std::cout << base::format("| `{}` | {} | {} | {} |\n", objective->gain.key,
                              markdown_cell(objective->formula),
                              markdown_cell(objective->gain.explanation), objective->gain.source);

  std::cout << "\n## Goals\n\n| `goal` | rows | | the target's three numbers | source "
               "|\n|---|---|---|---|---|\n";
  for (const ik::GoalInfo* goal : ik::goals())
    std::cout << base::format("| `{}` | {} | {} | {}{}{} | {} |\n", goal->name, goal->rows,
                              goal->explanation, goal->target,
                              goal->direction.empty() ? "" : "; `direction`: ", goal->direction,
                              goal->source);
}

std::string described(const std::string& name) {
  const auto scene = formats::load(formats::find_scene(name));
  const ik::Skeleton& skeleton = *scene->skeleton;
  return base::format("**`{}`** {}. {}, {}; opens with `{}`.", name, scene->description,
                      base::counted(skeleton.joints(), "coordinate"),
                      base::counted(skeleton.effectors(), "effector"), scene->method);
}

void print_scenes() {
  std::cout
      << "# Scenes\n\n"
         "Printed by `ikscope-lab scenes` from the files in `assets/scenes`; the pictures are "
         "made by\n`scripts/pictures`. `ikscope --scene NAME` opens one. How to write one: "
         "[scene files](scene-format.md);\nwhere the examples come from: [the "
         "mathematics](mathematics.md).\n\n| | |\n|---|---|\n";
  const std::vector<std::string> names = formats::scene_names();
  for (size_t i = 0; i < names.size(); i += 2) {
    std::string pictures, texts;
    for (size_t j = i; j < std::min(i + 2, names.size()); ++j) {
      pictures += base::format(" ![{}](pictures/scenes/{}.png) |", names[j], names[j]);
      texts += base::format(" {} |", described(names[j]));
    }
    const char* empty = i + 1 == names.size() ? " |" : "";
    std::cout << "|" << pictures << empty << "\n|" << texts << empty << "\n";
  }
}

void print_lessons() {
  std::cout << "# Lessons\n\n"
               "Printed by `ikscope-lab lessons` from the files in `assets/lessons`. `ikscope "
               "--lesson NAME` opens one. How to\nwrite one: [writing lessons](writing-lessons.md)."
               "\n\n| | lesson | title | about | steps | source |\n|---|---|---|---|---|---|\n";
  int number = 0;
  for (const std::string& name : formats::lesson_names()) {
    const auto lesson = formats::load_lesson(formats::find_lesson(name));
    std::cout << base::format("| {} | `{}` | {} | {} | {} | {} |\n", ++number, name, lesson->title,
                              lesson->summary, lesson->steps.size(), lesson->source);
  }
}

}  // namespace

void declare_pages(base::Registry<Subcommand>& subcommands) {
  subcommands.add({"methods", "Prints the documentation of the methods, docs/methods.md.", 5,
                   declared(print_methods)});
  subcommands.add(
      {"scenes", "Prints the list of scenes, docs/scenes.md.", 6, declared(print_scenes)});
  subcommands.add(
      {"lessons", "Prints the list of lessons, docs/lessons.md.", 7, declared(print_lessons)});
}

}  // namespace lab

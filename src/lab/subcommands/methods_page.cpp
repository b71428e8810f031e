// ikscope-lab methods: prints docs/methods.md from the methods' declarations.

#include <iostream>

#include "ik/methods/method.h"
#include "ik/model/goal.h"
#include "ik/objectives/objective.h"
#include "lab/subcommand.h"
#include "lab/table.h"

namespace lab {
namespace {

void print_parameters(const std::vector<base::Parameter>& parameters) {
  std::cout << "| parameter | | default | allowed | |\n|---|---|---|---|---|\n";
  for (const base::Parameter& p : parameters)
    std::cout << "| `" << p.key << "` | " << markdown_cell(p.symbol) << " | "
              << (p.choices.empty() ? base::number_text(p, p.default_value)
                                    : base::to_text(p, p.default_value))
              << " | "
              << markdown_cell(p.choices.empty() ? base::allowed_text(p) : base::range_text(p))
              << (p.unit.empty() ? "" : " ") << markdown_cell(p.unit) << " | "
              << markdown_cell(p.explanation) << " (" << p.source << ") |\n";
  std::cout << "\n";
}

void print_method(const ik::MethodInfo& method) {
  std::cout << "## " << method.title << ": `" << method.name << "`\n\n```\n"
            << method.formula << "\n```\n\n"
            << method.source << ". " << method.when << "\n\n"
            << "*" << method.hint << "*\n\n";
  if (!method.own.empty()) print_parameters(method.own);
  if (method.readings.empty()) return;
  std::cout << "Readings of each step:\n\n";
  for (const ik::Reading& reading : method.readings)
    std::cout << "- **" << reading.name << "**" << (reading.unit.empty() ? "" : " (")
              << reading.unit << (reading.unit.empty() ? "" : ")") << ": " << reading.explanation
              << "\n";
  std::cout << "\n";
}

/// Returns the transpose's parameters that other methods share, without the objectives' gains.
std::vector<base::Parameter> common_parameters() {
  std::vector<base::Parameter> common;
  for (const base::Parameter& p : ik::find_method("transpose").parameters()) {
    const auto is = [&](const auto& other) { return other.key == p.key; };
    const auto& own = ik::find_method("transpose").own;
    const bool gain =
        std::any_of(ik::objectives().begin(), ik::objectives().end(),
                    [&](const ik::ObjectiveInfo* objective) { return is(objective->gain); });
    if (!gain && std::none_of(own.begin(), own.end(), is)) common.push_back(p);
  }
  return common;
}

void print_page() {
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
    std::cout << "| `" << objective->gain.key << "` | " << markdown_cell(objective->formula)
              << " | " << markdown_cell(objective->gain.explanation) << " | " << objective->source
              << " |\n";

  std::cout << "\n## Goals\n\n| `goal` | rows | | the target's three numbers | source "
               "|\n|---|---|---|---|---|\n";
  for (const ik::GoalInfo* goal : ik::goals())
    std::cout << "| `" << goal->name << "` | " << goal->rows << " | " << goal->explanation << " | "
              << goal->target << (goal->direction.empty() ? "" : "; `direction`: ")
              << goal->direction << " | " << goal->source << " |\n";
}

}  // namespace

void declare_methods_page(base::Registry<Subcommand>& subcommands) {
  subcommands.add({"methods", "Prints the documentation of the methods, docs/methods.md.", 5,
                   declared(print_page)});
}

}  // namespace lab

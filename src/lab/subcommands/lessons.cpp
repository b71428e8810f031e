// ikscope-lab lessons: prints docs/lessons.md from the lesson files.

#include <iostream>

#include "formats/assets.h"
#include "formats/lesson_file.h"
#include "lab/subcommand.h"

namespace lab {
namespace {

void print_lessons() {
  std::cout << "# Lessons\n\n"
               "Printed by `ikscope-lab lessons` from the files in `assets/lessons`. `ikscope "
               "--lesson NAME` opens one. How to\nwrite one: [writing lessons](writing-lessons.md)."
               "\n\n| | lesson | title | about | steps | source |\n|---|---|---|---|---|---|\n";
  int number = 0;
  for (const std::string& name : formats::lesson_names()) {
    const auto lesson = formats::load_lesson(formats::find_lesson(name));
    std::cout << "| " << ++number << " | `" << name << "` | " << lesson->title << " | "
              << lesson->summary << " | " << lesson->steps.size() << " | " << lesson->source
              << " |\n";
  }
}

}  // namespace

void declare_lessons(base::Registry<Subcommand>& subcommands) {
  subcommands.add(
      {"lessons", "Prints the list of lessons, docs/lessons.md.", 7, declared(print_lessons)});
}

}  // namespace lab

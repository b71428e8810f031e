// ikscope-lab check: measures the statements of lessons and documents.

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "base/text.h"
#include "files/read_text.h"
#include "formats/assets.h"
#include "formats/lesson_file.h"
#include "lab/passage.h"
#include "lab/subcommand.h"

namespace lab {
namespace {

struct CheckOptions {
  std::vector<std::string> names;
  bool show = false;
};

bool check(const std::string& name, bool show) {
  const bool document = name.ends_with(".md");
  const std::filesystem::path file =
      document ? std::filesystem::path(name) : formats::find_lesson(name);
  const std::string text = files::read_text(file, document ? files::document : files::lesson);
  std::vector<Passage> passages;
  bool right = true;
  const auto complain = [&](const std::string& location, const std::string& complaint) {
    std::cout << location << ": " << complaint << "\n";
    right = false;
  };
  if (document) {
    passages = passages_of_document(text, name);
  } else {
    const auto lesson = formats::parse_lesson(text, file.string(), &window_terms());
    passages = passages_of(*lesson, file.string());
    for (const std::string& number : unmeasured_numbers(*lesson, passages, file.string()))
      complain(file.string(), number + " is neither measured nor given");
  }
  for (const Passage& passage : passages) {
    const Outcome outcome = measure(passage);
    if (show) {
      std::cout << passage.location << ": " << passage.text << "\n";
      for (const std::string& one : outcome.measured) std::cout << "    " << one << "\n";
    }
    for (const std::string& one : outcome.mismatches)
      complain(passage.location, base::format("{}: {}", base::in_quotes(passage.text), one));
  }
  std::cout << base::format("{}: {} measured, {}\n", name,
                            base::counted(static_cast<int>(passages.size()), "passage"),
                            right ? "all right" : "not all right");
  return right;
}

void add_check_options(cli::CommandLine& line, CheckOptions& options) {
  line.add_positionals("NAME", options.names,
                       "Lessons, by their names or files, or documents FILE.md");
  line.add_flag("--show", options.show, "Prints everything that is measured");
}

int check_all(const CheckOptions& options) {
  const auto wrong = std::ranges::count_if(
      options.names, [&](const std::string& name) { return !check(name, options.show); });
  return wrong > 0 ? 1 : 0;
}

}  // namespace

void declare_check(base::Registry<Subcommand>& subcommands) {
  subcommands.add({"check", "Measures what lessons and documents say; exit code 1 if it differs.",
                   5, declared(add_check_options, check_all)});
}

}  // namespace lab

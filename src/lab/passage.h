#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/toml/fields.h"
#include "lessons/lesson.h"

namespace lab {

/// A number as it is written in a text.
struct WrittenNumber {
  double value;
  double last_digit;  ///< value of one unit in its last digit
  size_t begin, end;  ///< byte offsets in the text
};
std::vector<WrittenNumber> numbers_in(std::string_view text);

/// The subject of a number or a statement: a quantity of one run.
struct Subject {
  int run_index = -1;  ///< from 0; -1: the selected run
  lessons::Condition condition;
};

/// A passage of a lesson or a document, and the experiment that it reports (writing-lessons.md).
struct Passage {
  std::string location;  ///< file and line
  size_t step = 0;       ///< step of the lesson, from 0
  std::string text;
  std::shared_ptr<const sim::Scene> scene = {};
  std::vector<sim::LoggedCommand> commands = {};
  double warmup = 20, duration = 5;  ///< s before the measurement, and of it
  /// The subject of each number of the text, in order; nothing if the number is given.
  std::vector<std::optional<Subject>> number_subjects = {};
  std::vector<Subject> conditions = {};  ///< each must hold
};

void fields(formats::Fields& f, Passage& passage);

/// Returns the texts that a reader of a step may see: of step, question, answers, task and hint.
std::vector<std::string> texts_of(const lessons::Step& step);

/// Returns the passages of a lesson in order. Throws base::Error, also if a step lacks its passage.
std::vector<Passage> passages_of(const lessons::Lesson& lesson, const std::string& source);
/// Returns those of a Markdown document: each comment <!-- measured ... --> has the body of a step.
std::vector<Passage> passages_of_document(std::string_view document, const std::string& source);

/// The results of the experiment, in the units shown to readers.
struct Outcome {
  std::vector<std::string> measured;    ///< "run 2: oscillation 18.2 mrad/step²"
  std::vector<std::string> mismatches;  ///< differences from the passage, a sentence each
};
Outcome measure(const Passage& passage);

/// Returns the numbers in a lesson's texts, with their step, that are neither measured nor given
/// nor equal to 1, 100 or 1000 times a setting of this or an earlier step.
std::vector<std::string> unmeasured_numbers(const lessons::Lesson& lesson,
                                            const std::vector<Passage>& passages,
                                            const std::string& source);

/// Returns the names of the window's parts and options from assets/window.toml, so that lessons are
/// checked here as the window checks them. A test compares the file with the window's own tables.
const lessons::WindowTerms& window_terms();

}  // namespace lab

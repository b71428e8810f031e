#include "lab/passage.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "cli/interrupt.h"
#include "files/read_text.h"
#include "formats/assets.h"
#include "formats/lesson_file.h"
#include "formats/read_lesson.h"
#include "formats/scene/read_scene.h"
#include "formats/toml/reader.h"
#include "lessons/course.h"
#include "sim/session.h"

namespace lab {

namespace {

using formats::Reader;

constexpr std::string_view given = "given";

int64_t step_count(double seconds) { return std::llround(seconds * sim::Clock::steps_per_second); }

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Removes the prefix of a text such as "run 2: error left", and returns the run's index, here 1.
/// Without a prefix, returns -1. Fails if there can be no such run.
int parse_run_prefix(const Reader& table, const char* key, std::string& text, size_t runs) {
  if (!text.starts_with("run ")) return -1;
  const size_t colon = text.find(':');
  const double number =
      base::number(text.substr(4, colon - std::min<size_t>(colon, 4))).value_or(std::nan(""));
  if (colon == text.npos || !(number >= 1 && number <= static_cast<double>(runs)) ||
      number != std::floor(number))
    table.fail(key, base::format("{} names no run; expected one such as \"run 1: error\"",
                                 base::in_quotes(text)));
  text.erase(0, text.find_first_not_of(' ', colon + 1));
  return static_cast<int>(number) - 1;
}

Passage read_passage(const toml::table& table, const std::string& source,
                     const std::shared_ptr<const sim::Scene>& scene) {
  Reader reader(table, source, "measured");
  Passage passage{.location = reader.location(), .text = {}, .scene = scene};
  formats::read_table(reader, passage);
  passage.commands = formats::read_commands(reader, "command", true);
  const ik::Skeleton& body = *scene->skeleton;
  if (reader.has("numbers"))
    for (std::string text : reader.texts("numbers")) {
      passage.number_subjects.emplace_back();
      if (text == given) continue;
      const int run = parse_run_prefix(reader, "numbers", text, sim::max_runs);
      passage.number_subjects.back() = {run, formats::read_subject(reader, "numbers", text, body)};
    }
  if (reader.has("holds"))
    for (std::string text : reader.texts("holds")) {
      const int run = parse_run_prefix(reader, "holds", text, sim::max_runs);
      passage.conditions.push_back({run, formats::read_condition(reader, "holds", text, body)});
    }
  const size_t written = numbers_in(passage.text).size();
  if (reader.has("numbers") && passage.number_subjects.size() != written)
    reader.fail("numbers", base::format("the text has {}, this list {}",
                                        base::counted(static_cast<int>(written), "number"),
                                        passage.number_subjects.size()));
  if (passage.number_subjects.empty() && passage.conditions.empty())
    reader.fail("nothing is measured; expected numbers or holds");
  return passage;
}

/// The value of a subject: of a quantity the mean, least or largest over the measured steps, of a
/// setting the one at the end.
class Reading {
 public:
  explicit Reading(const Subject& subject)
      : subject_(subject), quantity_(lessons::find_quantity(subject.condition.quantity)) {}

  const sim::Run& run(const sim::Simulation& now) const {
    if (subject_.run_index < 0) return now.run();
    if (static_cast<size_t>(subject_.run_index) >= now.runs().size())
      throw base::Error("there is no run " + std::to_string(subject_.run_index + 1));
    return now.runs()[subject_.run_index];
  }
  void add(const sim::Simulation& now) {
    if (!quantity_ || (quantity_->from_second_step && now.steps() == 1)) return;
    if (quantity_->needs_directions) {
      if (!directions_) directions_.emplace(now.skeleton());
      directions_->update(run(now).solver());
    }
    values_.push_back(quantity_->of(run(now), subject_.condition.effector,
                                    directions_ ? &*directions_ : nullptr));
  }
  double value(const sim::Simulation& now) const {
    if (quantity_) return lessons::aggregate(quantity_->over, values_);
    const auto setting = lessons::setting_of(subject_.condition, now, run(now));
    return setting ? *setting : now.value(subject_.condition.quantity);
  }
  base::ShownUnit unit(const sim::Simulation& now) const {
    if (!quantity_) return {"", 1};
    return lessons::shown_unit(*quantity_, now.skeleton(), subject_.condition.effector, value(now));
  }
  std::string text(const sim::Simulation& now) const {
    const base::ShownUnit shown = unit(now);
    std::string text =
        subject_.run_index < 0 ? "" : base::format("run {}: ", subject_.run_index + 1);
    text += subject_.condition.quantity;
    if (const int effector = subject_.condition.effector; effector >= 0)
      text += " " + now.skeleton().effector(effector).name;
    text += " " + base::significant(value(now) * shown.factor, 4);
    return shown.name.empty() ? text : base::format("{} {}", text, shown.name);
  }

 private:
  Subject subject_;
  const lessons::Quantity* quantity_;
  std::optional<ik::Directions> directions_ = {};
  std::vector<double> values_ = {};  ///< of each measured step
};

/// Returns how far a measured value may be from a number; farther if the text has "about".
double tolerance(const std::string& text, const WrittenNumber& number) {
  constexpr double digit_tolerance = 0.6;  // in units of the last digit
  constexpr double other_processors = 0.01, about = 0.1;
  const bool roughly = text.find("bout ") != text.npos;
  return std::max(digit_tolerance * number.last_digit,
                  (roughly ? about : other_processors) * std::abs(number.value));
}

std::vector<const toml::table*> lesson_step_tables(const toml::table& file,
                                                   const std::string& source) {
  return Reader(file, source, "the lesson").tables("step");
}

/// Adds all numbers of a table and of the conditions in its lists, except those of its texts and
/// measurements.
void add_settings(const toml::node& node, std::vector<double>& numbers) {
  if (const auto* table = node.as_table()) {
    for (auto&& [key, value] : *table)
      if (key != "measured" && key != "given" && key != "answers" && !value.is_string())
        add_settings(value, numbers);
  } else if (const auto* array = node.as_array()) {
    for (const toml::node& one : *array) add_settings(one, numbers);
  } else if (const auto number = node.value<double>(); number && !node.is_string()) {
    numbers.push_back(*number);
  } else if (const auto text = node.value<std::string>()) {
    for (const WrittenNumber& one : numbers_in(*text)) numbers.push_back(one.value);
  }
}

/// Returns the text with one blank for each sequence of blanks and line ends.
std::string with_single_blanks(std::string_view text) {
  std::string flow;
  for (const char c : text)
    if (c != ' ' && c != '\n')
      flow += c;
    else if (!flow.empty() && flow.back() != ' ')
      flow += ' ';
  return flow;
}

std::vector<std::string_view> texts_of(const toml::node* list) {
  std::vector<std::string_view> texts;
  if (list)
    for (const toml::node& one : *list->as_array()) texts.push_back(*one.value<std::string_view>());
  return texts;
}

}  // namespace

std::vector<WrittenNumber> numbers_in(std::string_view text) {
  std::vector<WrittenNumber> numbers;
  for (size_t begin = 0; begin < text.size(); ++begin) {
    if (!is_digit(text[begin])) continue;
    size_t end = begin;
    while (end < text.size() && is_digit(text[end])) ++end;
    int decimals = 0;
    if (end + 1 < text.size() && text[end] == '.' && is_digit(text[end + 1]))
      for (++end; end < text.size() && is_digit(text[end]); ++end) ++decimals;
    const auto value = base::number(text.substr(begin, end - begin));
    numbers.push_back({value.value_or(std::nan("")), std::pow(10., -decimals), begin, end});
    begin = end;
  }
  return numbers;
}

void fields(formats::Fields& f, Passage& passage) {
  using formats::optional, formats::required;
  namespace as = formats::as;
  f("text", passage.text, required, "a passage of the step's texts, verbatim");
  f.other("command", "list of commands", {false, "none"},
          "commands given before the measurement, as in a solution");
  f("after", passage.warmup, optional, "seconds before the measurement", as::Number{{0, 600}});
  f("seconds", passage.duration, optional, "length of the measurement in seconds",
    as::Number{{0.1, 600}});
  f.other("numbers", as::Texts().form(), {}, "what the numbers of the passage are, in order");
  f.other("holds", as::Texts().form(), {}, "conditions, for statements without a number");
}

std::vector<std::string> texts_of(const lessons::Step& step) {
  std::vector<std::string> texts{step.text};
  if (step.question) {
    texts.insert(texts.end(), {step.question->text, step.question->because});
    texts.insert(texts.end(), step.question->answers.begin(), step.question->answers.end());
  }
  if (step.task) texts.insert(texts.end(), {step.task->text, step.task->hint});
  return texts;
}

std::vector<Passage> passages_of(const lessons::Lesson& lesson, const std::string& source) {
  const toml::table file = formats::parse_toml(lesson.text, source);
  const std::vector<const toml::table*> tables = lesson_step_tables(file, source);
  const lessons::Course course(std::make_shared<lessons::Lesson>(lesson));
  std::vector<Passage> passages;
  for (size_t step = 0; step < tables.size(); ++step)
    for (const toml::table* table : Reader(*tables[step], source, "step").tables("measured")) {
      passages.push_back(read_passage(*table, source, course.scene(static_cast<int>(step))));
      passages.back().step = step;
      const std::vector<std::string> texts = texts_of(lesson.steps[step]);
      if (std::ranges::none_of(texts, [&](const std::string& text) {
            return text.find(passages.back().text) != text.npos;
          }))
        Reader(*table, source, "measured").fail("text", "the step does not say so");
    }
  return passages;
}

std::vector<Passage> passages_of_document(std::string_view document, const std::string& source) {
  constexpr std::string_view opening = "<!-- measured\n", closing = "-->";
  std::string prose, toml = "title = \"-\"\nsummary = \"-\"\nsource = \"-\"\nscene = \"y\"\n";
  const auto line = [](std::string_view text) { return std::ranges::count(text, '\n'); };
  size_t at = 0;
  for (size_t begin; (begin = document.find(opening, at)) != document.npos;) {
    prose += document.substr(at, begin - at);
    at = std::min(document.find(closing, begin), document.size() - closing.size());
    toml += "[[step]]\ntitle = \"-\"\ntext = \"-\"\n";
    while (line(toml) <= line(document.substr(0, begin))) toml += '\n';  // for messages
    begin += opening.size();
    toml += document.substr(begin, at - begin);
    at += closing.size();
  }
  if (at == 0) throw base::Error(source + " has no comment <!-- measured ... -->");
  prose += document.substr(at);
  lessons::Lesson lesson = *formats::parse_lesson(toml, source, &window_terms());
  for (lessons::Step& step : lesson.steps) step.text = with_single_blanks(prose);
  return passages_of(lesson, source);
}

Outcome measure(const Passage& passage) {
  sim::Simulation simulation(passage.scene);
  std::vector<Reading> readings;  // of the numbers that are not given, then of the conditions
  for (const auto& one : passage.number_subjects)
    if (one) readings.emplace_back(*one);
  for (const Subject& one : passage.conditions) readings.emplace_back(one);
  const int64_t warmup = step_count(passage.warmup), end = warmup + step_count(passage.duration);
  size_t next = 0;
  for (int64_t step = 0; step < end; ++step) {
    cli::stop_if_interrupted();
    for (; next < passage.commands.size() && passage.commands[next].tick <= step; ++next)
      simulation.apply(passage.commands[next].command, passage.commands[next].run_serial);
    simulation.step();
    if (step < warmup) continue;
    for (Reading& one : readings) one.add(simulation);
  }

  Outcome outcome;
  for (const Reading& one : readings) outcome.measured.push_back(one.text(simulation));
  const std::vector<WrittenNumber> written = numbers_in(passage.text);
  size_t at = 0;  // index of the next reading
  for (size_t i = 0; i < passage.number_subjects.size(); ++i) {
    if (!passage.number_subjects[i]) continue;
    const Reading& one = readings[at];
    const double value = one.value(simulation) * one.unit(simulation).factor;
    if (!(std::abs(value - written[i].value) <= tolerance(passage.text, written[i])))
      outcome.mismatches.push_back(base::format(
          "{} is written, but {}", base::shortest(written[i].value), outcome.measured[at]));
    ++at;
  }
  for (const Subject& one : passage.conditions) {
    if (!lessons::holds(one.condition, readings[at].value(simulation)))
      outcome.mismatches.push_back("a condition does not hold: " + outcome.measured[at]);
    ++at;
  }
  return outcome;
}

std::vector<std::string> unmeasured_numbers(const lessons::Lesson& lesson,
                                            const std::vector<Passage>& passages,
                                            const std::string& source) {
  const toml::table file = formats::parse_toml(lesson.text, source);
  const std::vector<const toml::table*> tables = lesson_step_tables(file, source);
  std::vector<double> settings;
  std::vector<std::string> unmeasured;
  for (size_t i = 0; i < lesson.steps.size(); ++i) {
    add_settings(*tables[i], settings);
    std::vector<std::string> covered;
    if (tables[i]->contains(given)) covered = Reader(*tables[i], source, "step").texts(given);
    for (const Passage& one : passages)
      if (one.step == i) covered.push_back(one.text);
    for (std::string text : texts_of(lesson.steps[i])) {
      for (const std::string& passage : covered)
        for (size_t at = text.find(passage); at != text.npos; at = text.find(passage, at))
          text.erase(at, passage.size());
      for (const WrittenNumber& number : numbers_in(text)) {
        const bool is_setting = std::ranges::any_of(settings, [&](double setting) {
          return std::ranges::any_of(
              std::initializer_list<double>{1, 100, 1000},
              [&](double times) { return std::abs(times * setting - number.value) < 1e-9; });
        });
        if (!is_setting)
          unmeasured.push_back(base::format("step {}: {}", i + 1,
                                            text.substr(number.begin, number.end - number.begin)));
      }
    }
  }
  return unmeasured;
}

const lessons::WindowTerms& window_terms() {
  static const std::string source = (formats::data_folder() / "assets" / "window.toml").string();
  static const toml::table file =
      formats::parse_toml(files::read_text(source, files::settings), source);
  static const std::vector<base::Parameter> options = [] {
    std::vector<base::Parameter> all;
    for (auto&& [key, value] : *file["options"].as_table()) {
      const toml::table& allowed = *value.as_table();
      all.push_back({.key = key.str(),
                     .min = allowed["min"].value_or(0.),
                     .max = allowed["max"].value_or(0.),
                     .integer = allowed["integer"].value_or(false),
                     .choices = texts_of(allowed.get("choices")),
                     .special = allowed["special"].value_or(std::string_view()),
                     .special_value = allowed["special_value"].value_or(0.)});
    }
    return all;
  }();
  static const lessons::WindowTerms terms{options, texts_of(file.get("panels"))};
  return terms;
}

}  // namespace lab

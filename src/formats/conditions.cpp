// Reads the short phrases of a lesson file: conditions of a task, and the targets of look_at.

#include <algorithm>

#include "base/digits.h"
#include "base/error.h"
#include "formats/read_lesson.h"
#include "formats/scene/read_scene.h"
#include "formats/suggest.h"
#include "lessons/quantity.h"
#include "sim/simulation.h"

namespace formats {
namespace {

using base::trimmed;
using Is = lessons::Condition::Is;
constexpr std::string_view signs[] = {"<", "<=", ">=", ">", "=", "!="};  // in the order of Is

/// One text of a list in a lesson, with the table and key that its errors name.
struct Sentence {
  const Reader& reader;
  const char* key;
  const std::string& text;

  [[noreturn]] void fail(const std::string& complaint) const {
    reader.fail(key, in_quotes(text) + ": " + complaint);
  }
  int find(const std::string& kind, std::string_view name,
           const std::vector<std::string>& names) const {
    try {
      return static_cast<int>(find_name(kind, name, names));
    } catch (const base::Error& error) {
      fail(error.what());
    }
  }
};

std::vector<std::string> known_quantities() {
  std::vector<std::string> names{"method", "runs"};
  for (const lessons::Quantity& quantity : lessons::quantities()) names.emplace_back(quantity.key);
  return names;
}

double number_of(const Sentence& sentence, std::string_view text) {
  const double number = base::number(text).value_or(std::nan(""));
  if (!(number > -1e6 && number < 1e6))
    sentence.fail(in_quotes(text) + " is not a number; expected one, such as 0.05");
  return number;
}

bool orders(Is is) { return is != Is::Equal && is != Is::Not; }

/// Reads the subject of a condition: "error left", "lambda" or "method".
lessons::Condition read_subject(const Sentence& sentence, std::string_view text,
                                const ik::Skeleton& body) {
  const std::string_view quantity = text.substr(0, text.find(' ')),
                         of = trimmed(text.substr(quantity.size()));
  lessons::Condition condition{.quantity = std::string(quantity)};
  const lessons::Quantity* measure = lessons::find_quantity(quantity);
  if (!measure && !lessons::find_parameter(quantity) && quantity != "method" &&
      quantity != "runs") {
    std::vector<std::string> near = known_quantities(), keys = known_parameters();
    near.insert(near.end(), keys.begin(), keys.end());
    sentence.fail("there is nothing called " + in_quotes(quantity) + did_you_mean(quantity, near) +
                  "; expected a parameter or one of " + list_of(known_quantities()));
  }
  if (!of.empty()) {
    if (!measure || !measure->of_effector)
      sentence.fail(in_quotes(quantity) +
                    " is not measured for an effector; expected it without one");
    condition.effector = sentence.find("effector", of, names_of(body.all_effectors()));
  }
  return condition;
}

lessons::Spot read_spot(const Sentence& sentence, const ik::Skeleton& body,
                        const lessons::WindowTerms* window) {
  using Kind = lessons::Spot::Kind;
  const std::string_view text = sentence.text, kind = text.substr(0, text.find(' ')),
                         name = trimmed(text.substr(kind.size()));
  const std::vector<std::string> kinds{"panel", "effector", "target", "joint"};
  lessons::Spot spot{.kind = static_cast<Kind>(sentence.find("kind of place", kind, kinds))};
  if (spot.kind == Kind::Panel) {
    if (window) sentence.find("panel", name, {window->panels.begin(), window->panels.end()});
    spot.panel = name;
    return spot;
  }
  std::vector<std::string> names;
  for (int j = 0; spot.kind == Kind::Joint && j < body.joints(); ++j) {
    names.push_back(body.joint(j).name);
    if (!body.joint(j).compound.empty() && body.joint(j).compound == name) {
      spot.index = j;  // the first of the ball's three
      return spot;
    }
  }
  if (spot.kind != Kind::Joint) names = names_of(body.all_effectors());
  spot.index = sentence.find(std::string(kind), name, names);
  return spot;
}

}  // namespace

std::vector<std::string> known_parameters() {
  std::vector<std::string> names;
  for (const ik::MethodInfo* method : ik::methods())
    for (const base::Parameter& parameter : method->parameters())
      if (!contains(names, parameter.key)) names.emplace_back(parameter.key);
  for (const base::Parameter& parameter : sim::world::table()) names.emplace_back(parameter.key);
  return names;
}

lessons::Condition read_condition(const Reader& table, const char* key, const std::string& said,
                                  const ik::Skeleton& body) {
  const Sentence sentence{table, key, said};
  const std::string_view text = said;
  const size_t sign_at = text.find_first_of("<>=!");
  const size_t sign_end =
      sign_at == text.npos ? text.npos : text.find_first_not_of("<>=!", sign_at);
  if (sign_end == text.npos)
    sentence.fail(
        "this is not a condition; expected one such as \"error < 0.05\" or \"method = sdls\"");
  const auto* sign = std::ranges::find(signs, text.substr(sign_at, sign_end - sign_at));
  if (sign == std::end(signs))
    sentence.fail("it has no known operator; expected one of <, <=, >=, >, =, !=");

  const std::string_view right = trimmed(text.substr(sign_end));
  lessons::Condition condition = read_subject(sentence, trimmed(text.substr(0, sign_at)), body);
  condition.is = static_cast<Is>(sign - signs);
  const std::string& quantity = condition.quantity;
  if (quantity == "method") {
    sentence.find("method", right, names_of(ik::methods()));
    if (orders(condition.is)) sentence.fail("methods are not ordered; expected = or !=");
    condition.word = right;
    return condition;
  }
  const lessons::Quantity* measure = lessons::find_quantity(quantity);
  if (measure || quantity == "runs") {
    if (measure && !orders(condition.is))
      sentence.fail("a metric is hardly ever exactly equal to a number; expected <, <=, >= or >");
    condition.bound = number_of(sentence, right);
    return condition;
  }
  const base::Parameter& parameter = *lessons::find_parameter(quantity);
  try {
    condition.bound = base::parse(parameter, right);
  } catch (const base::Error& error) {
    sentence.fail(error.what());
  }
  if (!parameter.choices.empty() && orders(condition.is))
    sentence.fail("choices are not ordered; expected = or !=");
  return condition;
}

lessons::Condition read_subject(const Reader& table, const char* key, const std::string& text,
                                const ik::Skeleton& body) {
  return read_subject({table, key, text}, trimmed(text), body);
}

std::vector<lessons::Spot> read_spots(const Reader& step, const ik::Skeleton& body,
                                      const lessons::WindowTerms* window) {
  std::vector<lessons::Spot> spots;
  for (const std::string& text : step.texts("look_at"))
    spots.push_back(read_spot({step, "look_at", text}, body, window));
  return spots;
}

}  // namespace formats

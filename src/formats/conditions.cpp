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

/// Returns the result of `work`, whose errors are those of one text in the list of a key.
auto read_phrase(const Reader& table, const char* key, const std::string& text, const auto& work) {
  try {
    return work();
  } catch (const base::Error& error) {
    table.fail(key, "{}: {}", in_quotes(text), error.what());
  }
}

std::vector<std::string> known_quantities() {
  std::vector<std::string> names{"method", "runs"};
  for (const lessons::Quantity& quantity : lessons::quantities()) names.emplace_back(quantity.key);
  return names;
}

double number_of(std::string_view text) {
  const double number = base::number(text).value_or(std::nan(""));
  if (!(number > -1e6 && number < 1e6))
    throw base::Error("{} is not a number; expected one, such as 0.05", in_quotes(text));
  return number;
}

bool is_ordering(Is is) { return is != Is::Equal && is != Is::Not; }

/// Returns the subject of a condition: "error left", "lambda" or "method".
lessons::Condition subject_of(std::string_view text, const ik::Skeleton& body) {
  const std::string_view quantity = text.substr(0, text.find(' ')),
                         of = trimmed(text.substr(quantity.size()));
  lessons::Condition condition{.quantity = std::string(quantity)};
  const lessons::Quantity* measure = lessons::find_quantity(quantity);
  if (!measure && !lessons::find_parameter(quantity) && quantity != "method" &&
      quantity != "runs") {
    std::vector<std::string> near = known_quantities(), keys = known_parameters();
    near.insert(near.end(), keys.begin(), keys.end());
    throw base::Error("there is nothing called {}{}; expected a parameter or one of {}",
                      in_quotes(quantity), did_you_mean(quantity, near),
                      list_of(known_quantities()));
  }
  if (!of.empty()) {
    if (!measure || !measure->of_effector)
      throw base::Error("{} is not measured for an effector; expected it without one",
                        in_quotes(quantity));
    condition.effector =
        static_cast<int>(find_name("effector", of, names_of(body.all_effectors())));
  }
  return condition;
}

lessons::Condition condition_of(std::string_view text, const ik::Skeleton& body) {
  const size_t sign_at = text.find_first_of("<>=!");
  const size_t sign_end =
      sign_at == text.npos ? text.npos : text.find_first_not_of("<>=!", sign_at);
  if (sign_end == text.npos)
    throw base::Error(
        "this is not a condition; expected one such as \"error < 0.05\" or \"method = sdls\"");
  const auto* sign = std::ranges::find(signs, text.substr(sign_at, sign_end - sign_at));
  if (sign == std::end(signs))
    throw base::Error("it has no known operator; expected one of <, <=, >=, >, =, !=");

  const std::string_view right = trimmed(text.substr(sign_end));
  lessons::Condition condition = subject_of(trimmed(text.substr(0, sign_at)), body);
  condition.is = static_cast<Is>(sign - signs);
  const std::string& quantity = condition.quantity;
  if (quantity == "method") {
    find_name("method", right, names_of(ik::methods()));
    if (is_ordering(condition.is)) throw base::Error("methods are not ordered; expected = or !=");
    condition.word = right;
    return condition;
  }
  const lessons::Quantity* measure = lessons::find_quantity(quantity);
  if (measure || quantity == "runs") {
    if (measure && !is_ordering(condition.is))
      throw base::Error(
          "a metric is hardly ever exactly equal to a number; expected <, <=, >= or >");
    condition.bound = number_of(right);
    return condition;
  }
  const base::Parameter& parameter = *lessons::find_parameter(quantity);
  condition.bound = base::parse(parameter, right);
  if (!parameter.choices.empty() && is_ordering(condition.is))
    throw base::Error("choices are not ordered; expected = or !=");
  return condition;
}

lessons::Spot spot_of(std::string_view text, const ik::Skeleton& body,
                      const lessons::WindowTerms* window) {
  using Kind = lessons::Spot::Kind;
  const std::string kind(text.substr(0, text.find(' ')));
  const std::string_view name = trimmed(text.substr(kind.size()));
  lessons::Spot spot{.kind = static_cast<Kind>(find_name(
                         "kind of place", kind, {"panel", "effector", "target", "joint"}))};
  if (spot.kind == Kind::Panel) {
    if (window) find_name("panel", name, {window->panels.begin(), window->panels.end()});
    spot.panel = name;
    return spot;
  }
  const bool joint = spot.kind == Kind::Joint;
  const std::vector<ik::Joint>& joints = body.all_joints();
  const auto ball = std::ranges::find(joints, name, &ik::Joint::compound);
  if (joint && !name.empty() && ball != joints.end())
    spot.index = static_cast<int>(ball - joints.begin());  // the first of the ball's three
  else
    spot.index = static_cast<int>(
        find_name(kind, name, joint ? names_of(joints) : names_of(body.all_effectors())));
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

lessons::Condition read_condition(const Reader& table, const char* key, const std::string& text,
                                  const ik::Skeleton& body) {
  return read_phrase(table, key, text, [&] { return condition_of(text, body); });
}

lessons::Condition read_subject(const Reader& table, const char* key, const std::string& text,
                                const ik::Skeleton& body) {
  return read_phrase(table, key, text, [&] { return subject_of(trimmed(text), body); });
}

std::vector<lessons::Spot> read_spots(const Reader& step, const ik::Skeleton& body,
                                      const lessons::WindowTerms* window) {
  std::vector<lessons::Spot> spots;
  for (const std::string& text : step.texts("look_at"))
    spots.push_back(
        read_phrase(step, "look_at", text, [&] { return spot_of(text, body, window); }));
  return spots;
}

}  // namespace formats

#include "monkey/event.h"

#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>

#include "formats/suggest.h"
#include "monkey/input.h"
#include "monkey/user_files.h"

namespace monkey {
namespace {

int whole(double number) { return static_cast<int>(number); }

/// How many numbers it has, and what it does.
struct Verb {
  size_t count;
  std::function<void(const std::vector<double>&)> perform;
};

const std::map<std::string, Verb>& verbs() {
  static const std::map<std::string, Verb> all{
      {"move", {2, [](const auto& n) { input::move(n[0], n[1]); }}},
      {"button", {3, [](const auto& n) { input::button(whole(n[0]), n[1] != 0, whole(n[2])); }}},
      {"scroll", {2, [](const auto& n) { input::scroll(n[0], n[1]); }}},
      {"key",
       {5,
        [](const auto& n) {
          input::key(whole(n[0]), static_cast<char>(n[1]), n[2] != 0, n[3] != 0, whole(n[4]));
        }}},
      {"character", {1, [](const auto& n) { input::character(static_cast<unsigned>(n[0])); }}},
      {"drop", {1, [](const auto& n) { input::drop(user_files::file(whole(n[0]))); }}},
      {"clipboard", {1, [](const auto& n) { input::clipboard(hard_text(whole(n[0]))); }}},
      {"resize", {2, [](const auto& n) { input::resize(whole(n[0]), whole(n[1])); }}},
      {"minimise", {1, [](const auto& n) { input::minimise(n[0] != 0); }}},
      {"gamepad", {5, [](const auto& n) {
                     const auto axis = [&](size_t i) { return static_cast<float>(n[i]); };
                     input::gamepad(n[0] != 0, axis(1), axis(2), axis(3), axis(4));
                   }}}};
  return all;
}

}  // namespace

std::string Event::line() const {
  std::string line = std::to_string(frame) + " " + verb;
  for (const double number : numbers) line += " " + formats::shortest(number);
  return line;
}

Event Event::parse(const std::string& line) {
  std::istringstream in(line);
  Event event;
  in >> event.frame >> event.verb;
  const auto found = verbs().find(event.verb);
  if (!in || found == verbs().end()) throw std::runtime_error("\"" + line + "\" is no input");
  event.numbers.resize(found->second.count);
  for (double& number : event.numbers) in >> number;
  if (!in) throw std::runtime_error("\"" + line + "\" has too few numbers");
  return event;
}

void Event::perform() const { verbs().at(verb).perform(numbers); }

}  // namespace monkey

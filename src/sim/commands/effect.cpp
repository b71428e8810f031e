#include "sim/commands/effect.h"

namespace sim {

std::string Effect::Part::text() const {
  if (parameter) return base::setting_text(*parameter, value);
  return value.empty() ? subject : subject + " " + value;
}

std::string text(const Effect& effect) {
  std::string words = effect.prefix;
  for (const Effect::Part& part : effect.parts)
    words.append(&part == &effect.parts.front() ? "" : ", ").append(part.text());
  return words;
}

}  // namespace sim

#include "sim/effect.h"

namespace sim {

std::string text(const Effect& effect, std::string (*name)(const Effect::Part&)) {
  std::string words = effect.prefix;
  for (const Effect::Part& part : effect.parts)
    words.append(&part == &effect.parts.front() ? "" : ", ")
        .append(name ? name(part) : part.subject)
        .append(part.value.empty() ? "" : " " + part.value);
  return words;
}

}  // namespace sim

#include "sim/commands/command.h"

#include <type_traits>

namespace sim {

Command::Command() = default;
Command::Command(const Command& other) = default;
Command::Command(Command&& other) noexcept = default;
Command& Command::operator=(const Command& other) = default;
Command& Command::operator=(Command&& other) noexcept = default;
Command::~Command() = default;

bool of_view(const Command& command) {
  return std::visit([](const auto& one) { return is_of_view<std::decay_t<decltype(one)>>; },
                    command);
}

}  // namespace sim

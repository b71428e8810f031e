#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/registry.h"
#include "cli/command_line.h"

namespace lab {

/// A subcommand of ikscope-lab. Each has a file in lab/subcommands.
struct Subcommand {
  static constexpr std::string_view kind = "subcommand";
  std::string name, description;
  int rank;  ///< position in the help
  /// Declares its options and returns what to do once they are parsed, which returns the exit code.
  std::function<std::function<int()>(cli::CommandLine& line)> declare;
};

/// Returns the declaration of a subcommand: `add_options` declares the command line's part, which
/// fills `Options`, and `act` follows these; it returns the exit code, or nothing for 0.
template <class Options, class Act>
auto declared(void (*add_options)(cli::CommandLine& line, Options& options), Act act) {
  return [=](cli::CommandLine& line) {
    auto options = std::make_shared<Options>();
    add_options(line, *options);
    return [=]() -> int {
      if constexpr (std::is_void_v<decltype(act(*options))>)
        return act(*options), 0;
      else
        return act(*options);
    };
  };
}
/// Returns the declaration of a subcommand without options.
inline auto declared(void (*print)()) {
  return [=](cli::CommandLine&) { return [=] { return print(), 0; }; };
}

/// Calls declare_FILE() of every file of lab/subcommands; generated.
void declare_all(base::Registry<Subcommand>& subcommands);

}  // namespace lab

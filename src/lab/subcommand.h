#pragma once
#include <functional>
#include <string>
#include <string_view>

#include "base/registry.h"
#include "cli/command_line.h"

namespace lab {

/// A subcommand of ikscope-lab. Each has a file in lab/subcommands.
struct Subcommand {
  static constexpr std::string_view kind = "subcommand";
  std::string name, description;
  int rank;  ///< place in the help
  /// Declares its options and returns the action to run once they are parsed, which returns the
  /// exit code.
  std::function<int()> (*declare)(cli::CommandLine& line);
};
/// Calls declare_FILE() of every file of lab/subcommands; generated.
void declare_all(base::Registry<Subcommand>& subcommands);

}  // namespace lab

#pragma once
#include <functional>
#include <string>
#include <string_view>

#include "base/registry.h"
#include "lab/command_line.h"

namespace lab {

/// A word that follows ikscope-lab. Its file adds itself with an
/// ik::Registered<Subcommand>.
struct Subcommand {
  static constexpr std::string_view kind = "subcommand";
  std::string name, description;
  int rank;  ///< place in the help
  /// Declares its options and returns what to do once they are parsed,
  /// which returns the exit code.
  std::function<int()> (*declare)(CommandLine& line);
};

}  // namespace lab

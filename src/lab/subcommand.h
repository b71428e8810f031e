#pragma once
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace lab {

/// A word that follows ikscope-lab. Its file adds itself with a static Registration.
struct Subcommand {
  std::string name, description;
  int rank;  ///< place in the help
  /// Declares its options and returns what to do once they are parsed.
  std::function<void()> (*declare)(CLI::App& app);
};

/// All subcommands by rank.
const std::vector<const Subcommand*>& subcommands();

struct Registration {
  explicit Registration(Subcommand subcommand);
};

}  // namespace lab

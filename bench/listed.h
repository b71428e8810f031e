#pragma once
#include <vector>

namespace bench {

/// Benchmarks that main() registers, when all that they ask for has been made.
struct Listed {
  using Register = void (*)();
  static std::vector<Register>& all() {
    static std::vector<Register> lists;
    return lists;
  }
  explicit Listed(Register list) { all().push_back(list); }
};

}  // namespace bench

#pragma once
#include <vector>

namespace bench {

/// Benchmarks that main() registers once everything they need exists.
struct Listed {
  using Register = void (*)();
  static std::vector<Register>& all() {
    static std::vector<Register> lists;
    return lists;
  }
  explicit Listed(Register list) { all().push_back(list); }
};

}  // namespace bench

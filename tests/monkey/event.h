#pragma once
#include <string>
#include <vector>

namespace monkey {

/// What the user does in a frame, as a line of text: "120 move 300 200.5".
struct Event {
  int frame = 0;
  std::string verb;
  std::vector<double> numbers = {};

  std::string line() const;
  /// Of a line. Throws std::runtime_error.
  static Event parse(const std::string& line);
  void perform() const;
};

}  // namespace monkey

#pragma once
#include <Eigen/Core>
#include <vector>

#include "base/error.h"

namespace remote {

/// Reads a message's numbers one by one; throws base::Error at their end.
class NumberReader {
 public:
  explicit NumberReader(const std::vector<double>& numbers) : numbers_(numbers) {}

  double next() {
    if (at_ >= numbers_.size()) throw base::Error("the message ends too early");
    return numbers_[at_++];
  }
  template <class Whole>
  Whole whole() {
    return static_cast<Whole>(next());
  }
  Eigen::Vector3d vector() {
    const double x = next(), y = next(), z = next();
    return {x, y, z};
  }
  bool more() const { return at_ < numbers_.size(); }

 private:
  const std::vector<double>& numbers_;
  size_t at_ = 0;
};

}  // namespace remote

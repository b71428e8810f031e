#pragma once
#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <random>

namespace test {

/// Draws numbers that are the same on every platform (the distributions of <random> are not).
class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}

  double uniform(double lo, double hi) {
    return lo + (hi - lo) * static_cast<double>(engine_() >> 11) * 0x1p-53;
  }
  double log_uniform(double lo, double hi) {
    return lo * std::exp(uniform(0, 1) * std::log(hi / lo));
  }
  int index(int count) { return static_cast<int>(engine_() % static_cast<uint64_t>(count)); }
  bool chance(double probability) { return uniform(0, 1) < probability; }

  Eigen::MatrixXd matrix(int rows, int columns, double size = 1) {
    return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return uniform(-size, size); });
  }
  Eigen::VectorXd vector(int rows, double size = 1) { return matrix(rows, 1, size); }
  Eigen::Vector3d direction() {
    for (;;) {
      const Eigen::Vector3d v = matrix(3, 1);
      if (v.norm() > 0.1 && v.norm() < 1) return v.normalized();
    }
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace test

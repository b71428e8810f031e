#pragma once
#include <cstdint>

namespace base {

/// Random numbers, the same in every run and on every platform: splitmix64 (Steele et al. 2014).
class Random {
 public:
  explicit Random(uint64_t seed = 1) : state_(seed) {}
  /// An independent sequence for the i-th of many pieces of work, whatever their order.
  Random(uint64_t seed, uint64_t i) : state_(Random(seed).next() ^ Random(~i).next()) {}

  uint64_t next() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  double uniform(double lo, double hi) {
    return lo + (hi - lo) * static_cast<double>(next() >> 11) * 0x1p-53;
  }

 private:
  uint64_t state_;
};

}  // namespace base

#pragma once
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace ik {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// The methods calculate with a double, or with a Pack: one double of each of several bodies. Code
// that serves both takes Number as a template argument, calls select() instead of branching, and
// any() and all() where a branch only saves time.

/// A number of each of eight bodies, one lane each, which does not depend on the others.
struct alignas(EIGEN_MAX_STATIC_ALIGN_BYTES) Pack {  // as src/dispatch.cmake has it
  static constexpr int lanes = 8;
#if defined(__AVX512F__)
  static constexpr int width = 8;
#elif defined(__AVX__)
  static constexpr int width = 4;
#else
  static constexpr int width = 2;
#endif
  static constexpr int parts = lanes / width;  ///< registers
  typedef double Part __attribute__((vector_size(8 * width)));
  typedef int64_t Bits __attribute__((vector_size(8 * width)));

  Part part[parts];

  Pack() = default;
  Pack(double x) {
    for (Part& p : part) p = x - Part{};
  }
  double operator[](int lane) const { return part[lane / width][lane % width]; }
  void set(int lane, double x) { part[lane / width][lane % width] = x; }
  /// The same of every part of one or two others.
  template <class Function>
  static Pack each(Function of) {
    Pack result;
#pragma GCC unroll 4
    for (int i = 0; i < parts; ++i) result.part[i] = of(i);
    return result;
  }

  friend Pack operator+(const Pack& a, const Pack& b) {
    return each([&](int i) { return a.part[i] + b.part[i]; });
  }
  friend Pack operator-(const Pack& a, const Pack& b) {
    return each([&](int i) { return a.part[i] - b.part[i]; });
  }
  friend Pack operator*(const Pack& a, const Pack& b) {
    return each([&](int i) { return a.part[i] * b.part[i]; });
  }
  friend Pack operator/(const Pack& a, const Pack& b) {
    return each([&](int i) { return a.part[i] / b.part[i]; });
  }
  friend Pack operator-(const Pack& a) {
    return each([&](int i) { return -a.part[i]; });
  }
  Pack& operator+=(const Pack& b) { return *this = *this + b; }
  Pack& operator-=(const Pack& b) { return *this = *this - b; }
  Pack& operator*=(const Pack& b) { return *this = *this * b; }
  Pack& operator/=(const Pack& b) { return *this = *this / b; }
};

struct alignas(EIGEN_MAX_STATIC_ALIGN_BYTES) PackMask {
  Pack::Bits part[Pack::parts];  // all ones or zero

  PackMask() = default;
  PackMask(bool x) {
    for (Pack::Bits& p : part) p = Pack::Bits{} - static_cast<int64_t>(x);
  }
  bool operator[](int lane) const { return part[lane / Pack::width][lane % Pack::width] != 0; }
  void set(int lane, bool x) { part[lane / Pack::width][lane % Pack::width] = x ? -1 : 0; }
  template <class Function>
  static PackMask each(Function of) {
    PackMask result;
#pragma GCC unroll 4
    for (int i = 0; i < Pack::parts; ++i) result.part[i] = of(i);
    return result;
  }

  friend PackMask operator&(const PackMask& a, const PackMask& b) {
    return each([&](int i) { return a.part[i] & b.part[i]; });
  }
  friend PackMask operator|(const PackMask& a, const PackMask& b) {
    return each([&](int i) { return a.part[i] | b.part[i]; });
  }
  friend PackMask operator!(const PackMask& a) {
    return each([&](int i) { return ~a.part[i]; });
  }
  PackMask& operator|=(const PackMask& b) { return *this = *this | b; }
};

inline PackMask operator<(const Pack& a, const Pack& b) {
  return PackMask::each([&](int i) { return Pack::Bits(a.part[i] < b.part[i]); });
}
inline PackMask operator<=(const Pack& a, const Pack& b) {
  return PackMask::each([&](int i) { return Pack::Bits(a.part[i] <= b.part[i]); });
}
inline PackMask operator>(const Pack& a, const Pack& b) { return b < a; }
inline PackMask operator>=(const Pack& a, const Pack& b) { return b <= a; }
inline PackMask operator==(const Pack& a, const Pack& b) {
  return PackMask::each([&](int i) { return Pack::Bits(a.part[i] == b.part[i]); });
}

inline bool any(const Pack::Bits& mask) {
  int64_t bits = 0;
  for (int lane = 0; lane < Pack::width; ++lane) bits |= mask[lane];
  return bits != 0;
}
inline bool any(const PackMask& mask) {
  Pack::Bits together = mask.part[0];
  for (int i = 1; i < Pack::parts; ++i) together |= mask.part[i];
  return any(together);
}
inline bool all(const PackMask& mask) { return !any(!mask); }
inline Pack select(const PackMask& mask, const Pack& yes, const Pack& no) {
  return Pack::each([&](int i) { return mask.part[i] ? yes.part[i] : no.part[i]; });
}
inline Pack max(const Pack& a, const Pack& b) { return select(a < b, b, a); }
inline Pack min(const Pack& a, const Pack& b) { return select(b < a, b, a); }
inline Pack abs(const Pack& a) {
  return Pack::each([&](int i) {
    return Pack::Part(Pack::Bits(a.part[i]) & std::numeric_limits<int64_t>::max());
  });
}
inline Pack sqrt(const Pack& a) {
  return Pack::each([&](int i) {
    Pack::Part root;
    for (int lane = 0; lane < Pack::width; ++lane) root[lane] = std::sqrt(a.part[i][lane]);
    return root;
  });
}

inline double sum(const Pack::Part& a) {
  double result = 0;
  for (int lane = 0; lane < Pack::width; ++lane) result += a[lane];
  return result;
}
inline double sum(const Pack& a) {
  Pack::Part parts = a.part[0];
  for (int i = 1; i < Pack::parts; ++i) parts += a.part[i];
  return sum(parts);
}

inline Pack hypot(const Pack& a, const Pack& b) { return sqrt(a * a + b * b); }
inline double hypot(double a, double b) { return std::sqrt(a * a + b * b); }

inline bool any(bool mask) { return mask; }
inline bool all(bool mask) { return mask; }
inline double select(bool mask, double yes, double no) { return mask ? yes : no; }
using std::abs, std::max, std::min, std::sqrt;

template <class Number>
constexpr bool one_body = std::is_same_v<Number, double>;

template <class Number>
using MaskOf = std::conditional_t<one_body<Number>, bool, PackMask>;

template <class Number>
using VectorOf = Eigen::Matrix<Number, Eigen::Dynamic, 1>;
template <class Number>
using MatrixOf = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic>;
template <class Number>
using Vector3Of = Eigen::Matrix<Number, 3, 1>;
template <class Number>
using Matrix3Of = Eigen::Matrix<Number, 3, 3>;
template <class Number>
using Matrix3XOf = Eigen::Matrix<Number, 3, Eigen::Dynamic>;

/// The number of one lane, or an expression of those of all entries; of one body, its own.
inline double lane_of(double x, int /*lane*/) { return x; }
inline double lane_of(const Pack& x, int lane) { return x[lane]; }
template <class Numbers>
auto lane_of(const Numbers& numbers, int lane) {
  return numbers.unaryExpr([lane](const auto& x) -> double { return lane_of(x, lane); });
}
/// Makes the numbers of one lane those of a body, of as many entries.
template <class Packs, class Numbers>
void set_lane(Packs& packs, int lane, const Numbers& numbers) {
  for (Eigen::Index i = 0; i < numbers.size(); ++i) packs(i).set(lane, numbers(i));
}

}  // namespace ik

template <>
struct Eigen::NumTraits<ik::Pack> : Eigen::GenericNumTraits<ik::Pack> {
  using Real = ik::Pack;
  using NonInteger = ik::Pack;
  using Literal = ik::Pack;
  enum { IsInteger = 0, IsSigned = 1, IsComplex = 0, RequireInitialization = 0 };
  enum { ReadCost = 1, AddCost = 1, MulCost = 1 };
};

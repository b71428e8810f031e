#pragma once
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <numbers>

/// Models how people with different colour vision see colours, and how different two colours look.
namespace test {

using Linear = Eigen::Vector3d;  ///< linear sRGB, 0 to 1

inline Linear linear(const glm::vec4& srgb) {
  const auto one = [](double c) {
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return {one(srgb.r), one(srgb.g), one(srgb.b)};
}

/// Returns the relative luminance, all that remains in grey.
inline double luminance(const Linear& c) { return Linear(0.2126, 0.7152, 0.0722).dot(c); }

/// Returns the contrast by WCAG 2.2, from 1 to 21.
inline double contrast(const glm::vec4& a, const glm::vec4& b) {
  const double x = luminance(linear(a)), y = luminance(linear(b));
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

/// Full deuteranopia, protanopia and tritanopia: Machado, Oliveira and Fernandes, "A
/// physiologically-based model for simulation of color vision deficiency", 2009, severity 1.
enum class Vision { Trichromatic, Deuteranopia, Protanopia, Tritanopia, Grey };
constexpr Vision colored[] = {Vision::Trichromatic, Vision::Deuteranopia, Vision::Protanopia,
                              Vision::Tritanopia};

inline Linear seen(const Linear& c, Vision by) {
  Eigen::Matrix3d of = Eigen::Matrix3d::Identity();
  if (by == Vision::Deuteranopia)
    of << 0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940,
        0.968881;
  if (by == Vision::Protanopia)
    of << 0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116,
        1.051998;
  if (by == Vision::Tritanopia)
    of << 1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367,
        0.303900;
  if (by == Vision::Grey) return Linear::Constant(luminance(c));
  return (of * c).cwiseMax(0).cwiseMin(1);
}

/// Converts to CIELAB with the white of sRGB.
inline Eigen::Vector3d lab(const Linear& c) {
  Eigen::Matrix3d to_xyz;
  to_xyz << 0.4124564, 0.3575761, 0.1804375, 0.2126729, 0.7151522, 0.0721750, 0.0193339, 0.1191920,
      0.9503041;
  const Eigen::Vector3d xyz =
      (to_xyz * c).cwiseQuotient(Eigen::Vector3d(0.95047, 1, 1.08883)).unaryExpr([](double t) {
        return t > 216. / 24389 ? std::cbrt(t) : (24389. / 27 * t + 16) / 116;
      });
  return {116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])};
}

/// Returns the CIEDE2000 difference: Sharma, Wu and Dalal, 2005. About 2 is just noticeable side by
/// side.
inline double difference(const Eigen::Vector3d& x, const Eigen::Vector3d& y) {
  constexpr double turn = 2 * std::numbers::pi, degree = turn / 360;
  const auto seventh = [](double c) {
    const double c7 = std::pow(c, 7);
    return std::sqrt(c7 / (c7 + std::pow(25., 7)));
  };
  const double g = 0.5 * (1 - seventh(0.5 * (std::hypot(x[1], x[2]) + std::hypot(y[1], y[2]))));
  const double a1 = (1 + g) * x[1], a2 = (1 + g) * y[1];
  const double c1 = std::hypot(a1, x[2]), c2 = std::hypot(a2, y[2]), c = 0.5 * (c1 + c2);
  const auto hue = [](double b, double a) {
    const double h = std::atan2(b, a);
    return h < 0 ? h + turn : h;
  };
  const double h1 = hue(x[2], a1), h2 = hue(y[2], a2);
  double dh = 0, h = h1 + h2;
  if (c1 * c2 > 0) {
    dh = std::remainder(h2 - h1, turn);
    h = 0.5 * h;
    if (std::abs(h1 - h2) > 0.5 * turn) h += h < 0.5 * turn ? 0.5 * turn : -0.5 * turn;
  }
  const double lightness = y[0] - x[0], chroma = c2 - c1,
               arc = 2 * std::sqrt(c1 * c2) * std::sin(0.5 * dh);
  const double t = 1 - 0.17 * std::cos(h - 30 * degree) + 0.24 * std::cos(2 * h) +
                   0.32 * std::cos(3 * h + 6 * degree) - 0.20 * std::cos(4 * h - 63 * degree);
  const double l50 = std::pow(0.5 * (x[0] + y[0]) - 50, 2);
  const double sl = 1 + 0.015 * l50 / std::sqrt(20 + l50), sc = 1 + 0.045 * c,
               sh = 1 + 0.015 * c * t;
  const double blue = std::exp(-std::pow((h / degree - 275) / 25, 2));
  const double rt = -std::sin(60 * degree * blue) * 2 * seventh(c);
  const double l = lightness / sl, k = chroma / sc, m = arc / sh;
  return std::sqrt(l * l + k * k + m * m + rt * k * m);
}

inline double difference(const glm::vec4& a, const glm::vec4& b, Vision by) {
  return difference(lab(seen(linear(a), by)), lab(seen(linear(b), by)));
}

}  // namespace test

#include "chart/chart.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace chart {
namespace {

/// sRGB of a linear value from 0 to 1, as a byte.
int gamma_of(double x) {
  const double gamma = x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
  return static_cast<int>(std::lround(255 * gamma));
}

/// The least linear value of each byte but 0: looked up, since a large map has many colours.
std::array<double, 255> least_of_bytes() {
  std::array<double, 255> least;
  for (int i = 0; i < 255; ++i) {
    double below = 0;
    least[i] = 1;
    for (double middle = 0.5; below < middle && middle < least[i];
         middle = 0.5 * (below + least[i]))
      (gamma_of(middle) > i ? least[i] : below) = middle;
  }
  return least;
}

unsigned char byte(double linear) {
  static const std::array<double, 255> least = least_of_bytes();
  return static_cast<unsigned char>(std::ranges::upper_bound(least, linear) - least.begin());
}

/// Returns the sRGB colour of OKLab coordinates (Ottosson 2020), a perceptually uniform space.
Rgb of_oklab(double L, double a, double b) {
  const double l = L + 0.3963377774 * a + 0.2158037573 * b,
               m = L - 0.1055613458 * a - 0.0638541728 * b,
               s = L - 0.0894841775 * a - 1.2914855480 * b;
  const double l3 = l * l * l, m3 = m * m * m, s3 = s * s * s;
  return {byte(4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3),
          byte(-1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3),
          byte(-0.0041960863 * l3 - 0.7034186147 * m3 + 1.7076147010 * s3)};
}

}  // namespace

Rgb sequential_color(double fraction) {
  const double t = std::clamp(fraction, 0.0, 1.0);
  // evenly in lightness and from blue to yellow, with a bow through green; all inside sRGB
  return of_oklab(0.28 + 0.65 * t, -0.03 * t - 0.06 * std::sin(std::numbers::pi * t),
                  -0.12 + 0.27 * t);
}

Rgb hue_color(double fraction) {
  const double angle = 2 * std::numbers::pi * fraction;
  return of_oklab(0.74, 0.12 * std::cos(angle), 0.12 * std::sin(angle));
}

Rgb categorical_color(int index) {
  constexpr Rgb all[] = {{0, 158, 115},  {213, 94, 0},  {230, 159, 0},  {204, 121, 167},
                         {86, 180, 233}, {0, 114, 178}, {240, 228, 66}, {153, 153, 153}};
  return all[static_cast<size_t>(std::clamp(index, 0, 7))];
}

bool is_dark(Rgb color) { return 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2] < 128; }

}  // namespace chart

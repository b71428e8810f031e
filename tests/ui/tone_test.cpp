// How shaking sounds.

#include "ui/plots/plot_math.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sim/metrics/measurement.h"

namespace {

TEST(Tone, IsSilentUntilSomethingShakes) {
  for (const double calm : {0., 1e-9, 0.1 * sim::shaking}) EXPECT_EQ(ui::tone_of(calm).loudness, 0);
  EXPECT_GT(ui::tone_of(0.5 * sim::shaking).loudness, 0.1);
  EXPECT_EQ(ui::tone_of(sim::shaking).loudness, 1);
  for (const double none : {-1., std::nan(""), std::numeric_limits<double>::infinity()})
    EXPECT_EQ(ui::tone_of(none), ui::Tone());
}

TEST(Tone, TheMoreItShakesTheHigher) {
  EXPECT_NEAR(ui::tone_of(0.01).pitch, 440, 1e-9);
  EXPECT_NEAR(ui::tone_of(0.02).pitch / ui::tone_of(0.01).pitch, std::pow(4, std::log10(2)), 1e-9);
  EXPECT_EQ(ui::tone_of(100).pitch, 1760);
  EXPECT_EQ(ui::tone_of(1e-5).pitch, 110);
}

}  // namespace

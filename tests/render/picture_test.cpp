#include "render/picture.h"

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"

namespace {

TEST(Picture, IsEncodedAsPng) {
  render::Picture checkers{20, 10, {}};
  for (int i = 0; i < 200; ++i) checkers.samples.insert(checkers.samples.end(), 3, i % 2 ? 255 : 0);
  const std::string bytes = render::encode_png(checkers);
  EXPECT_EQ(bytes.substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(bytes.substr(12, 12), std::string("IHDR\0\0\0\x14\0\0\0\x0a", 12));
}

TEST(Picture, HasItsAlpha) {
  const render::Picture picture{1, 1, {9, 8, 7, 6}, 4};
  EXPECT_EQ(picture.at(0, 0)[3], 6);
  EXPECT_EQ(render::encode_png(picture)[25], 6) << "the kind of colours: RGBA";
}

TEST(Picture, SaysHowLargeItIsOnPaper) {
  const std::string bytes = render::encode_png({1, 1, {9, 8, 7}, 3}, 300);
  EXPECT_EQ(bytes.substr(33, 21),
            std::string("\0\0\0\x09pHYs\0\0\x2e\x23\0\0\x2e\x23\x01\x78\xa5\x3f\x76", 21));
  EXPECT_EQ(bytes.substr(58, 4), "IDAT");
}

TEST(Picture, OfNothingIsRefused) { EXPECT_THROW(render::encode_png({}), base::Error); }

}  // namespace

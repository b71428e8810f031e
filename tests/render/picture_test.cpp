#include "render/picture.h"

#include <gtest/gtest.h>

#include <string>

#include "render/error.h"

namespace {

TEST(Picture, IsEncodedAsPng) {
  render::Picture checkers{20, 10, {}};
  for (int i = 0; i < 200; ++i) checkers.rgb.insert(checkers.rgb.end(), 3, i % 2 ? 255 : 0);
  const std::string bytes = render::encode_png(checkers);
  EXPECT_EQ(bytes.substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(bytes.substr(12, 12), std::string("IHDR\0\0\0\x14\0\0\0\x0a", 12));
}

TEST(Picture, IsCutOffAtItsEdges) {
  render::Picture picture{4, 3, {}};
  for (uint8_t i = 0; i < 12; ++i) picture.rgb.insert(picture.rgb.end(), 3, i);
  const render::Picture part = render::cropped(picture, 1, 1, 2, 9);
  ASSERT_EQ(std::pair(part.width, part.height), std::pair(2, 2));
  EXPECT_EQ(*part.at(0, 0), 5);
  EXPECT_EQ(*part.at(1, 1), 10);
  EXPECT_TRUE(render::cropped(picture, 9, 0, 2, 2).rgb.empty());
}

TEST(Picture, OfNothingIsRefused) { EXPECT_THROW(render::encode_png({}), render::Error); }

}  // namespace

#include "view/guide.h"

#include <gtest/gtest.h>

namespace {

using view::guidance;

TEST(Guide, KeysAreAxes) {
  EXPECT_EQ(guidance(view::GuideKeys{.right = true}).move, glm::vec3(1, 0, 0));
  EXPECT_EQ(guidance(view::GuideKeys{.left = true, .up = true}).move, glm::vec3(-1, 1, 0));
  EXPECT_EQ(guidance(view::GuideKeys{.nearer = true}).move, glm::vec3(0, 0, 1));
  EXPECT_EQ(guidance(view::GuideKeys{.left = true, .right = true}).move, glm::vec3(0));
}

}  // namespace

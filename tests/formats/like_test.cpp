// Tests scenes that state only their differences from another one.

#include "support.h"
#include "support/temporary_folder.h"
#include "support/urdf_text.h"

namespace {

/// Writes an arm of one joint, arm.urdf, and returns the path of a scene beside it.
std::string beside_an_arm(const test::TemporaryFolder& folder) {
  folder.put("arm.urdf", test::urdf(test::urdf_link("a") + test::urdf_link("b") +
                                    test::urdf_joint("j", "revolute", "a", "b", "")));
  return (folder.path() / "mine.toml").string();
}

TEST(Like, KeepsTheNoticesOfTheBody) {
  const test::TemporaryFolder folder;
  const std::string source = beside_an_arm(folder);
  const auto scene = formats::parse("name = \"mine\"\nlike = \"arm.urdf\"\n", source);
  ASSERT_EQ(scene->notices.size(), 2u);
  EXPECT_EQ(scene->notices[0], "joint \"j\" has no <limit>; it moves without limits");
  EXPECT_TRUE(scene->notices[1].starts_with("Nothing can move")) << scene->notices[1];
  EXPECT_TRUE(
      formats::parse("like = \"arm.urdf\"\n" + test::small_scene(), source)->notices.empty());
}

TEST(Like, NamesNoLineOfTheSceneThatIsMadeOfARobot) {
  const test::TemporaryFolder folder;
  const std::string said = test::complaint(
      "name = \"mine\"\nlike = \"arm.urdf\"\n[[effector]]\nname = \"other\"\n"
      "joint = \"j\"\nposition = [1, 0, 0]\n",
      beside_an_arm(folder));
  EXPECT_TRUE(test::has(said, "arm.urdf: effector"));
}

TEST(Like, AMethodOfItsOwnKeepsWhatIsHeld) {
  const auto read = [](const std::string& method) {
    return formats::parse("name = \"mine\"\nlike = \"quadruped\"\n[method]\n" + method,
                          "mine.toml");
  };
  const auto base = formats::parse("name = \"mine\"\nlike = \"quadruped\"\n", "mine.toml");
  ASSERT_FALSE(base->held.empty());
  const auto other = read("name = \"sdls\"\n");
  EXPECT_EQ(other->method, "sdls");
  EXPECT_TRUE(other->settings.empty());
  EXPECT_EQ(other->held, base->held);
  EXPECT_TRUE(read("name = \"sdls\"\nheld = []\n")->held.empty());
  const auto released = read("held = []\n");
  EXPECT_TRUE(released->held.empty());
  EXPECT_EQ(released->method, base->method);
  EXPECT_EQ(released->settings, base->settings);
  const auto saved = formats::parse(formats::to_toml(*released), "saved.toml");
  EXPECT_TRUE(saved->held.empty());
}

}  // namespace

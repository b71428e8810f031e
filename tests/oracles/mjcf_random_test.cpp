// Random models in MJCF, read here and by MuJoCo.

#include <sstream>

#include "oracles/mujoco_reference.h"

namespace mjcf_random_tests {
namespace {

using namespace test;

/// Writes a model with all ways to say how something is turned, classes and joints of all types.
class Generator {
 public:
  explicit Generator(Random& random) : random_(random) {}

  std::string model() {
    radians_ = random_.chance(0.5);
    out_ << "<mujoco><compiler angle=\"" << (radians_ ? "radian" : "degree") << "\" eulerseq=\"";
    for (int i = 0; i < 3; ++i) out_ << "xyzXYZ"[random_.index(6)];
    out_ << "\"/><default><geom size=\"0.1\"/>";
    joint_default();
    for (const char* name : {"c1", "c2"}) {
      out_ << "<default class=\"" << name << "\">";
      joint_default();
      out_ << "<default class=\"" << name << name << "\">";
      joint_default();
      out_ << "</default></default>";
    }
    out_ << "</default><worldbody>";
    bodies_ = 2 + random_.index(10);
    while (bodies_ > 0) body(0);
    out_ << "</worldbody></mujoco>";
    return out_.str();
  }

 private:
  std::string numbers(int count, double size) {
    std::ostringstream text;
    text.precision(17);
    for (int i = 0; i < count; ++i) text << (i ? " " : "") << random_.uniform(-size, size);
    return text.str();
  }
  std::string angle() { return numbers(1, radians_ ? 3 : 180); }
  void some_class(const char* attribute) {
    static const char* names[] = {"c1", "c2", "c1c1", "c2c2", "main"};
    if (random_.chance(0.4)) out_ << " " << attribute << "=\"" << names[random_.index(5)] << "\"";
  }
  void orientation() {
    switch (random_.index(6)) {
      case 0:
        out_ << " quat=\"" << numbers(4, 2) << "\"";
        break;
      case 1:
        out_ << " axisangle=\"" << numbers(3, 2) << " " << angle() << "\"";
        break;
      case 2:
        out_ << " xyaxes=\"" << numbers(6, 2) << "\"";
        break;
      case 3:
        out_ << " zaxis=\"" << numbers(3, 2) << "\"";
        break;
      case 4:
        out_ << " euler=\"" << angle() << " " << angle() << " " << angle() << "\"";
        break;
      default:
        break;
    }
  }
  void joint_attributes(bool any_type) {
    if (random_.chance(0.6)) out_ << " axis=\"" << numbers(3, 2) << "\"";
    if (random_.chance(0.6)) out_ << " pos=\"" << numbers(3, 2) << "\"";
    if (random_.chance(0.3)) out_ << " ref=\"" << angle() << "\"";
    if (any_type && random_.chance(0.4))
      out_ << " type=\"" << (random_.chance(0.6) ? "slide" : "hinge") << "\"";
  }
  void joint_default() {
    out_ << "<joint";
    joint_attributes(random_.chance(0.2));
    out_ << "/>";
  }
  void body(int depth) {
    --bodies_;
    out_ << "<body name=\"b" << ++count_ << "\"";
    if (random_.chance(0.8)) out_ << " pos=\"" << numbers(3, 2) << "\"";
    orientation();
    some_class("childclass");
    out_ << "><geom/>";
    if (depth == 0 && random_.chance(0.3)) {
      out_ << "<freejoint name=\"j" << ++count_ << "\"/>";
    } else {
      const int joints = random_.index(4);
      for (int i = 0, balls = 0; balls == 0 && (i < joints || (depth == 0 && i == 0));
           ++i) {  // MuJoCo: a ball is the last
        out_ << "<joint name=\"j" << ++count_ << "\"";
        some_class("class");
        const bool ball = random_.chance(0.2);
        joint_attributes(!ball);
        if (ball) ++balls, out_ << " type=\"ball\"";
        out_ << "/>";
      }
    }
    while (bodies_ > 0 && random_.chance(0.55)) body(depth + 1);
    out_ << "</body>";
  }

  Random& random_;
  std::ostringstream out_;
  bool radians_ = false;
  int bodies_ = 0, count_ = 0;
};

TEST(MjcfRandom, FramesAreThoseOfMujoco) {
  TemporaryFolder folder;
  Random random(17);
  int compared = 0;
  for (int i = 0; i < 200 && !testing::Test::HasFailure(); ++i) {
    const std::string text = Generator(random).model();
    const std::filesystem::path file = folder.put("model.xml", text);
    const auto scene = formats::load(file);
    MujocoModel mujoco(file);
    ASSERT_TRUE(mujoco) << text;
    compared += expect_same_frames(*scene, mujoco, random, 5);
    if (testing::Test::HasFailure()) ADD_FAILURE() << text;
  }
  EXPECT_GT(compared, 3000);
}

}  // namespace
}  // namespace mjcf_random_tests

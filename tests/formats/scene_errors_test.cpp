// Every wrong file gets one sentence: file, line, what is wrong, what was expected.

#include <gtest/gtest.h>

#include "support.h"

namespace {

using test::complaint;
using test::small_scene;

/// Returns small_scene() with the first occurrence of `from` replaced.
std::string with(const std::string& from, const std::string& to) {
  return test::replaced(small_scene(), from, to);
}

struct Mistake {
  std::string from, to;
  int line;
  std::string sentence;  ///< part of it, or all
};

void expect_complaints(const std::vector<Mistake>& cases) {
  for (const Mistake& one : cases) {
    const std::string said = complaint(with(one.from, one.to));
    EXPECT_EQ(said.find('\n'), std::string::npos) << said;
    const std::string begin = "test.toml:" + std::to_string(one.line) + ": ";
    EXPECT_EQ(said.substr(0, begin.size()), begin) << one.to << "\n" << said;
    EXPECT_TRUE(test::has(said, one.sentence)) << one.to;
    EXPECT_LT(said.size(), 500u);
  }
}

TEST(SceneErrors, RightSceneLoads) { EXPECT_EQ(complaint(small_scene()), ""); }

/// A scene takes what it omits from the other one; if that does not fit, the message has its
/// position too.
TEST(SceneErrors, LikeAnother) {
  const auto like = [](const std::string& rest) { return complaint("name = \"n\"\n" + rest); };
  EXPECT_EQ(like("like = \"y\""), "");
  EXPECT_EQ(like("like = \"y\"\n[method]\nname = \"sdls\"\nbodies = 20"), "");
  EXPECT_EQ(like("like = 3").find("test.toml:2: the scene: like"), 0u) << like("like = 3");
  const std::string large = like("like = \"long-chain\"\n[method]\nname = \"dls\"\nbodies = 2000");
  EXPECT_EQ(large.find("test.toml:5: method: 2000 bodies of 10000 joints would take "), 0u)
      << large;
  const std::string unknown = like("like = \"z\"");
  EXPECT_EQ(unknown.find("test.toml:2: "), 0u) << unknown;
  EXPECT_TRUE(test::has(unknown, "expected"));
  const std::string itself = like("like = \"crowd\"");
  EXPECT_EQ(itself.find("test.toml:2: "), 0u) << itself;
  EXPECT_TRUE(test::has(itself, "itself has the key like"));
  const std::string joints = like(
      "like = \"y\"\n[[joint]]\nname = \"a\"\nparent = \"world\"\n"
      "type = \"revolute\"\nposition = [0, 0, 0]\naxis = [0, 0, 1]");
  EXPECT_EQ(joints.find("test.toml:2: "), 0u) << joints;
  EXPECT_TRUE(test::has(joints, "y.toml:"));
}

TEST(SceneErrors, UnknownAndMissingKeys) {
  expect_complaints({
      {"name = \"small\"", "nme = \"small\"", 1, "unknown key \"nme\" (did you mean \"name\"?)"},
      {"name = \"small\"\n", "", 1, "the scene has no name"},
      {"position = [0, 0, 0]", "postion = [0, 0, 0]", 7, "(did you mean \"position\"?)"},
      {"position = [0, 0, 0]\n", "", 3, "joint \"shoulder\" has no position"},
      {"axis = [0, 0, 1]\n", "", 3, "joint \"shoulder\" has no axis"},
      {"name = \"shoulder\"\n", "", 3, "joint 1 has no name"},
      {"type = \"revolute\"\n", "", 3, "joint \"shoulder\" has no type"},
      {"parent = \"world\"\n", "", 3, "joint \"shoulder\" has no parent"},
      {"type = \"ball\"\n", "type = \"ball\"\naxis = [0, 0, 1]\n", 14, "unknown key \"axis\""},
      {"limits = [-0.5", "limits_deg = [-0.5", 21, "(did you mean \"limits\"?)"},
      {"limits = [-0.5, 0.5]", "multiplier = 2", 21, "a multiplier and no mimic"},
      {"joint = \"slide\"\n", "", 22, "effector \"hand\" has no joint"},
      {"motion = \"sinusoid\"\n", "", 26, "target of \"hand\" has no motion"},
      {"center = [1, 1, 0]\n", "", 26, "target of \"hand\" has no center"},
      {"frequency", "frequencies", 31, "(did you mean \"frequency\"?)"},
      {"lambda = 0.5", "lamda = 0.5", 34,
       "method has the unknown key \"lamda\" (did you mean \"lambda\"?)"},
      {"lambda = 0.5", "sdls_clamp = \"soft\"", 34, "unknown key \"sdls_clamp\""},
      {"[method]\nname = \"dls\"\n", "[method]\n", 32, "method has no name"},
  });
}

TEST(SceneErrors, Parents) {
  const std::string said = complaint(with("parent = \"shoulder\"", "parent = \"shuolder\""));
  EXPECT_EQ(said,
            "test.toml:12: joint \"elbow\" has parent \"shuolder\", which is not \"world\" or an "
            "earlier joint (did you mean \"shoulder\"?)");
  expect_complaints({
      {"parent = \"world\"", "parent = \"shoulder\"", 5, "is its own parent, which is a cycle"},
      {"parent = \"world\"", "parent = \"slide\"", 5,
       "which is a descendant of \"shoulder\" itself: a cycle"},
      {"parent = \"shoulder\"", "parent = \"elbow.x\"", 12, "not \"world\" or an earlier joint"},
      {"parent = \"elbow\"", "parent = \"elbow.z\"", 17, "(did you mean \"elbow\"?)"},
      {"parent = \"elbow\"", "parent = \"\"", 17, "not \"world\" or an earlier joint"},
      {"name = \"shoulder\"", "name = \"world\"", 4, "is reserved for the fixed base"},
  });
  const std::string later = complaint(
      with("[[effector]]",
           "[[joint]]\nname = \"b\"\nparent = \"c\"\ntype = \"ball\"\nposition = [0, 0, 0]\n"
           "[[joint]]\nname = \"c\"\nparent = \"world\"\ntype = \"ball\"\nposition = [0, 0, 0]\n"
           "[[effector]]"));
  EXPECT_EQ(later,
            "test.toml:24: joint \"b\" has parent \"c\", which comes later, in line 28; expected "
            "parents before their children");
}

TEST(SceneErrors, RowsOfJoints) {
  const std::string type = "type = \"ball\"", to = "\nto = [2, 0, 0]", count = "\ncount = 3";
  expect_complaints({
      {type, type + count, 10, "has only one of count and to; expected both"},
      {type, type + to, 14, "has only one of count and to; expected both"},
      {type, type + to + "\ncount = 0", 15, "expected a number from 1 to 20000"},
      {type, type + to + "\ncount = 2.5", 15, "count is 2.5; expected a whole number"},
      {type + "\nposition = [1, 0, 0]\n[[joint]]\nname = \"slide\"",
       type + to + count + "\nposition = [1, 0, 0]\n[[joint]]\nname = \"elbow.2\"", 18,
       "two joints named \"elbow.2\", the first in line 11"},
      {"name = \"shoulder\"\nparent = \"world\"", "name = \"a\"\nparent = \"a\"" + to + count, 5,
       "which is a descendant of \"a.1\" itself: a cycle"},
  });
}

TEST(SceneErrors, NamesAndDescriptionsHaveALength) {
  const std::string most(100, 'n'), more(101, 'n'), greek = "λ";
  std::string letters;
  for (int i = 0; i < 100; ++i) letters += greek;
  for (const std::string& name : {most, letters}) {
    EXPECT_EQ(complaint(with("name = \"small\"", "name = \"" + name + "\"")), "");
    EXPECT_EQ(complaint(with("name = \"shoulder\"", "name = \"" + name + "\"")).find("letters"),
              std::string::npos);
  }
  const std::string cut = '"' + most.substr(0, 60) + "...\"";
  expect_complaints({
      {"name = \"small\"", "name = \"" + more + "\"", 1,
       "the scene: name is " + cut +
           "; expected 1 to 100 letters, none of them a control character"},
      {"name = \"small\"", "name = \"\"", 1, "expected 1 to 100 letters"},
      {"name = \"small\"", "name = \"a\\nb\"", 1, "name is \"a\\nb\"; expected"},
      {"name = \"elbow\"", "name = \"" + more + "\"", 11, "a joint is named " + cut},
      {"name = \"elbow\"", "name = \"\\u001b[31m\"", 11, "a joint is named \"\\x1B[31m\""},
      {"name = \"elbow\"", "name = \"\\u202e\"", 11, "a joint is named \"\\u202E\""},
      {"name = \"hand\"", "name = \"" + more + "\"", 23, "an effector is named " + cut},
      {"type = \"ball\"", "type = \"" + std::string(100000, 'b') + "\"", 13, "...\" is unknown"},
      {"dt = 0.01", "description = \"" + std::string(2001, 'd') + "\"", 2,
       "description has 2001 letters; expected at most 2000"},
      {"dt = 0.01", "\"" + std::string(100000, 'k') + "\" = 1", 2, "...\"; expected"},
      {"dt = 0.01", std::string(100000, 'k') + " = 1\n" + std::string(100000, 'k') + " = 2", 3,
       "..."},
  });
}

TEST(SceneErrors, Names) {
  expect_complaints({
      {"name = \"elbow\"", "name = \"shoulder\"", 11,
       "two joints named \"shoulder\", the first in line 4"},
      {"name = \"elbow\"", "name = \"\"", 11, "a joint is named \"\""},
      {"name = \"elbow\"", "name = 3", 11, "name is 3; expected a string"},
      {"[[target]]",
       "[[effector]]\nname = \"hand\"\njoint = \"elbow\"\nposition = [0, 0, 0]\n[[target]]", 27,
       "two effectors named \"hand\", the first in line 23"},
      {"type = \"ball\"", "type = \"bal\"", 13,
       "joint type \"bal\" is unknown (did you mean \"ball\"?)"},
      {"joint = \"slide\"", "joint = \"slid\"", 24,
       "which does not exist (did you mean \"slide\"?)"},
      {"effector = \"hand\"", "effector = \"hnd\"", 27,
       "effector \"hnd\" is unknown (did you mean \"hand\"?); expected one of hand"},
      {"motion = \"sinusoid\"", "motion = \"sinus\"", 28,
       "motion \"sinus\" is unknown (did you mean \"sinusoid\"?)"},
      {"name = \"dls\"", "name = \"dsl\"", 33, "method \"dsl\" is unknown (did you mean \"dls\"?)"},
  });
}

TEST(SceneErrors, Numbers) {
  expect_complaints({
      {"axis = [0, 0, 1]", "axis = [0, 0, 0]", 8, "axis has no length"},
      {"axis = [0, 0, 1]", "axis = [0, 1e-9, 0]", 8, "axis has no length"},
      {"axis = [0, 0, 1]", "axis = [0, 1]", 8, "has 2 entries; expected three numbers"},
      {"axis = [0, 0, 1]", "axis = 1", 8, "axis is 1; expected three numbers"},
      {"position = [0, 0, 0]", "position = [0, 0, 0, 0]", 7, "has 4 entries"},
      {"type = \"ball\"", "type = \"planar\"\naxis = [0, 0, 1]\nalong = [1, 0, 1]", 15,
       "along is not perpendicular to axis"},
      {"[[effector]]",
       "[[link]]\nname = \"l\"\njoint = \"elbow\"\nposition = [0, 0, 0]\n"
       "rotation = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\nrotation_deg = [0, 0, 90]\n[[effector]]",
       27, "both rotation and rotation_deg are given; expected one of them"},
      {"position = [0, 0, 0]", "position = []", 7, "has 0 entries"},
      {"position = [0, 0, 0]", "position = [0, \"x\", 0]", 7,
       "position is the text \"x\"; expected a number"},
      {"position = [0, 0, 0]", "position = [0, true, 0]", 7, "position is true"},
      {"position = [0, 0, 0]", "position = [nan, 0, 0]", 7,
       "nan; expected a number from -1e6 to 1e6"},
      {"position = [0, 0, 0]", "position = [0, inf, 0]", 7, "inf; expected a number"},
      {"position = [0, 0, 0]", "position = [0, 2e6, 0]", 7, "2e+06; expected a number"},
      {"position = [0, 0, 0]", "position = [0, 9223372036854775807, 0]", 7, "expected a number"},
      {"position = [0, 0, 0]", "position = [0,\n0,\n\"x\"]", 9, "the text \"x\""},
      {"dt = 0.01", "unit = \"meter\"", 2,
       "unit \"meter\" is unknown; expected one of m, cm, mm, in"},
      {"dt = 0.01", "unit = 1", 2, "unit is"},
      {"dt = 0.01", "up = \"x\"", 2, "up \"x\" is unknown; expected \"y\" or \"z\""},
      {"dt = 0.01", "up = true", 2, "up is"},
      {"dt = 0.01", "dt = 0", 2, "dt is 0; expected a number from"},
      {"dt = 0.01", "dt = 1.5", 2, "dt is 1.5"},
      {"dt = 0.01", "dt = 2020-01-01", 2, "dt is a date or time"},
      {"limits_deg = [-90, 90]", "limits_deg = [-6e7, 90]", 9,
       "expected a number from -57295780 to 57295780"},
      {"limits_deg = [-90, 90]", "max_speed_deg = 6e7", 9, "expected a number from 0 to 57295780"},
      {"limits_deg = [-90, 90]", "limits_deg = [90, -90]", 9,
       "has 90 before -90; expected [lowest, highest]"},
      {"limits_deg = [-90, 90]", "limits_deg = [10, 90]", 3,
       "start_deg is not given, so 0, outside its limits; expected 10 to 90"},
      {"limits_deg = [-90, 90]", "limits_deg = [-90, 90]\nstart_deg = 91", 10,
       "start_deg is 91, outside its limits"},
      {"limits_deg = [-90, 90]", "limits_deg = [-90, 90]\nrest_deg = -91", 10,
       "rest_deg is -91, outside its limits"},
      {"limits_deg = [-90, 90]", "start_deg = [1, 2, 3]", 9,
       "start_deg is a list; expected a number"},
      {"type = \"ball\"", "type = \"ball\"\nlimits_deg = [-90, 90]", 14, "three pairs"},
      {"type = \"ball\"", "type = \"ball\"\nlimits_deg = [[-9, 9], [-9, 9], [9, -9]]", 14,
       "has 9 before -9"},
      {"type = \"ball\"", "type = \"ball\"\nstart_deg = 3", 14,
       "start_deg is 3; expected a list of 3 numbers"},
      {"frequency = [1, 2, 3]", "frequency = [1, 2, 3000]", 31,
       "frequency is 3000; expected a number from"},
      {"lambda = 0.5", "lambda = -1", 34, "method: lambda cannot be \"-1\"; expected"},
      {"lambda = 0.5", "lambda = nan", 34, "method: lambda cannot be \"nan\""},
      {"lambda = 0.5", "lambda = \"many\"", 34, "method: lambda cannot be \"many\""},
      {"lambda = 0.5", "lambda = [1]", 34, "lambda is not a number, a string or true or false"},
      {"lambda = 0.5", "jacobian = \"targets\"", 34,
       "jacobian cannot be \"targets\"; expected effector or target"},
  });
}

TEST(SceneErrors, TargetsAndEffectorsMatch) {
  const std::string target =
      "[[target]]\neffector = \"hand\"\nmotion = \"fixed\"\ncenter = [0, 0, 0]\n";
  EXPECT_EQ(complaint(with("[method]", target + "[method]")),
            "test.toml:33: effector \"hand\" has two targets for its position, the first in line "
            "27; expected one");
  EXPECT_EQ(complaint(with("[[target]]",
                           "[[effector]]\nname = \"foot\"\njoint = \"elbow\"\n"
                           "position = [0, 0, 0]\n[[target]]")),
            "test.toml:26: effector \"foot\" has no target; expected a [[target]] with effector = "
            "\"foot\"");
}

TEST(SceneErrors, MotionsSayWhatTheyNeed) {
  const std::string sinusoid =
      "motion = \"sinusoid\"\ncenter = [1, 1, 0]\namplitude = [0.5, 0.5, 0.5]\n"
      "frequency = [1, 2, 3]\n";
  const std::string path = "motion = \"path\"\npoints = [[0, 0, 0]]\ninterval = 1\n";
  EXPECT_EQ(complaint(with(sinusoid, path + "repeat = false\n")), "");
  EXPECT_TRUE(test::has(complaint(with(sinusoid, path + "repeat = 1\n")),
                        "test.toml:31: target of \"hand\": repeat is 1; expected true or false"));
  EXPECT_TRUE(test::has(complaint(with(sinusoid,
                                       "motion = \"circle\"\ncenter = [0, 0, 0]\nradius = 1\n"
                                       "normal = [0, 0, 0]\nfrequency = 1\n")),
                        "target of \"hand\": normal has no length"));
}

TEST(SceneErrors, Shapes) {
  EXPECT_TRUE(test::has(complaint("name = \"x\"\n"), "the scene has no [[joint]]"));
  EXPECT_TRUE(
      test::has(complaint("name = \"x\"\njoint = 3\n"), "test.toml:2: the scene: joint is 3"));
  EXPECT_TRUE(
      test::has(complaint("name = \"x\"\njoint = [1]\n"), "test.toml:2: the scene: joint holds 1"));
  std::string text = small_scene();
  text = "method = 3\n" + text.substr(0, text.find("[method]"));
  EXPECT_TRUE(test::has(complaint(text), "test.toml:1: method is not a table"));

  std::string many = "name = \"x\"\n[[effector]]\n";
  for (const char* name : {"a", "b"})
    many += "[[joint]]\nname = \"" + std::string(name) +
            "\"\nparent = \"world\"\ntype = \"ball\"\nposition = [0, 0, 0]\n"
            "to = [0, 1, 0]\ncount = 10001\n";
  EXPECT_EQ(complaint(many),
            "test.toml:16: the scene has 20002 joints up to here; expected at most 20000");
}

TEST(SceneErrors, NotToml) {
  const auto line = [](const std::string& text) {
    const std::string said = complaint(text);
    EXPECT_EQ(said.find('\n'), std::string::npos) << said;
    return said.substr(0, said.find(": "));
  };
  EXPECT_EQ(line("name = \n"), "test.toml:1");
  EXPECT_EQ(line("name = \"x\"\n[[joint]\n"), "test.toml:2");
  EXPECT_EQ(line("name = \"x\"\ndt = 1 2\n"), "test.toml:2");
  EXPECT_EQ(line("name = \"x\"\ndt = 1e999\n"), "test.toml:2");
  EXPECT_EQ(line("name = \"x\n"), "test.toml:1");
  EXPECT_EQ(complaint(""),
            "test.toml:1: the file is empty; expected a scene with [[joint]], [[effector]] and "
            "[[target]] tables");
  EXPECT_TRUE(test::has(complaint(" \n\t\r\n"), "the file is empty"));
  EXPECT_TRUE(test::has(complaint(std::string("\x7f"
                                              "ELF\x02\x01\0\0\xff\xfe",
                                              10)),
                        "not a text file"));
  EXPECT_EQ(complaint("\xff\xfe\xfd"),
            "test.toml:1: this is not TOML, which is in UTF-8: save the file with that encoding");
  EXPECT_EQ(complaint("name = \"x\nunit = \"m\"\n"),
            "test.toml:1: a text has no closing quote, or a control character in it; expected "
            "\"...\" in one line");
  EXPECT_EQ(
      complaint("name = x\n"),
      "test.toml:1: what follows = is not a value; expected a number, true, false, a list, or "
      "a text in quotes");
  EXPECT_EQ(complaint("name = \"x\"\n[joint]\nname = \"a\"\n"),
            "test.toml:2: the scene: [joint] begins a single table; write [[joint]]");
  EXPECT_EQ(
      complaint("[joint]\na = 1\n[[joint]]\n"),
      "test.toml:3: [[joint]] follows [joint]; begin all of them with [[joint]], or give only "
      "one");
  EXPECT_EQ(complaint("[[joint]]\na = 1\n[joint]\n"),
            "test.toml:3: [joint] follows [[joint]]; begin all of them with [[joint]]");
  EXPECT_EQ(complaint("dt = 1\ndt = 2\n"), "test.toml:2: dt is given twice; keep one of them");
  EXPECT_EQ(complaint("[method]\n[method]\n"),
            "test.toml:2: [method] is given twice; keep one of them");
}

TEST(SceneErrors, DepthDoesNotExhaustTheStack) {
  std::string rows;
  for (int i = 0; i < 300; ++i) {
    rows += "{";
    for (int k = 0; k < 31; ++k) rows += "a.";
    rows += "a = ";
  }
  EXPECT_NE(complaint("a = " + rows), "");
  for (int i = 0; i < 254; ++i) rows += "}";
  EXPECT_NE(complaint("a = " + rows), "");
  EXPECT_EQ(complaint("# " + std::string(2000, '.') + "\n" + small_scene()), "");
  EXPECT_EQ(complaint("description = '''" + std::string(1999, '.') + "\n'''\n" + small_scene()),
            "");
}

TEST(SceneErrors, QuotesDoNotHideDepth) {
  const std::string deep =
      "test.toml:2: keys or values are nested too deep; expected a scene with [[joint]], "
      "[[effector]] and [[target]] tables";
  for (const std::string key : {"\"=\"", "'='", "\"\\\"=\"", "''", " a "}) {
    std::string keys;
    for (int i = 0; i < 300000; ++i) keys += key + ".";
    EXPECT_EQ(complaint("\n" + keys + "a = 1\n"), deep) << key;
    EXPECT_EQ(complaint("\n[" + keys + "a]\n"), deep) << key;
    // Texts of many lines may end with up to five quotes.
    for (const std::string end : {"\"\"\"", "\"\"\"\"", "\"\"\"\"\""})
      EXPECT_EQ(complaint("x = [\"\"\"'" + end + ",\n{" + keys + "a = 1}]\n"), deep) << key << end;
  }
  EXPECT_EQ(complaint("\na = " + std::string(100000, '[')), deep);
  std::string tables;
  for (int i = 0; i < 100000; ++i) tables += "{a = ";
  EXPECT_EQ(complaint("\na = " + tables), deep);
}

}  // namespace

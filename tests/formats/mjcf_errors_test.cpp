// Every fault in an MJCF model is reported in one sentence with file and line.

#include <gtest/gtest.h>

#include "formats/scene/scene_file.h"
#include "formats/scene_format.h"
#include "support/refusal.h"
#include "support/temporary_folder.h"

namespace mjcf_errors_tests {
namespace {

using namespace test;

/// Returns the error message for a model, without its folder, with other files beside it.
std::string said(const std::string& text,
                 const std::vector<std::pair<std::string, std::string>>& files = {}) {
  TemporaryFolder folder;
  const auto file = folder.put("m.xml", text);
  for (const auto& [name, content] : files) folder.put(name, content);
  std::string sentence = refusal([&] { formats::load(file); });
  const std::string prefix = folder.path().string() + "/";
  for (size_t at; (at = sentence.find(prefix)) != std::string::npos;)
    sentence.erase(at, prefix.size());
  return sentence;
}

std::string in_body(const std::string& text) {
  return "<mujoco><worldbody>\n<body>" + text + "</body></worldbody></mujoco>";
}

/// Found by the fuzzer: a model whose path has no folder has files beside it too.
TEST(MjcfErrors, AModelNamedWithoutItsFolderHasMeshes) {
  const std::string text =
      "<mujoco><asset><mesh file=\"no.stl\"/></asset><worldbody><body><joint/>"
      "<geom type=\"mesh\" mesh=\"no\"/></body></worldbody></mujoco>";
  EXPECT_NO_THROW(formats::xml_format_of(text, "m.xml").parse(text, "m.xml"));
}

/// The message names SDF, and is not about broken TOML.
TEST(MjcfErrors, SdfIsNamedWhateverItsEnding) {
  test::TemporaryFolder folder;
  for (const char* name : {"model.sdf", "model.world", "model.xml", "model.urdf"}) {
    const auto file = folder.put(name, "<sdf version=\"1.7\"/>");
    EXPECT_EQ(
        test::refusal([&] { formats::load(file); }),
        file.string() +
            ":1: this is an SDF file, which is not read; expected <robot> or <mujoco>, a robot "
            "in URDF or MJCF");
  }
}

TEST(MjcfErrors, TooManyLevels) {
  std::string deep;
  for (int i = 0; i < 120; ++i) deep += "<body><joint/>";
  EXPECT_EQ(said("<mujoco><worldbody>\n" + deep),
            "m.xml:2: there are more than 100 elements inside each other; expected fewer: write a "
            "chain of so many bodies as URDF, which does not nest them");
}

/// tinyxml2's time grows with the square of the number of attributes.
TEST(MjcfErrors, TooManyAttributes) {
  std::string many = "<mujoco>\n<body";
  for (int i = 0; i < 200'000; ++i) many += " a" + std::to_string(i) + " = '1'";
  EXPECT_EQ(said(many + "/></mujoco>"),
            "m.xml:2: an element has more than 1000 attributes; expected fewer");
}

TEST(MjcfErrors, LongNamesAreShortened) {
  const std::string name(150, 'n');
  EXPECT_EQ(said(in_body("<joint name=\"" + name + "\"/><site name=\"" + name + "\"/>")), "");
}

TEST(MjcfErrors, OneSentenceEach) {
  EXPECT_EQ(said("<mujoco/>"),
            "m.xml:1: the model has no <worldbody>; expected one with its bodies");
  EXPECT_EQ(said("<mujoco>\n<worldbody><body></worldbody></mujoco>").substr(0, 40),
            "m.xml:2: this is not well-formed XML (mi");
  EXPECT_EQ(said(""), "m.xml:1: the file is empty; expected <robot> or <mujoco>");
  EXPECT_EQ(said("\xFF\xFE<").substr(0, 32), "m.xml:1: the file is in UTF-16; ");
  for (const char* begin : {"<!--", "<?"}) {  // a search for each end would take minutes
    std::string open = "<mujoco>\n";
    for (int i = 0; i < 500000; ++i) open += begin;
    EXPECT_TRUE(test::has(said(open), "this is not well-formed XML"));
  }
  EXPECT_TRUE(test::has(said("<mujoco>\n"), "(what begins here does not end)"));
  EXPECT_EQ(said("<mujoco>\n<worldbody><body/><body><composite/></body></worldbody></mujoco>"),
            "m.xml:1: no body of the model has a joint (not read: <composite> (1)); expected at "
            "least one "
            "hinge or slide");
  for (const char* count : {"0", "2.5", "-1", "10001"})
    EXPECT_EQ(said(in_body(std::string("<joint/><replicate count=\"") + count + "\"/>")),
              std::string("m.xml:2: <replicate> has count = \"") + count +
                  "\"; expected a whole number from 1 to 10000");
  EXPECT_EQ(said(in_body("<joint/><replicate count=\"1000\"><replicate count=\"1000\"><geom/>"
                         "</replicate></replicate>")),
            "m.xml:2: <replicate> makes more than 100000 elements; expected a smaller count");
  EXPECT_EQ(said(in_body("<joint/><replicate count=\"10000\"><replicate count=\"10000\"/>"
                         "</replicate>")),
            "")
      << "they make nothing";
  EXPECT_EQ(said(in_body("<joint/><replicate count=\"2\"><body name=\"a\"/></replicate>"
                         "<body name=\"a1\"/>")),
            "m.xml:2: there are two bodies named \"a1\"; expected different names");
  EXPECT_EQ(
      said(in_body("<joint type=\"hinje\"/>")),
      "m.xml:2: joint type \"hinje\" is unknown (did you mean \"hinge\"?); expected hinge, slide, "
      "ball, free");
  EXPECT_EQ(
      said(in_body("<joint/><geom type=\"cone\"/>")),
      "m.xml:2: geom type \"cone\" is unknown; expected plane, hfield, sphere, capsule, ellipsoid, "
      "cylinder, box, mesh, sdf");
  EXPECT_EQ(said(in_body("<joint class=\"x\"/>")),
            "m.xml:2: <joint> has the class \"x\", which does not exist; expected the name of a "
            "default class");
  EXPECT_EQ(said(in_body("<body childclass=\"maim\"/>")),
            "m.xml:2: <body> has the class \"maim\", which does not exist (did you mean "
            "\"main\"?); expected the name of a default class");
  EXPECT_EQ(said(in_body("<joint name=\"a\"/><joint name=\"a\"/>")),
            "m.xml:2: there are two joints named \"a\"; expected different names");
  EXPECT_EQ(said(in_body("<joint/><body name=\"world\"/>")),
            "m.xml:2: there are two bodies named \"world\"; expected different names");
  EXPECT_EQ(said(in_body("<joint axis=\"0 0 0\"/>")),
            "m.xml:2: the joint's axis has no length; expected a direction, such as 0 0 1");
  EXPECT_EQ(
      said(in_body("<joint limited=\"true\"/>")),
      "m.xml:2: the joint is limited, but its range is not given; expected range=\"LOWER UPPER\"");
  EXPECT_EQ(said(in_body("<joint/><body quat=\"0 0 0 0\"/>")),
            "m.xml:2: <body> has a quat of length zero; expected one such as 1 0 0 0");
  EXPECT_EQ(said(in_body("<joint/><body quat=\"1 0 0 0\" euler=\"0 0 0\"/>")),
            "m.xml:2: <body> has quat and euler; expected one");
  EXPECT_EQ(said(in_body("<joint/><body euler=\"0 0\"/>")),
            "m.xml:2: <body> has euler = \"0 0\"; expected 3 numbers");
  EXPECT_EQ(said(in_body("<joint/><freejoint/>")),
            "m.xml:2: a free joint must be the only joint of a body in <worldbody>; expected other "
            "joints here");
  EXPECT_EQ(said(in_body("<freejoint/><joint/>")),
            "m.xml:2: the body has a free joint already; expected no other joint beside it");
  EXPECT_EQ(said("<mujoco><worldbody>\n<joint/></worldbody></mujoco>"),
            "m.xml:2: the world has a joint; expected joints inside a <body>");
  EXPECT_EQ(said("<mujoco>\n<compiler coordinate=\"global\"/></mujoco>").substr(0, 47),
            "m.xml:2: global coordinates are not supported, ");
  EXPECT_EQ(
      said("<mujoco>\n<compiler eulerseq=\"xyw\"/></mujoco>"),
      "m.xml:2: <compiler> has eulerseq = \"xyw\"; expected three of x, y, z, X, Y, Z, such as "
      "\"xyz\"");
  EXPECT_EQ(
      said("<mujoco><worldbody><body><joint name=\"knee\"/></body></worldbody><equality>\n<joint "
           "joint1=\"knew\"/></equality></mujoco>"),
      "m.xml:2: the equality names the joint \"knew\", which does not exist (did you mean "
      "\"knee\"?); expected the name of a joint");
  EXPECT_EQ(
      said("<mujoco><default>\n<default class=\"a\"/><default class=\"a\"/></default></mujoco>"),
      "m.xml:2: there are two default classes named \"a\"; expected different names");
}

TEST(MjcfErrors, NumbersTooLargeForAScene) {
  for (const char* inside :
       {"<joint ref=\"1e9\"/>", "<joint range=\"1e7 1e8\"/>", "<joint/><geom size=\"1e200\"/>",
        "<joint/><geom type=\"capsule\" size=\"1\" fromto=\"0 0 0 1e200 0 0\"/>",
        "<joint name=\"a\"/></body></worldbody><keyframe><key "
        "qpos=\"1e300\"/></keyframe><worldbody>"
        "<body>",
        "<joint name=\"a\"/><joint name=\"b\"/></body></worldbody><equality><joint joint1=\"a\" "
        "joint2=\"b\" polycoef=\"0 1e9\"/></equality><worldbody><body>"}) {
    const std::string sentence = said(in_body(inside));
    EXPECT_TRUE(sentence.starts_with("m.xml:2: ")) << sentence << inside;
    EXPECT_TRUE(test::has(sentence, "a million")) << inside;
  }
  EXPECT_EQ(said(in_body("<joint range=\"-1e10 1e10\"/>")), "");
}

TEST(MjcfErrors, NoticesOfWhatIsNotDrawnOrNotDone) {
  const auto notice = [](const std::string& inside) {
    const std::string text = in_body("<joint/>" + inside);
    const auto scene = formats::xml_format_of(text, "m.xml").parse(text, "m.xml");
    EXPECT_EQ(scene->notices.size(), 2u) << inside;  // the only joint moves no effector
    EXPECT_TRUE(scene->notices.back().starts_with("Nothing can move")) << scene->notices.back();
    return scene->notices[0];
  };
  const std::string rest = "; links that have no other shape are drawn as a skeleton.";
  EXPECT_EQ(notice("<geom type=\"mesh\" mesh=\"k\"/>"),
            "1 mesh is not declared in <asset> (\"k\")" + rest);
  EXPECT_EQ(notice("<geom type=\"mesh\"/>"),
            "1 mesh is not declared in <asset> (a geom names none)" + rest);
  EXPECT_EQ(notice("<geom type=\"mesh\" mesh=\"k\"/></body></worldbody><asset><mesh name=\"k\" "
                   "vertex=\"0 0 0 1 0 0 0 1 0 0 0 1\"/></asset><worldbody><body>"),
            "1 mesh is given by vertices, not by a file, and is not drawn (\"k\")" + rest);
  EXPECT_EQ(notice("</body></worldbody><keyframe><key qpos=\"1 2\"/></keyframe><worldbody><body>"),
            "The keyframe in line 2 has 2 numbers, the model 1; it is left out.");
}

TEST(MjcfErrors, TooManyAttachedModelsAndLoops) {
  std::vector<std::pair<std::string, std::string>> files;
  for (int i = 0; i <= 6; ++i) {
    const std::string next = std::to_string(i + 1);
    std::string text = "<mujoco><asset><model name=\"n\" file=\"" + next +
                       ".xml\"/></asset><worldbody><body name=\"b\"><joint/></body>";
    for (int k = 0; k < 10; ++k)
      text += "<attach model=\"n\" prefix=\"" + std::to_string(k) + "\"/>";
    files.emplace_back(std::to_string(i) + ".xml", text + "</worldbody></mujoco>");
  }
  files.emplace_back("7.xml", "<mujoco><worldbody><body name=\"b\"/></worldbody></mujoco>");
  EXPECT_TRUE(test::has(said(files[0].second, files), "more than 1000 models are attached"));
  std::string loops =
      "<mujoco><worldbody><body name=\"a\"><joint/></body><body name=\"b\"><joint/>"
      "</body></worldbody><equality>";
  for (int i = 0; i <= 1000; ++i) loops += "<connect body1=\"a\" body2=\"b\" anchor=\"0 0 0\"/>";
  EXPECT_EQ(said(loops + "</equality></mujoco>"),
            "m.xml:1: the robot has 1001 loops; expected at most 1000");
}

TEST(MjcfErrors, OfIncludedFiles) {
  const std::string main = "<mujoco>\n<include file=\"a.xml\"/></mujoco>";
  EXPECT_EQ(said(main),
            "m.xml:2: the included file \"a.xml\" does not exist; expected a file beside this one");
  EXPECT_EQ(said(main, {{"a.xml", "<x>\n\n<include file=\"m.xml\"/></x>"}}),
            "a.xml:3: the included file \"m.xml\" was included before; expected each file once, "
            "without a cycle");
  EXPECT_EQ(
      said(main, {{"a.xml", "<x>\n<worldbody><body>\n<joint type=\"a\"/></body></worldbody></x>"}}),
      "a.xml:3: joint type \"a\" is unknown; expected hinge, slide, ball, free");
  EXPECT_EQ(said(main, {{"a.xml", "<x>\n<y></x>"}}).substr(0, 37),
            "a.xml:2: this is not well-formed XML ");
  EXPECT_EQ(said("<mujoco>\n<include/></mujoco>"),
            "m.xml:2: <include> has no file; expected file=\"...\"");
}

}  // namespace
}  // namespace mjcf_errors_tests

#include "formats/lesson_file.h"

#include <gtest/gtest.h>

#include "sim/simulation.h"
#include "support/refusal.h"

namespace {

using Is = lessons::Condition::Is;

/// A small lesson that is right.
const std::string& small_lesson() {
  static const std::string text = R"(title = "Small"
summary = "One sentence."
source = "Buss §5"
scene = "y"
[[step]]
title = "First"
text = """
Two lines
of one paragraph.

And another.
"""
look_at = ["panel why", "effector left", "target right", "joint j3"]
time = 1.5
speed = 0.5
pause_at = 2
[step.hold]
left = [1, 2, 3]
[step.method]
name = "pinv"
target_speed = 0.5
[[step.run]]
name = "dls"
lambda = 0.3
[step.view]
right_column = "explain"
show_axes = true
[step.question]
text = "Which?"
answers = ["this", "that"]
right = 2
because = "So it is."
[[step]]
title = "Second"
text = "Goes on."
[step.task]
text = "Do it."
until = ["error left < 0.05", "oscillation <= 0.001", "method = sdls", "runs >= 2", "lambda > 0.3",
         "dmax_mode != off", "dmax = inf"]
seconds = 3
hint = "So."
[[step.task.solution]]
do = "choose"
name = "sdls"
[[step.task.solution]]
at = 30
do = "undo"
[[step.task.solution]]
do = "redo"
)";
  return text;
}

std::string complaint_about(const std::string& text) {
  static const std::vector<base::Parameter> options{
      base::toggle("show_axes", "Joint axes", false, "", ""),
      {.key = "right_column", .choices = {"plots", "explain"}}};
  const lessons::WindowTerms window{options, {"why", "matrix"}};
  return test::refusal([&] { formats::parse_lesson(text, "test.toml", &window); });
}

TEST(LessonFile, IsReadInFull) {
  const auto lesson = formats::parse_lesson(small_lesson(), "lessons/07-small-one.toml");
  EXPECT_EQ(lesson->name, "small-one");
  EXPECT_EQ(lesson->title, "Small");
  EXPECT_EQ(lesson->source, "Buss §5");
  ASSERT_EQ(lesson->steps.size(), 2u);

  const lessons::Step& first = lesson->steps[0];
  EXPECT_EQ(first.text, "Two lines of one paragraph.\n\nAnd another.");
  EXPECT_EQ(first.speed, 0.5);
  EXPECT_EQ(first.pause_at, 2);
  ASSERT_TRUE(first.scene);
  EXPECT_EQ(first.scene->time, 1.5);
  EXPECT_EQ(first.scene->method, "pinv");
  EXPECT_EQ(sim::scene_world(*first.scene).get("target_speed"), 0.5);
  ASSERT_EQ(first.scene->others.size(), 1u);
  EXPECT_EQ(first.scene->others[0].method, "dls");
  EXPECT_EQ(first.scene->targets[1].manual.held, Eigen::Vector3d(1, 2, 3));
  EXPECT_FALSE(first.scene->targets[0].manual.held);
  using Kind = lessons::Spot::Kind;
  EXPECT_EQ(first.look_at, (std::vector<lessons::Spot>{{Kind::Panel, "why"},
                                                       {Kind::Effector, "", 1},
                                                       {Kind::Target, "", 0},
                                                       {Kind::Joint, "", 3}}));
  EXPECT_EQ(first.view, (std::vector<std::pair<std::string, std::string>>{
                            {"right_column", "explain"}, {"show_axes", "on"}}));
  ASSERT_TRUE(first.question);
  EXPECT_EQ(first.question->right, 1);
  EXPECT_FALSE(first.task);

  const lessons::Step& second = lesson->steps[1];
  EXPECT_FALSE(second.scene);
  ASSERT_TRUE(second.task);
  EXPECT_EQ(second.task->until,
            (std::vector<lessons::Condition>{{"error", 1, Is::Below, 0.05},
                                             {"oscillation", -1, Is::AtMost, 0.001},
                                             {"method", -1, Is::Equal, 0, "sdls"},
                                             {"runs", -1, Is::AtLeast, 2},
                                             {"lambda", -1, Is::Above, 0.3},
                                             {"dmax_mode", -1, Is::Not, 0},
                                             {"dmax", -1, Is::Equal, INFINITY}}));
  EXPECT_EQ(second.task->seconds, 3);
  ASSERT_EQ(second.task->solution.size(), 3u);
  EXPECT_EQ(second.task->solution[0].tick, 0);
  EXPECT_EQ(second.task->solution[2].tick, 30);
}

TEST(LessonFile, ComplaintsNameTheLineAndWhatToDo) {
  EXPECT_EQ(complaint_about(small_lesson()), "");
  const struct {
    const char *there, *instead, *words;
  } wrong[] = {
      {"title = \"Small\"", "titel = \"Small\"",
       "1: the lesson has the unknown key \"titel\" (did"},
      {"scene = \"y\"", "scene = \"yy\"", "4: there is no scene \"yy\" (did you mean \"y\"?)"},
      {"scene = \"y\"\n", "", "the lesson has no scene, which it needs"},
      {"title = \"First\"", "title = \"\"", "6: step 1: title is \"\"; expected 1 to 100 letters"},
      {"\"panel why\"", "\"panel y\"", "13: \"panel y\": there is no panel \"y\""},
      {"right_column = \"explain\"", "right_column = \"explan\"",
       "right_column cannot be \"explan\""},
      {"right_column =", "left_column =", "left_column"},
      {"effector left", "effector lef", "did you mean \"left\""},
      {"joint j3", "joint 3", "there is no joint \"3\""},
      {"target right", "goal right", "there is no kind of place \"goal\""},
      {"speed = 0.5", "speed = 50", "15: step 1: speed is 50; expected a number from 0.05 to 10"},
      {"pause_at = 2", "pause_at = -2", "16: step 1: pause_at is -2"},
      {"left = [1, 2, 3]", "lft = [1, 2, 3]", "hold has the unknown key \"lft\""},
      {"name = \"pinv\"", "name = \"pin\"", "method \"pin\" is unknown"},
      {"lambda = 0.3\n[step.view]", "lambda = -1\n[step.view]", "lambda cannot be"},
      {"right = 2", "right = 3", "right is 3; expected a number from 1 to 2"},
      {"right = 2", "right = 1.5", "expected the number of an answer"},
      {"\"this\", \"that\"", "\"this\"", "expected two to five"},
      {"error left <", "eror left <", "there is nothing called \"eror\" (did you mean \"error\"?)"},
      {"error left <", "error lft <", "there is no effector \"lft\" (did you mean \"left\"?)"},
      {"error left <", "oscillation left <", "not measured for an effector"},
      {"< 0.05", "= 0.05", "hardly ever exactly equal"},
      {"< 0.05", "< five", "\"five\" is not a number"},
      {"< 0.05", "0.05", "this is not a condition"},
      {"< 0.05", "=< 0.05", "no known operator"},
      {"method = sdls", "method = sdl", "did you mean \"sdls\""},
      {"method = sdls", "method > sdls", "methods are not ordered"},
      {"dmax_mode != off", "dmax_mode != of", "dmax_mode cannot be \"of\"; expected off, constant"},
      {"dmax_mode != off", "dmax_mode > off", "choices are not ordered"},
      {"lambda > 0.3", "lambda > -3", "lambda cannot be"},
      {"seconds = 3", "seconds = 0", "seconds is 0"},
      {"hint = \"So.\"\n", "", "has no hint"},
      {"do = \"choose\"\n", "do = \"chose\"\n", "did you mean \"choose\""},
      {"do = \"redo\"", "do = \"redo\"\nat = 20", "in chronological order"},
  };
  for (const auto& one : wrong) {
    std::string text = small_lesson();
    const size_t at = text.find(one.there);
    ASSERT_NE(at, text.npos) << one.there;
    text.replace(at, std::string(one.there).size(), one.instead);
    const std::string sentence = complaint_about(text);
    EXPECT_NE(sentence.find(one.words), std::string::npos) << one.instead << "\n" << sentence;
    EXPECT_EQ(sentence.rfind("test.toml:", 0), 0u) << sentence;
  }
  const std::string& text = small_lesson();
  EXPECT_NE(complaint_about(text.substr(0, text.find("[[step]]"))).find("has no [[step]]"),
            text.npos);
  EXPECT_NE(complaint_about(text.substr(0, text.find("[[step.task.solution]]")))
                .find("no [[step.task.sol"),
            text.npos);
  EXPECT_NE(complaint_about("").find("expected a lesson"), text.npos);
}

}  // namespace

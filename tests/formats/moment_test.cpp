#include "formats/moments/moment.h"

#include <gtest/gtest.h>

#include <random>

#include "formats/assets.h"
#include "formats/lesson_file.h"
#include "formats/moments/codes.h"
#include "formats/scene/scene_file.h"
#include "support.h"
#include "support/effort.h"
#include "support/refusal.h"

namespace moment_test {
namespace {

using test::all;

const std::vector<base::Parameter>& view() {
  static const std::vector<base::Parameter> table{
      {.key = "theme", .default_value = 0, .choices = {"dark", "light"}},
      {.key = "right_column", .default_value = 0, .choices = {"plots", "explain"}},
      base::toggle("show_axes", "Axes", false, "", "")};
  return table;
}

formats::Moment parse(std::string_view text) { return formats::parse_link(text, view()); }

sim::Simulation open(const char* scene, const formats::Moment& moment,
                     std::vector<std::string>* warnings = nullptr) {
  sim::Simulation simulation(formats::load(formats::find_scene(scene)));
  std::vector<std::string> found;
  formats::apply(simulation, moment, found);
  if (warnings)
    *warnings = found;
  else
    EXPECT_EQ(all(found), "");
  return simulation;
}

TEST(Moment, WhatALecturerTypes) {
  const auto moment =
      parse("https://host/ikscope/#scene=double-y&method=dls&lambda=0.1&panel=explain&theme=light");
  EXPECT_EQ(all(moment.warnings), "");
  EXPECT_EQ(moment.scene, "double-y");
  ASSERT_EQ(moment.runs.size(), 1u);
  EXPECT_EQ(moment.runs[0].method, "dls");
  ASSERT_EQ(moment.view.size(), 2u);
  EXPECT_EQ(moment.view[0].key, "right_column");
  EXPECT_EQ(open("double-y", moment).value("lambda"), 0.1);
  EXPECT_EQ(formats::to_link(moment),
            "#scene=double-y&method=dls&lambda=0.1&panel=explain&theme=light");
}

TEST(Moment, Lessons) {
  const auto moment = parse("lesson=damping&step=3");
  EXPECT_EQ(all(moment.warnings), "");
  EXPECT_EQ(moment.lesson, "damping");
  EXPECT_EQ(moment.step, 3);
  EXPECT_EQ(formats::to_link(moment), "#lesson=damping&step=3");
  EXPECT_TRUE(test::has(all(parse("step=3").warnings), "step needs lesson=NAME"));
}

/// Each method begins a run, and the parameters after it belong to that run.
TEST(Moment, SeveralRuns) {
  const auto moment = parse("#method=dls&lambda=0.1&method=dls&method=sdls&target_speed=2");
  const sim::Simulation simulation = open("y", moment);
  ASSERT_EQ(simulation.runs().size(), 3u);
  EXPECT_EQ(simulation.runs()[0].settings().get("lambda"), 0.1);
  EXPECT_EQ(simulation.runs()[1].settings().get("lambda"), 0.6);  // the scene's
  EXPECT_EQ(simulation.runs()[2].solver().method().name, "sdls");
  EXPECT_EQ(simulation.value("target_speed"), 2);
  EXPECT_EQ(simulation.run().serial, simulation.runs()[0].serial);
}

TEST(Moment, AxesOfTheMap) {
  const std::string link = "#scene=arm-2r&map_x=start.shoulder=-170:170:96:lin&map_y=lambda";
  const auto moment = parse(link);
  EXPECT_EQ(all(moment.warnings), "");
  EXPECT_EQ(moment.map_axes[0], "start.shoulder=-170:170:96:lin");
  EXPECT_EQ(moment.map_axes[1], "lambda");
  EXPECT_EQ(formats::to_link(moment), link);
  const auto typed = parse("scene=y&map_x=lamda=0.1:2&map_y=nothing");
  EXPECT_EQ(typed.map_axes[0], "lambda=0.1:2");
  EXPECT_EQ(typed.map_axes[1], "");
  EXPECT_EQ(typed.warnings.size(), 2u) << all(typed.warnings);
}

TEST(Moment, CameraAndTime) {
  const auto moment = parse(
      "camera=-30,15&time=2.5&paused&speed=0.5&embed=1&show=body,error&"
      "controls=lambda,method&height=400");
  EXPECT_EQ(all(moment.warnings), "");
  EXPECT_EQ(moment.camera->yaw_deg, -30);
  EXPECT_EQ(moment.camera->distance, 0);
  EXPECT_EQ(moment.time, 2.5);
  EXPECT_EQ(moment.paused, true);
  EXPECT_TRUE(moment.embedded);
  EXPECT_EQ(moment.controls, (std::vector<std::string>{"lambda", "method"}));
  const std::string link = formats::to_link(moment);
  EXPECT_EQ(formats::to_link(parse(link)), link);
  EXPECT_EQ(parse("camera=1,2,3,4,5,6").camera->target[2], 6);
}

TEST(Moment, WrongWordsAreNamedAndTheRestCounts) {
  const struct {
    const char *text, *said;
    bool broken = false;
  } cases[] = {{"scene=nowhere", "there is no scene \"nowhere\"; there are", true},
               {"scene=/etc/passwd", "there is no scene", true},
               {"lesson=../x.toml", "there is no lesson", true},
               {"session=!!!", "session is damaged", true},
               {"session=AAAA", "session is damaged", true},
               {"flavour=dls", "there is no \"flavour\""},
               {"method=foo", "there is no method \"foo\""},
               {"theme=pink", "theme"},
               {"panel=nonsense", "panel cannot be"},
               {"time=1e9", "time cannot be \"1e9\""},
               {"time=nan", "expected a number from 0 to 600"},
               {"camera=1", "camera cannot be \"1\""},
               {"paused=perhaps", "expected 1 or 0"},
               {"lesson=damping&step=2.5", "step cannot be \"2.5\"; expected a whole number"},
               {"target=left:1,2", "target cannot be \"left:1,2\""},
               {"compare=0-4", "compare cannot be \"0\""},
               {"compare=1-", "compare cannot be"},
               {"select=0", "select cannot be"},
               {"hide=error", "hide cannot be"},
               {"commands=AAAA", "commands is damaged"},
               {"speed=1&speed=2", "speed is given twice"},
               {"lambda=1&lambda=2", "lambda is given twice"},
               {"theme=dark&theme=light", "theme is given twice"}};
  for (const auto& [text, said, broken] : cases) {
    const auto moment = parse(std::string(text) + "&show_axes=on");
    ASSERT_EQ(moment.warnings.size(), 1u) << text << all(moment.warnings);
    EXPECT_TRUE(test::has(moment.warnings[0], said));
    EXPECT_TRUE(moment.warnings[0].starts_with("In the link, ")) << moment.warnings[0];
    EXPECT_EQ(moment.broken, broken) << text;
    EXPECT_FALSE(moment.view.empty()) << text;
  }
  EXPECT_TRUE(parse("theme=pink").broken) << "nothing of it is right";
}

/// People mistype links, and mail programs damage them.
TEST(Moment, WhatIsNearlyRightIsTaken) {
  const std::string right = "#scene=double-y&method=dls&lambda=0.1&panel=explain&theme=light";
  for (const char* text :
       {"#Scene=Double-Y&METHOD=DLS&lambda=0.1&Panel=Explain&theme=LIGHT",
        "https://host/#scene=double-y&method=dls&lambda=0.1&panel=explain&theme=light.",
        "(see #scene=double-y&method=dls&lambda=0.1&panel=explain&theme=light).",
        "#scene%3Ddouble-y%26method%3Ddls%26lambda%3D0.1%26panel%3Dexplain%26theme%3Dlight",
        "https://host/%23scene=double-y&method=dls&lambda=0.1&panel=explain&theme=light",
        "#scene=double-y&amp;method=dls&amp;lambda=0.1&amp;panel=explain&amp;theme=light"}) {
    const auto moment = parse(text);
    EXPECT_EQ(all(moment.warnings), "") << text;
    EXPECT_EQ(formats::to_link(moment), right) << text;
  }
  const auto moment = parse("#scene=dubble-y&methd=dsl&lambda=0.1&panel=explian&theme=lihgt");
  EXPECT_EQ(formats::to_link(moment), right);
  EXPECT_EQ(moment.warnings.size(), 5u) << all(moment.warnings);
  EXPECT_TRUE(
      test::has(all(moment.warnings), "there is no scene \"dubble-y\"; \"double-y\" was taken"));
}

TEST(Moment, Comparisons) {
  for (const char* text : {"compare=1-4", "compare=1,2,3,4", "compare=transpose,pinv,dls,sdls"})
    EXPECT_EQ(formats::to_link(parse(text)), "#compare=1-4") << text;
  EXPECT_EQ(formats::to_link(parse("compare=3,sdls")), "#compare=dls,sdls");
  const auto simulation = open("y", parse("compare=1-4&method=sdls&dmax_mode=constant&dmax=0.3"));
  ASSERT_EQ(simulation.runs().size(), 4u);
  EXPECT_EQ(simulation.runs()[3].settings().get("dmax"), 0.3);
}

TEST(Moment, WhatTheBodyOrTheMethodHasNot) {
  std::vector<std::string> warnings;
  const auto simulation =
      open("y", parse("method=sdls&lambda=0.3&hold=nose&target_speed=3"), &warnings);
  EXPECT_EQ(warnings.size(), 2u) << all(warnings);
  EXPECT_TRUE(test::has(all(warnings), "sdls has no parameter \"lambda\""));
  EXPECT_TRUE(test::has(all(warnings), "joint \"nose\" does not exist"));
  EXPECT_EQ(simulation.value("target_speed"), 3);
}

TEST(Moment, Limits) {
  std::string many = "#", wrong = "#";
  for (int i = 0; i < 10000; ++i) many += "&method=dls", wrong += "&a" + std::to_string(i) + "=1";
  std::vector<std::string> warnings;
  EXPECT_LE(open("y", parse(many), &warnings).runs().size(), 6u);
  EXPECT_FALSE(warnings.empty());
  EXPECT_LE(parse(wrong).warnings.size(), 9u);
  EXPECT_EQ(parse("#theme=" + std::string(5000, 'x')).warnings.size(), 1u);
  EXPECT_EQ(parse(std::string(2'000'000, '&')).warnings.size(), 1u);
  const std::string bomb = formats::pack(std::string(50'000'000, ' '));
  EXPECT_TRUE(test::has(all(parse("session=" + bomb).warnings), "larger"));
}

TEST(Moment, IsLink) {
  for (const char* text :
       {"#", "#scene=y", "https://host/a#scene=y", "scene=y", "scene=y&theme=light"})
    EXPECT_TRUE(formats::is_link(text)) << text;
  for (const char* text : {"", "y", "a.toml", "/home/me/a=b.toml", "./a=b", "scene = y\ntheme"})
    EXPECT_FALSE(formats::is_link(text)) << text;
  EXPECT_EQ(all(parse("https://host/a?b=c").warnings), "");
}

TEST(Moment, ASessionNamesNoFiles) {
  const auto problem = [](const std::string& text) {
    return all(parse("session=" + formats::pack(text)).warnings);
  };
  EXPECT_EQ(problem("like = \"y\"\nname = \"a\""), "");
  EXPECT_TRUE(test::has(problem("like = \"/home/me/a.toml\""), "names a file"));
  EXPECT_TRUE(test::has(problem("recording = \"a.bvh\""), "names a file"));
  EXPECT_TRUE(test::has(problem("[[solid]]\nfile = \"a.stl\""), "names a file"));
}

/// A link contains the text of the user's own lesson, but only the name of one of the program's.
TEST(Moment, LessonsOfOnesOwn) {
  const auto first = formats::load_lesson(formats::find_lesson("first-look"));
  formats::Moment named;
  EXPECT_TRUE(formats::add_lesson(*first, named));
  EXPECT_EQ(formats::to_link(named), "#lesson=first-look");

  std::string text = first->text;
  text.replace(text.find("A first look"), 12, "My own look!");
  const auto own = formats::parse_lesson(text, "01-first-look.toml");
  formats::Moment carried{.step = 2};
  EXPECT_TRUE(formats::add_lesson(*own, carried));
  const std::string link = formats::to_link(carried);
  EXPECT_LT(link.size(), 8000u);
  const formats::Moment read = parse(link);
  EXPECT_EQ(all(read.warnings), "");
  EXPECT_EQ(read.lesson_text, text);
  EXPECT_EQ(read.step, 2);
  EXPECT_TRUE(read.opens());

  lessons::Lesson elsewhere = *own;
  elsewhere.text.replace(elsewhere.text.find("scene = \"y\""), 11, "scene = \"/home/me/a.toml\"");
  EXPECT_FALSE(formats::add_lesson(elsewhere, carried));
  EXPECT_TRUE(
      test::has(all(parse("lesson_text=" + formats::pack(elsewhere.text)).warnings), "/home/me/a"));
}

TEST(Moment, EveryTextIsPacked) {
  std::mt19937 random(1);
  for (const size_t size : {0, 1, 2, 3, 4, 100, 70000}) {
    std::string text(size, ' ');
    for (char& letter : text) letter = static_cast<char>(random() % (size % 2 ? 256 : 5));
    EXPECT_EQ(formats::unpack(formats::pack(text), text.size(), "it"), text);
  }
  EXPECT_EQ(test::refusal([] { (void)formats::unpack(formats::pack("abc"), 2, "It"); }),
            "It is larger than a file may be");
}

/// Any text is read or refused, and a moment that was read is written and read back the same.
TEST(Moment, HoldsAnyNumberOfJointsAndNamesWithNumberSigns) {
  formats::Moment moment;
  moment.scene = "human";
  for (int i = 0; i < 60; ++i) moment.held_joints.push_back("left finger " + std::to_string(i));
  const formats::Moment again = parse(formats::to_link(moment));
  EXPECT_EQ(all(again.warnings), "");
  EXPECT_EQ(again.held_joints, moment.held_joints);
  EXPECT_EQ(parse("scene=y&target=tool%20%232:1,2,0").targets.at(0).effector, "tool #2");
  EXPECT_EQ(parse("scene=y&compare=1-3&mute=1&mute=2").muted_runs, (std::vector{2}));
}

TEST(Moment, Garbage) {
  std::mt19937 random(2);
  const std::string words =
      "&method=dls&lambda=0.1&method=sdls&panel=explain&theme=light&camera=1,2,3,4,5,6&time=3&"
      "paused=1&hold=a%20b&speed=0.5&embed=1&show=body&controls=lambda&height=300&compare=1-4&"
      "method=dls&"
      "target=left:1,2,3&select=2&mute=1&log=error&linear=step&hide=error:total";
  const std::string good[] = {"#scene=double-y" + words,
                              "#session=" + formats::pack("name = \"x\"") + words,
                              "#lesson=damping&step=2" + words};
  constexpr std::string_view letters = "=&#%,+-.0123456789abcdefxyz_ \n\0\xC3\xFF";
  const int rounds = test::sanitized ? 300 : 3000;
  int read = 0;
  for (int i = 0; i < rounds; ++i) {
    std::string text = good[i % 3];
    for (auto changes = random() % 12; changes > 0; --changes) {
      const size_t at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text[at] = letters[random() % letters.size()];
          break;
        case 1:
          text.erase(at, random() % 9);
          break;
        default:
          text.insert(at, std::string(letters.substr(random() % letters.size(), 4)));
      }
      if (text.empty()) text = "#";
    }
    const formats::Moment moment = parse(text);
    const std::string link = formats::to_link(moment);
    const formats::Moment again = parse(link);
    EXPECT_EQ(formats::to_link(again), link) << text;
    EXPECT_EQ(all(again.warnings), "") << text << "\n" << link;
    read += moment.warnings.empty();
  }
  EXPECT_GT(read, rounds / 30);
  EXPECT_LT(read, rounds * 5 / 6);
}

}  // namespace
}  // namespace moment_test

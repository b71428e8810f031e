// ikscope-lab handout and grade: sheets of lessons, and what students hand in.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "formats/assets.h"
#include "formats/hand_in.h"
#include "formats/lesson_file.h"
#include "lessons/course.h"
#include "sim/timeline/timeline.h"
#include "support.h"
#include "support/effort.h"

namespace lab_lessons_tests {

using nlohmann::json;
using test::Lab;

std::shared_ptr<const lessons::Lesson> lesson_named(const std::string& name) {
  return formats::load_lesson(formats::find_lesson(name));
}

/// Returns what a student hands in who does every task of the lesson by its solution, with one more
/// command that is not part of it, and answers all right.
formats::HandIn done(const std::string& name) {
  const auto lesson = lesson_named(name);
  lessons::Course course(lesson);
  formats::HandIn all{.lesson = lesson->title, .version = "1", .steps = {}};
  std::optional<sim::Timeline> timeline;
  for (int i = 0; i < static_cast<int>(lesson->steps.size()); ++i) {
    course.go_to(i);
    if (course.step().scene) timeline.emplace(sim::Simulation(course.step().scene));
    formats::HandedStep& step = all.steps.emplace_back();
    if (course.step().question) step.answer = course.step().question->right;
    if (!course.step().task) continue;
    const int64_t began = timeline->now();
    timeline->apply(sim::SetParameter{"target_speed",
                                      timeline->simulation().value("target_speed") * (1 + 1e-9)});
    const auto& solution = course.step().task->solution;
    size_t next = 0;
    for (int64_t tick = 0; tick < 3600 && !course.is_done(); ++tick) {
      for (; next < solution.size() && solution[next].tick <= tick; ++next)
        timeline->apply(solution[next].command, solution[next].run_serial);
      timeline->step();
      course.observe(timeline->simulation());
    }
    EXPECT_TRUE(course.is_done()) << name << " " << i + 1;
    const Eigen::VectorXd& theta = timeline->simulation().run().solver().pose().theta;
    step.task = formats::DoneTask{.began = began,
                                  .session = formats::session_of(*timeline),
                                  .end = {theta.begin(), theta.end()}};
  }
  return all;
}

class Graded : public Lab {
 protected:
  void hand_in(const std::string& name, const std::string& text) const {
    std::ofstream(file(name), std::ios::binary) << text;
  }
  json grades(const std::string& words) const {
    return json::parse(succeed("grade --json " + words))["files"];
  }
};

TEST_F(Graded, WhatIsDoneIsFoundDone) {
  for (const std::string& name : test::some(3, formats::lesson_names())) {
    hand_in("a.toml", formats::to_toml(done(name)));
    const json all = json::parse(succeed("grade --json " + name + " a.toml"));
    const json& one = all["files"][0];
    EXPECT_EQ(one["answers_right"], all["questions"]) << name;
    EXPECT_EQ(one["tasks_done"], all["tasks"]) << name;
    EXPECT_EQ(one["remarks"], json::array()) << name;
  }
}

TEST_F(Graded, WhatWasTamperedWithIsFound) {
  formats::HandIn all = done("damping");
  const std::string text = formats::to_toml(all);
  hand_in("a.toml", text);
  hand_in("copy.toml", text);
  size_t answer = text.find("\nanswer = ");
  ASSERT_NE(answer, text.npos);
  std::string edited = text;
  edited.replace(answer, std::string("\nanswer = 1").size(), "\nanswer = 5");
  hand_in("edited.toml", edited);

  // Who computes the first line anew is found where the session does not lead there.
  formats::HandIn moved = all, elsewhere = all, shorter = all;
  int tasks = 0;
  for (formats::HandIn* one : {&moved, &elsewhere, &shorter})
    for (formats::HandedStep& step : one->steps) {
      if (!step.task) continue;
      ++tasks;
      if (one == &moved) step.task->end[0] += 0.1;
      if (one == &shorter) step.task->session.steps -= 100;
      if (one != &elsewhere) continue;
      auto scene = std::make_shared<sim::Scene>(*step.task->session.scene);
      scene->targets[0].manual.held = {0.1, 0.2, 0.3};
      step.task->session.scene = scene;
    }
  ASSERT_GT(tasks, 0);
  hand_in("moved.toml", formats::to_toml(moved));
  hand_in("elsewhere.toml", formats::to_toml(elsewhere));
  hand_in("shorter.toml", formats::to_toml(shorter));
  hand_in("other.toml", formats::to_toml(done("transpose")));
  hand_in("scene.toml", "name = 'no hand-in'\n");

  const json files = grades(
      "--csv table.csv damping a.toml copy.toml edited.toml moved.toml elsewhere.toml shorter.toml "
      "other.toml scene.toml nosuch.toml");
  const std::vector<std::string> remarks{"",
                                         "has the session of a.toml",
                                         "was edited after it was written",
                                         "ends elsewhere",
                                         "begins from another scene",
                                         "does not meet the conditions",
                                         "is of the lesson \"" + lesson_named("transpose")->title,
                                         "was not handed in",
                                         "nosuch.toml"};
  ASSERT_EQ(files.size(), remarks.size());
  for (size_t i = 0; i < remarks.size(); ++i) {
    if (remarks[i].empty()) {
      EXPECT_EQ(files[i]["remarks"], json::array());
    }
    EXPECT_TRUE(test::has(files[i]["remarks"].dump(-1, ' ', false, json::error_handler_t::replace),
                          json(remarks[i]).dump().substr(1, json(remarks[i]).dump().size() - 2)))
        << files[i].dump();
    if (i > 3) {
      EXPECT_EQ(files[i]["tasks_done"], 0) << files[i].dump();
    }
  }
  EXPECT_EQ(test::lines(test::contents(file("table.csv"))).size(), 1 + remarks.size());
  expect_refusal("grade nosuch a.toml", "there is no lesson \"nosuch\"");
}

TEST_F(Graded, WhatTheProgramDidIsSaid) {
  const auto lesson = lesson_named("damping");
  formats::HandIn all = done("damping");
  for (size_t i = 0; i < all.steps.size(); ++i)
    if (all.steps[i].task) all.steps[i].task->session.commands = lesson->steps[i].task->solution;
  hand_in("a.toml", formats::to_toml(all));
  EXPECT_TRUE(test::has(grades("damping a.toml")[0].dump(), "“Do it for me”"));
}

TEST_F(Graded, IsNeitherASceneNorALesson) {
  hand_in("a.toml", formats::to_toml(done("damping")));
  for (const char* words : {"run --scene a.toml", "handout a.toml sheet.html"})
    expect_refusal(words, "this was handed in after the lesson \"" +
                              lesson_named("damping")->title + "\"; ikscope-lab grade checks it");
}

TEST_F(Lab, HandoutsAreWholeLessons) {
  for (const std::string& name : test::some(3, formats::lesson_names())) {
    succeed("handout " + name + " sheet.html");
    const std::string sheet = test::contents(file("sheet.html"));
    const auto lesson = lesson_named(name);
    EXPECT_TRUE(test::has(sheet, lesson->title));
    EXPECT_TRUE(test::has(sheet, "<svg")) << name;
    EXPECT_EQ(sheet.find("nan"), std::string::npos) << name;
    EXPECT_EQ(sheet.find("({"), std::string::npos) << name;
    EXPECT_EQ(sheet.find("<li class=right>"), std::string::npos) << "a sheet without answers";
    for (const lessons::Step& step : lesson->steps)
      EXPECT_TRUE(test::has(sheet, ". " + step.title)) << name << ": " << step.title;
  }
}

TEST_F(Lab, PicturesOfHandoutsShowWhatTheirStepsAreAbout) {
  const auto sheet = [&](const std::string& name) {
    succeed("handout " + name + " sheet.html");
    return test::contents(file("sheet.html"));
  };
  EXPECT_TRUE(
      test::has(sheet("null-space"), "fill=\"none\" stroke=\"#969ba0\" stroke-width=\"1.5\""))
      << "obstacles";
  EXPECT_TRUE(test::has(sheet("damping"), "\">●</span>&nbsp;DLS λ 0.4"));
  EXPECT_TRUE(test::has(sheet("newton"), ", after 0.5 s"));
}

TEST_F(Lab, HandoutsHaveAnswersWhereTheyAreAskedFor) {
  succeed("handout first-look answers.html --answers");
  const std::string sheet = test::contents(file("answers.html"));
  int questions = 0;
  const auto lesson = lesson_named("first-look");
  for (const lessons::Step& step : lesson->steps) {
    if (!step.question) continue;
    ++questions;
    const std::string& right = step.question->answers[static_cast<size_t>(step.question->right)];
    EXPECT_TRUE(test::has(sheet, "<li class=right>" + right));
  }
  EXPECT_GT(questions, 0);
  EXPECT_TRUE(test::has(sheet, "One way: "));
  const Result pdf = lab("handout damping sheet.pdf");
  if (pdf.code == 0)
    EXPECT_EQ(test::contents(file("sheet.pdf")).substr(0, 5), "%PDF-");
  else
    EXPECT_TRUE(test::has(pdf.err, "neither weasyprint nor chromium"));
  EXPECT_FALSE(std::filesystem::exists(file("sheet.pdf.html")));
  succeed("handout first-look SHEET.HTML");
  expect_refusal("handout damping sheet.doc", "expected FILE.html or FILE.pdf");
  expect_refusal("handout damping", "a lesson and a file");
  expect_refusal("handout nosuch sheet.html", "there is no lesson \"nosuch\"");
}

}  // namespace lab_lessons_tests

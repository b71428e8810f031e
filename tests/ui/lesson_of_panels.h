#pragma once
#include <memory>
#include <string>

#include "lessons/lesson.h"
#include "support/bodies.h"
#include "ui/panel.h"

namespace test {

/// A step for each panel that can be pointed at, with a question and a task.
inline std::shared_ptr<lessons::Lesson> lesson_of_panels() {
  auto lesson = std::make_shared<lessons::Lesson>();
  lesson->title = "Panels";
  for (const std::string_view panel : ui::spots()) {
    lessons::Step step{.title = "Look at " + std::string(panel), .text = "Look at it."};
    step.look_at = {{.panel = std::string(panel)}};
    step.question = {.text = "What?", .answers = {"This", "That"}, .right = 1, .because = "So"};
    step.task = {
        .text = "Wait", .until = {{.quantity = "lambda"}}, .hint = "Sit", .solution = {{}}};
    lesson->steps.push_back(std::move(step));
  }
  lesson->steps[0].scene = test::y_scene();
  return lesson;
}

}  // namespace test

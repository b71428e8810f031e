// Every step of every lesson with the mouse alone, as a student does it: questions are answered,
// tasks done as their solution does them, in the real window. GLFW's mouse and clock are ours
// (tests/monkey/input.h), so that a task takes as many frames on every machine.

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/app.h"
#include "app/glfw/desktop.h"
#include "formats/assets.h"
#include "formats/lesson_file.h"
#include "ik/methods/method.h"
#include "monkey/input.h"
#include "support/draw_nothing.h"
#include "support/effort.h"
#include "support/temporary_folder.h"
#include "ui/item_rect.h"
#include "ui/kit/format.h"
#include "ui/options/options.h"
#include "view/up_axis.h"

namespace lessons_by_mouse_test {
namespace input = monkey::input;

constexpr float width = 1280, height = 720;
constexpr double at_once = 1e-3, late = 0.1;  // s: between two frames

/// Returns the first lesson that comes by and the end: half of them under the sanitizers, the
/// others without.
std::pair<size_t, size_t> some_lessons() {
  const size_t all = formats::lesson_names().size();
  return test::sanitized ? std::pair{size_t{0}, all / 2} : std::pair{all / 2, all};
}

class ByMouse : public testing::Test {
 protected:
  void SetUp() override {
    if (std::getenv("DISPLAY") == nullptr) GTEST_SKIP() << "no display";
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
      setenv(name, folder_.path().c_str(), 1);
    app::Options options;
    options.size = app::Size{static_cast<int>(width), static_cast<int>(height)};
    options.window = {{ui::options::ui_scale().key, "1"}, {ui::options::msaa().key, "0"}};
    options.lesson = formats::lesson_names()[some_lessons().first];
    input::on_title = [this](const std::string& title) { title_ = title; };
    app_ = std::make_unique<app::App>(options, app::open_window);
    draw_nothing(true);
    frames(3);
  }
  void TearDown() override { input::on_title = {}; }

  const sim::Simulation& simulation() const { return app_->session().simulation(); }
  const ui::LessonStrip& strip() const { return app_->ui().state().lesson; }
  bool done() const { return title_.find("✓") != std::string::npos; }
  std::string where() const { return title_; }

  void frames(int count, double seconds = at_once) {
    input::pace(seconds);
    for (int i = 0; i < count; ++i) ASSERT_TRUE(app_->frame());
  }
  void settle() { frames(6, late); }  // a flight of the camera takes so long
  template <class Condition>
  bool wait(Condition condition, int most) {
    for (int i = 0; i < most && !condition(); ++i) frames(1, late);
    return condition();
  }

  void move(ImVec2 to) {
    input::move(to.x, to.y);
    frames(2);
  }
  void press(bool down) {
    input::button(0, down, 0);
    frames(2);
  }
  void drag(ImVec2 from, ImVec2 to) {
    input::move(from.x, from.y);
    input::button(0, true, 0);
    frames(2);
    for (int i = 1; i <= 6; ++i) {
      const float part = static_cast<float>(i) / 6;
      move({from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)});
    }
    press(false);
  }

  ImGuiWindow* window(std::string_view name) const {
    ImGuiWindow* found = nullptr;
    for (ImGuiWindow* one : ImGui::GetCurrentContext()->Windows)
      if (std::string_view(one->Name).find(name) != std::string_view::npos && one->WasActive &&
          (!found || std::string_view(one->Name).size() < std::string_view(found->Name).size()))
        found = one;
    return found;
  }
  /// In a panel, scrolled to if that is needed.
  std::optional<ImRect> find(std::string_view panel, const std::vector<std::string>& ids) {
    for (int notch = 0; notch < 40; ++notch) {
      ImGuiWindow* in = window(panel);
      if (!in) return {};
      ImGuiID id = in->ID;
      for (const std::string& part : ids) id = ImHashStr(part.c_str(), part.size(), id);
      const auto drawn = test::item_rect(in, id, [this] { frames(1); });
      if (!drawn) return {};
      const ImRect& sight = in->InnerClipRect;
      if (drawn->Min.y >= sight.Min.y && drawn->Max.y <= sight.Max.y) return drawn;
      scrolled_ += notch == 0;
      move(sight.GetCenter());
      input::scroll(0, drawn->Min.y < sight.Min.y ? 1 : -1);
      frames(2);
    }
    return {};
  }
  bool click(std::string_view panel, const std::vector<std::string>& ids) {
    const auto drawn = find(panel, ids);
    if (!drawn) return false;
    move(drawn->GetCenter());
    press(true);
    press(false);
    return true;
  }
  /// Where text, question and task have no room at a time, their pages are turned to it.
  bool click_in_lesson(const std::string& name) {
    for (int pages = 0; pages < 3; ++pages) {
      for (const char* part : {"lesson/question", "lesson/task", "lesson"})
        if (click(part, {name})) return true;
      if (!click("lesson", {"Question"}) && !click("lesson", {"Try it"})) return false;
      settle();  // what comes under the pointer does not take the second half of a double click
    }
    return false;
  }

  /// In pixels of the window; of what is outside of the view the nearest point in it.
  std::optional<ImVec2> seen(const Eigen::Vector3d& point) const {
    const view::UpAxis up(simulation().scene().up);
    const auto pixel = app_->body().camera().project(up.to_glm(point));
    const ui::Rect& rect = app_->ui().views().front().rect;
    constexpr float edge = 15;
    if (!pixel) return {};
    return ImVec2(rect.x + std::clamp(pixel->x, edge, rect.width - edge),
                  rect.y + std::clamp(pixel->y, edge, rect.height - edge));
  }
  Eigen::Vector3d target(int index) const {
    return simulation().target_state().position.col(index);
  }

  // What a solution does, by hand:
  bool perform(const sim::ChooseMethod& command) {
    return click("controls/settings", {command.name});
  }
  bool perform(const sim::AddRun&) {
    return click("controls/settings", {"+  Compare with another run"}) ||
           click("controls/settings", {"+ add"});
  }
  bool perform(const sim::SetPriority& command) {
    bool all = true;
    for (int index = 0; index < static_cast<int>(command.order.size()); ++index)
      while (all) {
        const std::vector<int> order = simulation().run().solver().order();
        const auto now = std::ranges::find(order, command.order[static_cast<size_t>(index)]);
        const int at = static_cast<int>(now - order.begin());
        if (at <= index) break;
        const std::string row(reinterpret_cast<const char*>(&at), sizeof at);
        all = click("controls/settings", {row, "up"});
      }
    return all;
  }
  bool perform(const sim::SetParameter& command) {
    const base::Parameter& parameter = simulation().parameter(command.key);
    const std::string key = command.key;
    if (!parameter.choices.empty()) {
      const auto choice =
          std::string(base::shown_choices(parameter)[static_cast<size_t>(command.value)]);
      if (parameter.is_toggle()) return click("controls/settings", {key, "switch"});
      if (click("controls/settings", {key, "choice", choice})) return true;
      return click("controls/settings", {key, "choice", "##list"}) && click("##Combo", {choice});
    }
    const auto slider = find("controls/settings", {key, "slider"});
    if (!slider) return false;
    const float knob = std::round(0.42f * ui::em(app_->ui().state().look));
    const auto at = [&](double value) {
      const auto part = static_cast<float>(ui::slider_position(parameter, value));
      return ImVec2(slider->Min.x + knob + part * (slider->GetWidth() - 2 * knob),
                    slider->GetCenter().y);
    };
    drag(at(simulation().value(key)), at(command.value));
    return true;
  }
  bool perform(const sim::HoldTarget& command) {
    settle();
    for (int tries = 0; tries < 100; ++tries) {  // it moves
      const auto from = seen(target(command.target)), to = seen(command.position);
      if (!from || !to) return false;
      input::move(from->x, from->y);
      frames(1);
      if (ImGui::GetMouseCursor() != ImGuiMouseCursor_Hand) continue;
      drag(*from, *to);
      return true;
    }
    return false;
  }
  bool perform(const auto&) {
    ADD_FAILURE() << "a solution does what this test cannot";
    return false;
  }

  test::TemporaryFolder folder_;
  std::unique_ptr<app::App> app_;
  std::string title_;
  int scrolled_ = 0;
};

TEST_F(ByMouse, EveryStepOfALessonIsDone) {
  const lessons::WindowTerms terms{ui::options::table(), ui::spots()};
  const std::vector<std::string> names = formats::lesson_names();
  int steps = 0, tasks = 0;
  const auto [begin, end] = some_lessons();
  for (size_t number = begin; number < end; ++number) {
    const auto lesson = formats::load_lesson(formats::find_lesson(names[number]), &terms);
    for (size_t i = 0; i < lesson->steps.size(); ++i) {
      const lessons::Step& step = lesson->steps[i];
      const std::string title = lesson->title + " " + std::to_string(i + 1) + " of ";
      ASSERT_TRUE(wait([&] { return title_.find(title) != std::string::npos; }, 20))
          << title << " is not there, but " << where();
      for (int k = 0; k < 3 && i == 0; ++k) {  // a student waits; ten times as fast is enough here
        input::key('=', '+', true, false, 0);
        frames(2);
        input::key('=', '+', false, false, 0);
        frames(2);
      }
      settle();
      if (step.question) {
        ASSERT_TRUE(click_in_lesson("answer " + std::to_string(step.question->right))) << where();
      }
      if (step.task) {
        ++tasks;
        for (const sim::LoggedCommand& one : step.task->solution)
          ASSERT_TRUE(std::visit([&](const auto& command) { return perform(command); },
                                 static_cast<const sim::AnyCommand&>(one.command)))
              << where();
        move({0.5f * width, height - 5});
      }
      ASSERT_TRUE(wait([&] { return done(); }, 400)) << where() << " is not done";
      settle();  // what is said of it then takes its room
      const bool last = i + 1 == lesson->steps.size();
      std::string words = "Next";
      if (last && number + 1 < names.size()) {
        const auto next = formats::load_lesson(formats::find_lesson(names[number + 1]), &terms);
        words += ": " + std::to_string(number + 2) + ", " +
                 next->title.substr(0, next->title.find(": "));
      } else if (last) {
        words = "Finish";
      }
      ASSERT_TRUE(click_in_lesson(words)) << where() << " has no button " << words;
      ++steps;
    }
  }
  EXPECT_GT(steps, 25);
  EXPECT_GT(tasks, 15);
  EXPECT_LE(scrolled_, 5) << "what a task is done with is in sight";
}

}  // namespace lessons_by_mouse_test

#include <gtest/gtest.h>

#include "desk.h"
#include "ik/method.h"
#include "ik/solver.h"
#include "ui/parameter_row.h"

namespace {

using test::Desk;
using test::tall;

/// A body that turns and slides, so that it has a row for every parameter.
std::shared_ptr<const sim::Scene> sliding_scene() {
  ik::Skeleton body({{.name = "turn", .axis = {0, 0, 1}},
                     {.name = "slide",
                      .parent = 0,
                      .type = ik::JointType::Prismatic,
                      .position = {1, 0, 0},
                      .axis = {1, 0, 0}}},
                    {{.name = "hand", .joint = 1, .position = {2, 0, 0}}});
  return test::scene_of("slide", std::move(body),
                        {test::sinusoid(0, {1.5, 0.5, 0}, {0.5, 0.5, 0}, {3, 4, 0})});
}

TEST(Panels, AMethodButtonChoosesIt) {
  Desk desk;
  const auto button = desk.find("controls/settings", {"sdls"});
  ASSERT_TRUE(button);
  desk.click(*button);
  ASSERT_TRUE(desk.last<sim::ChooseMethod>());
  EXPECT_EQ(desk.last<sim::ChooseMethod>()->name, "sdls");
  desk.click(*button);  // already at work: nothing more is asked for
  EXPECT_EQ(desk.posted.size(), 1u);
}

TEST(Panels, EveryParameterOfEveryMethodHasARowAndATooltip) {
  Desk desk(tall, sliding_scene());
  for (const char* closed : {"Updates", "Null space"}) {
    const auto section = desk.find("controls/settings", {closed});
    ASSERT_TRUE(section) << closed;
    desk.click(*section);
    desk.frames(3);
  }
  for (const ik::MethodInfo* method : ik::methods()) {
    desk.session->post(sim::ChooseMethod{std::string(method->name)});
    desk.frames(3);
    for (const ik::Parameter& parameter : method->parameters()) {
      const std::string key(parameter.key);
      const auto help = desk.find("controls/settings", {key, "help"});
      ASSERT_TRUE(help) << method->name << "." << key;
      desk.move(*help);
      EXPECT_TRUE(desk.tooltip_shown()) << method->name << "." << key;
    }
  }
}

TEST(Panels, TooltipsSayWhatIsDeclared) {
  Desk desk;
  for (const ik::MethodInfo* method : ik::methods()) {
    for (const ik::Parameter& parameter : method->parameters()) {
      ImGui::NewFrame();
      ImGui::SetNextWindowSize({600, 600});
      ImGui::Begin("help");
      ImGui::LogToBuffer();
      ui::parameter_help(desk.ui.state().look, parameter, parameter.standard,
                         {.formula = method->formula});
      const std::string said = ImGui::GetCurrentContext()->LogBuffer.c_str();
      ImGui::LogFinish();
      ImGui::End();
      ImGui::Render();
      for (std::string_view part :
           {parameter.explanation, method->formula, parameter.source, parameter.key})
        EXPECT_NE(said.find(part), said.npos) << parameter.key << ": " << part << "\n" << said;
      EXPECT_FALSE(parameter.explanation.empty());
      EXPECT_NE(said.find("Default"), said.npos);
      EXPECT_NE(said.find("Allowed"), said.npos);
    }
  }
}

TEST(Panels, ASliderIsDragged) {
  Desk desk(tall);
  const auto knob = desk.find("controls/settings", {"lambda", "slider"});
  ASSERT_TRUE(knob);
  const double before = desk.session->simulation().value("lambda");
  desk.drag(*knob, {60, knob->y});
  ASSERT_TRUE(desk.last<sim::SetParameter>());
  EXPECT_EQ(desk.last<sim::SetParameter>()->key, "lambda");
  EXPECT_LT(desk.session->simulation().value("lambda"), before);
  desk.drag({60, knob->y}, {-500, knob->y});  // beyond the end: the end
  EXPECT_EQ(desk.session->simulation().value("lambda"), 0);

  const auto undo = desk.find("controls/settings", {"lambda", "reset"});
  ASSERT_TRUE(undo);
  desk.click(*undo);
  ASSERT_TRUE(desk.last<sim::ResetParameter>());
  desk.frames(2);
  EXPECT_EQ(desk.session->simulation().value("lambda"), before);
  EXPECT_FALSE(desk.find("controls/settings", {"lambda", "reset"}));
}

TEST(Panels, AValueIsTypedAndChecked) {
  Desk desk(tall);
  const auto value = desk.find("controls/settings", {"lambda", "value"});
  ASSERT_TRUE(value);
  const auto type = [&](const char* text) {
    desk.click(*value);
    desk.frames(3);
    desk.type(text);
    desk.tap(ImGuiKey_Enter);
    desk.frames(2);
  };
  type("0.25");
  EXPECT_EQ(desk.session->simulation().value("lambda"), 0.25);
  for (const char* wrong : {"nonsense", "-1", "1e99"}) {
    type(wrong);
    EXPECT_EQ(desk.session->simulation().value("lambda"), 0.25) << wrong;
    EXPECT_FALSE(desk.ui.state().toasts.empty());
    EXPECT_NE(desk.ui.state().toasts.newest().find("lambda"), std::string::npos);
  }
}

TEST(Panels, CtrlClickTypesIntoASlider) {
  Desk desk(tall);
  const auto knob = desk.find("controls/settings", {"lambda", "slider"});
  ASSERT_TRUE(knob);
  ImGui::GetIO().KeyCtrl = true;
  desk.click(*knob);
  ImGui::GetIO().KeyCtrl = false;
  desk.frames(3);
  EXPECT_TRUE(ImGui::GetIO().WantTextInput);
  desk.type("2");
  desk.tap(ImGuiKey_Enter);
  desk.frames(2);
  EXPECT_EQ(desk.session->simulation().value("lambda"), 2);
}

TEST(Panels, ChoicesSwitchesAndSpecialWords) {
  Desk desk(tall);
  const auto constant = desk.find("controls/settings", {"dmax_mode", "choice", "constant"});
  ASSERT_TRUE(constant);
  desk.click(*constant);
  EXPECT_EQ(desk.session->simulation().run().settings().text("dmax_mode"), "constant");

  const auto infinite = desk.find("controls/settings", {"dmax", "inf"});
  ASSERT_TRUE(infinite);
  const double length = desk.session->simulation().value("dmax");
  desk.click(*infinite);
  EXPECT_EQ(desk.session->simulation().run().settings().text("dmax"), "inf");
  desk.click(*infinite);
  EXPECT_EQ(desk.session->simulation().value("dmax"), length);

  const auto limits = desk.find("controls/settings", {"limits", "switch"});
  ASSERT_TRUE(limits);
  const double before = desk.session->simulation().value("limits");
  desk.click(*limits);
  desk.frame();
  EXPECT_EQ(desk.session->simulation().value("limits"), 1 - before);
}

TEST(Panels, AMovedTargetCanGoHome) {
  Desk desk(tall);
  desk.session->post(sim::HoldTarget{0, {1, 1, 1}});
  desk.frames(2, 1. / 60);
  ImGuiWindow* column = desk.window("controls/settings");
  ASSERT_TRUE(column);
  const int index = 0;
  const ImGuiID row = ImHashData(&index, sizeof index, column->ID);
  const ImGuiID home = ImHashStr("Home", 0, row);
  bool found = false;
  for (float y = column->Pos.y; y < column->Pos.y + column->Size.y && !found; y += 6) {
    desk.move({column->Pos.x + column->Size.x - 30, y});
    found = ImGui::GetCurrentContext()->HoveredId == home;
  }
  ASSERT_TRUE(found);
  desk.click(ImGui::GetIO().MousePos);
  ASSERT_TRUE(desk.last<sim::ReleaseTarget>());
  EXPECT_EQ(desk.last<sim::ReleaseTarget>()->to, sim::ReleaseTarget::To::Home);
}

TEST(Panels, TheClock) {
  Desk desk;
  for (const char* id : {"pause", "step", "restart"}) {
    const auto button = desk.find("controls", {id});
    ASSERT_TRUE(button) << id;
    desk.click(*button);
  }
  ASSERT_EQ(desk.posted.size(), 3u);
  EXPECT_TRUE(std::get<sim::SetPaused>(desk.posted[0]).paused);
  EXPECT_TRUE(std::holds_alternative<sim::SingleStep>(desk.posted[1]));
  EXPECT_TRUE(std::holds_alternative<sim::Restart>(desk.posted[2]));
}

TEST(Panels, NothingIsOverTheBody) {
  Desk desk;
  const ui::Rect& body = desk.ui.body();
  ASSERT_FALSE(body.empty());
  for (float u : {0.02f, 0.5f, 0.98f})
    for (float v : {0.02f, 0.5f, 0.98f}) {
      desk.move({body.x + u * body.width, body.y + v * body.height});
      EXPECT_FALSE(ImGui::GetIO().WantCaptureMouse) << u << " " << v;
    }
}

TEST(Panels, AnySizeAnyScaleAnyScene) {
  for (float scale : {0.5f, 1.f, 2.f, 3.f}) {
    Desk desk({1280, 800}, test::double_y_25_scene());
    desk.ui.set_scale(scale);
    desk.run(50);
    for (ImVec2 size : {ImVec2(1280, 800), {0, 0}, {1, 1}, {300, 200}, {3840, 2160}, {800, 30}}) {
      ImGui::GetIO().DisplaySize = size;
      desk.frames(3, 1. / 60);
    }
    desk.key({ui::key::f1});
    ImGui::GetIO().DisplaySize = {0, 0};
    desk.frames(3);
  }
}

TEST(Panels, NoSession) {
  Desk desk;
  desk.session.reset();
  desk.frames(3);
  for (const ui::Shortcut& shortcut : ui::shortcuts()) desk.key(shortcut.chords[0]);
  EXPECT_TRUE(desk.posted.empty());
}

TEST(Toasts, FadeAndErrorsStayLonger) {
  Desk desk;
  desk.ui.message("saved");
  desk.ui.error("wrong");
  desk.frames(3);
  EXPECT_TRUE(desk.shown("toast 1"));
  desk.frames(6 * 60);
  EXPECT_EQ(desk.ui.state().toasts.newest(), "wrong");
  EXPECT_FALSE(desk.shown("toast 1"));
  desk.frames(6 * 60);
  EXPECT_TRUE(desk.ui.state().toasts.empty());
}

}  // namespace

#include <gtest/gtest.h>

#include "ik/methods/method.h"
#include "ik/solve/solver.h"
#include "ui/kit/layers.h"
#include "ui/parameter_row.h"
#include "ui_harness.h"

namespace {

using test::tall;
using test::UiHarness;

/// A body that turns and slides to a place and an orientation, so that it has a row for every
/// parameter.
std::shared_ptr<const sim::Scene> sliding_scene() {
  ik::Skeleton body({{.name = "turn", .axis = {0, 0, 1}},
                     {.name = "slide",
                      .parent = 0,
                      .type = ik::JointType::Prismatic,
                      .position = {1, 0, 0},
                      .axis = {1, 0, 0},
                      .max_speed = 3}},
                    {{.name = "hand", .joint = 1, .position = {2, 0, 0}},
                     {.name = "turn",
                      .joint = 1,
                      .position = {2, 0, 0},
                      .goal = {.info = &ik::find_goal("orientation")}}});
  return test::scene_of("slide", std::move(body),
                        {test::sinusoid(0, {1.5, 0.5, 0}, {0.5, 0.5, 0}, {3, 4, 0}),
                         test::sinusoid(1, {0, 0, 0.3}, {0, 0, 0.2}, {0, 0, 3})});
}

TEST(Panels, TheSceneCountsWhatIsWrongWithItsMeshes) {
  UiHarness harness(tall);
  EXPECT_FALSE(harness.says("1 notice"));
  harness.context.mesh_notices = {"part.stl: cannot be read. The body is drawn without it."};
  harness.frames(3);
  EXPECT_TRUE(harness.says("1 notice"));
}

TEST(Panels, AMethodButtonChoosesIt) {
  UiHarness harness;
  const auto button = harness.find("controls/settings", {"sdls"});
  ASSERT_TRUE(button);
  harness.click(*button);
  ASSERT_TRUE(harness.last<sim::ChooseMethod>());
  EXPECT_EQ(harness.last<sim::ChooseMethod>()->name, "sdls");
  harness.click(*button);  // already at work: nothing more is asked for
  EXPECT_EQ(harness.posted.size(), 1u);
}

TEST(Panels, EveryParameterOfEveryMethodHasARowAndATooltip) {
  UiHarness harness(tall, sliding_scene());
  for (const char* closed : {"Updates", "Turns and slides", "Null space"}) {
    ASSERT_TRUE(harness.click_on("controls/settings", {closed})) << closed;
    harness.frames(3);
  }
  for (const ik::MethodInfo* method : ik::methods()) {
    harness.session->post(sim::ChooseMethod{std::string(method->name)});
    harness.frames(3);
    for (const base::Parameter& parameter : method->parameters()) {
      const std::string key(parameter.key);
      const base::Settings& settings = harness.session->simulation().run().settings();
      if (!parameter.primary && !settings.has_effect(parameter)) continue;
      const auto help = harness.find("controls/settings", {key, "help"});
      ASSERT_TRUE(help) << method->name << "." << key;
      harness.move(*help);
      EXPECT_TRUE(harness.tooltip_shown()) << method->name << "." << key;
    }
  }
}

TEST(Panels, TooltipsSayWhatIsDeclared) {
  UiHarness harness;
  for (const ik::MethodInfo* method : ik::methods()) {
    for (const base::Parameter& parameter : method->parameters()) {
      ImGui::NewFrame();
      ImGui::SetNextWindowSize({600, 600});
      ImGui::Begin("help");
      ImGui::LogToBuffer();
      ui::parameter_help(harness.ui.state().look, parameter, parameter.default_value,
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
  UiHarness harness(tall);
  const auto knob = harness.find("controls/settings", {"lambda", "slider"});
  ASSERT_TRUE(knob);
  const double before = harness.session->simulation().value("lambda");
  harness.drag(*knob, {60, knob->y});
  ASSERT_TRUE(harness.last<sim::SetParameter>());
  EXPECT_EQ(harness.last<sim::SetParameter>()->key, "lambda");
  EXPECT_LT(harness.session->simulation().value("lambda"), before);
  harness.drag({60, knob->y}, {-500, knob->y});  // beyond the end: the end
  EXPECT_EQ(harness.session->simulation().value("lambda"), 0);

  ASSERT_TRUE(harness.click_on("controls/settings", {"lambda", "reset"}));
  ASSERT_TRUE(harness.last<sim::ResetParameter>());
  harness.frames(2);
  EXPECT_EQ(harness.session->simulation().value("lambda"), before);
  EXPECT_FALSE(harness.find("controls/settings", {"lambda", "reset"}));
}

TEST(Panels, AValueIsTypedAndChecked) {
  UiHarness harness(tall);
  const auto value = harness.find("controls/settings", {"lambda", "value"});
  ASSERT_TRUE(value);
  const auto type = [&](const char* text) {
    harness.click(*value);
    harness.frames(3);
    harness.type(text);
    harness.tap(ImGuiKey_Enter);
    harness.frames(2);
  };
  type("0.25");
  EXPECT_EQ(harness.session->simulation().value("lambda"), 0.25);
  for (const char* wrong : {"nonsense", "-1", "1e99"}) {
    type(wrong);
    EXPECT_EQ(harness.session->simulation().value("lambda"), 0.25) << wrong;
    EXPECT_FALSE(harness.ui.state().toasts.empty());
    EXPECT_NE(harness.ui.state().toasts.newest().find("λ"), std::string::npos);
  }
}

TEST(Panels, CtrlClickTypesIntoASlider) {
  UiHarness harness(tall);
  const auto knob = harness.find("controls/settings", {"lambda", "slider"});
  ASSERT_TRUE(knob);
  ImGui::GetIO().KeyCtrl = true;
  harness.click(*knob);
  ImGui::GetIO().KeyCtrl = false;
  harness.frames(3);
  EXPECT_TRUE(ImGui::GetIO().WantTextInput);
  harness.type("2");
  harness.tap(ImGuiKey_Enter);
  harness.frames(2);
  EXPECT_EQ(harness.session->simulation().value("lambda"), 2);
}

TEST(Panels, ChoicesSwitchesAndSpecialWords) {
  UiHarness harness(tall);
  ASSERT_TRUE(harness.click_on("controls/settings", {"dmax_mode", "choice", "constant"}));
  EXPECT_EQ(harness.session->simulation().run().settings().text("dmax_mode"), "constant");

  harness.session->post(sim::ChooseMethod{"transpose"});
  harness.session->post(sim::SetParameter{"alpha", 0.2});
  harness.frames(3);
  const auto automatic = harness.find("controls/settings", {"alpha", "auto"});
  ASSERT_TRUE(automatic);
  harness.click(*automatic);
  EXPECT_EQ(harness.session->simulation().run().settings().text("alpha"), "auto");
  harness.click(*automatic);
  EXPECT_EQ(harness.session->simulation().value("alpha"), 0.2);

  const double before = harness.session->simulation().value("limits");
  ASSERT_TRUE(harness.click_on("controls/settings", {"limits", "switch"}));
  harness.frame();
  EXPECT_EQ(harness.session->simulation().value("limits"), 1 - before);
}

TEST(Panels, AMovedTargetCanGoHome) {
  UiHarness harness(tall);
  harness.session->post(sim::HoldTarget{0, {1, 1, 1}});
  harness.frames(2, 1. / 60);
  ASSERT_TRUE(harness.click_on("controls/settings", {test::row_id(0), "Reset"}));
  ASSERT_TRUE(harness.last<sim::ReleaseTarget>());
  EXPECT_EQ(harness.last<sim::ReleaseTarget>()->to, sim::ReleaseTarget::To::Home);
}

TEST(Panels, TheClock) {
  UiHarness harness;
  for (const char* id : {"pause", "step", "restart"})
    ASSERT_TRUE(harness.click_on("controls", {id})) << id;
  ASSERT_EQ(harness.posted.size(), 3u);
  EXPECT_TRUE(std::get<sim::SetPaused>(harness.posted[0]).paused);
  EXPECT_TRUE(std::holds_alternative<sim::SingleStep>(harness.posted[1]));
  EXPECT_TRUE(std::holds_alternative<sim::Restart>(harness.posted[2]));
}

TEST(Panels, NothingIsOverTheBody) {
  UiHarness harness;
  const ui::Rect& body = harness.ui.body();
  ASSERT_FALSE(body.empty());
  for (float u : {0.02f, 0.5f, 0.98f})
    for (float v : {0.02f, 0.5f, 0.98f}) {
      harness.move({body.x + u * body.width, body.y + v * body.height});
      EXPECT_FALSE(ImGui::GetIO().WantCaptureMouse) << u << " " << v;
    }
}

TEST(Panels, AnySizeAnyScaleAnyScene) {
  for (float scale : {0.5f, 1.f, 2.f, 3.f}) {
    UiHarness harness({1280, 800}, test::double_y_25_scene());
    harness.set_scale(scale);
    harness.run(50);
    for (ImVec2 size : {ImVec2(1280, 800), {0, 0}, {1, 1}, {300, 200}, {3840, 2160}, {800, 30}}) {
      ImGui::GetIO().DisplaySize = size;
      harness.frames(3, 1. / 60);
    }
    harness.key({ui::key::f1});
    ImGui::GetIO().DisplaySize = {0, 0};
    harness.frames(3);
  }
}

TEST(Panels, NoSession) {
  UiHarness harness;
  harness.session.reset();
  harness.frames(3);
  for (const ui::Shortcut& shortcut : ui::shortcuts()) harness.key(shortcut.chords[0]);
  EXPECT_TRUE(harness.posted.empty());
}

TEST(Toasts, FadeAndErrorsStayLonger) {
  UiHarness harness;
  harness.ui.message("saved");
  harness.ui.error("there is nothing to undo");
  harness.frames(3);
  EXPECT_TRUE(harness.shown("toast 1"));
  harness.frames(6 * 60);
  EXPECT_EQ(harness.ui.state().toasts.newest(), "There is nothing to undo");
  EXPECT_FALSE(harness.shown("toast 1"));
  harness.frames(6 * 60);
  EXPECT_TRUE(harness.ui.state().toasts.empty());
}

TEST(Toasts, BeginNamesOfFilesAsTheyAre) {
  UiHarness harness;
  harness.ui.error("wrong.toml, line 2: unknown key");
  EXPECT_EQ(harness.ui.state().toasts.newest(), "wrong.toml, line 2: unknown key");
}

TEST(Toasts, OfTheStageGoesWithIt) {
  UiHarness harness;
  harness.key({ui::key::f5});
  harness.frames(2);
  EXPECT_FALSE(harness.ui.state().toasts.empty());
  harness.key({ui::key::f5});
  harness.frames(2);
  EXPECT_TRUE(harness.ui.state().toasts.empty());
}

TEST(Toasts, AndKeysAreInNoPicture) {
  UiHarness harness;
  const auto count = [](bool transient) {
    const ui::Layer layer(*ImGui::GetDrawData(), transient);
    int indices = 0;
    for (int i = 0; i < layer.data.CmdListsCount; ++i)
      indices += layer.data.CmdLists[i]->IdxBuffer.Size;
    EXPECT_EQ(indices, layer.data.TotalIdxCount);
    return indices;
  };
  const auto interface = [&] { return count(false); };
  const auto transient = [&] { return count(true); };
  const int plain = interface();
  ASSERT_GT(plain, 1000);
  EXPECT_EQ(transient(), 0);
  harness.ui.error("wrong");
  harness.ui.message("saved the picture before");
  harness.frames(3);
  ASSERT_TRUE(harness.shown("toast 0") && harness.shown("toast 1"));
  EXPECT_EQ(interface(), plain);
  const int toasts = transient();
  EXPECT_GT(toasts, 100);
  harness.options.set("show_pointer", 1);
  harness.key({'T'});
  EXPECT_GT(transient(), toasts);
}

TEST(Toasts, AboutAFileOpenItsFolder) {
  UiHarness harness;
  harness.ui.message("plain");
  harness.frames(3);
  const ImGuiWindow* plain = harness.window("toast 0");
  harness.click({plain->Pos.x + 20, plain->Pos.y + 10});
  EXPECT_TRUE(harness.folders.empty());
  harness.ui.message("Saved as /tmp/film.mp4", "/tmp/film.mp4");
  harness.frames(3);
  const ImGuiWindow* toast = harness.window("toast 0");
  harness.click({toast->Pos.x + 20, toast->Pos.y + 10});
  EXPECT_EQ(harness.folders, std::vector<std::string>{"/tmp/film.mp4"});
  EXPECT_FALSE(harness.context.selected.target() >= 0) << "nothing behind it";
}

}  // namespace

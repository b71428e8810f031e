// The panels that explain, and what they point at.

#include <gtest/gtest.h>

#include "desk.h"
#include "ui/formula.h"

namespace {

using test::Desk;

/// A desk whose right column explains, some steps after the start.
class Explained : public Desk {
 public:
  explicit Explained(ImVec2 size = {1280, 900}) : Desk(size, test::double_y_25_scene()) {
    options.set("right_column", 1);
    run(30);
    frames(3);
  }
  const view::Spotlight& spot() const { return ui.spotlight(); }
};

TEST(Explain, TheKeyAndTheHeadSwitchTheColumn) {
  Desk desk;
  EXPECT_TRUE(desk.shown("plots"));
  desk.key({'E'});
  EXPECT_TRUE(desk.shown("explain"));
  EXPECT_FALSE(desk.shown("plots"));
  desk.key({'E'});
  EXPECT_FALSE(desk.shown("explain"));
  desk.key({'P'});
  EXPECT_TRUE(desk.shown("plots"));
  const auto head = desk.find("plots", {"column", "Explain"});
  ASSERT_TRUE(head);
  desk.click(*head);
  desk.frames(2);
  EXPECT_TRUE(desk.shown("explain"));
}

TEST(Explain, ABarPointsAtItsDirection) {
  Explained desk;
  const auto bars = desk.find("explain", {"bars"});
  ASSERT_TRUE(bars);
  desk.move(*bars);
  const int direction = desk.spot().direction;
  ASSERT_GE(direction, 0);
  EXPECT_TRUE(desk.tooltip_shown());
  desk.move({bars->x - 150, bars->y});  // the bars further left are larger singular values
  EXPECT_LT(desk.spot().direction, direction);
  desk.move({600, 300});
  EXPECT_EQ(desk.spot(), view::Spotlight{});
}

TEST(Explain, AMarkOnTheGainsPointsAtItsDirection) {
  Explained desk;
  const auto gains = desk.find("explain", {"gains"}, {6, 6});
  ASSERT_TRUE(gains);
  std::set<int> directions;
  for (float x = gains->x; x > gains->x - 300; x -= 5) {
    desk.move({x, gains->y});
    if (desk.spot().direction >= 0) directions.insert(desk.spot().direction);
  }
  EXPECT_GE(directions.size(), 3u);
}

TEST(Explain, AChipDrawsAnotherMethodsGain) {
  Explained desk;
  EXPECT_FALSE(desk.ui.state().explain.curves.contains("transpose"));
  const auto chip = desk.find("explain", {"transpose"}, {6, 6});
  ASSERT_TRUE(chip);
  desk.click(*chip);
  EXPECT_TRUE(desk.ui.state().explain.curves.contains("transpose"));
  desk.click(*chip);
  EXPECT_FALSE(desk.ui.state().explain.curves.contains("transpose"));
}

TEST(Explain, AChipLaysItsPictureOverTheBody) {
  Explained desk({1280, 900});
  for (const ik::Parameter* option : view::options::overlays()) {
    const auto chip = desk.find("explain", {std::string(option->symbol)}, {6, 6});
    ASSERT_TRUE(chip) << option->key;
    desk.click(*chip);
    EXPECT_TRUE(desk.options.flag(*option)) << option->key;
  }
}

TEST(Explain, ACellOfTheMatrixPointsAtJointAndEffector) {
  Explained desk;
  const auto cell = desk.find("explain", {"J"}, {6, 6});
  ASSERT_TRUE(cell);
  const ImGuiWindow* column = desk.window("explain");
  std::set<int> joints, effectors;
  for (float y = cell->y; y < column->Pos.y + column->Size.y; y += 5) {
    desk.move({cell->x, y});
    if (desk.spot().effector >= 0) {
      effectors.insert(desk.spot().effector);
      EXPECT_TRUE(desk.tooltip_shown());
    }
    if (desk.spot().joint >= 0) joints.insert(desk.spot().joint);
  }
  EXPECT_EQ(effectors.size(), 4u);  // rows from above to below, one column
  EXPECT_EQ(joints.size(), 1u);
}

TEST(Explain, IsThereForEveryMethodAndBeforeTheFirstStep) {
  Explained desk;
  for (const ik::MethodInfo* method : ik::methods()) {
    desk.session->post(sim::ChooseMethod{std::string(method->name)});
    desk.run(3);
    desk.frames(2);
    EXPECT_TRUE(desk.shown("explain")) << method->name;
  }
  desk.session->post(sim::Restart{});
  desk.frames(2);
  const auto bars = desk.find("explain", {"bars"});
  EXPECT_FALSE(bars);  // nothing yet
}

TEST(Explain, TheDetectorsWordsHaveAPlaceBelowTheBody) {
  Desk desk;
  EXPECT_FALSE(desk.shown("diagnosis"));  // nobody observes
  sim::Diagnosis diagnosis(desk.session->simulation().skeleton());
  desk.context.diagnosis = &diagnosis;
  desk.session->on_step([&](const sim::Simulation& simulation) {
    diagnosis.observe(simulation.run(), simulation.target_state(), simulation.steps());
  });
  const float body = desk.ui.body().height;
  desk.run(200);
  desk.frames(3);
  EXPECT_TRUE(desk.shown("diagnosis"));
  EXPECT_LT(desk.ui.body().height, body);
  ASSERT_TRUE(diagnosis.rule());
  const auto words = desk.find("diagnosis", {"words"});
  ASSERT_TRUE(words);
  desk.move(*words);
  EXPECT_TRUE(desk.tooltip_shown());
  desk.options.set("show_diagnosis", 0);
  desk.frames(3);
  EXPECT_FALSE(desk.shown("diagnosis"));
}

/// What is left between the symbols are operators and words: a letter alone is a symbol that the
/// method's file or the general table has to explain.
TEST(Formula, EveryLetterOfEveryFormulaIsExplained) {
  for (const ik::MethodInfo* method : ik::methods()) {
    int symbols = 0;
    for (const ui::Token& token : ui::formula_tokens(method->formula, *method)) {
      if (token.symbol()) {
        ++symbols;
        continue;
      }
      const std::string_view rest = token.text;
      for (size_t i = 0; i < rest.size(); ++i) {
        const auto plain = [&](size_t k) {
          return k < rest.size() && std::isalpha(static_cast<unsigned char>(rest[k]));
        };
        EXPECT_FALSE(plain(i) && !plain(i + 1) && (i == 0 || !plain(i - 1)))
            << method->name << ": \"" << rest << '"';
        // Greek letters: two bytes, CE or CF first.
        const auto byte = static_cast<unsigned char>(rest[i]);
        EXPECT_FALSE(byte == 0xCE || byte == 0xCF) << method->name << ": \"" << rest << '"';
      }
    }
    EXPECT_GE(symbols, 1) << method->name;
  }
}

TEST(Formula, ItsPiecesAreTheFormula) {
  for (const ik::MethodInfo* method : ik::methods()) {
    std::string all;
    for (const ui::Token& token : ui::formula_tokens(method->formula, *method)) all += token.text;
    EXPECT_EQ(all, method->formula);
  }
}

TEST(Formula, SymbolsHaveTheSolversValues) {
  Desk desk;
  desk.session->post(sim::SetParameter{"lambda", 0.25});
  desk.run(5);
  const ik::Solver& solver = desk.session->simulation().run().solver();
  std::map<std::string, std::string> values;
  for (const ui::Token& token : ui::formula_tokens(solver.method().formula, solver.method()))
    values[std::string(token.text)] = ui::token_value(token, solver);
  EXPECT_EQ(values.at("λ"), "0.250 unit/rad");
  EXPECT_EQ(values.at("Jᵀ"), "7 × 6");
  EXPECT_TRUE(values.at("Δθ").starts_with("largest "));
  EXPECT_TRUE(values.at("e").starts_with("|e| = "));
}

TEST(Formula, AWordIsNoSymbol) {
  const ik::MethodInfo& hybrid = ik::find_method("hybrid");
  for (const ui::Token& token : ui::formula_tokens(hybrid.formula, hybrid)) {
    EXPECT_EQ(token.text.find("large"),
              token.symbol() ? token.text.npos : token.text.find("large"));
    EXPECT_NE(token.text, "l");
  }
}

TEST(Formula, ASymbolShowsItsValueUnderTheMouse) {
  Desk desk;
  desk.run(5);
  // Somewhere on the card a symbol is found by its tooltip.
  const auto title = desk.find("controls/settings", {"Method"});
  ASSERT_TRUE(title);
  int found = 0;
  for (float y = title->y + 40; y < title->y + 420 && !found; y += 6)
    for (float x = 30; x < 330 && !found; x += 5) {
      desk.move({x, y});
      const ImGuiWindow* tip = desk.window("##Tooltip");
      if (tip && tip->WasActive && ImGui::GetHoveredID() != 0 && y > title->y + 200) ++found;
    }
  EXPECT_TRUE(found);
}

}  // namespace

// The panels that explain, and what they point at.

#include <gtest/gtest.h>

#include "support/recorded.h"
#include "ui/kit/formula.h"
#include "ui/panels/explain/parts.h"
#include "ui/panels/frame/frame.h"
#include "ui_harness.h"

namespace {

using test::UiHarness;

/// A desk whose right column explains, some steps after the start.
class Explained : public UiHarness {
 public:
  explicit Explained(ImVec2 size = {1280, 900}) : UiHarness(size, test::double_y_25_scene()) {
    options.set("right_column", 1);
    run(30);
    frames(3);
  }
  const view::Spotlight& spot() const { return ui.spotlight(); }
};

TEST(Explain, TheKeyAndTheHeadSwitchTheColumn) {
  UiHarness harness;
  EXPECT_TRUE(harness.shown("plots"));
  harness.key({'E'});
  EXPECT_TRUE(harness.shown("explain"));
  EXPECT_FALSE(harness.shown("plots"));
  harness.key({'E'});
  EXPECT_FALSE(harness.shown("explain"));
  harness.key({'P'});
  EXPECT_TRUE(harness.shown("plots"));
  ASSERT_TRUE(harness.click_on("plots", {"right_column", "Explain"}));
  harness.frames(2);
  EXPECT_TRUE(harness.shown("explain"));
}

/// However many frames it took to get there.
TEST(Explain, TheAxesFitTheMomentOfALink) {
  for (const bool explains : {true, false}) {
    std::vector<chart::Range> ranges;
    for (const int pieces : {1, 40}) {
      UiHarness harness({1280, 900}, test::double_y_25_scene());
      harness.options.set("right_column", explains);
      harness.context.is_fast_forwarding = true;
      for (int i = 0; i < pieces; ++i) {
        harness.run(120 / pieces);
        harness.frames(1);
      }
      harness.context.is_fast_forwarding = false;
      harness.frames(2);
      const ui::State& state = harness.ui.state();
      ranges.push_back(explains ? state.explain.sigma : state.plots[0].y);
    }
    EXPECT_TRUE(ranges[0].valid());
    EXPECT_DOUBLE_EQ(ranges[0].lo, ranges[1].lo);
    EXPECT_DOUBLE_EQ(ranges[0].hi, ranges[1].hi);
  }
}

TEST(Explain, ABarPointsAtItsDirection) {
  Explained harness;
  const auto bars = harness.find("explain", {"bars"});
  ASSERT_TRUE(bars);
  harness.move(*bars);
  const int direction = harness.spot().direction;
  ASSERT_GE(direction, 0);
  EXPECT_TRUE(harness.tooltip_shown());
  harness.move({bars->x - 150, bars->y});  // the bars further left are larger singular values
  EXPECT_LT(harness.spot().direction, direction);
  harness.move({600, 300});
  EXPECT_EQ(harness.spot(), view::Spotlight{});
}

TEST(Explain, AMarkOnTheGainsPointsAtItsDirection) {
  Explained harness;
  const auto gains = harness.find("explain", {"gains"}, {6, 6});
  ASSERT_TRUE(gains);
  std::set<int> directions;
  for (float x = gains->x; x > gains->x - 300; x -= 5) {
    harness.move({x, gains->y});
    if (harness.spot().direction >= 0) directions.insert(harness.spot().direction);
  }
  EXPECT_GE(directions.size(), 3u);
}

/// SDLS has a curve for each direction; the one drawn is that with most of the error.
TEST(Explain, EveryDirectionHasADotAndTheLargestIsOnTheCurve) {
  Explained harness;
  harness.session->post(sim::ChooseMethod{"sdls"});
  int compared = 0;
  for (int i = 0; i < 20; ++i) {
    harness.run(30);
    harness.frames(2);
    const ui::GainChart gains = ui::gain_chart(harness.panel());
    std::vector<chart::Dot> dots;
    for (const chart::Dot& dot : gains.chart.dots)
      if (!dot.hollow) dots.push_back(dot);
    ASSERT_EQ(std::ssize(dots), harness.ui.state().explain.directions->size());
    for (const chart::Dot& dot : dots) {
      EXPECT_EQ(std::clamp(dot.at.x, 0., 1.), dot.at.x);
      EXPECT_EQ(std::clamp(dot.at.y, 0., 1.), dot.at.y);
    }
    const chart::Dot largest = *std::ranges::max_element(dots, {}, &chart::Dot::radius);
    const auto& curve = gains.chart.curves.back().points;
    const auto after = std::ranges::find_if(
        curve, [&](const chart::Point& point) { return point.x >= largest.at.x; });
    if (largest.at.x <= 0 || after == curve.begin() || after == curve.end()) continue;
    ++compared;
    EXPECT_GE(largest.at.y, std::clamp(std::min(after->y, (after - 1)->y), 0., 1.) - 0.02);
    EXPECT_LE(largest.at.y, std::clamp(std::max(after->y, (after - 1)->y), 0., 1.) + 0.02);
  }
  EXPECT_GT(compared, 10);
}

TEST(Explain, AChipDrawsAnotherMethodsGain) {
  Explained harness;
  EXPECT_FALSE(harness.ui.state().explain.curves.contains("transpose"));
  ASSERT_TRUE(harness.click_on("explain", {"transpose"}, {6, 6}));
  EXPECT_TRUE(harness.ui.state().explain.curves.contains("transpose"));
  ASSERT_TRUE(harness.click_on("explain", {"transpose"}, {6, 6}));
  EXPECT_FALSE(harness.ui.state().explain.curves.contains("transpose"));
}

TEST(Explain, AChipLaysItsPictureOverTheBody) {
  Explained harness({1280, 900});
  for (const ui::OverlayInfo& overlay : ui::overlays()) {
    const base::Parameter* option = overlay.option;
    ASSERT_TRUE(harness.click_on("explain", {std::string(option->symbol)}, {6, 6})) << option->key;
    EXPECT_TRUE(harness.options.flag(*option)) << option->key;
  }
}

/// What a picture needs for who sees it for the first time.
TEST(Explain, EveryFigureAndOverlayHasTitleColoursUnitAndSentence) {
  Explained harness;
  const auto is_sentence = [](std::string_view s) { return s.size() > 20 && s.ends_with('.'); };
  const ui::Panel panel = harness.panel();
  int figures = 0;
  for (const ui::PanelInfo* one : ui::panels())
    for (const ui::Figure& figure :
         one->name == "explain" ? one->figures : std::vector<ui::Figure>()) {
      const std::string title = figure.title(panel, figure.argument);
      EXPECT_FALSE(title.empty());
      EXPECT_TRUE(is_sentence(figure.sentence(panel, figure.argument))) << title;
      EXPECT_TRUE(is_sentence(figure.colors)) << title;
      EXPECT_TRUE(is_sentence(figure.units)) << title;
      ++figures;
    }
  EXPECT_EQ(figures, 3);
  std::set<std::string_view> titles;
  for (const ui::OverlayInfo& overlay : ui::overlays()) {
    const std::string_view title = overlay.option->symbol;
    EXPECT_TRUE(titles.insert(title).second) << title;
    EXPECT_TRUE(is_sentence(overlay.option->explanation)) << title;
    EXPECT_FALSE(overlay.unit.empty()) << title;
    EXPECT_FALSE(overlay.inks.empty()) << title;
    for (const ui::OverlayInk& ink : overlay.inks) EXPECT_FALSE(ink.meaning.empty()) << title;
  }
}

bool lies_within(const ui::Rect& one, const ui::Rect& of) {
  return one.x >= of.x && one.y >= of.y && one.x + one.width <= of.x + of.width &&
         one.y + one.height <= of.y + of.height;
}

void show_all_overlays(UiHarness& harness) {
  for (const ui::OverlayInfo& overlay : ui::overlays())
    harness.options.set(std::string(overlay.option->key), 1);
}

/// In the view itself, beside the panels and on the stage.
TEST(Explain, ALegendInTheViewNamesTheOverlaysThatAreOn) {
  Explained harness({1280, 720});
  const auto lines = [&] { return ui::view_legend(harness.panel()).overlays; };
  EXPECT_TRUE(lines().empty());
  show_all_overlays(harness);
  const auto look = [&](const std::string& where) {
    harness.frames(3);
    const auto all = lines();
    ASSERT_EQ(all.size(), ui::overlays().size()) << where;
    const ui::Rect& body = harness.ui.body();
    for (const ui::LegendLine& line : all) {
      const ui::Rect& rect = line.rect;
      EXPECT_TRUE(lies_within(rect, body)) << where;
      EXPECT_GE(rect.y, body.y + 0.75f * body.height) << where;  // the body's foot is higher
      harness.move({rect.x + 0.5f * rect.width, rect.y + 0.5f * rect.height});
      harness.frames(2);
      EXPECT_TRUE(harness.tooltip_shown()) << where << ": " << line.overlay->option->symbol;
      EXPECT_FALSE(ImGui::GetIO().WantCaptureMouse) << where;  // the view keeps it
    }
    harness.move({body.x + 0.5f * body.width, body.y + 0.3f * body.height});
    harness.frames(2);
    EXPECT_FALSE(harness.tooltip_shown()) << where;
  };
  look("alone");
  harness.key({ui::key::f5});
  harness.set_scale(1.35f);
  look("stage");
}

/// Overlays, the recorded pose, the hint of the past and the names of views.
TEST(Explain, WhatStandsInTheViewDoesNotOverlap) {
  int seen = 0;
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080), ImVec2(1000, 600)})
    for (const bool stage : {false, true})
      for (const bool grid : {false, true})
        for (const bool past : {false, true}) {
          UiHarness harness(size, test::recorded_figure());
          show_all_overlays(harness);
          if (grid) harness.key({'G', false, true});
          if (stage) harness.key({ui::key::f5});
          harness.run(90);
          if (past) harness.session->post(sim::Seek{30});
          harness.frames(4);
          const ui::Panel panel = harness.panel();
          const ui::ViewLegend legend = ui::view_legend(panel);
          EXPECT_EQ(ui::past_hint_rect(panel).empty(), !past);
          std::vector<ui::Rect> all = ui::legend_rects(panel);
          for (const ImGuiWindow* one : ImGui::GetCurrentContext()->Windows)
            if (one->WasActive && std::string_view(one->Name).starts_with("title of run"))
              all.push_back({one->Pos.x, one->Pos.y, one->Size.x, one->Size.y});
          for (size_t i = 0; i < all.size(); ++i) {
            if (all[i].empty()) continue;
            EXPECT_TRUE(lies_within(all[i], harness.ui.body())) << size.x << stage << grid << past;
            for (size_t k = 0; k < i; ++k) {
              EXPECT_FALSE(ui::overlap(all[i], all[k])) << size.x << stage << grid << past;
              ++seen;
            }
          }
          if (!grid) {
            EXPECT_EQ(legend.overlays.size(), ui::overlays().size()) << size.x << stage;
          }
        }
  EXPECT_GT(seen, 100);
}

TEST(Explain, ACellOfTheMatrixPointsAtJointAndEffector) {
  Explained harness;
  const auto cell = harness.find("explain", {"J"}, {6, 6});
  ASSERT_TRUE(cell);
  const ImGuiWindow* column = harness.window("explain");
  std::set<int> joints, effectors;
  for (float y = cell->y; y < column->Pos.y + column->Size.y; y += 5) {
    harness.move({cell->x, y});
    if (harness.spot().effector >= 0) {
      effectors.insert(harness.spot().effector);
      EXPECT_TRUE(harness.tooltip_shown());
    }
    if (harness.spot().joint >= 0) joints.insert(harness.spot().joint);
  }
  EXPECT_EQ(effectors.size(), 4u);  // rows from above to below, one column
  EXPECT_EQ(joints.size(), 1u);
}

TEST(Explain, IsThereForEveryMethodAndBeforeTheFirstStep) {
  Explained harness;
  for (const ik::MethodInfo* method : ik::methods()) {
    harness.session->post(sim::ChooseMethod{std::string(method->name)});
    harness.run(3);
    harness.frames(2);
    EXPECT_TRUE(harness.shown("explain")) << method->name;
  }
  harness.session->post(sim::Restart{});
  harness.frames(2);
  const auto bars = harness.find("explain", {"bars"});
  EXPECT_FALSE(bars);  // nothing yet
}

TEST(Explain, TheDiagnosisIsBelowTheBody) {
  UiHarness harness;
  EXPECT_FALSE(harness.shown("diagnosis"));  // nobody observes
  sim::why::Diagnosis diagnosis(harness.session->simulation().skeleton());
  harness.context.diagnosis = &diagnosis;
  harness.session->on_step([&](const sim::Simulation& simulation) {
    diagnosis.observe(simulation, simulation.run().serial);
  });
  const float body = harness.ui.body().height;
  harness.run(200);
  harness.frames(3);
  EXPECT_TRUE(harness.shown("diagnosis"));
  EXPECT_LT(harness.ui.body().height, body);
  ASSERT_TRUE(diagnosis.verdict());
  const auto words = harness.find("diagnosis", {"words"});
  ASSERT_TRUE(words);
  harness.move(*words);
  EXPECT_TRUE(harness.tooltip_shown());
  harness.options.set("show_diagnosis", 0);
  harness.frames(3);
  EXPECT_FALSE(harness.shown("diagnosis"));
}

/// The Y with the pseudoinverse, diagnosed until there is an advice.
struct Advised : UiHarness {
  Advised() : UiHarness({1280, 800}, test::y_scene()) {
    context.diagnosis = &diagnosis;
    session->on_step([this](const sim::Simulation& simulation) {
      diagnosis.observe(simulation, simulation.run().serial);
      if (diagnosis.is_news()) session->set_verdict(diagnosis.verdict());
    });
    session->post(sim::ChooseMethod{"pinv"});
    const auto remedied = [&] {
      return diagnosis.verdict() && !diagnosis.verdict()->remedy.empty();
    };
    for (int i = 0; i < 3000 && !remedied(); ++i) run(1);
    EXPECT_TRUE(remedied());
  }
  sim::why::Diagnosis diagnosis{session->simulation().skeleton()};
};

/// The list of experiments does not change while it is open, but with what it is about.
TEST(Explain, WhatIsReadStaysUntilSomethingIsChanged) {
  Advised harness;
  harness.frames(2);
  harness.click(*harness.find("diagnosis", {"words"}));
  harness.frames(2);
  const auto listed = harness.ui.state().read_verdict;
  EXPECT_EQ(listed, harness.diagnosis.verdict());
  for (int i = 0; i < 900 && harness.diagnosis.verdict() == listed; ++i) harness.run(1);
  ASSERT_NE(harness.diagnosis.verdict(), listed);
  harness.frames(2);
  EXPECT_EQ(harness.ui.state().read_verdict, listed);
  harness.session->post(sim::SetParameter{"max_angle_deg", 7});
  harness.run(1);
  harness.frames(2);
  EXPECT_NE(harness.ui.state().read_verdict, listed);
}

/// The line says why; a click on it lists what was tried, the button does it and takes it back.
TEST(Explain, TheAdviceIsAppliedAndTakenBack) {
  Advised harness;
  const sim::why::Diagnosis& diagnosis = harness.diagnosis;
  EXPECT_EQ(harness.session->history().verdict()->sentence, diagnosis.verdict()->sentence);
  EXPECT_FALSE(diagnosis.verdict()->tried.empty());
  harness.frames(2);
  harness.click(*harness.find("diagnosis", {"words"}));
  harness.frames(2);
  EXPECT_TRUE(ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId));
  EXPECT_TRUE(harness.ui.state().shows_found_pose);
  harness.tap(ImGuiKey_Escape);
  harness.frames(2);
  EXPECT_FALSE(harness.ui.state().shows_found_pose);
  const auto settings = [&] {
    const sim::Run& run = harness.session->simulation().run();
    return std::pair(&run.solver().method(), run.settings().get("max_angle_deg"));
  };
  const size_t before = harness.session->timeline().log().size();
  const auto old = settings();
  harness.click(*harness.find("diagnosis", {"Apply"}));
  harness.run(1);
  EXPECT_GT(harness.session->timeline().log().size(), before);
  harness.frames(2);
  EXPECT_FALSE(harness.find("diagnosis", {"Apply"}));
  harness.click(*harness.find("diagnosis", {"Undo"}));
  harness.run(1);
  EXPECT_EQ(settings(), old);
  harness.frames(2);
  EXPECT_FALSE(harness.find("diagnosis", {"Undo"}));
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
  UiHarness harness;
  harness.session->post(sim::SetParameter{"lambda", 0.25});
  harness.run(5);
  const ik::Solver& solver = harness.session->simulation().run().solver();
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
  UiHarness harness;
  harness.run(5);
  // Somewhere on the card a symbol is found by its tooltip.
  const auto title = harness.find("controls/settings", {"Method"});
  ASSERT_TRUE(title);
  int found = 0;
  for (float y = title->y + 40; y < title->y + 420 && !found; y += 6)
    for (float x = 30; x < 330 && !found; x += 5) {
      harness.move({x, y});
      const ImGuiWindow* tip = harness.window("##Tooltip");
      if (tip && tip->WasActive && ImGui::GetHoveredID() != 0 && y > title->y + 200) ++found;
    }
  EXPECT_TRUE(found);
}

}  // namespace

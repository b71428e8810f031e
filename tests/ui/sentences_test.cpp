// What people read has no keys and no numbers with an "e": both are for files and command lines.

#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>

#include "base/error.h"
#include "formats/assets.h"
#include "formats/scene/scene_file.h"
#include "ik/methods/method.h"
#include "ik/objectives/objective.h"
#include "lessons/quantity.h"
#include "sim/metrics/metric.h"
#include "ui/describe.h"
#include "ui_harness.h"

namespace {
namespace sentences_test {

using test::UiHarness;

/// Of parameters, options, metrics and choices: those that are no words.
const std::set<std::string>& keys() {
  static const std::set<std::string> all = [] {
    std::set<std::string> found;
    const auto add = [&](std::string_view key) {
      if (key.find('_') != key.npos) found.emplace(key);
    };
    std::vector<const std::vector<base::Parameter>*> tables{&sim::world::table(),
                                                            &ui::options::table()};
    for (const ik::MethodInfo* method : ik::methods()) tables.push_back(&method->parameters());
    for (const auto* table : tables)
      for (const base::Parameter& one : *table) {
        add(one.key);
        for (const std::string_view choice : one.choices) add(choice);
      }
    for (const sim::Metric& metric : sim::metrics()) add(metric.key);
    for (const lessons::Quantity& quantity : lessons::quantities()) add(quantity.key);
    return found;
  }();
  return all;
}

/// A tooltip says on a line of its own what to type: "Key: dmax_mode".
void expect_readable(const std::string& text) {
  static const std::regex exponent("[0-9]e[-+]?[0-9]");
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("Key: ")) continue;
    for (const std::string& key : keys())
      EXPECT_EQ(line.find(key), line.npos) << key << " in \"" << line << "\"";
    EXPECT_FALSE(std::regex_search(line, exponent)) << "\"" << line << "\"";
  }
}

TEST(Sentences, KeysAreKnown) {
  for (const char* key : {"dmax_mode", "sigma_min", "max_angle_deg", "target_speed", "show_trails",
                          "mean_total_error", "from_rest_deg"})
    EXPECT_TRUE(keys().contains(key)) << key;
}

TEST(Sentences, OfParametersHaveNoKeys) {
  int compared = 0;
  for (const ik::MethodInfo* method : ik::methods()) {
    for (const std::string_view text : {method->when, method->hint})
      expect_readable(std::string(text));
    const base::Settings settings(method->parameters());
    for (const base::Parameter& one : method->parameters()) {
      for (const std::string& text :
           {std::string(one.explanation), base::title_of(one), base::name_of(one),
            base::allowed_text(one), base::value_text(one, one.default_value),
            base::value_text(one, one.choices.empty() ? one.min : 0)})
        expect_readable(text);
      if (!one.needs.key.empty()) expect_readable(settings.off_text(one)), ++compared;
    }
  }
  EXPECT_GT(compared, 8);
  for (const auto* table : {&sim::world::table(), &ui::options::table()})
    for (const base::Parameter& one : *table)
      for (const std::string& text :
           {std::string(one.explanation), base::allowed_text(one), base::title_of(one)})
        expect_readable(text);
}

TEST(Sentences, SayWhatToSwitch) {
  const base::Settings dls(ik::find_method("dls").parameters());
  EXPECT_EQ(dls.off_text(*dls.find("dmax")),
            "Dₘₐₓ is off. Switch Error clamp to constant or adaptive.");
  EXPECT_EQ(dls.off_text(*dls.find("epsilon")),
            "ε is off. Switch Damping to smallest σ or filtering.");
}

TEST(Sentences, OfChangesHaveNoKeys) {
  UiHarness harness;
  sim::Simulation simulation(harness.session->simulation());
  int compared = 0;
  for (const ik::MethodInfo* method : ik::methods()) {
    try {
      simulation.apply(sim::ChooseMethod{std::string(method->name)});
    } catch (const base::Error&) {  // it cannot move this body
      continue;
    }
    for (const base::Parameter& one : method->parameters())
      for (size_t value = 0; value < std::max<size_t>(one.choices.size(), 1); ++value) {
        const sim::SetParameter set{std::string(one.key),
                                    one.choices.empty() ? one.min : static_cast<double>(value)};
        expect_readable(sim::text(simulation.apply(set)));
        expect_readable(ui::describe(simulation, set));
        expect_readable(sim::run_label(simulation, simulation.run()));
        ++compared;
      }
  }
  EXPECT_GT(compared, 200);
  simulation.apply(sim::ChooseMethod{"dls"});
  EXPECT_EQ(sim::text(simulation.apply(sim::SetParameter{"dmax_mode", 1})), "Dₘₐₓ: constant");
  EXPECT_EQ(sim::text(simulation.apply(sim::SetParameter{"lambda", 0.3})), "λ 0.3");
}

void expect_readable_window(UiHarness& harness) {
  harness.run(120);
  size_t drawn = 0;
  for (const char* column : {"plots", "explain", "map"}) {
    harness.options.set_text("right_column", column);
    harness.frames(3);
    for (const test::DrawnText& one : harness.drawn()) {
      expect_readable(one.text);
      ++drawn;
    }
  }
  EXPECT_GT(drawn, 300u);
}

TEST(Sentences, DrawnHaveNoKeys) {
  UiHarness harness(test::tall);
  for (const ik::MethodInfo* method : ik::methods()) {
    harness.session->post(sim::ChooseMethod{std::string(method->name)});
    const base::Settings& settings = harness.session->simulation().run().settings();
    if (const base::Parameter* damping = settings.find("damping"); damping && damping->max >= 2)
      harness.session->post(sim::SetParameter{"damping", 2});
    expect_readable_window(harness);
  }
  for (const char* scene : {"puma-560", "obstacle-field"}) {
    UiHarness other(test::tall, formats::load(formats::find_scene(scene)));
    expect_readable_window(other);
  }
}

}  // namespace sentences_test
}  // namespace

#include "base/parameter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "ik/methods/method.h"
#include "ik/methods/parts/common.h"
#include "ik/solve/solver.h"
#include "support/random.h"
#include "support/refusal.h"

namespace {

using base::Parameter;
using test::refusal;

std::vector<const Parameter*> every_parameter() {
  std::vector<const Parameter*> all;
  for (const ik::MethodInfo* method : ik::methods())
    for (const Parameter& parameter : method->parameters()) all.push_back(&parameter);
  return all;
}

/// Returns values that a slider or a text can give: ends, default, special, and some between.
std::vector<double> sample_values(const Parameter& p) {
  std::vector<double> values;
  if (!p.choices.empty()) {
    for (size_t i = 0; i < p.choices.size(); ++i) values.push_back(static_cast<double>(i));
    return values;
  }
  values = {p.min, p.max, p.default_value};
  if (!p.special.empty()) values.push_back(p.special_value);
  test::Random random(1);
  for (int i = 0; i < 100; ++i) {
    const double value = random.uniform(p.min, p.max);
    values.push_back(p.integer ? std::round(value) : value);
  }
  return values;
}

TEST(Parameters, MethodsAreThereInOrder) {
  std::vector<std::string_view> names;
  for (const ik::MethodInfo* method : ik::methods()) names.push_back(method->name);
  for (std::string_view name : {"transpose", "pinv", "dls", "sdls"})
    EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
  for (size_t i = 1; i < ik::methods().size(); ++i)
    EXPECT_LT(ik::methods()[i - 1]->rank, ik::methods()[i]->rank);
}

TEST(Parameters, MethodsDescribeThemselves) {
  for (const ik::MethodInfo* method : ik::methods()) {
    EXPECT_FALSE(method->title.empty()) << method->name;
    EXPECT_FALSE(method->formula.empty()) << method->name;
    EXPECT_FALSE(method->when.empty()) << method->name;
    EXPECT_FALSE(method->source.empty()) << method->name;
  }
}

TEST(Parameters, EveryMethodHasTheCommonOnesThatDoSomething) {
  for (const ik::MethodInfo* method : ik::methods()) {
    const base::Settings settings(method->parameters());
    for (std::string_view key : {"dmax", "dmax_mode", "max_angle_deg", "max_slide", "jacobian",
                                 "limits", "updates_per_step", "stop_error", "feed_forward"})
      EXPECT_EQ(settings.has(key), std::find(method->without.begin(), method->without.end(), key) ==
                                       method->without.end())
          << method->name << ' ' << key;
    for (std::string_view key : method->without) EXPECT_FALSE(settings.has(key)) << key;
  }
  EXPECT_FALSE(base::Settings(ik::find_method("ccd").parameters()).has("jacobian"));
}

TEST(Parameters, DefaultsAreThoseOfTheDemonstration) {
  const auto default_value = [](std::string_view method, std::string_view key) {
    return base::Settings(ik::find_method(method).parameters()).text(key);
  };
  EXPECT_EQ(default_value("dls", "lambda"), "0.6");
  EXPECT_EQ(default_value("transpose", "alpha"), "auto");
  EXPECT_EQ(default_value("transpose", "max_angle_deg"), "30");
  EXPECT_EQ(default_value("pinv", "max_angle_deg"), "5");
  EXPECT_EQ(default_value("dls", "max_angle_deg"), "45");
  EXPECT_EQ(default_value("sdls", "max_angle_deg"), "45");
  EXPECT_EQ(default_value("sdls", "sdls_clamp"), "hard");
  EXPECT_EQ(default_value("sdls", "dmax_mode"), "adaptive");
  for (const ik::MethodInfo* method : ik::methods()) {
    EXPECT_EQ(default_value(method->name, "dmax"), "0.4");
    EXPECT_EQ(default_value(method->name, "limits"), "on");
    if (base::Settings(method->parameters()).has("jacobian")) {
      EXPECT_EQ(default_value(method->name, "jacobian"), "effector");
    }
    EXPECT_EQ(default_value(method->name, "updates_per_step"), "1");
  }
}

TEST(Parameters, KeysAreUniqueWithinATable) {
  for (const ik::MethodInfo* method : ik::methods()) {
    std::set<std::string_view> keys;
    for (const Parameter& parameter : method->parameters())
      EXPECT_TRUE(keys.insert(parameter.key).second) << method->name << ' ' << parameter.key;
  }
}

TEST(Parameters, AreDeclaredInFull) {
  for (const Parameter* p : every_parameter()) {
    EXPECT_FALSE(p->key.empty());
    EXPECT_EQ(p->key.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789"), p->key.npos)
        << p->key;
    EXPECT_FALSE(p->symbol.empty()) << p->key;
    EXPECT_FALSE(p->source.empty()) << p->key;
    ASSERT_FALSE(p->explanation.empty()) << p->key;
    EXPECT_EQ(p->explanation.back(), '.') << p->key;
    EXPECT_EQ(base::check(*p, p->default_value), p->default_value)
        << p->key;  // refused if out of range
    if (p->choices.empty()) {
      EXPECT_LT(p->min, p->max) << p->key;
    }
    if (p->scale == base::Scale::Log) {
      EXPECT_GE(p->min, 0) << p->key;
    }
  }
}

TEST(Parameters, TextReadsBackToTheSameValue) {
  for (const Parameter* p : every_parameter())
    for (double value : sample_values(*p))
      EXPECT_EQ(base::parse(*p, base::to_text(*p, value)), value) << p->key;
}

TEST(Parameters, RefusalsNameKeyTextAndWhatIsAllowed) {
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Parameter* p : every_parameter()) {
    for (const char* text : {"", " ", "rubbish", "nan", "-nan", "-inf", "1e999", "-1", "1.5x",
                             "0x10", "1 2", "1,5", "999999"}) {
      const std::string sentence = refusal([&] { base::parse(*p, text); });
      EXPECT_TRUE(test::has(sentence, p->key)) << p->key << ' ' << text;
      EXPECT_TRUE(test::has(sentence, '"' + std::string(text) + '"'));
      EXPECT_TRUE(test::has(sentence, base::range_text(*p)));
    }
    if (p->special != "inf") {
      EXPECT_NE(refusal([&] { base::parse(*p, "inf"); }), "") << p->key;
      EXPECT_NE(refusal([&] { base::check(*p, inf); }), "") << p->key;
    }
    EXPECT_NE(refusal([&] { base::check(*p, nan); }), "") << p->key;
    EXPECT_NE(refusal([&] { base::check(*p, -inf); }), "") << p->key;
    EXPECT_NE(refusal([&] { base::check(*p, std::nextafter(p->max, inf)); }), "") << p->key;
    if (p->integer) {
      EXPECT_NE(refusal([&] { base::check(*p, 0.5); }), "") << p->key;
    }
  }
}

TEST(Parameters, CountsAreWhole) {
  const auto refused = [](std::string_view method, std::string_view key) {
    base::Settings settings(ik::find_method(method).parameters());
    settings.set(key, 2);
    return refusal([&] { settings.set(key, 2.5); });
  };
  for (const std::string& sentence :
       {refused("fabrik", "iterations"), refused("nlp", "iterations"),
        refused("nlp", "subdivisions"), refused("dls", "updates_per_step")})
    EXPECT_TRUE(test::has(sentence, "expected a whole number"));
}

TEST(Parameters, RefusalIsOneClearSentence) {
  const Parameter& lambda = ik::find_method("dls").parameters()[0];
  EXPECT_EQ(refusal([&] { base::parse(lambda, "much"); }),
            "lambda cannot be \"much\"; expected a number from 0 to 10");
  EXPECT_EQ(refusal([] { base::parse(ik::common::dmax(), "0"); }),
            "dmax cannot be \"0\"; expected a number from 0.001 to 10, or inf");
  EXPECT_EQ(refusal([] { base::parse(ik::common::updates_per_step(), "1.5"); }),
            "updates_per_step cannot be \"1.5\"; expected a whole number from 1 to 100");
  EXPECT_EQ(refusal([] { base::parse(ik::common::dmax_mode(), "sometimes"); }),
            "dmax_mode cannot be \"sometimes\"; expected off, constant or adaptive");
  EXPECT_EQ(refusal([] { base::parse(ik::common::limits(), "maybe"); }),
            "limits cannot be \"maybe\"; expected off or on");
}

TEST(Parameters, TogglesAreOffOrOn) {
  base::Settings settings(ik::find_method("dls").parameters());
  for (const double other : {2.0, -1.0, 0.5})
    EXPECT_NE(refusal([&] { settings.set("limits", other); }), "") << other;
  const Parameter& limits = ik::common::limits();
  EXPECT_EQ(base::to_text(limits, 0) + base::to_text(limits, 1), "offon");
  EXPECT_EQ(limits.min, 0);
  EXPECT_EQ(limits.max, 1);
}

TEST(Parameters, TogglesTakeTheWordsPeopleType) {
  for (const char* on : {"on", "true", "1"}) EXPECT_EQ(base::parse(ik::common::limits(), on), 1);
  for (const char* off : {"off", "false", "0"})
    EXPECT_EQ(base::parse(ik::common::limits(), off), 0);
  EXPECT_NE(refusal([] { base::parse(ik::common::jacobian(), "1"); }), "");  // not a toggle
}

TEST(Settings, StartAtTheDefaultsAndResetToThem) {
  const ik::MethodInfo& dls = ik::find_method("dls");
  base::Settings settings(dls.parameters());
  for (const Parameter& p : dls.parameters()) EXPECT_EQ(settings[p], p.default_value);
  settings.set("lambda", 1.1);
  settings.set_text("dmax", "inf");
  EXPECT_EQ(settings.get("lambda"), 1.1);
  EXPECT_EQ(settings.text("dmax"), "inf");
  EXPECT_FALSE(settings == base::Settings(dls.parameters()));
  settings.reset("lambda");
  settings.reset("dmax");
  EXPECT_TRUE(settings == base::Settings(dls.parameters()));
}

TEST(Settings, RefusalsChangeNothing) {
  base::Settings settings(ik::find_method("dls").parameters());
  const base::Settings before = settings;
  EXPECT_NE(refusal([&] { settings.set("lambda", -1); }), "");
  EXPECT_NE(refusal([&] { settings.set_text("lambda", "x"); }), "");
  const std::string unknown = refusal([&] { settings.set("gain", 1); });
  EXPECT_TRUE(test::has(unknown, "\"gain\""));
  EXPECT_TRUE(test::has(unknown, "lambda"));
  EXPECT_NE(refusal([&] { settings.reset("gain"); }), "");
  EXPECT_TRUE(settings == before);
}

TEST(Methods, UnknownNameIsRefusedWithTheNamesThereAre) {
  const std::string sentence = refusal([] { ik::find_method("newton"); });
  EXPECT_TRUE(test::has(sentence, "\"newton\""));
  for (const ik::MethodInfo* method : ik::methods()) EXPECT_TRUE(test::has(sentence, method->name));
}

}  // namespace

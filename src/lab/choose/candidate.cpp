#include "lab/choose/candidate.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "formats/suggest.h"
#include "lab/mapping.h"
#include "sweep/picture.h"

namespace lab {
namespace {

constexpr double tie = 0.02;  // what differs by a smaller fraction is as good
constexpr int coarse = 24;    // values of an axis: what a choice needs to know

std::string oscillation_text(double oscillation) {
  return base::significant(sweep::shown(oscillation), 3) + " mrad/step²";
}

std::string times_text(double ratio) { return base::significant(ratio, 2) + " times"; }

/// How far the joints are beyond their limits, rad or scales of the body.
double outside(const ik::Skeleton& body, const Eigen::VectorXd& theta) {
  double most = 0;
  for (int j = 0; j < body.joints(); ++j) {
    const double size = body.revolute(j) ? 1 : body.scale();
    most = std::max({most, (theta[j] - body.upper(j)) / size, (body.lower(j) - theta[j]) / size});
  }
  return most;
}

void measure_with(const ChooseOptions& options, Candidate& one, formats::RunOptions run) {
  const Experiment experiment =
      measure(run, prepare(run), options.length, [&](const sim::Simulation& now) {
        one.outside =
            std::max(one.outside, outside(now.skeleton(), now.run().solver().pose().theta));
      });
  one.summary = experiment.summary;
  one.behaviour = experiment.why();
}

Candidate candidate(const ChooseOptions& options, const ik::MethodInfo& method) {
  Candidate one{.method = &method};
  TuneOptions tuning;
  static_cast<MapOptions&>(tuning) = options;
  tuning.method = method.name;
  tuning.values = coarse;
  try {
    const sim::Simulation simulation = std::move(*prepare(tuning).simulation);
    const Best best = tuned(tuning, simulation);
    one.setting = setting_of(best.grid, best.number);
    one.options = options_of(best.grid, best.number);
    formats::RunOptions run = tuning;
    for (std::string& setting : settings_of(best.grid, best.number))
      run.set.push_back(std::move(setting));
    measure_with(options, one, run);
  } catch (const base::Error& error) {
    one.refusal = error.what();
  }
  return one;
}

void judge(const ChooseOptions& options, Candidate& one) {
  if (!one.refusal.empty()) return;
  constexpr double rounding = 1e-9;
  if (one.summary.oscillation_mean > options.most_oscillation)
    one.failures.push_back("it oscillates by " + oscillation_text(one.summary.oscillation_mean));
  if (one.us() > options.most_us)
    one.failures.push_back("a step takes " + base::significant(one.us(), 3) + " µs");
  if (options.keeps_limits && one.outside > rounding)
    one.failures.push_back("a joint goes " + base::significant(one.outside, 2) +
                           " rad beyond its limit");
}

/// A property of which less is better.
struct Property {
  std::string_view name;
  double (*of)(const Candidate& one);
  double least;  ///< what is smaller is as good
};
constexpr Property properties[] = {
    {"mean error", [](const Candidate& one) { return one.summary.mean_total_error; }, 1e-9},
    {"oscillation", [](const Candidate& one) { return one.summary.oscillation_mean; }, 1e-5},
    {"largest error", [](const Candidate& one) { return one.summary.max_total_error; }, 1e-9},
    {"time", [](const Candidate& one) { return one.us(); }, 1e-2},
};

/// Sorts by error; those that are as good as equal by oscillation, then by the largest error. Times
/// would rank otherwise on another machine.
void rank(std::vector<Candidate>::iterator begin, std::vector<Candidate>::iterator end, size_t k) {
  if (k + 1 == std::size(properties)) return;
  const auto value = [&](const Candidate& one) {
    return std::max(properties[k].of(one), properties[k].least);
  };
  std::ranges::stable_sort(begin, end, {}, value);
  for (auto first = begin; first != end;) {
    const double most = (1 + tie) * value(*first);
    const auto last =
        std::find_if(first, end, [&](const Candidate& one) { return value(one) > most; });
    rank(first, last, k + 1);
    first = last;
  }
}

/// a is better than b by more than a tie in one property, and no worse in the others.
bool beats(const Candidate& a, const Candidate& b) {
  bool better = false;
  for (const Property& property : properties) {
    const double x = std::max(property.of(a), property.least),
                 y = std::max(property.of(b), property.least);
    if (x > y * (1 + tie)) return false;
    better |= x * (1 + tie) < y;
  }
  return better;
}

std::string speed_text(double ratio) {
  constexpr double same = 1.1;
  if (ratio < same && ratio > 1 / same) return "about as fast";
  return ratio > 1 ? times_text(ratio) + " as fast" : times_text(1 / ratio) + " as slow";
}

std::string more(double ratio, std::string_view what) {
  const double percent = 100 * std::abs(ratio - 1);
  return base::significant(percent, 2) + " % " + (ratio > 1 ? "more " : "less ") +
         std::string(what);
}

void give_reasons(std::vector<Candidate>& all) {
  const auto met = std::ranges::find_if(all, &Candidate::meets);
  const Candidate* first = met == all.end() ? nullptr : &*met;
  for (Candidate& one : all) {
    if (!one.refusal.empty()) continue;
    one.unbeaten = one.meets() && std::ranges::none_of(all, [&](const Candidate& other) {
                     return other.meets() && beats(other, one);
                   });
    double worst = 1;
    for (const Property& property : properties) {
      const auto value = [&](const Candidate& candidate) {
        return std::max(property.of(candidate), property.least);
      };
      double least = value(one);
      for (const Candidate& other : all)
        if (other.meets()) least = std::min(least, value(other));
      if (value(one) <= 1.2 * worst * least) continue;
      worst = value(one) / least;
      one.weakness = std::string(property.name) + ", " + times_text(worst) +
                     " the least of those that meet the demands";
    }
    if (!one.meets()) {
      one.reason = "out: " + formats::joined(one.failures, ", ");
    } else if (&one == first) {
      one.reason =
          "of the methods that meet the demands it has the least error, within 2 %, and "
          "of those the least oscillation";
    } else {
      one.reason = more(one.summary.mean_total_error / first->summary.mean_total_error, "error") +
                   ", " + speed_text(first->us() / std::max(one.us(), 1e-3));
    }
  }
}

}  // namespace

std::string choose_command(const ChooseOptions& options) {
  std::string command = "ikscope-lab choose --scene " + in_shell(options.scene);
  if (!options.methods.empty())
    command += " --methods " + in_shell(formats::joined(options.methods, ","));
  command += " --steps " + std::to_string(options.length.steps) + " --warmup " +
             std::to_string(options.length.warmup) + " --max-oscillation " +
             base::shortest(options.most_oscillation);
  if (std::isfinite(options.most_us)) command += " --max-us " + base::shortest(options.most_us);
  if (options.keeps_limits) command += " --keep-limits";
  const auto add = [&](const char* option, const std::vector<std::string>& values) {
    for (const std::string& value : values)
      command += std::string(" ") + option + " " + in_shell(value);
  };
  add("--stiffness", options.stiffness);
  add("--hold", options.hold);
  add("--release", options.release);
  return command;
}

std::vector<Candidate> candidates(const ChooseOptions& options) {
  std::vector<const ik::MethodInfo*> methods;
  for (const std::string& name : options.methods) methods.push_back(&ik::find_method(name));
  if (methods.empty()) methods = ik::methods();
  std::vector<Candidate> all;
  for (const ik::MethodInfo* method : methods) {
    all.push_back(candidate(options, *method));
    judge(options, all.back());
  }
  const auto group = [](const Candidate& one) {
    return one.meets() ? 0 : one.refusal.empty() ? 1 : 2;
  };
  std::ranges::stable_sort(all, {}, group);
  const auto end = std::ranges::find_if(all, [&](const Candidate& one) { return group(one) > 0; });
  rank(all.begin(), end, 0);
  give_reasons(all);
  return all;
}

}  // namespace lab

#include "sweep/axis.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "ik/methods/method.h"
#include "ik/methods/parts/common.h"
#include "sweep/geometry.h"

namespace sweep {
namespace {

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
  throw base::Error("axis {}: {}", base::in_quotes(text), why);
}

/// The end of a range with three digits at most, within the range: limits in degrees have many.
double rounded_inwards(double end, bool lower) {
  constexpr int digits = 3;
  const double rounded = base::round_to(end, digits);
  if (end == 0 || (lower ? rounded >= end : rounded <= end)) return rounded;
  const double unit = std::pow(10, std::floor(std::log10(std::abs(end))) + 1 - digits);
  return base::round_to(rounded + (lower ? unit : -unit), digits);
}

/// Below it 10 to the power of a value's digits would not be a number.
constexpr double least_distance = 1e-300;

bool ascends(const Axis& axis) {
  for (int i = 1; i < axis.count; ++i)
    if (!(axis.value(i - 1) < axis.value(i))) return false;
  return true;
}

/// Limits the count so that each whole number occurs at most once.
void fit_count(Axis& axis) {
  axis.count = static_cast<int>(std::clamp(axis.to - axis.from + 1, 2.0, double(axis.count)));
  while (axis.count > 2 && !ascends(axis)) --axis.count;
}

void check(const Axis& axis, std::string_view text) {
  if (!std::isfinite(axis.from) || !std::isfinite(axis.to)) refuse(text, "expected finite limits");
  if (!(axis.from < axis.to)) refuse(text, "expected a first value below the last");
  if (axis.scale == base::Scale::Log && !(axis.from > 0))
    refuse(text, "a logarithmic axis cannot start at 0; expected a positive first value, or lin");
  if (!(axis.to - axis.from > least_distance) ||
      (axis.scale == base::Scale::Log && !(axis.from > least_distance)))
    refuse(text, "its limits are too close to each other, or to 0; expected other limits");
  if (!ascends(axis))
    refuse(text,
           axis.whole
               ? "there are not that many whole numbers between its limits; expected fewer values"
               : "its values are too close to each other; expected fewer");
}

bool would_act(const base::Settings& settings, const base::Parameter& parameter) {
  if (settings.has_effect(parameter)) return true;
  base::Settings switched = settings;
  switched.set_text(parameter.needs.key, parameter.needs.choices.front());
  return switched.has_effect(parameter);
}

}  // namespace

bool can_be_axis(const base::Parameter& parameter) {
  using namespace sim::world;
  const auto is = [&](const base::Parameter& other) { return parameter.key == other.key; };
  return is(target_speed()) || is(target_amplitude()) || std::ranges::none_of(table(), is);
}

double Axis::value(int i) const {
  if (i <= 0) return from;
  if (i >= count - 1) return to;
  const double share = static_cast<double>(i) / (count - 1);
  const bool log = scale == base::Scale::Log;
  const double exact = log ? from * std::pow(to / from, share) : from + share * (to - from);
  if (whole) return std::round(exact);
  const double distance =
      log ? exact * std::log(to / from) / (count - 1) : (to - from) / (count - 1);
  if (!(distance > least_distance)) return exact;
  const int decimals = 2 - static_cast<int>(std::floor(std::log10(distance)));
  const double power = std::pow(10, std::abs(decimals));
  return decimals > 0 ? std::round(exact * power) / power : std::round(exact / power) * power;
}

double Axis::position(double value) const {
  if (scale == base::Scale::Linear) return (value - from) / (to - from) * (count - 1);
  constexpr double smallest = 1e-300;
  return std::log(std::max(value, smallest) / from) / std::log(to / from) * (count - 1);
}

int Axis::nearest(double at) const {
  return static_cast<int>(std::lround(std::clamp(at, 0.0, count - 1.0)));
}

Axis default_axis(const base::Parameter& parameter, int count) {
  Axis axis{.key = std::string(parameter.key),
            .from = parameter.min,
            .to = parameter.max,
            .count = count,
            .scale = parameter.scale,
            .whole = parameter.integer || !parameter.choices.empty()};
  if (!parameter.choices.empty()) {
    axis.from = 0;
    axis.to = static_cast<double>(parameter.choices.size() - 1);
  } else if (axis.scale == base::Scale::Log) {
    constexpr double decade = 10;
    constexpr int digits = 12;  // 1e-6 times 10 is 1e-5
    const double middle =
        parameter.default_value > 0 ? parameter.default_value : parameter.max / decade;
    axis.from = std::max(parameter.min, base::round_to(middle / decade, digits));
    axis.to = std::min(parameter.max, base::round_to(middle * decade, digits));
    if (axis.whole) {
      axis.from = std::ceil(axis.from);
      axis.to = std::floor(axis.to);
    }
  } else if (!axis.whole) {
    const double from = rounded_inwards(parameter.min, true),
                 to = rounded_inwards(parameter.max, false);
    if (from < to) std::tie(axis.from, axis.to) = std::pair(from, to);
  }
  if (axis.whole) fit_count(axis);
  return axis;
}

Axis widened(const Axis& axis, const base::Parameter& parameter, bool upper) {
  if (axis.whole || !parameter.choices.empty()) return axis;
  const bool log = axis.scale == base::Scale::Log;
  const auto on = [&](double value) { return log ? std::log(value) : value; };
  const double length = on(axis.to) - on(axis.from), by = 0.5 * length;
  constexpr int digits = 2;  // to be read beside the map
  const auto rounded = [&](double end) {
    return base::round_to(log ? std::exp(end) : end, digits);
  };
  Axis wide = axis;
  if (upper) {
    wide.to = std::max(axis.to, std::min(parameter.max, rounded(on(axis.to) + by)));
  } else {
    wide.from = std::min(axis.from, std::max(parameter.min, rounded(on(axis.from) - by)));
    if (log && !(wide.from > 0)) wide.from = axis.from;
  }
  const double times = (on(wide.to) - on(wide.from)) / length;
  wide.count = std::min(max_axis_count, static_cast<int>(std::lround(axis.count * times)));
  return wide;
}

Axis parse_axis(std::string_view text, const sim::Simulation& simulation) {
  return parse_axis(text, parameter_of(simulation, text.substr(0, text.find('='))));
}

Axis parse_axis(std::string_view text, const base::Parameter& parameter) {
  const size_t equals = text.find('=');
  Axis axis = default_axis(parameter);
  if (equals == text.npos) return axis;

  const std::vector<std::string_view> parts = base::split(text.substr(equals + 1), ':');
  if (parts.size() < 2 || parts.size() > 4)
    refuse(text, "expected KEY=FROM:TO[:COUNT[:log or lin]], such as lambda=0.05:5:64:log");
  axis.from = base::parse(parameter, parts[0]);
  axis.to = base::parse(parameter, parts[1]);
  if (parts.size() > 2) {
    const std::string_view count = parts[2];
    const auto [end, error] =
        std::from_chars(count.data(), count.data() + count.size(), axis.count);
    if (error != std::errc() || end != count.data() + count.size() || axis.count < 2 ||
        axis.count > max_axis_count)
      refuse(text, base::format("expected a whole number from 2 to {} as the number of values",
                                max_axis_count));
  }
  if (parts.size() > 3) {
    if (parts[3] != "log" && parts[3] != "lin") refuse(text, "expected log or lin at the end");
    axis.scale = parts[3] == "log" ? base::Scale::Log : base::Scale::Linear;
  } else if (!(axis.from > 0)) {
    axis.scale = base::Scale::Linear;
  }
  if (axis.whole && parts.size() == 2 && axis.from < axis.to) {
    axis.count = default_count;
    fit_count(axis);
  }
  check(axis, text);
  return axis;
}

Axis with_count(Axis axis, int count) {
  axis.count = count;
  if (axis.whole) fit_count(axis);
  return axis;
}

std::string to_text(const Axis& axis, const sim::Simulation& simulation) {
  const base::Parameter& parameter = parameter_of(simulation, axis.key);
  return base::format("{}={}:{}:{}:{}", axis.key, base::to_text(parameter, axis.from),
                      base::to_text(parameter, axis.to), axis.count,
                      axis.scale == base::Scale::Log ? "log" : "lin");
}

std::vector<const base::Parameter*> axis_parameters(const sim::Simulation& simulation) {
  const base::Settings& settings = simulation.run().settings();
  std::vector<const base::Parameter*> all;
  for (const base::Parameter& parameter : settings.table())
    if (would_act(settings, parameter) && ik::common::applies_to(parameter, simulation.skeleton()))
      all.push_back(&parameter);
  for (const base::Parameter& parameter : simulation.world().table())
    if (can_be_axis(parameter)) all.push_back(&parameter);
  std::ranges::copy(geometry_parameters(simulation.skeleton()), std::back_inserter(all));
  return all;
}

std::array<const base::Parameter*, 2> default_axes(const sim::Simulation& simulation) {
  const base::Settings& settings = simulation.run().settings();
  const auto is_own = [&own = simulation.run().solver().method().own](std::string_view key) {
    return std::ranges::find(own, key, &base::Parameter::key) != own.end();
  };
  const std::string_view common[] = {ik::common::dmax().key, ik::common::max_angle_deg().key,
                                     sim::world::target_speed().key,
                                     sim::world::target_amplitude().key};
  constexpr double rounding = 1e-6;  // what is so small is a tolerance that hardly ever matters
  const auto rank = [&](const base::Parameter* one) {
    const bool damps = one->key == "lambda" || one->key == "error_factor";  // λ is computed from it
    if (is_own("lambda") && damps && settings.has_effect(*one)) return 0;
    if (is_own("lambda") && one->key == common[0]) return 1;
    if (one->choices.empty() && std::abs(one->default_value) > rounding && is_own(one->key) &&
        settings.has_effect(*one))
      return 2;
    return 3 + static_cast<int>(std::ranges::find(common, one->key) - std::begin(common));
  };
  std::vector<const base::Parameter*> all = axis_parameters(simulation);
  std::ranges::stable_sort(all, {}, rank);
  return {all[0], all[1]};
}

std::array<const base::Parameter*, 2> start_axes(const ik::Skeleton& body) {
  const std::vector<const base::Parameter*> all = geometry_parameters(body);
  return {all[0], all[1]};
}

bool has_parameter(const ik::MethodInfo& method, std::string_view key) {
  const auto is_it = [&](const base::Parameter& parameter) { return parameter.key == key; };
  return std::ranges::any_of(method.parameters(), is_it) ||
         std::ranges::any_of(sim::world::table(), is_it);
}

bool can_show(const ik::MethodInfo& method, const ik::Skeleton& skeleton,
              const std::vector<std::string>& axes) {
  return method.suits(skeleton) && std::ranges::all_of(axes, [&](const auto& key) {
           return find_geometry(skeleton, key) || has_parameter(method, key);
         });
}

}  // namespace sweep

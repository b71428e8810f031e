#pragma once
#include <span>
#include <vector>

#include "base/parameter.h"
#include "ik/model/number.h"

namespace ik {

/// The settings of several bodies with one method, asked like those of one.
class PackSettings {
 public:
  /// One to Pack::lanes of one method; the lanes beyond them repeat the last.
  explicit PackSettings(std::span<const base::Settings> settings)
      : settings_(settings.begin(), settings.end()) {
    settings_.resize(Pack::lanes, settings.back());
  }

  Pack operator[](const base::Parameter& parameter) const { return get(parameter.key); }
  PackMask flag(const base::Parameter& parameter) const { return !((*this)[parameter] == 0); }
  Pack get(std::string_view key) const {
    Pack values;
    for (int lane = 0; lane < Pack::lanes; ++lane) values.set(lane, settings_[lane].get(key));
    return values;
  }
  bool has(std::string_view key) const { return settings_.front().has(key); }

 private:
  std::vector<base::Settings> settings_;
};

template <class Number>
using SettingsOf = std::conditional_t<one_body<Number>, base::Settings, PackSettings>;

}  // namespace ik

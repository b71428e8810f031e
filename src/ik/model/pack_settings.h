#pragma once
#include <span>
#include <vector>

#include "base/parameter.h"
#include "ik/model/number.h"

namespace ik {

/// The settings of one method for several bodies, a lane each, read like base::Settings.
class PackSettings {
 public:
  /// settings: one to Pack::lanes of one method. The lanes beyond them repeat the last.
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

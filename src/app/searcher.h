#pragma once
#include <optional>

#include "app/parts.h"
#include "sim/solving.h"

namespace app {

/// The search for poses, which exists while its panel is shown. Time stands meanwhile.
class Searcher {
 public:
  explicit Searcher(const Parts& parts) : parts_(parts) {}

  bool on() const { return solving_.has_value(); }
  /// Call once a frame, with whether the panel is shown. Begins and ends the search, begins anew if
  /// the targets, the method or its settings have changed, and makes the updates that are due.
  void follow(bool wanted, double seconds);
  void execute(ui::Solve request);
  void forget() { solving_.reset(); }  ///< since another scene is shown

 private:
  void begin();

  const Parts& parts_;
  std::optional<sim::Solving> solving_;
  bool runs_ = true;
  double due_ = 0;  // updates
};

}  // namespace app

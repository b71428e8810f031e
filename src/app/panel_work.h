#pragma once
#include <optional>
#include <string>

#include "app/parts.h"
#include "sim/solving.h"
#include "sweep/choose/chooser.h"

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
  bool is_running_ = true;
  double due_updates_ = 0;  // with a fraction
};

/// Measures and ranks methods in the background, as `ikscope-lab choose` does.
class Choosing {
 public:
  explicit Choosing(const Parts& parts);

  /// Call once a frame. Forgets the choice when another body is shown.
  void follow();
  void execute(ui::Choose request) {
    if (request == ui::Choose::Begin) begin();
    if (request == ui::Choose::Stop) chooser_.stop();
    if (request == ui::Choose::SavePage) save_page();
  }

 private:
  void begin();
  void save_page();

  const Parts& parts_;
  sweep::Chooser chooser_;
  std::string scene_ = {};  // name or file of the scene; empty: no file has it like this
  std::string text_ = {};   // of the scene
};

}  // namespace app

#pragma once

#include "app/parts.h"
#include "formats/scene/run_options.h"
#include "sweep/choose/chooser.h"

namespace app {

/// Measures and ranks methods in the background, as `ikscope-lab choose` does.
class Choosing {
 public:
  explicit Choosing(const Parts& parts);

  /// Call once a frame. Forgets the choice when another body is shown.
  void follow();
  void execute(ui::Choose request);

 private:
  void begin();
  void save_page();
  formats::RunOptions options() const;

  const Parts& parts_;
  sweep::Chooser chooser_;
  std::string place_ = {};  // name or file of the scene; empty: it is as no file has it
  std::string text_ = {};   // of the scene
};

}  // namespace app

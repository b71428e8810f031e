#pragma once
#include <deque>
#include <string>
#include <string_view>

#include "ui/layout.h"
#include "ui/theme.h"

namespace ui {

/// Short messages at the bottom of the 3D view: they fade in and out; errors stay longer. A picture
/// that the user saves shows the errors alone, not what became of the picture before.
class Toasts {
 public:
  enum class Kind { Message, Error };

  void add(std::string_view said, Kind kind = Kind::Message);  ///< as shown() has it
  void draw(const Look& look, const Rect& body, float seconds);
  bool empty() const { return toasts_.empty(); }
  const std::string& newest() const { return toasts_.back().text; }

  static float seconds(Kind kind) { return kind == Kind::Error ? 10.f : 5.f; }

 private:
  struct Toast {
    std::string text;
    Kind kind;
    float age = 0;
  };
  std::deque<Toast> toasts_;
};

}  // namespace ui

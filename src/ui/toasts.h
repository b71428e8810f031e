#pragma once
#include <deque>
#include <string>
#include <string_view>

#include "ui/layout.h"
#include "ui/theme.h"

namespace ui {

/// Short messages at the bottom of the 3D view: they fade in and out; errors stay longer. No
/// picture and no film has them.
class Toasts {
 public:
  enum class Kind { Message, Error };

  /// The names of its windows begin so.
  static constexpr std::string_view window = "toast ";

  /// As shown() has it. A click on one about a file opens its folder.
  void add(std::string_view said, Kind kind = Kind::Message, std::string file = {});
  /// Returns the file of the one that was clicked, or an empty name.
  std::string draw(const Look& look, const Rect& body, float seconds);
  bool empty() const { return toasts_.empty(); }
  const std::string& newest() const { return toasts_.back().text; }

  static float seconds(Kind kind) { return kind == Kind::Error ? 10.f : 5.f; }

 private:
  struct Toast {
    std::string text;
    Kind kind;
    std::string file;
    float age = 0;
  };
  std::deque<Toast> toasts_;
};

}  // namespace ui

#pragma once
#include <functional>

#include "app/input_queue.h"
#include "app/platform.h"

struct ImGuiContext;

namespace app {

/// Dear ImGui on OpenGL 3.3 or OpenGL ES 3.0, in the context that is current.
class ImGuiBackend {
 public:
  explicit ImGuiBackend(InputQueue::OnKey on_key);
  ~ImGuiBackend();
  ImGuiBackend(const ImGuiBackend&) = delete;
  ImGuiBackend& operator=(const ImGuiBackend&) = delete;

  InputQueue& input() { return input_; }

  /// window: sets what Dear ImGui asks of a window: its size, the time since the frame before.
  void new_frame(const FrameLayout& layout, const std::function<void()>& window);
  void fonts_changed();
  void render(Platform::Part part);

 private:
  InputQueue input_;
  int bottom_margin_ = 0;  // FrameLayout's
};

class ImGuiOffscreenUi : public OffscreenUi {
 public:
  ImGuiOffscreenUi();
  ~ImGuiOffscreenUi() override;
  ImGuiOffscreenUi(const ImGuiOffscreenUi&) = delete;
  ImGuiOffscreenUi& operator=(const ImGuiOffscreenUi&) = delete;
  void draw(Size pixels, double seconds, const std::function<bool()>& prepare,
            const std::function<void()>& content) override;

 private:
  ImGuiContext* context_;
};

}  // namespace app

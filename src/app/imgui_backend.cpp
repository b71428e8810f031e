#include "app/imgui_backend.h"

#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <cfloat>

#include "ui/kit/layers.h"

namespace app {
namespace {

#ifdef IMGUI_IMPL_OPENGL_ES3
constexpr const char* shader_version = "#version 300 es";
#else
constexpr const char* shader_version = "#version 330 core";
#endif

/// Scales a picture of another size to fill the window, centred, with its bottom margin below it.
void set_layout(Size size, int bottom_margin, ImGuiIO& io) {
  const ImVec2 window = io.DisplaySize;
  io.DisplaySize = {static_cast<float>(size.width), static_cast<float>(size.height)};
  const float high = io.DisplaySize.y + static_cast<float>(bottom_margin);
  const float scale = std::min(window.x / io.DisplaySize.x, window.y / high);
  if (io.MousePos.x == -FLT_MAX || !(scale > 0)) return;
  io.MousePos = {(io.MousePos.x - 0.5f * (window.x - scale * io.DisplaySize.x)) / scale,
                 (io.MousePos.y - 0.5f * (window.y - scale * high)) / scale};
}

/// Makes a context the current one for the lifetime of the object.
class Current {
 public:
  explicit Current(ImGuiContext* context) : before_(ImGui::GetCurrentContext()) {
    ImGui::SetCurrentContext(context);
  }
  ~Current() { ImGui::SetCurrentContext(before_); }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

 private:
  ImGuiContext* before_;
};

}  // namespace

ImGuiBackend::ImGuiBackend() {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // writes no file into the working directory
  io.LogFilename = nullptr;
  ImGui_ImplOpenGL3_Init(shader_version);
}

ImGuiBackend::~ImGuiBackend() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext();
}

void ImGuiBackend::new_frame(const FrameLayout& layout, const std::function<void()>& window) {
  ImGui_ImplOpenGL3_NewFrame();
  window();
  input.set_mouse();
  ImGuiIO& io = ImGui::GetIO();
  if (layout.seconds > 0) io.DeltaTime = static_cast<float>(layout.seconds);
  bottom_margin_ = layout.bottom_margin;
  if (layout.size) set_layout(*layout.size, layout.bottom_margin, io);
  if (!layout.mouse) io.MousePos = {-FLT_MAX, -FLT_MAX};
  ImGui::NewFrame();
}

void ImGuiBackend::fonts_changed() {
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

void ImGuiBackend::render(Part part) {
  ui::Layers layers(*ImGui::GetDrawData());
  ImDrawData& data = part == Part::Interface ? *layers.interface() : *layers.remarks();
  data.DisplaySize.y += static_cast<float>(bottom_margin_);
  ImGui_ImplOpenGL3_RenderDrawData(&data);
}

OffscreenUi::OffscreenUi() : context_(ImGui::CreateContext()) {
  const Current current(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = io.LogFilename = nullptr;
  ImGui_ImplOpenGL3_Init(shader_version);
}

OffscreenUi::~OffscreenUi() {
  {
    const Current current(context_);
    ImGui_ImplOpenGL3_Shutdown();
  }
  ImGui::DestroyContext(context_);
}

void OffscreenUi::draw(Size pixels, double seconds, const std::function<bool()>& prepare,
                       const std::function<void()>& content) {
  const Current current(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(pixels.width), static_cast<float>(pixels.height)};
  io.DeltaTime = static_cast<float>(seconds);
  if (prepare()) ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_NewFrame();
  if (io.Fonts->TexID == nullptr) ImGui_ImplOpenGL3_CreateFontsTexture();
  ImGui::NewFrame();
  content();
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace app

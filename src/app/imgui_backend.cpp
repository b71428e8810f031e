#include "app/imgui_backend.h"

#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <cfloat>
#include <memory>

#include "ui/input/keys.h"
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

/// Makes a context the current one. The one before is current again when the result is destroyed.
auto made_current(ImGuiContext* context) {
  std::unique_ptr<ImGuiContext, void (*)(ImGuiContext*)> before(ImGui::GetCurrentContext(),
                                                                ImGui::SetCurrentContext);
  ImGui::SetCurrentContext(context);
  return before;
}

enum Modifier { Shift, Control, Alt, Super };
constexpr int first_modifier = 340, modifiers = 4;  // the left keys, then the right keys

bool is_modifier(int key) { return key >= first_modifier && key < first_modifier + 2 * modifiers; }

/// Returns whether the key writes no letter: its order among letters matters.
bool edits(int key) { return key >= ui::key::escape && !is_modifier(key); }

/// Prepares the current context, which writes no files into the working directory.
void prepare_context() {
  ImGui::GetIO().IniFilename = ImGui::GetIO().LogFilename = nullptr;
  ImGui_ImplOpenGL3_Init(shader_version);
}

/// Keys that open and close a field. They act once, where Dear ImGui would repeat them.
constexpr int unrepeated_keys[] = {ui::key::enter, ui::key::keypad_enter, ui::key::escape};

}  // namespace

void InputQueue::move(float x, float y) {
  const Move move{x, y};
  if (!events_.empty() && std::holds_alternative<Move>(events_.back()))
    events_.back() = move;  // only the end of a move counts
  else
    events_.emplace_back(move);
}

void InputQueue::leave() {
  if (std::ranges::count(down_, true) == 0) events_.emplace_back(Move{-FLT_MAX, -FLT_MAX});
}

void InputQueue::apply_events() {
  for (const int key : unrepeated_keys) ImGui::GetIO().KeysDown[key] = false;
  Changed changed;
  const auto apply_it = [&](const auto& event) { return apply(event, changed); };
  while (!events_.empty() && std::visit(apply_it, events_.front())) events_.pop_front();
}

bool InputQueue::apply(const Move& event, Changed& changed) {
  if (changed.clicked || changed.turned) return false;
  mouse_ = event;
  return changed.moved = true;
}

bool InputQueue::apply(const Button& event, Changed& changed) {
  bool& already = changed.button[static_cast<size_t>(event.button)];
  if (already || changed.turned) return false;
  down_[static_cast<size_t>(event.button)] = event.down;
  return already = changed.clicked = true;
}

bool InputQueue::apply(const Wheel& event, Changed& changed) {
  if (changed.moved || changed.clicked) return false;
  ImGuiIO& io = ImGui::GetIO();
  io.MouseWheelH += event.x;
  io.MouseWheel += event.y;
  return changed.turned = true;
}

bool InputQueue::apply(const Key& event, Changed& changed) {
  const bool known = event.code >= 0 && event.code < static_cast<int>(changed.key.size());
  const bool orders = edits(event.code) || event.ctrl;
  // A key that is released first still counts for as long as it was held.
  if (is_modifier(event.code) && (changed.edited || changed.clicked)) return false;
  if (event.down && !event.repeat && changed.edited) return false;
  if (known && orders && !event.repeat) {  // Dear ImGui repeats keys itself
    bool& already = changed.key[static_cast<size_t>(event.code)];
    if (already || changed.typed) return false;
    already = changed.edited = true;
  }
  ImGuiIO& io = ImGui::GetIO();
  const bool again = event.repeat && std::ranges::count(unrepeated_keys, event.code) > 0;
  if (known && !again) io.KeysDown[event.code] = event.down;
  const auto held = [&io](Modifier modifier) {
    return io.KeysDown[first_modifier + modifier] ||
           io.KeysDown[first_modifier + modifiers + modifier];
  };
  io.KeyShift = held(Shift);
  io.KeyCtrl = held(Control);
  io.KeyAlt = held(Alt);
  io.KeySuper = held(Super);
  if (event.down && on_key) on_key(event);
  return true;
}

bool InputQueue::apply(const Letter& event, Changed& changed) {
  if (changed.edited) return false;
  ImGui::GetIO().AddInputCharacter(event.code);
  return changed.typed = true;
}

void InputQueue::set_mouse() const {
  ImGuiIO& io = ImGui::GetIO();
  io.MousePos = {mouse_.x, mouse_.y};
  std::ranges::copy(down_, io.MouseDown);
}

ImGuiBackend::ImGuiBackend() {
  ImGui::CreateContext();
  prepare_context();
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
  ui::Layer layer(*ImGui::GetDrawData(), part == Part::Transient);
  layer.data.DisplaySize.y += static_cast<float>(bottom_margin_);
  ImGui_ImplOpenGL3_RenderDrawData(&layer.data);
}

OffscreenUi::OffscreenUi() : context_(ImGui::CreateContext()) {
  const auto before = made_current(context_);
  prepare_context();
}

OffscreenUi::~OffscreenUi() {
  {
    const auto before = made_current(context_);
    ImGui_ImplOpenGL3_Shutdown();
  }
  ImGui::DestroyContext(context_);
}

void OffscreenUi::draw(Size pixels, double seconds, const std::function<bool()>& prepare,
                       const std::function<void()>& content) {
  const auto before = made_current(context_);
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

#include "app/glfw/imgui.h"

#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <cfloat>

namespace app {

ImGuiBackend::ImGuiBackend(GLFWwindow* window) {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // nothing is written where the program was started
  io.LogFilename = nullptr;
  ImGui_ImplGlfw_InitForOpenGL(window, false);
  input_.emplace(window);
  ImGui_ImplOpenGL3_Init("#version 330 core");
}

ImGuiBackend::~ImGuiBackend() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
}

void ImGuiBackend::new_frame(float enlarged) {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  input_->set_mouse();
  if (enlarged != 1) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {enlarged * io.DisplaySize.x, enlarged * io.DisplaySize.y};
    io.MousePos = {-FLT_MAX, -FLT_MAX};
  }
  ImGui::NewFrame();
}

void ImGuiBackend::fonts_changed() {
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

void ImGuiBackend::render() { ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData()); }

}  // namespace app

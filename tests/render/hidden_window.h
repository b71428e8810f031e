#pragma once
#include <glad/gl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace test {

/// A context to draw with. Tests are left out where there is no display, and only there.
class HiddenWindow : public ::testing::Test {
 protected:
  static constexpr int width = 480, height = 400;

  void SetUp() override {
    static const bool ready = glfwInit();  // once: an X server may restart when the last one leaves
    if (!ready && std::getenv("DISPLAY") == nullptr) GTEST_SKIP() << "no display";
    ASSERT_TRUE(ready) << "the display cannot be opened";
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    window_ = glfwCreateWindow(width, height, "test", nullptr, nullptr);
    ASSERT_NE(window_, nullptr) << "no OpenGL 3.3";
    glfwMakeContextCurrent(window_);
    ASSERT_NE(gladLoadGL(glfwGetProcAddress), 0);
  }
  void TearDown() override {
    if (window_ != nullptr) glfwDestroyWindow(window_);
  }

 private:
  GLFWwindow* window_ = nullptr;
};

}  // namespace test

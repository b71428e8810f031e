#include <glad/gl.h>

#include <algorithm>

/// Dear ImGui asks for the state it changes, to put it back, and a browser answers some of the
/// questions only once all is drawn. What is drawn next sets all of it, so any answer does that can
/// be put back. third_party/web.cmake calls this instead of glGetIntegerv.
extern "C" void known_state(GLenum name, GLint* values) {
  constexpr int corners = 4;
  switch (name) {
    case GL_SCISSOR_BOX:
      std::fill_n(values, corners, 0);
      return;
    case GL_BLEND_SRC_RGB:
    case GL_BLEND_DST_RGB:
    case GL_BLEND_SRC_ALPHA:
    case GL_BLEND_DST_ALPHA:
      *values = GL_ONE;
      return;
    case GL_BLEND_EQUATION_RGB:
    case GL_BLEND_EQUATION_ALPHA:
      *values = GL_FUNC_ADD;
      return;
    default:
      glGetIntegerv(name, values);
  }
}

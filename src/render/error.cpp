#include "render/error.h"

#include <glad/gl.h>

#include <algorithm>
#include <utility>

namespace render {
namespace {

constexpr std::pair<GLenum, const char*> names_of_errors[] = {
    {GL_INVALID_ENUM, "GL_INVALID_ENUM"},
    {GL_INVALID_VALUE, "GL_INVALID_VALUE"},
    {GL_INVALID_OPERATION, "GL_INVALID_OPERATION"},
    {GL_INVALID_FRAMEBUFFER_OPERATION, "GL_INVALID_FRAMEBUFFER_OPERATION"},
    {GL_OUT_OF_MEMORY, "GL_OUT_OF_MEMORY"}};

}  // namespace

std::string gl_errors() {
  constexpr int most = 16;  // a lost context reports errors forever
  std::string names;
  for (int i = 0; i < most; ++i) {
    const GLenum error = glGetError();
    if (error == GL_NO_ERROR) break;
    if (!names.empty()) names += ", ";
    const auto* known =
        std::ranges::find(names_of_errors, error, &std::pair<GLenum, const char*>::first);
    names += known == std::end(names_of_errors) ? "an unknown GL error" : known->second;
  }
  return names;
}

std::string renderer_name() {
  const GLubyte* name = glGetString(GL_RENDERER);
  return name ? reinterpret_cast<const char*>(name) : "unknown";
}

}  // namespace render

#pragma once
#include <glad/gl.h>
#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace render {

/// Owns one GL name, e.g. Object<glDeleteBuffers, glGenBuffers>. The context must outlive it.
template <auto& Delete, auto&... Generate>
class Object {
 public:
  static Object make() {  // for a name that GL generates
    Object made;
    (Generate(1, &made.id_), ...);
    return made;
  }
  Object() = default;
  explicit Object(GLuint id) : id_(id) {}
  ~Object() {
    if (id_ == 0) return;
    if constexpr (std::is_invocable_v<decltype(Delete), GLuint>)
      Delete(id_);
    else
      Delete(1, &id_);
  }
  Object(Object&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
  Object& operator=(Object&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  operator GLuint() const { return id_; }

 private:
  GLuint id_ = 0;
};

using Buffer = Object<glDeleteBuffers, glGenBuffers>;
using VertexArray = Object<glDeleteVertexArrays, glGenVertexArrays>;
using Texture = Object<glDeleteTextures, glGenTextures>;
using Renderbuffer = Object<glDeleteRenderbuffers, glGenRenderbuffers>;
using Framebuffer = Object<glDeleteFramebuffers, glGenFramebuffers>;
using Shader = Object<glDeleteShader>;
using Program = Object<glDeleteProgram>;

/// Makes a texture with this filter that clamps to its edges, and binds it.
inline Texture make_texture(GLint filter) {
  Texture texture = Texture::make();
  glBindTexture(GL_TEXTURE_2D, texture);
  for (const GLenum one : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
    glTexParameteri(GL_TEXTURE_2D, one, filter);
  for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T})
    glTexParameteri(GL_TEXTURE_2D, wrap, GL_CLAMP_TO_EDGE);
  return texture;
}

/// A texture that is shown without interpolation.
class Image {
 public:
  /// Sets the pixels, width * height of them: RGBA, row by row from the top.
  void set(int width, int height, std::span<const std::array<uint8_t, 4>> pixels) {
    if (pixels.size() < static_cast<size_t>(width) * static_cast<size_t>(height)) return;
    if (texture_ == 0) texture_ = make_texture(GL_NEAREST);
    glBindTexture(GL_TEXTURE_2D, texture_);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 pixels.data());
  }
  GLuint id() const { return texture_; }

 private:
  Texture texture_;
};

/// Attaches a new renderbuffer to the bound framebuffer.
inline Renderbuffer attach(GLenum attachment, GLenum format, int width, int height, int samples) {
  Renderbuffer buffer = Renderbuffer::make();
  glBindRenderbuffer(GL_RENDERBUFFER, buffer);
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, buffer);
  return buffer;
}

/// Lets attributes from `first` on read the bound buffer, in which elements of `stride` bytes hold
/// the given number of floats for each attribute, consecutively from `offset` bytes on.
inline void set_attribute_pointers(std::span<const int> floats, GLuint first, GLsizei stride,
                                   size_t offset) {
  for (const int count : floats) {
    glVertexAttribPointer(first++, count, GL_FLOAT, GL_FALSE, stride,
                          reinterpret_cast<const void*>(offset));
    offset += static_cast<size_t>(count) * sizeof(float);
  }
}

/// Compiles two files of the folder, common.glsl before each, and links them; the uniform block
/// "Frame" gets binding 0, the sampler "shadow_map" unit 0. Throws base::Error: one sentence with
/// the file and what the driver said.
Program load_program(const std::filesystem::path& folder, const std::string& vertex_file,
                     const std::string& fragment_file);

}  // namespace render

#include "meshes/mesh_file.h"

#include <assimp/MemoryIOWrapper.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <array>
#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>
#include <cmath>
#include <memory>
#include <new>
#include <string>

#include "base/error.h"
#include "base/text.h"
#include "files/read_text.h"

namespace meshes {
namespace {

namespace fs = std::filesystem;

using Content = std::shared_ptr<const std::string>;

/// A file's bytes, already read.
class Bytes final : public Assimp::MemoryIOStream {
 public:
  explicit Bytes(Content bytes)
      : MemoryIOStream(reinterpret_cast<const uint8_t*>(bytes->data()), bytes->size()),
        bytes_(std::move(bytes)) {}
  size_t Read(void* to, size_t size, size_t count) override {
    return size == 0 ? 0 : MemoryIOStream::Read(to, size, count);  // which divides by the size
  }

 private:
  Content bytes_;
};

/// Writes coordinates of vertices such as .5, which Assimp takes for the end of the line, as 0.5.
std::string with_zeros(const std::string& obj) {
  std::string text;
  text.reserve(obj.size());
  char first = '\n', last = '\n';
  for (size_t i = 0; i < obj.size(); ++i) {
    const char c = obj[i];
    if (last == '\n') first = c;
    const bool begins = last == ' ' || last == '\t';
    if (c == '.' && first == 'v' && begins && i + 1 < obj.size() && obj[i + 1] >= '0' &&
        obj[i + 1] <= '9')
      text += '0';
    text += last = c;
  }
  return text;
}

/// Gives Assimp the file and, beside it, regular files of limited size; it allows no writing.
class Folder final : public Assimp::IOSystem {
 public:
  Folder(std::string file, Content content)
      : file_(std::move(file)), content_(std::move(content)) {}
  bool Exists(const char* file) const override {
    std::error_code error;
    return file == file_ || fs::is_regular_file(file, error);
  }
  char getOsSeparator() const override { return '/'; }
  Assimp::IOStream* Open(const char* file, const char*) override {
    try {
      return new Bytes(file == file_ ? content_
                                     : std::make_shared<const std::string>(
                                           files::read_bytes(file, files::mesh)));
    } catch (const base::Error&) {
      return nullptr;  // such as materials: the mesh is read without them
    }
  }
  void Close(Assimp::IOStream* stream) override { delete stream; }

 private:
  std::string file_;
  Content content_;
};

/// Reads the colour of a material; returns whether there is one that Assimp has not invented.
bool has_color(const aiMaterial& material, aiColor4D& color) {
  aiString name;
  if (material.Get(AI_MATKEY_NAME, name) == aiReturn_SUCCESS &&
      std::string(name.C_Str()) == AI_DEFAULT_MATERIAL_NAME)
    return false;
  return material.Get(AI_MATKEY_COLOR_DIFFUSE, color) == aiReturn_SUCCESS;
}

std::array<uint8_t, 4> bytes(const aiColor4D& color) {
  const auto byte = [](float part) {
    return static_cast<uint8_t>(std::lround(255 * (part > 0 ? std::min(part, 1.f) : 0.f)));
  };
  return {byte(color.r), byte(color.g), byte(color.b), 255};
}

struct Reading {
  const aiScene& scene;
  bool own_normals;
  view::Triangles triangles;
  bool colored = false;

  void add(const aiMesh& mesh, const aiMatrix4x4& transform) {
    constexpr std::array<uint8_t, 4> grey{200, 203, 207, 255};
    aiColor4D color;
    const bool vertices = mesh.HasVertexColors(0);
    const bool material = mesh.mMaterialIndex < scene.mNumMaterials &&
                          has_color(*scene.mMaterials[mesh.mMaterialIndex], color);
    colored |= vertices || material;
    aiMatrix3x3 turn = aiMatrix3x3(transform);
    turn.Inverse().Transpose();
    for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
      const aiFace& face = mesh.mFaces[f];
      if (face.mNumIndices != 3) continue;
      for (unsigned i = 0; i < 3; ++i) {
        const unsigned vertex = face.mIndices[i];
        const aiVector3D p = transform * mesh.mVertices[vertex];
        triangles.corners.emplace_back(p.x, p.y, p.z);
        const aiVector3D n =
            own_normals && mesh.HasNormals() ? turn * mesh.mNormals[vertex] : aiVector3D();
        triangles.normals.emplace_back(n.x, n.y, n.z);
        triangles.materials.push_back(vertices   ? bytes(mesh.mColors[0][vertex])
                                      : material ? bytes(color)
                                                 : grey);
      }
    }
  }

  void add(const aiNode& node, const aiMatrix4x4& above) {
    const aiMatrix4x4 transform = above * node.mTransformation;
    for (unsigned i = 0; i < node.mNumMeshes; ++i) add(*scene.mMeshes[node.mMeshes[i]], transform);
    for (unsigned i = 0; i < node.mNumChildren; ++i) add(*node.mChildren[i], transform);
  }
};

size_t count(const aiScene& scene, const aiNode& node) {
  size_t all = 0;
  for (unsigned i = 0; i < node.mNumMeshes; ++i) all += scene.mMeshes[node.mMeshes[i]]->mNumFaces;
  for (unsigned i = 0; i < node.mNumChildren; ++i) all += count(scene, *node.mChildren[i]);
  return all;
}

view::Triangles read_whole(const fs::path& file) {
  constexpr std::array endings{".stl", ".obj", ".dae", ".ply", ".gltf", ".glb"};
  const std::string expected = files::mesh.expected;
  std::string ending = file.extension().string();
  std::ranges::transform(ending, ending.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (std::ranges::find(endings, ending) == endings.end())
    throw base::Error("{}: meshes that end in \"{}\" are not read; expected {}", file.string(),
                      ending, expected);
  std::string bytes = files::read_bytes(file, files::mesh);
  if (bytes.empty())
    throw base::Error("{}: the file is empty; expected {}", file.string(), expected);
  if (ending == ".obj") bytes = with_zeros(bytes);
  Assimp::Importer importer;
  importer.SetIOHandler(
      new Folder(file.string(), std::make_shared<const std::string>(std::move(bytes))));
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  importer.SetPropertyInteger(AI_CONFIG_PP_SBP_REMOVE,
                              aiPrimitiveType_POINT | aiPrimitiveType_LINE);
  const aiScene* scene =
      importer.ReadFile(file.string(), aiProcess_Triangulate | aiProcess_SortByPType);
  if (!scene || !scene->mRootNode) {
    constexpr size_t max_quoted = 200;  // bytes; the message may quote the file
    std::string why = importer.GetErrorString();
    if (why.find("bad_alloc") != why.npos) throw std::bad_alloc();
    std::ranges::replace(why, '\n', ' ');
    throw base::Error("{}: the mesh cannot be read ({}); expected {} that is complete",
                      file.string(), base::printable(why, max_quoted), expected);
  }
  const size_t triangles = count(*scene, *scene->mRootNode);
  if (triangles > max_triangles)
    throw base::Error("{}: the mesh has {} triangles; expected at most {}", file.string(),
                      triangles, max_triangles);
  // The normals of an STL file are those of its triangles, so smooth surfaces have to be detected.
  Reading reading{*scene, ending != ".stl", {}};
  reading.add(*scene->mRootNode, aiMatrix4x4());
  if (!reading.colored) reading.triangles.materials.clear();
  if (reading.triangles.corners.empty())
    throw base::Error("{}: the mesh has no triangle; expected {} with triangles", file.string(),
                      expected);
  return std::move(reading.triangles);
}

}  // namespace

view::Triangles read(const fs::path& file) {
  try {
    return read_whole(file);
  } catch (const std::bad_alloc&) {
    throw base::Error(
        "{}: reading the mesh takes more than {} GB of memory; expected {} that is complete and "
        "smaller",
        file.string(), max_gigabytes, files::mesh.expected);
  }
}

}  // namespace meshes

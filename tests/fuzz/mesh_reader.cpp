// Meshes, which are read in a process of their own, one after the other: what must hold is that of
// this one.

#include "fuzz/mesh_reader.h"

#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "fuzz/checks.h"
#include "meshes/mesh_process.h"
#include "support/meshes.h"

namespace fuzz {
namespace fs = std::filesystem;
namespace {

constexpr std::chrono::seconds most_patience{5};
constexpr std::string_view materials = "# materials\n";  // what follows is another file

constexpr std::string_view obj = R"(mtllib fuzz.mtl
o part
v 0 0 0
v 1 0 0 0.5 0.5 0.5
v 1 1 .5
v 0 1 -1e-3
vn 0 0 1
vt 0.5 0.5
usemtl paint
g side
s 1
f 1/1/1 2/1/1 3/1/1
f 1//1 3//1 4//1
f -4 -3 -2 -1
usemtl glass
l 1 2 3
p 1
f 1 2 3 4
# materials
newmtl paint
Ka 0.1 0.1 0.1
Kd 0.2 0.4 0.8
Ns 10
d 0.5
illum 2
map_Kd -s 1 1 1 wood.png
newmtl glass
Tr 0.5
Kd 1 0 0
)";

constexpr std::string_view stl = R"(solid part
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 1 0 0
vertex 0 2 3
endloop
endfacet
facet normal 1 0 0
outer loop
vertex 0 0 0
vertex 0 1 0
vertex 0 0 1.5e-2
endloop
endfacet
endsolid part
)";

constexpr std::string_view dae = R"(<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="centimeter" meter="0.01"/><up_axis>Y_UP</up_axis></asset>
<library_images><image id="i"><init_from>wood.png</init_from></image></library_images>
<library_effects><effect id="e"><profile_COMMON>
<newparam sid="s"><surface type="2D"><init_from>i</init_from></surface></newparam>
<technique sid="common"><lambert><diffuse><color>1 0.5 0 1</color></diffuse></lambert></technique>
</profile_COMMON></effect></library_effects>
<library_materials><material id="m" name="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
<source id="p">
<float_array id="pa" count="12">0 0 0 100 0 0 0 200 300 1 1 1</float_array>
<technique_common><accessor source="#pa" count="4" stride="3">
<param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
</accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="2" material="mat">
<input semantic="VERTEX" source="#v" offset="0"/>
<p>0 1 2 0 2 3</p>
</triangles>
<polylist count="1" material="mat">
<input semantic="VERTEX" source="#v" offset="0"/>
<vcount>4</vcount><p>0 1 2 3</p>
</polylist>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s">
<node id="n"><translate>10 0 0</translate><rotate>0 0 1 30</rotate><scale>1 2 1</scale>
<node id="inner"><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>
<instance_geometry url="#g"><bind_material><technique_common>
<instance_material symbol="mat" target="#m"/>
</technique_common></bind_material></instance_geometry>
</node></node>
</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene>
</COLLADA>
)";

constexpr std::string_view ply = R"(ply
format ascii 1.0
comment made by hand
element vertex 4
property float x
property float y
property float z
property uchar red
property uchar green
property uchar blue
element face 2
property list uchar int vertex_indices
end_header
0 0 0 255 0 0
1 0 0 0 255 0
1 1 0 0 0 255
0 1 0.5 9 9 9
3 0 1 2
4 0 1 2 3
)";

constexpr std::string_view gltf = R"({
"asset": {"version": "2.0"},
"scene": 0,
"scenes": [{"nodes": [0]}],
"nodes": [{"mesh": 0, "children": [1], "translation": [1, 0, 0]},
{"mesh": 0, "rotation": [0, 0, 0, 1], "scale": [2, 2, 2]}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0, "mode": 4}]}],
"materials": [{"pbrMetallicRoughness": {"baseColorFactor": [1, 0.5, 0, 1]}}],
"buffers": [{"byteLength": 44,
"uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAABAAIAAAA="}],
"bufferViews": [
{"buffer": 0, "byteOffset": 0, "byteLength": 36, "target": 34962},
{"buffer": 0, "byteOffset": 36, "byteLength": 6, "target": 34963}],
"accessors": [
{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]},
{"bufferView": 1, "componentType": 5123, "count": 3, "type": "SCALAR"}]
}
)";

std::string binary_stl() {
  std::string bytes(80, ' ');
  const auto add = [&](const auto& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  constexpr uint32_t triangles = 6;
  add(triangles);
  for (uint32_t t = 0; t < triangles; ++t) {
    for (const float x : {0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 2.f, 0.5f})
      add(x + static_cast<float>(t));
    add(uint16_t{0});
  }
  return bytes;
}

/// gltf in its binary form, with a triangle of zeros in a chunk of its own.
std::string binary_gltf() {
  std::string json(gltf), data(44, '\0');
  const size_t begin = json.find(",\n\"uri\"");
  json.erase(begin, json.find('}', begin) - begin);
  json.resize((json.size() + 3) / 4 * 4, ' ');
  const auto word = [](size_t value) {
    const auto four = static_cast<uint32_t>(value);
    return std::string(reinterpret_cast<const char*>(&four), sizeof four);
  };
  return "glTF" + word(2) + word(28 + json.size() + data.size()) + word(json.size()) + "JSON" +
         json + word(data.size()) + std::string("BIN\0", 4) + data;
}

std::string ending_of(const std::string& text) {
  const auto has = [&](std::string_view word) {
    return std::string_view(text).substr(0, 200).find(word) != text.npos;
  };
  return has("glTF")      ? ".glb"
         : has("ply")     ? ".ply"
         : has("COLLADA") ? ".dae"
         : has("asset")   ? ".gltf"
         : has("mtllib")  ? ".obj"
                          : ".stl";
}

bool finite(const glm::vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

void check_mesh(const view::Mesh& mesh) {
  expect(!mesh.levels.empty() && finite(mesh.bounds.low) && finite(mesh.bounds.high),
         "a mesh has no bounds");
  for (const view::Mesh::Level& level : mesh.levels) {
    expect(std::isfinite(level.error), "a level's error is not finite");
    for (const view::Mesh::Vertex& vertex : level.vertices)
      expect(finite(vertex.position) && finite(vertex.normal), "a vertex is not finite");
    for (const uint32_t corner : level.corners)
      expect(corner < level.vertices.size(), "a corner has no vertex");
  }
  for (const view::Limb& limb : mesh.hull)
    expect(finite(limb.a) && finite(limb.b) && std::isfinite(limb.ra) && std::isfinite(limb.rb),
           "a hull is not finite");
}

}  // namespace

std::vector<std::string> mesh_texts() {
  std::vector<std::string> texts{binary_stl(), binary_gltf()};
  for (const std::string_view text : {obj, stl, dae, ply, gltf}) texts.emplace_back(text);
  return texts;
}

void read_mesh(const std::string& text) {
  static const Folder folder;
  static const auto programs = std::make_shared<meshes::MeshPrograms>();
  const size_t end = std::min(text.find(materials), text.size());
  folder.put("fuzz.mtl", text.substr(end));
  const fs::path file = folder.put("fuzz" + ending_of(text), text.substr(0, end));
  std::optional<view::Triangles> triangles;
  try {
    meshes::MeshProcess process(file, programs);
    triangles = process.take(most_patience);
    if (!triangles) throw base::Error(file.string() + ": this takes long");
  } catch (const base::Error& error) {
    expect(std::string_view(error.what()).starts_with(file.string() + ": "), error.what());
    throw;
  }
  if (const auto mesh = test::make_mesh(*triangles)) check_mesh(*mesh);
}

}  // namespace fuzz

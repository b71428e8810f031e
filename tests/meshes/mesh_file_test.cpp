#include "meshes/mesh_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <string>

#include "base/error.h"
#include "support/temporary_folder.h"

namespace {

struct MeshFile : testing::Test {
  std::filesystem::path write(const std::string& name, const std::string& content) const {
    std::ofstream(folder.path() / name, std::ios::binary) << content;
    return folder.path() / name;
  }
  view::Triangles read(const std::string& name, const std::string& content) const {
    return meshes::read(write(name, content));
  }
  std::string complaint(const std::filesystem::path& file) const {
    try {
      meshes::read(file);
    } catch (const base::Error& error) {
      return error.what();
    }
    return "(read)";
  }
  test::TemporaryFolder folder;
};

view::Box bounds(const view::Triangles& triangles) {
  view::Box box;
  for (const glm::vec3& corner : triangles.corners) box.add(corner);
  return box;
}

std::string binary_stl(int triangles) {
  std::string bytes(80, ' ');
  const auto number = [&](const auto& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  number(static_cast<uint32_t>(triangles));
  for (int t = 0; t < triangles; ++t) {
    const float corners[] = {0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, static_cast<float>(t)};
    for (const float x : corners) number(x);
    number(uint16_t{0});
  }
  return bytes;
}

const std::string ascii_stl =
    "solid part\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 2 3\n"
    "endloop\nendfacet\nendsolid part\n";

/// A triangle (0 0 0) (100 0 0) (0 200 300) in a node that moves it by 10 along x.
std::string collada(const std::string& unit, const std::string& up) {
  return R"(<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset>)" +
         unit + up + R"(</asset>
<library_effects><effect id="e"><profile_COMMON><technique sid="common"><lambert>
<diffuse><color>1 0.5 0 1</color></diffuse></lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m" name="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="9">0 0 0 100 0 0 0 200 300</float_array>
<technique_common><accessor source="#pa" count="3" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1" material="mat"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n"><translate>10 0 0</translate>
<instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="mat" target="#m"/>
</technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>)";
}

TEST_F(MeshFile, StlBinaryAndAscii) {
  const view::Triangles binary = read("a.STL", binary_stl(5)), ascii = read("b.stl", ascii_stl);
  EXPECT_EQ(binary.corners.size(), 15u);
  EXPECT_EQ(bounds(binary).high, glm::vec3(1, 2, 4));
  ASSERT_EQ(ascii.corners.size(), 3u);
  EXPECT_EQ(bounds(ascii).high, glm::vec3(1, 2, 3));
  EXPECT_TRUE(binary.materials.empty());
  EXPECT_EQ(ascii.normals.at(0), glm::vec3(0)) << "found by the angle of its edges";
}

TEST_F(MeshFile, ObjWithItsNormalsAndColours) {
  write("part.mtl", "newmtl paint\nKd 0 0.5 1\n");
  const view::Triangles quad =
      read("part.obj",
           "mtllib part.mtl\nv 0 0 0\nv 1 0 0\nv 1 2 0\nv 0 2 0\nvn 0 0 1\nusemtl paint\n"
           "f 1//1 2//1 3//1 4//1\n");
  ASSERT_EQ(quad.corners.size(), 6u);
  for (const glm::vec3& normal : quad.normals) EXPECT_EQ(normal, glm::vec3(0, 0, 1));
  ASSERT_EQ(quad.materials.size(), 6u);
  EXPECT_EQ(quad.materials[0], (std::array<uint8_t, 4>{0, 128, 255, 255}));
  const view::Triangles plain = read("plain.obj", "v 0 0 0\nv 1 0 0\nv 1 2 0\nf 1 2 3\n");
  EXPECT_TRUE(plain.materials.empty());
  const view::Triangles pointed = read("pointed.obj", "v .5 0 0\nv\t1 -.5 0\nv 1 2 .25\nf 1 2 3\n");
  ASSERT_EQ(pointed.corners.size(), 3u);
  EXPECT_EQ(bounds(pointed).high, glm::vec3(1, 2, 0.25));
}

/// The unit counts, the upright axis does not.
TEST_F(MeshFile, DaeInItsUnitAndItsOwnAxes) {
  const std::string centimetre = R"(<unit name="centimeter" meter="0.01"/>)";
  for (const std::string up : {"<up_axis>Z_UP</up_axis>", "<up_axis>Y_UP</up_axis>", ""}) {
    const view::Box box = bounds(read("a.dae", collada(centimetre, up)));
    EXPECT_LT(glm::distance(box.low, {0.1f, 0, 0}), 1e-6f) << up;
    EXPECT_LT(glm::distance(box.high, {1.1f, 2, 3}), 1e-6f) << up;
    const view::Box metres = bounds(read("b.dae", collada("", up)));
    EXPECT_LT(glm::distance(metres.high, {110, 200, 300}), 1e-3f) << up;
  }
  const view::Triangles part = read("c.dae", collada("", ""));
  ASSERT_EQ(part.materials.size(), 3u);
  EXPECT_EQ(part.materials[0], (std::array<uint8_t, 4>{255, 128, 0, 255}));
}

TEST_F(MeshFile, PlyAndGltf) {
  const view::Box ply = bounds(read("a.ply", R"(ply
format ascii 1.0
element vertex 3
property float x
property float y
property float z
element face 1
property list uchar int vertex_indices
end_header
0 0 0
1 0 0
0 2 3
3 0 1 2
)"));
  EXPECT_EQ(ply.high, glm::vec3(1, 2, 3));
  const view::Triangles gltf = read("b.gltf", R"({"asset": {"version": "2.0"}, "scene": 0,
"scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0, "translation": [1, 0, 0]}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]}],
"materials": [{"pbrMetallicRoughness": {"baseColorFactor": [1, 0.5, 0, 1]}}],
"buffers": [{"byteLength": 44, "uri":
"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAABAAIAAAA="}],
"bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 6}],
"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"},
{"bufferView": 1, "componentType": 5123, "count": 3, "type": "SCALAR"}]})");
  EXPECT_EQ(bounds(gltf).low, glm::vec3(1, 0, 0));
  EXPECT_EQ(bounds(gltf).high, glm::vec3(2, 1, 0));
  ASSERT_EQ(gltf.materials.size(), 3u);
  EXPECT_EQ(gltf.materials[0], (std::array<uint8_t, 4>{255, 128, 0, 255}));
}

TEST_F(MeshFile, WhatIsBrokenIsNamedInOneSentence) {
  const std::filesystem::path missing = folder.path() / "missing.stl",
                              pipe = folder.path() / "pipe.stl";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::string cut = binary_stl(9).substr(0, 200);
  for (const auto& [file, part] : std::vector<std::pair<std::filesystem::path, std::string>>{
           {missing, "there is no such file"},
           {pipe, "not a regular file"},
           {folder.path(), "meshes that end in"},
           {write("cut.stl", cut), "cannot be read"},
           {write("empty.stl", ""), "the file is empty"},
           {write("text.dae", "<COLLADA><asset>"), "cannot be read"},
           {write("noise.obj", "\x01\x02\x03 nothing\n"), "expected"},
           {write("points.obj", "v 0 0 0\nv 1 0 0\np 1 2\n"), "expected"},
           {write("part.step", "ISO-10303-21;"), "\".step\" are not read"}}) {
    const std::string said = complaint(file);
    EXPECT_NE(said.find(part), std::string::npos) << said;
    EXPECT_TRUE(said.starts_with(file.string())) << said;
    EXPECT_EQ(said.find('\n'), std::string::npos) << said;
  }
}

}  // namespace

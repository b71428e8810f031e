#include "meshes/mesh_process.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <fstream>
#include <string>

#include "base/error.h"
#include "meshes/mesh_file.h"
#include "support/temporary_folder.h"

namespace {

struct MeshProcess : testing::Test {
  std::filesystem::path write(const std::string& name, const std::string& content) const {
    std::ofstream(folder.path() / name, std::ios::binary) << content;
    return folder.path() / name;
  }
  view::Triangles read(const std::filesystem::path& file) const {
    meshes::MeshProcess process(file, programs);
    std::optional<view::Triangles> triangles;
    while (!(triangles = process.take(std::chrono::seconds(1)))) {
    }
    return *triangles;
  }
  std::string refusal(const std::filesystem::path& file) const {
    try {
      read(file);
    } catch (const base::Error& error) {
      return error.what();
    }
    return "(read)";
  }
  std::shared_ptr<meshes::MeshPrograms> programs = std::make_shared<meshes::MeshPrograms>();
  test::TemporaryFolder folder;
};

const std::string triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

TEST_F(MeshProcess, GivesWhatTheFileHas) {
  write("part.mtl", "newmtl paint\nKd 0 0.5 1\n");
  for (const std::string begin : {"mtllib part.mtl\nusemtl paint\n", ""}) {
    const std::filesystem::path file = write("part.obj", begin + triangle);
    const view::Triangles here = meshes::read(file), there = read(file);
    EXPECT_EQ(there.corners, here.corners);
    EXPECT_EQ(there.normals, here.normals);
    EXPECT_EQ(there.materials, here.materials);
    EXPECT_EQ(there.materials.empty(), begin.empty());
  }
}

/// Assimp 5.2.5 looks for the material that this texture belongs to, and there is none.
TEST_F(MeshProcess, ACrashIsASentence) {
  const std::filesystem::path whole = write("whole.obj", triangle);
  EXPECT_EQ(read(whole).corners.size(), 3u);
  write("part.mtl", "map_Kd wood.png\nnewmtl red\n");
  const std::filesystem::path file = write("part.obj", "mtllib part.mtl\nusemtl red\n" + triangle);
  for (int i = 0; i < 2; ++i)  // the first time by a program that has read another file
    EXPECT_EQ(refusal(file), file.string() +
                                 ": the mesh crashes the program that reads it; expected a mesh "
                                 "(.stl, .obj, .dae, .ply, .gltf, .glb) that is complete");
  EXPECT_EQ(read(whole).corners.size(), 3u) << "the next program goes on";
}

/// One program reads file after file, those too that it refuses; one that has ended is replaced.
TEST_F(MeshProcess, AProgramServesSeveralFiles) {
  const std::filesystem::path file = write("part.obj", triangle), wrong = write("no.obj", "");
  meshes::MeshProgram* first = nullptr;
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(read(file).corners.size(), 3u);
    EXPECT_TRUE(refusal(wrong).starts_with(wrong.string() + ": "));
    std::unique_ptr<meshes::MeshProgram> program = programs->take();
    ASSERT_NE(program, nullptr);
    EXPECT_EQ(programs->take(), nullptr) << "a second one was started";
    if (!first) first = program.get();
    EXPECT_EQ(program.get(), first);
    programs->give(std::move(program));
  }
  std::unique_ptr<meshes::MeshProgram> program = programs->take();
  program->end();
  programs->give(std::move(program));
  EXPECT_EQ(read(file).corners.size(), 3u);
}

/// Of a list of indices with a quotation mark among them, Assimp 5.2.5 wants no end.
TEST_F(MeshProcess, MemoryHasALimit) {
  const std::filesystem::path file =
      write("part.dae",
            R"(<COLLADA version="1.4.1"><asset/><library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common>
<accessor source="#pa" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="1">
<input semantic="VERTEX" source="#v" offset="0"/><p>0"1 2</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"/></node></visual_scene>
</library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>)");
  const std::string sentence = refusal(file);
  EXPECT_TRUE(sentence.find("more than 2 GB") != sentence.npos ||
              sentence.find("crashes") != sentence.npos)  // under a sanitizer
      << sentence;
}

TEST_F(MeshProcess, ItEndsWithItsReader) {
  std::string large;
  for (int i = 0; i < 100'000; ++i) large += triangle;
  const std::filesystem::path file = write("part.obj", large);
  { const meshes::MeshProcess dropped(file, programs); }
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "no child is left";
}

}  // namespace

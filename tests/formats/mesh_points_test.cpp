#include "formats/robots/mesh_points.h"

#include <gtest/gtest.h>

#include <fstream>

#include "support/temporary_folder.h"

namespace {

/// A faulty point in a mesh does not become the end at which the effector is placed.
TEST(MeshPoints, LeaveOutWhatIsNotFiniteOrFarFromAllOthers) {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "part.obj";
  std::ofstream(file) << "v 0 0 0\nv 1 2 3\nv 0 1 0\nv 0 1e30 0\nv nan 0 5\nv 1e7 0 0\nf 1 2 3\n";
  const std::vector<Eigen::Vector3d> points = formats::mesh_points(file.string());
  ASSERT_EQ(points.size(), 3u);
  EXPECT_EQ(points[1], Eigen::Vector3d(1, 2, 3));
}

}  // namespace

// Workspaces that other instances search are those that are searched here, bit by bit.

#include "remote/work.h"

#include <gtest/gtest.h>

#include "ik/methods/parts/common.h"
#include "remote/wire.h"
#include "support/bodies.h"
#include "support/scenes.h"
#include "support/workspaces.h"
#include "view/palette.h"

namespace remote_reach_tests {

TEST(RemoteReach, IsTheSameForEveryScene) {
  int compared = 0;
  for (const std::string& name : test::scene_names()) {
    SCOPED_TRACE(name);
    const auto body = formats::load(formats::find_scene(name))->skeleton;
    test::Wire wire(2);
    const view::SearchWorkspace search = remote::search_by(&wire.pool);
    const int last = body->effectors() - 1;
    ik::WorkspaceBoundary found;
    jobs::Slices asked = search(body, last, true, found);
    asked.advance();
    while (wire.delivered == 0) wire.turn();
    EXPECT_FALSE(asked.advance());
    const ik::WorkspaceBoundary here = test::workspace_boundary(*body, last, true);
    ASSERT_EQ(found.points.cols(), here.points.cols());
    EXPECT_EQ(found.points, here.points);
    compared += static_cast<int>(found.points.cols());
  }
  EXPECT_GT(compared, 1000);
}

/// What is drawn with held joints, and of several effectors, whoever is first.
TEST(RemoteReach, IsDrawnAsIfSearchedHere) {
  const auto body = std::make_shared<const ik::Skeleton>(test::reference_body("y"));
  for (const bool limits : {true, false})
    for (const bool lost : {false, true}) {
      test::Wire wire(2);
      view::ReachPicture there(jobs::between_frames(2), remote::search_by(&wire.pool));
      view::ReachPicture here(jobs::between_frames());
      ik::Solver solver(body, ik::find_method("dls"));
      base::Settings settings = solver.settings();
      settings.set(ik::common::limits().key, limits);
      solver.configure(settings);
      solver.hold(std::vector<int>{1});
      view::DrawList a, b;
      const auto drawn = [&](view::ReachPicture& reach, view::DrawList& list) {
        list.clear();
        reach.follow(body, solver);
        return reach.draw(list, view::UpAxis(), view::dark_palette());
      };
      for (int i = 0; i < 2000 && !drawn(here, b); ++i) continue;
      bool done = drawn(there, a) || drawn(there, a);  // begun, and asked for
      EXPECT_FALSE(done);
      for (const int worker : {0, 1})
        if (lost) wire.pool.failed(worker, "no");
      for (int i = 0; i < 2000 && !done; ++i) {
        wire.turn(false);
        done = drawn(there, a);
      }
      EXPECT_TRUE(done);
      ASSERT_EQ(a.facets.size(), b.facets.size());
      ASSERT_GT(a.facets.size(), 0u);
      for (size_t i = 0; i < a.facets.size(); ++i) {
        EXPECT_EQ(a.facets[i].a, b.facets[i].a);
        EXPECT_EQ(a.facets[i].c, b.facets[i].c);
        EXPECT_EQ(a.facets[i].color, b.facets[i].color);
      }
      EXPECT_EQ(wire.delivered, lost ? 0 : 2);
    }
}

TEST(RemoteReach, AMessageThatIsWrongIsRefused) {
  EXPECT_THROW(remote::make_reach_task({.kind = "reach"}), base::Error);
  EXPECT_THROW(remote::make_reach_task({.kind = "reach", .numbers = {0, 0, 0}}), base::Error);
  EXPECT_THROW(remote::make_reach_task({.kind = "reach", .numbers = {0, 0, 1e9}}), base::Error);
}

}  // namespace remote_reach_tests

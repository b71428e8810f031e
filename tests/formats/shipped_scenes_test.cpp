// Tests the scenes that come with the program.

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "bench/plain.h"
#include "formats/assets.h"
#include "sim/simulation.h"
#include "support.h"
#include "support/bodies.h"
#include "support/goals.h"

namespace {

std::shared_ptr<const sim::Scene> load(const std::string& name) {
  return formats::load(formats::find_scene(name));
}

TEST(ShippedScenes, AreThere) {
  std::set<std::string> files;
  for (const auto& file : std::filesystem::directory_iterator(IKSCOPE_SOURCE_DIR "/assets/scenes"))
    files.insert(file.path().stem().string());
  EXPECT_GT(files.size(), 10u);
  EXPECT_EQ(formats::scene_names(), std::vector<std::string>(files.begin(), files.end()));
}

TEST(ShippedScenes, RoundTrip) {
  for (const std::string& name : formats::scene_names()) {
    SCOPED_TRACE(name);
    const auto scene = load(name);
    EXPECT_FALSE(scene->name.empty());
    EXPECT_FALSE(scene->description.empty());
    test::expect_same(*scene, *formats::parse(formats::to_toml(*scene), name));
  }
}

void expect_same_body(const ik::Skeleton& a, const ik::Skeleton& b) {
  ASSERT_EQ(a.joints(), b.joints());
  for (int j = 0; j < a.joints(); ++j) {
    EXPECT_EQ(a.joint(j).parent, b.joint(j).parent) << j;
    EXPECT_EQ(a.joint(j).type, b.joint(j).type) << j;
    EXPECT_EQ(a.joint(j).position, b.joint(j).position) << j;
    EXPECT_EQ(a.joint(j).axis, b.joint(j).axis) << j;
    EXPECT_EQ(a.joint(j).start, 0);
    EXPECT_EQ(a.joint(j).rest, 0);
    EXPECT_TRUE(std::isinf(a.joint(j).lower) && std::isinf(a.joint(j).upper));
  }
  ASSERT_EQ(a.effectors(), b.effectors());
  for (int i = 0; i < a.effectors(); ++i) {
    EXPECT_EQ(a.effector(i).joint, b.effector(i).joint);
    EXPECT_EQ(a.effector(i).position, b.effector(i).position);
  }
}

TEST(ShippedScenes, YAndDoubleY25AreTheReferenceBodies) {
  for (const auto& [name, reference] :
       {std::pair{"y", test::y_scene()}, std::pair{"double-y-25", test::double_y_25_scene()}}) {
    SCOPED_TRACE(name);
    const auto scene = load(name);
    expect_same_body(*scene->skeleton, *reference->skeleton);
    test::expect_same_targets(*scene, *reference);
    EXPECT_EQ(scene->dt, reference->dt);
    sim::Simulation from_file(scene), expected(reference);
    for (sim::Simulation* one : {&from_file, &expected}) one->step();
    EXPECT_EQ(from_file.target_state().position, expected.target_state().position);
  }
}

TEST(ShippedScenes, DoubleYHasTheOutlineOfDoubleY25) {
  const auto small = load("double-y"), large = load("double-y-25");
  const ik::Skeleton &a = *small->skeleton, &b = *large->skeleton;
  EXPECT_EQ(a.joints(), 16);
  EXPECT_EQ(a.rows(), 12);
  const auto outline = [](const ik::Skeleton& body, int effector) {
    std::vector<Eigen::Vector3d> points{body.effector(effector).position};
    for (int j = body.effector(effector).joint; j >= 0; j = body.joint(j).parent)
      if (points.back() != body.joint(j).position) points.push_back(body.joint(j).position);
    return points;
  };
  for (int i = 0; i < 4; ++i) EXPECT_EQ(outline(a, i), outline(b, i)) << i;
  test::expect_same_targets(*small, *large);
}

TEST(ShippedScenes, DoubleYHasFullRankInGeneral) {
  const auto scene = load("double-y");
  test::Random random(5);
  for (int i = 0; i < 200; ++i) {
    const Eigen::VectorXd sigma =
        plain::singular_values(test::jacobian_at(*scene->skeleton, random.vector(16, 1.2)));
    EXPECT_GT(sigma[11], 1e-3);
    EXPECT_LT(sigma[0] / sigma[11], 3000);
  }
}

TEST(ShippedScenes, OutOfReachIsBeyondAndThenWithin) {
  const auto scene = load("out-of-reach");
  sim::Simulation simulation(scene);
  simulation.apply(sim::Command(sim::ChooseMethod{"dls"}));
  const auto error_after = [&](int steps) {
    for (int k = 0; k < steps; ++k) simulation.step();
    return simulation.run().errors().sum();
  };
  EXPECT_GT(error_after(295), 0.15);  // beyond
  EXPECT_LT(error_after(300), 0.01);  // within
  EXPECT_GT(error_after(300), 0.05);  // beyond
  EXPECT_LT(error_after(300), 0.01);  // within
}

TEST(ShippedScenes, TransposeDoesWellOnTheSingleArm) {
  sim::Simulation simulation(load("single-arm"));
  EXPECT_EQ(simulation.run().solver().method().name, "transpose");
  for (int k = 0; k < 400; ++k) simulation.step();
  double sum = 0;
  for (int k = 0; k < 1000; ++k) {
    simulation.step();
    sum += simulation.run().errors().sum();
  }
  EXPECT_LT(sum / 1000, 0.03);
}

/// Returns the largest error of each effector over a run with the scene's own settings.
Eigen::VectorXd largest_errors(const std::shared_ptr<const sim::Scene>& scene, int steps) {
  sim::Simulation simulation(scene);
  Eigen::VectorXd largest = Eigen::VectorXd::Zero(scene->skeleton->effectors());
  for (int k = 0; k < steps; ++k) {
    simulation.step();
    largest = largest.cwiseMax(simulation.run().errors());
  }
  return largest;
}

int effector(const ik::Skeleton& body, const std::string& name) {
  for (int i = 0; i < body.effectors(); ++i)
    if (body.effector(i).name == name) return i;
  ADD_FAILURE() << "no effector " << name;
  return 0;
}

TEST(ShippedScenes, BallChainIsBallJointsOnly) {
  const auto scene = load("ball-chain");
  EXPECT_EQ(scene->skeleton->joints(), 18);
  for (int j = 0; j < 18; ++j) EXPECT_FALSE(scene->skeleton->joint(j).compound.empty());
  EXPECT_LT(largest_errors(scene, 3000).maxCoeff(), 0.1);
}

/// The chain is as smooth and exact as a body of ten joints, and keeps its length.
TEST(ShippedScenes, LongChainHasTenThousandJointsAndFollows) {
  const auto scene = load("long-chain");
  const ik::Skeleton& body = *scene->skeleton;
  EXPECT_EQ(body.joints(), 10000);
  EXPECT_EQ(body.joint(9999).name, "rope.3333.z");
  EXPECT_EQ(body.joint(9999).position.y(), 6 * 3332 / 3333.0);
  EXPECT_EQ(body.effector_joint(0), 9999);
  sim::Simulation simulation(scene);
  double shaking = 0, error = 0;
  for (int k = 0; k < 200; ++k) {
    simulation.step();
    if (k < 150) continue;
    error = std::max(error, simulation.run().errors().maxCoeff());
    shaking = std::max(shaking, simulation.run().oscillation().second_difference().maxCoeff());
  }
  EXPECT_LT(error, 0.1);
  EXPECT_LT(shaking, 1e-5);
  // Rotations of ten thousand joints in a row are still rotations, and the rope keeps its length.
  const ik::Pose& pose = simulation.run().solver().pose();
  EXPECT_LT((pose.rotation.back() * pose.rotation.back().transpose() - Eigen::Matrix3d::Identity())
                .norm(),
            1e-11);
  double length = 0;
  for (int j = 1; j < body.joints(); ++j)
    length += (pose.position.col(j) - pose.position.col(j - 1)).norm();
  EXPECT_NEAR(length, 6 * 3332 / 3333.0, 1e-9);
}

/// Each change that can be undone stores a state of such a body.
TEST(ShippedScenes, LongChainsChangesTakeBoundedMemory) {
  sim::Simulation simulation(load("long-chain"));
  simulation.enable_undo();
  for (int change = 0; change < 30; ++change)
    simulation.apply(sim::ChooseMethod{change % 2 == 0 ? "ccd" : "dls"});
  EXPECT_LT(simulation.change_bytes(), 150u << 20);
  EXPECT_FALSE(simulation.undo_effect().empty());
}

/// DSS, appendix B: from the vehicle's start position the arm alone reaches none of the targets.
TEST(ShippedScenes, VehicleMustGoToItsTargets) {
  const auto scene = load("vehicle-arm");
  const ik::Skeleton& body = *scene->skeleton;
  EXPECT_FALSE(body.revolute(0) || body.revolute(1));
  for (int j = 2; j < body.joints(); ++j) EXPECT_TRUE(body.revolute(j));
  double reach = 0;  // reach from the turret
  for (int j = 3; j < body.joints(); ++j) reach += body.joint_offset(j).norm();
  reach += body.effector_offset(0).norm();
  const Eigen::Vector3d turret = body.joint(2).position;
  const std::vector<double>& points = scene->targets[0].values.at("points");
  for (size_t i = 0; i < points.size(); i += 3)
    EXPECT_GT((Eigen::Vector3d(points[i], points[i + 1], points[i + 2]) - turret).norm(), reach);
  sim::Simulation simulation(scene);  // the vehicle brings it there
  for (int jump = 0; jump < 4; ++jump) {
    for (int k = 0; k < 450; ++k) simulation.step();
    EXPECT_LT(simulation.run().errors()[0], 0.01) << jump;
    for (int k = 0; k < 50; ++k) simulation.step();
  }
}

TEST(ShippedScenes, HumanStandsAndReaches) {
  const auto scene = load("human");
  const ik::Skeleton& body = *scene->skeleton;
  EXPECT_GE(body.joints(), 40);
  for (int j = 0; j < body.joints(); ++j) {
    EXPECT_TRUE(std::isfinite(body.joint(j).lower) && std::isfinite(body.joint(j).upper)) << j;
    EXPECT_EQ(body.joint(j).start, body.joint(j).rest) << body.joint(j).name;
  }
  const ik::Pose start(body);
  const Eigen::VectorXd largest = largest_errors(scene, 4000);
  for (const char* side : {"left", "right"}) {
    for (const char* point : {" heel", " sole"}) {
      const int i = effector(body, std::string(side) + point);
      EXPECT_NEAR(start.effector(1, i), 0, 1e-3) << side << point;
      EXPECT_LT(largest[i], 0.02) << side << point;
    }
    EXPECT_LT(largest[effector(body, std::string(side) + " hand")], 0.05) << side;
  }
  const double height = start.effector(1, effector(body, "head"));
  EXPECT_NEAR(height, 3.5, 0.05);
  // Both sides are the same at rest.
  for (const char* point : {" hand", " heel", " sole"}) {
    const Eigen::Vector3d left = start.effector.col(effector(body, std::string("left") + point));
    const Eigen::Vector3d right = start.effector.col(effector(body, std::string("right") + point));
    EXPECT_LT((left - Eigen::Vector3d(-right.x(), right.y(), right.z())).norm(), 1e-12) << point;
  }
}

/// Returns the least clearance of any link from each obstacle over a round of the path, and expects
/// the target to be followed throughout.
Eigen::VectorXd least_clearances(sim::Simulation& simulation) {
  const std::vector<ik::Obstacle>& obstacles = simulation.scene().obstacles;
  const ik::Pose& pose = simulation.run().solver().pose();
  Eigen::VectorXd least = Eigen::VectorXd::Constant(obstacles.size(), 1e300);
  for (int k = 0; k < 1300; ++k) {
    for (size_t i = 0; i < obstacles.size(); ++i)
      for (int j = 0; j < 10; ++j) {
        const Eigen::Vector3d end = j < 9 ? pose.position.col(j + 1) : pose.effector.col(0);
        least[i] =
            std::min(least[i], ik::segment_clearance(obstacles[i], pose.position.col(j), end));
      }
    simulation.step();
    EXPECT_LT(simulation.run().errors()[0], 0.02) << k;
  }
  return least;
}

/// DSS, figure 2.2: least squares alone takes links through obstacles; the null-space motion keeps
/// them clear, on the same path and over two decades of the gain.
TEST(ShippedScenes, ObstacleFieldIsInTheWay) {
  const auto scene = load("obstacle-field");
  EXPECT_EQ(scene->skeleton->joints(), 10);
  ASSERT_EQ(scene->obstacles.size(), 3u);
  const auto least = [&](double gain) {
    sim::Simulation simulation(scene);
    simulation.apply(sim::Command(sim::ChooseMethod{"dls"}));
    simulation.apply(sim::Command(sim::SetParameter{"obstacles_gain", gain}));
    return least_clearances(simulation);
  };
  EXPECT_LT(least(0)[0], -0.05);
  EXPECT_LT(least(0)[1], -0.05);
  for (double gain : {3e-4, 3e-3, 3e-2}) EXPECT_GT(least(gain).minCoeff(), 0) << gain;
  sim::Simulation as_it_opens(scene);
  EXPECT_GT(least_clearances(as_it_opens).minCoeff(), 0);
}

TEST(ShippedScenes, SnuScenesArePlanarTreesOfUnitLinks) {
  const struct {
    const char* name;
    int joints, effectors;
  } expected[] = {{"snu-5-7", 9, 2},
                  {"snu-three", 12, 3},
                  {"snu-four", 12, 4},
                  {"snu-7-3", 12, 5},
                  {"snu-7-4", 12, 5}};
  for (const auto& [name, joints, effectors] : expected) {
    SCOPED_TRACE(name);
    const auto scene = load(name);
    const ik::Skeleton& body = *scene->skeleton;
    EXPECT_EQ(body.joints(), joints);
    EXPECT_EQ(body.effectors(), effectors);
    for (int j = 0; j < body.joints(); ++j) {
      EXPECT_EQ(body.joint(j).axis, Eigen::Vector3d::UnitZ());
      EXPECT_EQ(body.joint(j).position.z(), 0);
      if (j > 0) {
        EXPECT_NEAR(body.joint_offset(j).norm(), 1, 1e-12);
      }
    }
    for (int i = 0; i < body.effectors(); ++i) EXPECT_EQ(body.effector_offset(i).norm(), 1);
    EXPECT_EQ(body.joint(3).parent, 2);
    EXPECT_EQ(body.joint(6).parent, 2);  // branches after the third
  }
}

/// Targets start at the effectors, to the thousandth that the files are written with.
TEST(ShippedScenes, SnuTargetsStartAtTheEffectors) {
  for (const char* name : {"snu-5-7", "snu-three", "snu-four", "snu-7-3", "snu-7-4"}) {
    const sim::Simulation simulation(load(name));
    EXPECT_LT((simulation.target_state().position - simulation.run().solver().pose().effector)
                  .cwiseAbs()
                  .maxCoeff(),
              1e-3)
        << name;
  }
}

TEST(ShippedScenes, SnuEffectorsReachTheirTargets) {
  for (const char* name : {"snu-5-7", "snu-three", "snu-four"})
    EXPECT_LT(largest_errors(load(name), 4000).maxCoeff(), 0.02) << name;
}

TEST(ShippedScenes, SnuFourHasItsFourthEffectorOnAnInnerJoint) {
  const auto three = load("snu-three"), four = load("snu-four");
  const ik::Skeleton& body = *four->skeleton;
  const int fourth = effector(body, "fourth");
  EXPECT_EQ(body.effector(fourth).joint, 1);
  const auto& values = four->targets[static_cast<size_t>(fourth)].values;
  const Eigen::Vector3d way = sim::vector(values, "to") - sim::vector(values, "from");
  EXPECT_LT((way - Eigen::Vector3d(0, -1, 0)).norm(), 1e-12);
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(three->targets[i].values, four->targets[i].values);
}

/// SNU, example 7.3: a small lambda shakes when the chain is stretched, a large one lags.
TEST(ShippedScenes, SnuPulledOutOfReachShowsWhatLambdaDoes) {
  const auto scene = load("snu-7-3");
  struct Seen {
    double shaking = 0, error = 0;  // means
  };
  const auto run = [&](double lambda) {
    sim::Simulation simulation(scene);
    simulation.apply(sim::Command(sim::SetParameter{"lambda", lambda}));
    Seen seen;
    for (int k = 0; k < 1600; ++k) {
      simulation.step();
      seen.shaking += simulation.run().oscillation().second_difference().mean() / 1600;
      seen.error += simulation.run().errors().sum() / 1600;
    }
    return seen;
  };
  const Seen small = run(0.1), opens = run(0.25), large = run(1.5), huge = run(10);
  EXPECT_GT(small.shaking, opens.shaking);
  EXPECT_GT(opens.shaking, 100 * large.shaking);
  EXPECT_GT(huge.error, 1.5 * large.error);
}

TEST(ShippedScenes, SnuLimitsAreThoseOfExample74) {
  const auto free = load("snu-7-3"), limited = load("snu-7-4");
  for (int j = 0; j < 12; ++j) {
    const ik::Joint &a = free->skeleton->joint(j), &b = limited->skeleton->joint(j);
    EXPECT_TRUE(std::isinf(a.lower) && std::isinf(a.upper)) << j;
    EXPECT_NEAR(b.lower, -M_PI, 1e-12) << j;
    EXPECT_NEAR(b.upper, j == 5 ? 0 : M_PI, 1e-12) << j;
    EXPECT_EQ(a.start, b.start) << j;
  }
  test::expect_same_targets(*free, *limited);
  // The example is the bounded problem, for comparison with figure 12's lambda.
  EXPECT_EQ(limited->method, "bounded-dls");
  EXPECT_EQ(free->settings, limited->settings);
}

TEST(ShippedScenes, UnknownNamesGetASuggestion) {
  EXPECT_TRUE(test::has(test::refusal([] { formats::find_scene("duoble-y"); }),
                        "did you mean \"double-y\"?"));
  EXPECT_EQ(formats::find_scene("somewhere/mine.toml"), "somewhere/mine.toml");
  EXPECT_EQ(formats::find_scene("mine.toml"), "mine.toml");
}

}  // namespace

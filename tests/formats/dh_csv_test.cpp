// Tests tables of Denavit-Hartenberg parameters as spreadsheets write them.

#include <gtest/gtest.h>

#include "formats/scene_format.h"
#include "support.h"

namespace {

std::shared_ptr<const sim::Scene> read(const std::string& text) {
  return formats::scene_format_of("arm.csv")->parse(text, "arm.csv");
}
std::shared_ptr<const sim::Scene> as_toml(const std::string& rows) {
  return formats::parse("name = \"arm\"\nconvention = \"standard\"\n" + rows, "arm.toml");
}

void expect_same_joints(const sim::Scene& a, const sim::Scene& b) {
  ASSERT_EQ(a.skeleton->joints(), b.skeleton->joints());
  for (int j = 0; j < a.skeleton->joints(); ++j) {
    EXPECT_EQ(a.skeleton->joint(j).type, b.skeleton->joint(j).type);
    EXPECT_LT((a.skeleton->joint(j).position - b.skeleton->joint(j).position).norm(), 1e-12) << j;
    EXPECT_LT((a.skeleton->joint(j).axis - b.skeleton->joint(j).axis).norm(), 1e-12) << j;
  }
}

TEST(DhCsv, ColumnsAreFoundByTheirNames) {
  const auto expected = as_toml(
      "[[dh]]\nname = \"1\"\nd = 0.3\nalpha_deg = 90\n[[dh]]\nname = \"2\"\na = 0.5\ntheta_deg = "
      "30\n"
      "[[dh]]\nname = \"3\"\ntype = \"prismatic\"\na = 0.25\n");
  for (const char* text :
       {"theta,d,a,alpha\n0,0.3,0,90\n30,0,.5,0\n0,q3,0.25,0\n",
        "i;\xCE\xB1 (\xC2\xB0);r;d;\xCE\xB8\r\n1;90;0;0.3;q1\r\n2;0;0.5;0;30\r\n3;0;0,25;d3;\r\n",
        "# an arm\n0 0.3 0 90\n30 0 0.5 0\n0 d* 0.25 0  # slides\n",
        "type\tTheta_deg\td\ta\talpha_deg\nR\t0\t0.3\t0\t90\n\t30\t0\t0.5\t0\nP\t0\t0\t0.25\t0\n"})
    expect_same_joints(*read(text), *expected);
}

/// Toolboxes number the types of joints; sums have signs of their own.
TEST(DhCsv, TypesAreNumbersAndTermsMayBeNegative) {
  const auto arm = read("sigma,theta,d,a,alpha\n0,q1+-90,0.3,0,90\n1,0,q2 + -0.1,0.25,0\n");
  expect_same_joints(*arm, *read("type,theta,d,a,alpha\nR,q1-90,0.3,0,90\nP,0,q2-0.1,0.25,0\n"));
  EXPECT_EQ(arm->skeleton->joint(1).type, ik::JointType::Prismatic);
}

/// An offset is added to theta, wherever its column is.
TEST(DhCsv, AnOffsetHasTheUnitOfTheta) {
  for (const char* text : {"theta (rad),d,a,alpha (deg),offset\n0,0.1,1,30,1.5\n",
                           "alpha (deg),offset,a,d,theta (rad)\n30,1.5,1,0.1,0\n"}) {
    const auto arm = read(text + std::string("0,0,0,0,0\n"));
    expect_same_joints(*arm, *read("theta (rad),d,a,alpha (deg),offset (rad)\n0,0.1,1,30,1.5\n"
                                   "0,0,0,0,0\n"));
  }
}

TEST(DhCsv, HeadersAreWrittenInManyWays) {
  const auto expected = read("theta,d,a,alpha\n0,0.1,0.2,90\n0,0,0.3,0\n");
  for (const char* text :
       {"# a,alpha,d,theta\n0.2,90,0.1,0\n0.3,0,0,0\n",  // numpy.savetxt
        "#,theta,d,a,alpha\n1,0,0.1,0.2,90\n2,0,0,0.3,0\n",
        ",theta,d,a,alpha\n0,0,0.1,0.2,90\n1,0,0,0.3,0\n",  // pandas
        "Kinematics,theta [rad],a [m],d [m],alpha [deg]\nJoint 1,0,0.2,0.1,90\nJoint 2,0,0.3,0,0\n",
        "i,θᵢ,dᵢ,aᵢ,αᵢ\n1,0,0.1,0.2,90\n2,0,0,0.3,0\n", "θ₁,d₁,a₁,α₁\n0,0.1,0.2,90\n0,0,0.3,0\n",
        "i,ai,αi,di,θi\n1,0.2,90,0.1,0\n2,0.3,0,0,0\n",
        "theta (\xB0),d,a,alpha (\xB0)\n0,0.1,0.2,90\n0,0,0.3,0\n"})  // Windows-1252
    expect_same_joints(*read(text), *expected);
  EXPECT_TRUE(test::has(read("i,αᵢ₋₁,aᵢ₋₁,dᵢ,θᵢ\n1,0,0,0.4,q1\n2,90,0.3,0,q2\n")->notices.at(0),
                        "modified"));
  const auto flange =
      read("joint,theta,d,a,alpha\n1,q1,0.3,0,90\n2,q2,0,0.5,0\nFlange,0,0.1,0,0\n");
  EXPECT_EQ(flange->skeleton->joints(), 2) << "a flange does not turn";
  const auto ends = read("joint,theta,d,a,alpha\nbase,q1,0.3,0,90\n2,q2,0,0.5,0\ntool,0,0.1,0,0\n");
  EXPECT_EQ(ends->skeleton->joints(), 2);
  EXPECT_EQ(ends->skeleton->joint(0).name, "joint 1");
}

TEST(DhCsv, SaysWhichAnglesItTook) {
  const auto notice = [](const std::string& text) { return read(text)->notices.at(0); };
  EXPECT_TRUE(test::has(notice("0,0,1,90\n0,0,1,0\n"), "angles in degrees"));
  EXPECT_TRUE(test::has(notice("0,0,1,1.57\n0,0,1,0\n"), "angles in radians"));
  EXPECT_TRUE(
      test::has(notice("theta,d,a,alpha [deg]\n0,0,1,1.5\n0,0,1,0\n"), "angles in degrees"));
}

TEST(DhCsv, TakesFractionsOfPiAndTheModifiedConventionByItsHeader) {
  const auto arm = as_toml(
      "[[dh]]\nname = \"1\"\nd = 0.3\nalpha_deg = -90\n[[dh]]\nname = \"2\"\ntype = "
      "\"prismatic\"\na = 0.5\ntheta_deg = 120\noffset = 0.2\n");
  expect_same_joints(
      *read("theta,d,a,alpha,offset,type\nq1,0.3,0,-pi/2,0,R\n2*pi/3,0,0.5,0,0.2,P\n"), *arm);
  expect_same_joints(*read("theta,d,a,alpha,offset,type\nq1,0.3,0,-90,0,R\n120,0,0.5,0,0.2,P\n"),
                     *arm);
  const auto craig = read("i,alpha_i-1,a_i-1,d_i,theta_i\n1,0,0,0.4,q1\n2,90,0.3,0,q2\n");
  EXPECT_TRUE(test::has(craig->notices.at(0), "modified convention"));
  EXPECT_LT((craig->skeleton->joint(1).position - Eigen::Vector3d(0.3, 0, 0.4)).norm(), 1e-12);
}

TEST(DhCsv, WrongTablesAreRefusedWithTheirLine) {
  const auto complaint = [](const std::string& text) { return test::refusal([&] { read(text); }); };
  EXPECT_TRUE(test::has(complaint("theta,d,a,alpha\n0,0,1\n"),
                        "arm.csv:2: the row has 3 cells; expected 4"));
  EXPECT_TRUE(
      test::has(complaint("step,error\n0,1\n"), "arm.csv:1: the column \"step\" is unknown"));
  EXPECT_TRUE(test::has(complaint("0,0,x,0\n"), "arm.csv:1: a is \"x\"; expected a number"));
  EXPECT_TRUE(test::has(complaint(""), "has no row"));
  const std::string twice = complaint("name,theta,d,a,alpha\np,0,0,1,0\np,0,0,1,0\n");
  EXPECT_TRUE(twice.starts_with("arm.csv:3: there are two rows named \"p\"")) << twice;
  EXPECT_TRUE(complaint("\n\n0,0,1,0\n").empty());
}

/// Tests cells that are not understood; the first is the one that is named.
TEST(DhCsv, ACellThatIsNoSumOfNumbersIsRefused) {
  const std::pair<const char*, const char*> wrong[] = {
      {"q1,d1,0,90", "d is \"d1\", and theta is a coordinate too"},
      {"-q1,0,1,0", "theta is \"-q1\"; expected a number, or the joint's coordinate"},
      {"2*q1,0,1,0", "theta is"},
      {"q1+q2,0,1,0", "theta is"},
      {"30 0,0,1,0", "theta is"},
      {"(90,0,1,0", "theta is"},
      {"90°+pi/2,0,1,0", "theta is"},
      {"cos(90),0,1,0", "theta is"},
      {"nan,0,1,0", "theta is \"nan\""},
      {"1/0,0,1,0", "theta is \"1/0\""},
      {"0,0,q1,0", "a is \"q1\"; expected a number"}};
  for (const auto& [row, sentence] : wrong) {
    const std::string said =
        test::refusal([&, text = row] { read("theta,d,a,alpha\n0,0,1,0\n" + std::string(text)); });
    EXPECT_TRUE(said.starts_with("arm.csv:3: " + std::string(sentence))) << row << ": " << said;
  }
  for (const auto& [row, sentence] : {std::pair{"q1,0,1,0,P", "the type revolute"},
                                      {"0,d1,1,0,fixed", "the type prismatic"},
                                      {"0,0,1,0,X", "arm.csv:2: "},
                                      {"0,0,1,0,fixed", "arm.csv:"}}) {
    const std::string said =
        test::refusal([&, text = row] { read("theta,d,a,alpha,type\n" + std::string(text)); });
    EXPECT_TRUE(test::has(said, sentence)) << row;
  }
}

TEST(DhCsv, ACellMayBeASum) {
  const auto expected = as_toml(
      "[[dh]]\nname = \"1\"\nd = 0.4\nalpha_deg = 90\n[[dh]]\nname = \"2\"\na = 0.3\ntheta_deg = "
      "90\n[[dh]]\nname = \"3\"\ntype = \"prismatic\"\nd = 0.2\ntheta_deg = -90\n");
  for (const char* text : {"q1,0.4,0,90\nq2+90,0,0.3,0\n-90,d3+0.2,0,0\n",
                           "θ,d,a,α\nθ1*,0.4,0,90°\n90° + θ2*,0,0.3,0°\n−90°,0.1*2+d3*,0,0\n",
                           "Θ,D,A,Α\n0,0.4,0,(90)\n(90),0,0.3,0\n-(90),d+.2,0,0\n",
                           "theta,d,a,alpha\n0,0.4,0,pi / 2\nq2+pi/2,0,0.3,0\n-pi/2,d3 + 0.2,0,0\n",
                           "theta (deg),d,a,alpha\n0,0.4,0,pi/2\n180-90,0,0.3,0\n-90,d3+0.2,0,0\n",
                           "theta (rad),d,a,alpha (deg)\n0,0.4,0,90\n1.5707963267948966,0,0.3,0\n"
                           "-1.5707963267948966,d3+0.2,0,0\n",
                           "theta,d,a,alpha,type,,\n0,\"0,4\",0,90,Revolute,,\n90,0,\"0,3\",0,r,,\n"
                           "-90,0.2,0,0,Prismatic,,\n,,,,,,\n"})
    expect_same_joints(*read(text), *expected);
}

TEST(DhCsv, ItsLengthsHaveTheUnitOfTheHeader) {
  const auto scene = read("theta,d (mm),a [mm],alpha\n0,400,0,90\n0,0,300,0\n");
  ASSERT_TRUE(scene->skeleton->unit());
  EXPECT_EQ(scene->skeleton->unit()->name, "mm");
  EXPECT_EQ(scene->notices.size(), 1u);  // no hint at millimetres
  EXPECT_TRUE(test::has(test::refusal([] { read("theta,d (mm),a (m),alpha\n0,1,1,0\n"); }),
                        "arm.csv:1: lengths are in mm and in m; expected one unit"));
}

TEST(DhCsv, SaysWhichTitlesAreExpected) {
  const std::string said =
      test::refusal([] { read("Joint angle,Link offset,Link length,Link twist\n0,0.4,0,90\n"); });
  EXPECT_TRUE(test::has(said, "expected each once, of theta, d, a, alpha"));
}

TEST(DhTables, HintAtTheirMistakes) {
  const std::string other =
      test::complaint("name = \"t\"\nconvention = \"standard\"\n[[dh]]\nname = \"x\"\nr = 0.2\n");
  EXPECT_TRUE(test::has(other, "unknown key \"r\" (did you mean \"a\"?)"));
  const auto degrees =
      as_toml("[[dh]]\nname = \"x\"\nd = 1\nalpha = 90\n[[dh]]\nname = \"y\"\na = 1\n");
  test::expect_notice(*degrees, "alpha = 90 rad looks like degrees");
  const auto offset = as_toml("[[dh]]\nname = \"x\"\nd = 1\noffset = 90\n");
  EXPECT_TRUE(test::has(offset->notices.at(0), "write offset_deg"));
}

}  // namespace

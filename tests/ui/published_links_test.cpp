// Links that were published: what they say is never changed (docs/links.md). A line is added for
// each new word, and none is changed or taken away.

#include <gtest/gtest.h>

#include "formats/moments/moment.h"
#include "ui/options/options.h"

namespace published_links_test {
namespace {

formats::Moment read(const std::string& link) {
  formats::Moment moment = formats::parse_link(link, ui::options::table());
  EXPECT_TRUE(moment.warnings.empty()) << link << ": " << moment.warnings.front();
  return moment;
}

sim::Session opened(const std::string& link) {
  const formats::Moment moment = read(link);
  std::vector<std::string> warnings;
  formats::Opening opening = formats::open(moment, warnings);
  sim::Session session(std::move(opening.simulation));
  session.play(std::move(opening.commands));
  session.advance(static_cast<double>(opening.tick) / sim::Clock::steps_per_second);
  session.advance(0);
  for (sim::Command& one : formats::arrival_commands(session.simulation(), moment, warnings))
    session.post(std::move(one));
  session.advance(0);
  EXPECT_TRUE(warnings.empty()) << link << ": " << warnings.front();
  return session;
}

std::vector<std::string> methods_of(const sim::Session& session) {
  std::vector<std::string> names;
  for (const sim::Run& run : session.simulation().runs())
    names.emplace_back(run.solver().method().name);
  return names;
}
using Names = std::vector<std::string>;

TEST(PublishedLinks, Scenes) {
  for (const char* name : {"arm-2r",
                           "arm-3r",
                           "ball-chain",
                           "crowd",
                           "double-y",
                           "double-y-25",
                           "hand",
                           "human",
                           "iiwa-14",
                           "long-chain",
                           "mobile-manipulator",
                           "obstacle-field",
                           "out-of-reach",
                           "panda",
                           "puma-560",
                           "quadruped",
                           "scara",
                           "single-arm",
                           "snu-3-1",
                           "snu-5-7",
                           "snu-7-3",
                           "snu-7-4",
                           "snu-four",
                           "snu-three",
                           "stanford-arm",
                           "ur10",
                           "ur5",
                           "vehicle-arm",
                           "walking-figure",
                           "y"})
    EXPECT_FALSE(read(std::string("#scene=") + name).scene.empty()) << name;
}

TEST(PublishedLinks, Lessons) {
  for (const char* name :
       {"first-look", "transpose", "pseudoinverse", "damping", "clamped-errors",
        "alternate-jacobian", "selective-damping", "newton", "null-space", "priority",
        "joint-limits", "six-axis-arm", "position-and-orientation"}) {
    const formats::Moment moment = read("#lesson=" + std::string(name) + "&step=3");
    EXPECT_EQ(moment.lesson, name);
    EXPECT_EQ(moment.step, 3);
  }
}

TEST(PublishedLinks, Runs) {
  const sim::Session one = opened("#scene=double-y&method=dls&lambda=0.1&target_speed=2");
  EXPECT_EQ(one.simulation().value("lambda"), 0.1);
  EXPECT_EQ(one.simulation().value("target_speed"), 2);
  EXPECT_EQ(methods_of(opened("#method=transpose&method=pinv&method=dls&method=sdls")),
            (Names{"transpose", "pinv", "dls", "sdls"}));
  for (const char* name : {"dss", "hybrid", "priority", "bounded-dls", "ccd", "fabrik", "nlp"})
    EXPECT_EQ(methods_of(opened("#scene=y&method=" + std::string(name))), Names{name});
  EXPECT_EQ(methods_of(opened("#scene=y&compare=1-4")),
            (Names{"transpose", "pinv", "dls", "sdls"}));
  const sim::Session compared =
      opened("#scene=y&compare=dls,sdls&method=dls&lambda=0.3&select=2&mute=1");
  EXPECT_EQ(compared.simulation().runs()[0].settings().get("lambda"), 0.3);
  EXPECT_TRUE(compared.simulation().runs()[0].muted);
  EXPECT_EQ(&compared.simulation().run(), &compared.simulation().runs()[1]);
}

TEST(PublishedLinks, Targets) {
  const sim::Session session = opened("#scene=y&target=right:1,2,0.5");
  EXPECT_EQ(session.simulation().targets()[0].manual().held, Eigen::Vector3d(1, 2, 0.5));
}

TEST(PublishedLinks, Views) {
  const formats::Moment moment = read(
      "#panel=explain&theme=light&show_axes=on&show_numbers=1&compare_view=grid&presenter=on&"
      "stage_shows=map&stage_plot=singular%20values&projection=orthographic&"
      "camera=24,14,5,0,1,0&log=error&linear=singular+values&hide=error:total");
  EXPECT_EQ(moment.view.size(), 9u);
  EXPECT_EQ(moment.camera->distance, 5);
  EXPECT_EQ(moment.linear, Names{"singular values"});
  for (const char* panel : {"plots", "explain", "map", "table", "build"})
    EXPECT_EQ(read("#panel=" + std::string(panel)).view.size(), 1u);
}

TEST(PublishedLinks, Maps) {
  const formats::Moment moment = read(
      "#scene=arm-2r&panel=map&map_color=solution&map_fineness=512&"
      "map_x=start.shoulder=-170:170:96:lin&map_y=target.tip.y");
  EXPECT_EQ(moment.view.size(), 3u);
  EXPECT_EQ(moment.map_axes[0], "start.shoulder=-170:170:96:lin");
  EXPECT_EQ(moment.map_axes[1], "target.tip.y");
  EXPECT_EQ(read("#scene=y&map_x=lambda=0.1:2:64:log&map_y=dmax").map_axes[1], "dmax");
}

TEST(PublishedLinks, Moments) {
  const formats::Moment moment = read("#time=4&paused=1&speed=0.5");
  EXPECT_EQ(moment.time, 4);
  EXPECT_EQ(moment.paused, true);
  EXPECT_EQ(moment.speed, 0.5);
}

TEST(PublishedLinks, Figures) {
  const formats::Moment moment =
      read("#embed=1&scene=y&show=body,error&controls=lambda,method&height=420");
  EXPECT_TRUE(moment.embedded);
  EXPECT_EQ(moment.show, (Names{"body", "error"}));
  EXPECT_EQ(moment.controls, (Names{"lambda", "method"}));
  EXPECT_EQ(moment.height, 420);
}

TEST(PublishedLinks, PackedWords) {
  const sim::Session session = opened(
      "#session=HcpBCoAgEEDR_ZxCXItMhe06ibiQlJK0iZwW3T5t93n8yvGqYhEzQk5HbCVfCdauVIo_"
      "g3PgueGEcD9nC4RAfdopBwns7y3yzxfVxIn6Y1EbJQYlUI_GwQc");
  EXPECT_EQ(session.timeline().now(), 60);
  EXPECT_EQ(session.simulation().targets()[0].manual().held, Eigen::Vector3d(0.5, 1, 0.25));
  const sim::Session commands = opened(
      "#scene=y&time=1&commands="
      "44qOTs7PzU3MS4mN5UosUbBVMDbgKirNAzIMuFLygZRScWqJEld2aiWInZOYm5SSqMRVlphTmgpSo2dkygUA");
  EXPECT_EQ(commands.simulation().value("lambda"), 0.25);
}

}  // namespace
}  // namespace published_links_test

// Robots in URDF, as links and the joints between them: https://wiki.ros.org/urdf/XML.

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <limits>
#include <map>
#include <numbers>

#include "base/error.h"
#include "formats/robots/robot.h"
#include "formats/robots/robot_names.h"
#include "formats/robots/urdf_parts.h"
#include "formats/robots/xml_file.h"
#include "formats/scene_format.h"
#include "formats/suggest.h"
#include "ik/model/rotation.h"

namespace formats {
namespace {

using Named = std::map<std::string, int, std::less<>>;

/// Returns whether a type of joint has several coordinates; those neither lead nor follow.
bool is_compound(std::string_view type) {
  return contains({"planar", "floating", "ball", "spherical", "universal", "screw"}, type);
}

/// Reads a limit; files write infinite ones in many ways.
double bound_of(const XmlElement& limit, const char* attribute, double otherwise) {
  std::string text = lower_case(limit.text(attribute, ""));
  std::erase_if(text, [](unsigned char c) { return std::isspace(c) != 0; });
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.erase(0, 1);
  if (text.starts_with('.')) text.erase(0, 1);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (text == "inf" || text == "infinity") return negative ? -infinity : infinity;
  return text.empty() ? otherwise : limit.number(attribute, otherwise);
}

struct UrdfJoint {
  XmlElement element;
  std::string name, type;
  int parent = -1, child = -1;
  std::optional<Robot::Mimic> mimic = {};
};

class UrdfReader {
 public:
  explicit UrdfReader(const XmlElement& root)
      : root_(root), xacro_(xacro_notice(root)), solids_(root) {}

  Robot read() {
    robot_.source = root_.source();
    robot_.line = root_.line();
    robot_.unit = base::find_length_unit("m");
    const std::filesystem::path file(robot_.source);
    robot_.name = root_.text("name", "");
    if (robot_.name.empty()) robot_.name = file.stem().string();
    read_links();
    for (const char* name : {"joint", "drake:joint"})
      for (const XmlElement& element : root_.children(name)) read_joint(element);
    check_tree();
    for (size_t i = 0; i < joints_.size(); ++i) set_joint(i);
    for (const XmlElement& element : root_.children("loop_joint")) read_loop(element);
    show_notices();
    if (robot_.joint_count() == 0)
      root_.fail("the robot has no joint that moves; expected one that is not fixed");
    robot_.description = default_description(robot_);
    return std::move(robot_);
  }

 private:
  void read_links() {
    for (const XmlElement& element : root_.children("link")) {
      Robot::Link link{.name = element.required("name"), .line = element.line()};
      const auto [found, is_new] =
          links_.try_emplace(link.name, static_cast<int>(robot_.links.size()));
      if (!is_new)
        element.fail(duplicate_name_text("links", link.name, this->link(found->second).line));
      link.solids = solids_.of_link(element, false);
      if (link.solids.empty()) link.collisions = solids_.of_link(element, true);
      robot_.links.push_back(std::move(link));
    }
    if (robot_.links.empty()) root_.fail("the robot has no <link>; expected at least two");
    joint_of_.assign(robot_.links.size(), -1);
  }

  int read_end(const XmlElement& element, const std::string& name) const {
    const std::string link = element.required("link");
    const auto found = links_.find(link);
    if (found != links_.end()) return found->second;
    element.fail(
        "joint {} has the {} {}, which is not a link of the file{}; expected the name of a <link>",
        in_quotes(name), element.name(), in_quotes(link), did_you_mean(link, names_of(links_)));
  }

  void read_joint(const XmlElement& element) {
    UrdfJoint joint{element, element.required("name"), element.required("type")};
    static const std::vector<std::string> types = {
        "revolute", "continuous", "prismatic", "fixed", "planar",
        "floating", "ball",       "spherical", "screw", "universal"};
    if (!contains(types, joint.type))
      element.fail("joint {} has the type {}{}; expected one of {}", in_quotes(joint.name),
                   in_quotes(joint.type), did_you_mean(joint.type, types), list_of(types));
    const auto [found, is_new] = by_name_.try_emplace(joint.name, static_cast<int>(joints_.size()));
    if (!is_new)
      element.fail(duplicate_name_text("joints", joint.name, at(found->second).element.line()));
    joint.parent = read_end(element.required_child("parent"), joint.name);
    joint.child = read_end(element.required_child("child"), joint.name);
    int& above = joint_of_[joint.child];
    const std::string child = in_quotes(link(joint.child).name);
    if (above >= 0)
      element.fail(
          "link {} has two parents, by the joints {} and {}; expected a tree: remove one of them",
          child, in_quotes(at(above).name), in_quotes(joint.name));
    if (joint.parent == joint.child)
      element.fail("joint {} joins link {} to itself; expected a parent that is another link",
                   in_quotes(joint.name), child);
    read_mimic(joint);
    above = static_cast<int>(joints_.size());
    joints_.push_back(std::move(joint));
  }

  /// A joint whose <mimic> has a mistake moves on its own.
  void read_mimic(UrdfJoint& joint) {
    const std::optional<XmlElement> mimic = joint.element.child("mimic");
    if (!mimic || joint.type == "fixed") return;
    if (is_compound(joint.type)) return many_coordinates_.add(joint.name);
    try {
      joint.mimic = Robot::Mimic{mimic->required("joint"), mimic->number("multiplier", 1),
                                 mimic->number("offset", 0)};
    } catch (const base::Error& error) {
      const std::string place = base::format("{}:{}: ", mimic->source(), mimic->line());
      std::string why = error.what();
      if (why.starts_with(place)) why.erase(0, place.size());
      free_.push_back(base::format("Line {}: {}; joint {} moves on its own", mimic->line(), why,
                                   in_quotes(joint.name)));
    }
  }

  /// Reads Drake's loops: the origins of two frames stay together and, if the loop is fixed, their
  /// axes too. Other readers skip them, so a mistake in one does not make the file invalid.
  void read_loop(const XmlElement& element) {
    const std::string name = element.text("name", ""), type = element.text("type", "revolute");
    if (contains({"prismatic", "planar", "floating"}, type)) return open_.add(name);
    try {
      const XmlElement one = element.required_child("link1"),
                       other = element.required_child("link2");
      robot_.loops.push_back({.name = name,
                              .from = read_end(one, name),
                              .to = read_end(other, name),
                              .from_frame = urdf_frame(one),
                              .to_frame = urdf_frame(other),
                              .rigid = type == "fixed"});
    } catch (const base::Error&) {
      open_.add(name);
    }
  }

  void check_tree() {
    std::vector<int> roots;
    for (size_t i = 0; i < robot_.links.size(); ++i)
      if (joint_of_[i] < 0) roots.push_back(static_cast<int>(i));
    if (roots.size() > 1)
      root_.fail(
          "links {} and {} (line {}) both have no parent; expected one root, a joint that joins "
          "them",
          in_quotes(link(roots[0]).name), in_quotes(link(roots[1]).name), link(roots[1]).line);
    // Walk up from each link, and stop at links visited from an earlier one.
    std::vector<int> seen(robot_.links.size(), -1);
    for (int i = 0; i < static_cast<int>(robot_.links.size()); ++i)
      for (int above = i; above >= 0 && seen[above] < 0;) {
        seen[above] = i;
        const int joint = joint_of_[above];
        above = joint < 0 ? -1 : at(joint).parent;
        if (above >= 0 && seen[above] == i)
          at(joint).element.fail(
              "joint {} closes a cycle: link {} is above and below it{}; expected a tree",
              in_quotes(at(joint).name), in_quotes(link(above).name),
              roots.empty() ? ", and no link is the root" : "");
      }
  }

  void set_joint(size_t index) {
    const UrdfJoint& from = joints_[index];
    Robot::Link& link = robot_.links[from.child];
    link.parent = from.parent;
    link.frame = urdf_origin(from.element);
    const std::optional<XmlElement> origin = from.element.child("origin");
    const auto like_degrees = [](double angle) { return look_like_degrees(angle, angle); };
    if (origin && std::ranges::any_of(origin->numbers("rpy"), like_degrees)) turned_.add(from.name);
    if (from.type == "fixed") return;
    Robot::Joint joint{.name = from.name, .line = from.element.line()};
    if (from.type == "universal") return add_universal(joint, link);
    if (from.type == "floating") {
      joint.type = Robot::Type::Floating;
    } else if (from.type == "ball" || from.type == "spherical") {
      joint.type = Robot::Type::Ball;
    } else {
      joint.type = from.type == "prismatic" ? Robot::Type::Prismatic
                   : from.type == "planar"  ? Robot::Type::Planar
                                            : Robot::Type::Revolute;
      joint.axis = axis_of(from);
    }
    const bool single = joint.type == Robot::Type::Revolute || joint.type == Robot::Type::Prismatic;
    if (single) set_limits(from, joint);
    if (const std::optional<double> value = from.mimic ? set_mimic(from, joint) : std::nullopt) {
      // The joint follows one that does not move, so it is fixed too.
      if (joint.type == Robot::Type::Prismatic)
        link.frame.position += link.frame.rotation * (*value * joint.axis);
      else
        link.frame.rotation *= ik::rotation(*value * joint.axis);
      return;
    }
    link.joints.push_back(joint);
    if (from.type == "screw") add_thread(from, joint, link);
  }

  /// Adds Drake's universal joint: it turns about x of the joint's frame, then about the turned y.
  static void add_universal(const Robot::Joint& joint, Robot::Link& link) {
    for (const auto& [ending, axis] :
         {std::pair{".x", Eigen::Vector3d::UnitX()}, {".y", Eigen::Vector3d::UnitY()}}) {
      link.joints.push_back(joint);
      link.joints.back().name += ending;
      link.joints.back().axis = axis;
    }
  }

  /// Adds the slide of a screw: along its axis, by the pitch in each turn (Drake).
  static void add_thread(const UrdfJoint& from, const Robot::Joint& turn, Robot::Link& link) {
    const XmlElement pitch = from.element.required_child("drake:screw_thread_pitch");
    pitch.required("value");
    link.joints.push_back(
        {.name = turn.name + ".slide",
         .type = Robot::Type::Prismatic,
         .axis = turn.axis,
         .mimic = Robot::Mimic{turn.name, pitch.number("value", 0) / (2 * std::numbers::pi)},
         .line = turn.line});
  }

  Eigen::Vector3d axis_of(const UrdfJoint& joint) {
    const std::optional<XmlElement> element = joint.element.child("axis");
    if (!element) return Eigen::Vector3d::UnitX();
    const Eigen::Vector3d axis = element->vector("xyz", Eigen::Vector3d::UnitX());
    const double length = axis.stableNorm();
    if (length == 0) {
      no_axis_.add(joint.name);
      return Eigen::Vector3d::UnitX();
    }
    if (!(length > 1e-9 && length < 1e9))
      element->fail(
          "joint {} has the axis {}, which is not a direction; expected a vector such as \"0 0 1\"",
          in_quotes(joint.name), in_quotes(element->required("xyz")));
    return axis / length;
  }

  void set_limits(const UrdfJoint& from, Robot::Joint& joint) {
    const std::optional<XmlElement> limit = from.element.child("limit");
    const bool continuous = from.type == "continuous";
    if (!limit) {
      if (!continuous && from.type != "screw" && !from.mimic) unlimited_.add(from.name);
      return;
    }
    const double speed = bound_of(*limit, "velocity", 0);
    constexpr double fastest = 1e4;  // rad/s or m/s; larger values mean no limit
    if (speed > 0 && speed <= fastest) joint.max_speed = speed;  // 0: the file does not know
    if (speed < 0 || (speed > fastest && std::isfinite(speed))) any_speed_.add(from.name);
    if (continuous) return;
    const double lower = bound_of(*limit, "lower", 0), upper = bound_of(*limit, "upper", 0);
    constexpr double most = ik::Skeleton::max_coordinate;
    if (lower > upper) return falling_.add(from.name);
    if (lower > most || upper < -most)
      limit->fail(
          "joint {} has the limits {} to {}, which are too far away; expected numbers up to a "
          "million",
          in_quotes(joint.name), shortest(lower), shortest(upper));
    if (lower == upper) locked_.add(from.name);
    if (lower > -most) joint.lower = lower;
    if (upper < most) joint.upper = upper;
    if (joint.type == Robot::Type::Revolute && look_like_degrees(joint.lower, joint.upper))
      degrees_.add(from.name);
  }

  /// Makes a joint follow its leader. Returns the joint's value if the leader does not move.
  std::optional<double> set_mimic(const UrdfJoint& from, Robot::Joint& joint) {
    const UrdfJoint* leader = leader_of(from);
    const Chain chain = chain_of(from);
    if (!leader) {
      free_.push_back(why_free(from));
      return std::nullopt;
    }
    if (leader == &from || chain.circle) {
      free_.push_back(
          base::format("Joint {} follows {}: it moves on its own", in_quotes(from.name),
                       leader == &from ? "itself" : "joints that follow one another in a circle"));
      return std::nullopt;
    }
    const Robot::Mimic& mimic = *from.mimic;
    for (const double one : {mimic.multiplier, mimic.offset, chain.factor, chain.offset})
      if (!(std::abs(one) <= ik::Skeleton::max_coordinate))
        from.element.required_child("mimic").fail(
            "joint {} follows by a factor or offset above a million, with those of the joints that "
            "it mimics; expected smaller ones",
            in_quotes(joint.name));
    if (chain.fixed) return chain.offset;
    joint.mimic = mimic;
    return std::nullopt;
  }

  /// A joint's coordinate: factor times that of the last joint that leads it, plus offset.
  struct Chain {
    double factor = 1, offset = 0;
    bool fixed = false, circle = false;  ///< the last joint is fixed; there is none
  };
  Chain chain_of(const UrdfJoint& from) {
    std::vector<const UrdfJoint*> path;
    for (const UrdfJoint* now = &from; now && !chains_.contains(now);) {
      path.push_back(now);
      const UrdfJoint* leader = now->mimic ? leader_of(*now) : nullptr;
      if (leader == now) leader = nullptr;
      // Until the end is found.
      chains_[now] = {.fixed = now->type == "fixed", .circle = leader != nullptr};
      now = leader;
    }
    for (; !path.empty(); path.pop_back()) {
      Chain& chain = chains_[path.back()];
      if (!chain.circle) continue;
      const Robot::Mimic& mimic = *path.back()->mimic;
      if (const Chain& led = chains_[leader_of(*path.back())]; !led.circle)
        chain = {mimic.multiplier * led.factor, mimic.offset + mimic.multiplier * led.offset,
                 led.fixed};
    }
    return chains_[&from];
  }

  /// Returns the joint that this one mimics; null if it does not exist or has several coordinates.
  const UrdfJoint* leader_of(const UrdfJoint& joint) const {
    const auto found = by_name_.find(joint.mimic->joint);
    return found == by_name_.end() || is_compound(at(found->second).type) ? nullptr
                                                                          : &at(found->second);
  }
  std::string why_free(const UrdfJoint& joint) const {
    const std::string& leader = joint.mimic->joint;
    return base::format(
        "Line {}: joint {} mimics {}, which {}: it moves on its own",
        joint.element.required_child("mimic").line(), in_quotes(joint.name), in_quotes(leader),
        by_name_.contains(leader)
            ? "has several coordinates"
            : "is not a joint of the file" + did_you_mean(leader, names_of(by_name_)));
  }

  void show_notices() {
    std::vector<std::string>& all = robot_.notices;
    all = solids_.notices();
    if (!xacro_.empty()) all.push_back(xacro_);
    std::ranges::move(free_, std::back_inserter(all));
    add_notice(
        all, falling_,
        "[has a lower limit above its upper one|have lower limits above their upper ones], which "
        "means none; [it moves|they move] without limits");
    add_notice(
        all, degrees_,
        "[has|have] limits that look like degrees; URDF has radians: multiply them by 0.01745");
    add_notice(
        all, turned_,
        "[has|have] an rpy that looks like degrees; URDF has radians: multiply it by 0.01745");
    add_notice(
        all, no_axis_,
        "[has|have] the axis 0 0 0, which is not a direction; [it moves|they move] about or along "
        "x");
    add_notice(all, unlimited_, "[has|have] no <limit>; [it moves|they move] without limits");
    add_notice(
        all, locked_,
        "[has|have] equal lower and upper limits, 0 where they are not given; [it does|they do] "
        "not move");
    add_notice(
        all, any_speed_,
        "[has a velocity that is|have velocities that are] negative or above 10000; [its speed "
        "has|their speeds have] no bound");
    add_notice(
        all, many_coordinates_,
        "[mimics another but has|mimic others but have] several coordinates; [it does|they do] not "
        "follow");
    add_notice(
        all, open_,
        "[closes a loop and is left out: the loop stays|close loops and are left out: the loops "
        "stay] open, and [its|their] ends can come apart");
  }

  const UrdfJoint& at(int joint) const { return joints_[joint]; }
  const Robot::Link& link(int i) const { return robot_.links[i]; }

  XmlElement root_;
  std::string xacro_;  // a notice about its remains
  UrdfSolids solids_;
  Robot robot_;
  Named links_, by_name_;
  std::map<const UrdfJoint*, Chain> chains_;
  std::vector<UrdfJoint> joints_;
  std::vector<int> joint_of_;  // the joint of each link to its parent, or -1
  NoticeSubjects unlimited_, locked_, many_coordinates_, any_speed_, falling_, degrees_, turned_,
      open_, no_axis_;
  std::vector<std::string> free_;  // notices of joints that should follow others but cannot
};

std::shared_ptr<const sim::Scene> parse_urdf(std::string_view text, const std::string& source) {
  const XmlFile file(text, source);
  return scene_of(UrdfReader(file.root()).read());
}

}  // namespace

void declare_urdf(base::Registry<SceneFormat>& formats) {
  formats.add({.name = "urdf",
               .rank = 20,
               .endings = {"urdf", "xml", "xacro", "sdf", "world"},  // the last two are refused
               .root = "robot",
               .opens = "robots (.urdf, .xml)",
               .file = files::robot,
               .parse = parse_urdf});
}

}  // namespace formats

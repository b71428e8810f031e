#include "formats/mjcf/mjcf.h"

#include <algorithm>
#include <cmath>

#include "files/read_text.h"
#include "formats/robots/robot_names.h"
#include "formats/suggest.h"
#include "sim/world/limits.h"

namespace formats::mjcf {
namespace {

using Eigen::Vector3d;
using sim::Frame;

/// Returns the name of an element with the suffix, which is taken from now on; empty if it has
/// none. Throws base::Error if the name is taken.
std::string reserve_name(const XmlElement& element, const std::string& suffix, Names& names,
                         const char* things) {
  std::string name = element.text("name", "");
  if (name.empty()) return name;
  name += suffix;
  if (!names.insert(name).second) element.fail(duplicate_name_text(things, name));
  return name;
}

std::string name_of(const XmlElement& root, const std::string& source) {
  for (const std::string& name :
       {root.text("model", ""), std::filesystem::path(source).stem().string()})
    if (sim::is_name(name)) return name;
  return "MJCF model";
}

/// Reads the bodies, joints, geoms and sites of <worldbody>, then what refers to them.
class Tree {
 public:
  Tree(const Document& document, int depth) : document_(document), depth_(depth) {}

  Model read() {
    const XmlElement& root = document_.root().element;
    robot_.source = document_.source();
    robot_.line = root.line();
    robot_.name = name_of(root, robot_.source);
    robot_.unit = base::find_length_unit("m");
    robot_.links.push_back({.name = "world"});
    const std::vector<const Node*> worlds = document_.sections("worldbody");
    if (worlds.empty()) root.fail("the model has no <worldbody>; expected one with its bodies");
    for (const Node* world : worlds)
      read(*world, {.inherited = defaults_.childclass(world->element, "")});
    name_unnamed();
    constexpr double turn = 6.3;  // rad
    if (degree_ranges_ > 1 && largest_bound_ <= turn)
      robot_.notices.emplace_back(
          "The ranges of all joints are within 6.3 degrees, which look like radians: write "
          "<compiler angle=\"radian\"/> in that case");
    if (suspect_line_ > 0)
      robot_.notices.push_back(
          base::format("The range in line {} looks like degrees, and the model has radians: write "
                       "<compiler angle=\"degree\"/> in that case",
                       suspect_line_));
    if (ball_ranges_)
      robot_.notices.emplace_back(
          "The ranges of ball joints are not supported: these joints turn freely.");
    read_keyframes(document_, robot_);
    read_constraints(document_, defaults_, suffixes_, model_);
    geoms_.move_to(robot_);
    return std::move(model_);
  }

 private:
  struct Context {
    int link = 0;
    sim::Frame frame = {};  ///< of <frame> elements, in the link's frame
    std::string inherited = {};
    std::string suffix = {};  ///< of the names in <replicate> elements
  };

  void read(const Node& node, const Context& context) {
    constexpr int most_replicated = 100000;
    for (const Node& child : node.children) {
      const XmlElement& element = child.element;
      if (!context.suffix.empty() && ++replicate_count_ > most_replicated)
        element.fail("<replicate> makes more than {} elements; expected a smaller count",
                     most_replicated);
      const std::string kind = element.name();
      if (kind == "body") {
        add_body(child, context);
      } else if (kind == "joint" || kind == "freejoint") {
        add_joint(element, context);
      } else if (kind == "geom") {
        geoms_.add(element, context.inherited, context.link, context.frame);
      } else if (kind == "site") {
        add_site(element, context);
      } else if (kind == "frame") {
        Context inner = context;
        inner.frame = context.frame * frame_of(element, compiler_);
        inner.inherited = defaults_.childclass(element, context.inherited);
        read(child, inner);
      } else if (kind == "replicate") {
        replicate(child, context);
      } else if (kind == "attach") {
        attach(element, context);
      } else if (kind == "composite" || kind == "flexcomp") {
        ++model_.unsupported[kind];
      }
    }
  }

  /// Adds the replicas. Replica i has R_i = euler(i e), p_i = p_(i-1) + R_(i-1) d, and its names
  /// end with i, which has as many digits as the count.
  void replicate(const Node& node, const Context& context) {
    const XmlElement& element = node.element;
    const double count = element.number("count");
    if (!(count >= 1 && count <= 10000) || count != std::floor(count))
      element.refuse("count", "; expected a whole number from 1 to 10000");
    if (node.children.empty()) return;
    const Vector3d offset = element.vector("offset", Vector3d::Zero());
    const Vector3d angles = element.vector("euler", Vector3d::Zero());
    const size_t digits = std::to_string(static_cast<int>(count)).size();
    Context replica = context;
    replica.inherited = defaults_.childclass(element, context.inherited);
    Frame local = {Eigen::Matrix3d::Identity(), Vector3d::Zero()};
    for (int i = 0; i < static_cast<int>(count); ++i) {
      local.rotation = euler_rotation(i * angles, compiler_);
      replica.frame = context.frame * local;
      const std::string number = std::to_string(i);
      replica.suffix = element.text("sep", "") + std::string(digits - number.size(), '0') + number +
                       context.suffix;
      suffixes_.insert(replica.suffix);
      read(node, replica);
      local.position += local.rotation * offset;
    }
  }

  /// Returns the name of a model in <asset>, by default that in its own file.
  std::string name_of_model(const XmlElement& asset) const {
    if (asset.has("name")) return asset.text("name", "");
    const std::filesystem::path path =
        Document::find(asset.required("file"), "", robot_.source, asset.source());
    if (path.empty()) return "";
    const Document other(files::read_text(path, files::robot), path.string());
    return other.root().element.text("model", "MuJoCo Model");
  }

  /// Adds a body of another file with those on it, or all bodies if none is named. Their names
  /// begin with the prefix.
  void attach(const XmlElement& element, const Context& context) {
    constexpr int max_depth = 8, max_attached = 1000;
    const std::string name = element.required("model"), body = element.text("body", "");
    const std::string prefix = element.text("prefix", "");
    std::optional<XmlElement> asset;
    std::vector<std::string> names;
    for (const XmlElement& one : document_.children_of("asset"))
      if (one.name() == "model") {
        names.push_back(name_of_model(one));
        if (names.back() == name) asset = one;
      }
    if (!asset)
      element.fail(
          "the model {} is not declared in <asset>{}; expected the name of a <model> there",
          in_quotes(name), did_you_mean(name, names));
    const std::string file = asset->required("file");
    const std::filesystem::path path = Document::find(file, "", robot_.source, asset->source());
    if (path.empty())
      asset->fail("the model's file {} does not exist; expected a file beside this one",
                  in_quotes(file));
    if (depth_ == max_depth)
      element.fail("models attach each other more than {} deep; expected no cycle", max_depth);
    Model other =
        read_model(Document(files::read_text(path, files::robot), path.string()), depth_ + 1);
    model_.attached_count += 1 + other.attached_count;
    if (model_.attached_count > max_attached)
      element.fail("more than {} models are attached, one through another; expected fewer",
                   max_attached);

    std::vector<int> new_index(other.robot.links.size(), -1);  // by index in the other file
    const auto wanted = [&](int link) {
      for (; link > 0; link = other.robot.links[link].parent)
        if (body.empty() || other.robot.links[link].name == body) return true;
      return false;
    };
    const int first = static_cast<int>(robot_.links.size());
    int next = first;
    Names attached_joints;  // by their names in the other file
    for (size_t i = 1; i < new_index.size(); ++i) {
      if (!wanted(static_cast<int>(i))) continue;
      new_index[i] = next++;
      for (const Robot::Joint& joint : other.robot.links[i].joints)
        attached_joints.insert(joint.name);
    }
    if (next == first)
      element.fail("the model {} has no body {}{}; expected one of its bodies", in_quotes(name),
                   in_quotes(body), did_you_mean(body, names_of(other.robot.links)));
    const auto renamed = [&](const std::string& own) { return prefix + own + context.suffix; };
    const auto rename = [&](std::string& name_there, Names& all, const char* what) {
      name_there = renamed(name_there);
      if (!sim::is_name(name_there) || !all.insert(name_there).second)
        element.fail(
            "attaching makes two {} named {}; expected a prefix that makes names different", what,
            in_quotes(name_there));
    };
    for (size_t i = 1; i < new_index.size(); ++i) {
      if (new_index[i] < 0) continue;
      Robot::Link link = other.robot.links[i];
      if (body.empty() ? link.parent == 0 : link.name == body) {
        link.parent = context.link;
        link.frame = context.frame * link.frame;
        // Only what hangs in the world is free.
        if (context.link != 0 && !link.joints.empty() &&
            link.joints[0].type == Robot::Type::Floating)
          link.joints.clear();
        if (!link.joints.empty() && link.joints[0].start_frame)
          link.joints[0].start_frame = context.frame * *link.joints[0].start_frame;
      } else {
        link.parent = new_index[link.parent];
      }
      rename(link.name, bodies_, "bodies");
      for (Robot::Joint& joint : link.joints) {
        rename(joint.name, joints_, "joints");
        if (!joint.mimic) continue;
        if (attached_joints.contains(joint.mimic->joint)) {
          joint.mimic->joint = renamed(joint.mimic->joint);
          continue;
        }
        robot_.notices.push_back(
            base::format("joint {} should follow {}, which is not attached; it moves on its own",
                         in_quotes(joint.name), in_quotes(joint.mimic->joint)));
        joint.mimic.reset();
      }
      robot_.links.push_back(std::move(link));
    }
    for (const auto sites : {&Model::sites, &Model::mocap_points})
      for (Site site : other.*sites)
        if (site.link = new_index[site.link]; site.link >= 0) {
          site.name = renamed(site.name);
          (model_.*sites).push_back(std::move(site));
        }
    for (const int link : other.mocap)
      if (new_index[link] >= 0) model_.mocap.insert(new_index[link]);
    for (Robot::Loop loop : other.robot.loops) {
      loop.from = new_index[loop.from];
      loop.to = new_index[loop.to];
      loop.name = renamed(loop.name);
      if (loop.from >= 0 && loop.to >= 0) robot_.loops.push_back(std::move(loop));
    }
    for (const auto& [kind, count] : other.unsupported) model_.unsupported[kind] += count;
    std::ranges::move(other.robot.notices, std::back_inserter(robot_.notices));
  }

  void add_body(const Node& node, const Context& context) {
    const XmlElement& element = node.element;
    const int index = static_cast<int>(robot_.links.size());
    if (element.flag("mocap").value_or(false)) model_.mocap.insert(index);
    robot_.links.push_back({.name = reserve_name(element, context.suffix, bodies_, "bodies"),
                            .parent = context.link,
                            .frame = context.frame * frame_of(element, compiler_),
                            .line = element.line()});
    read(node, {.link = index,
                .inherited = defaults_.childclass(element, context.inherited),
                .suffix = context.suffix});
  }

  void add_joint(const XmlElement& element, const Context& context) {
    static const std::vector<std::string> types = {"hinge", "slide", "ball", "free"};
    const bool free = element.name() == "freejoint";
    const XmlElement full = free ? element : defaults_.of(element, context.inherited);
    const std::string type = free ? "free" : full.text("type", "hinge");
    if (!contains(types, type))
      element.fail("joint type {} is unknown{}; expected {}", in_quotes(type),
                   did_you_mean(type, types), list_of(types));
    if (context.link == 0) element.fail("the world has a joint; expected joints inside a <body>");
    Robot::Link& link = robot_.links[context.link];
    Robot::Joint joint{.name = reserve_name(element, context.suffix, joints_, "joints"),
                       .line = element.line()};
    if (type == "free") {
      if (link.parent != 0 || !link.joints.empty())
        element.fail(
            "a free joint must be the only joint of a body in <worldbody>; expected other joints "
            "here");
      joint.type = Robot::Type::Floating;
    } else {
      if (!link.joints.empty() && link.joints[0].type == Robot::Type::Floating)
        element.fail("the body has a free joint already; expected no other joint beside it");
      const Frame& frame = context.frame;
      joint.anchor = frame.position + frame.rotation * full.vector("pos", Vector3d::Zero());
      joint.axis = frame.rotation * full.vector("axis", Vector3d::UnitZ());
      joint.type = type == "ball"    ? Robot::Type::Ball
                   : type == "hinge" ? Robot::Type::Revolute
                                     : Robot::Type::Prismatic;
      if (joint.type == Robot::Type::Ball)
        ball_ranges_ |= full.has("range") && full.flag("limited").value_or(true);
      else
        set_travel(full, joint);
    }
    link.joints.push_back(std::move(joint));
  }

  void set_travel(const XmlElement& element, Robot::Joint& joint) {
    if (!(joint.axis.norm() > 1e-14))
      element.fail("the joint's axis has no length; expected a direction, such as 0 0 1");
    joint.axis.normalize();
    const auto in_radians = [&](double value) {
      return joint.type == Robot::Type::Revolute ? compiler_.radians(value) : value;
    };
    element.expect_moderate("ref");
    joint.reference = in_radians(element.number("ref", 0));
    const std::vector<double> range = element.numbers("range", 2);
    const std::optional<bool> limited = element.flag("limited");
    const bool rises = range.size() == 2 && range[0] < range[1];
    if (limited == true && !rises)
      element.fail("the joint is limited, but its range is not {}; expected range=\"LOWER UPPER\"",
                   range.empty() ? "given" : "ascending");
    if (!rises || !limited.value_or(compiler_.autolimits)) return;
    if (joint.type == Robot::Type::Revolute && compiler_.degrees) {
      ++degree_ranges_;
      largest_bound_ = std::max({largest_bound_, std::abs(range[0]), std::abs(range[1])});
    } else if (joint.type == Robot::Type::Revolute && look_like_degrees(range[0], range[1])) {
      if (suspect_line_ == 0) suspect_line_ = element.line();
    }
    constexpr double most = ik::Skeleton::max_coordinate;
    if (range[0] > most || range[1] < -most) element.expect_moderate("range");
    if (range[0] > -most) joint.lower = in_radians(range[0]);  // larger values mean no limit
    if (range[1] < most) joint.upper = in_radians(range[1]);
  }

  void add_site(const XmlElement& element, const Context& context) {
    const XmlElement site = defaults_.of(element, context.inherited);
    std::string name = element.text("name", "");
    const int rank =
        find_last_word(name, {"flange", "wrist_site", "attachment", "ee", "eef", "effector",
                              "nozzle", "tool", "grip", "grasp", "pinch", "tcp"});
    name += context.suffix;
    Frame own = frame_of(site, compiler_);
    if (const std::string type = site.text("type", "sphere");
        site.has("fromto") && type != "sphere" && type != "plane")
      own = frame_between(site.numbers("fromto", 6));
    if (sim::is_name(name)) model_.sites.push_back({name, context.link, rank, context.frame * own});
  }

  void name_unnamed() {
    const auto free_name = [](std::string name, Names& taken) {
      while (!taken.insert(name).second) name += "'";
      return name;
    };
    int number = 0;
    for (size_t i = 1; i < robot_.links.size(); ++i) {
      Robot::Link& link = robot_.links[i];
      const bool named = !link.name.empty();
      if (!named) link.name = free_name("body " + std::to_string(i), bodies_);
      for (Robot::Joint& joint : link.joints) {
        ++number;
        if (!joint.name.empty()) continue;
        const bool as_body = named && link.joints.size() == 1 && !joints_.contains(link.name);
        joint.name = free_name(as_body ? link.name : "joint " + std::to_string(number), joints_);
      }
    }
  }

  const Document& document_;
  const int depth_;
  const Compiler compiler_ = compiler_of(document_);
  const Defaults defaults_{document_};
  Geoms geoms_{document_, defaults_, compiler_};
  Model model_;
  Robot& robot_ = model_.robot;
  Names bodies_{"world"}, joints_;  // the names that are taken
  Names suffixes_;                  // that <replicate> has appended to names, one for each replica
  int replicate_count_ = 0;
  int degree_ranges_ = 0;     // number of ranges of hinges in a file in degrees
  double largest_bound_ = 0;  // of these ranges, in degrees
  // The line of the first range in a file in radians that looks like degrees; 0: none.
  size_t suspect_line_ = 0;
  bool ball_ranges_ = false;
};

}  // namespace

Model read_model(const Document& document, int depth) { return Tree(document, depth).read(); }

}  // namespace formats::mjcf

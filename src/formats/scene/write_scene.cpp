#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/error.h"
#include "files/read_text.h"
#include "formats/assets.h"
#include "formats/scene/joint_type.h"
#include "formats/scene/read_scene.h"
#include "formats/scene/scene_file.h"
#include "formats/scene_format.h"
#include "formats/suggest.h"
#include "formats/toml/fields.h"
#include "ik/model/pose_goal.h"

namespace formats {

namespace {

/// Returns an effector's rank in the order of priority; 0 if that is the order of the effectors.
int priority_of(const sim::Scene& scene, int effector) {
  const auto found = std::find(scene.order.begin(), scene.order.end(), effector);
  return scene.order.empty() ? 0 : static_cast<int>(found - scene.order.begin()) + 1;
}

/// Returns the orientation that the file writes with this target as one pose; null if none.
const sim::TargetSpec* turn_of(const sim::Scene& scene, const sim::TargetSpec& target) {
  const ik::Skeleton& skeleton = *scene.skeleton;
  const int partner = ik::pose_partner(skeleton, target.effector);
  const ik::Effector& first = skeleton.effector(target.effector);
  if (partner != target.effector + 1 || !first.of.empty() || !first.goal.info->of_point)
    return nullptr;
  const sim::TargetSpec& turn = scene.targets[partner];
  const bool plain = first.goal.weight == 1;
  const bool next =
      scene.order.empty() || priority_of(scene, partner) == priority_of(scene, target.effector) + 1;
  return plain && next && turn.manual.follows.empty() ? &turn : nullptr;
}

void write_target(Writer& out, const sim::Scene& scene, const sim::TargetSpec& target,
                  const sim::TargetSpec* turn) {
  const ik::Skeleton& skeleton = *scene.skeleton;
  const ik::Effector& effector = skeleton.effector(target.effector);
  const ik::Goal& goal = effector.goal;
  const double weight = turn ? skeleton.effector(turn->effector).goal.weight : goal.weight;
  const double usual = turn ? ik::pose_weight(skeleton) : default_weight(*goal.info, skeleton);
  FileTarget file{target};
  file.goal = static_cast<size_t>(std::ranges::find(ik::goals(), goal.info) - ik::goals().begin());
  if (turn) file.goal = ik::goals().size();
  if (weight != usual) file.weight = weight;
  file.direction = goal.direction;
  file.shoulder = goal.shoulder;
  file.elbow = goal.elbow;
  const ik::Goal& last = turn ? skeleton.effector(turn->effector).goal : goal;
  if (goal.masked() || last.masked()) {
    file.mask.assign(goal.mask.begin(), goal.mask.end());
    if (turn) file.mask.insert(file.mask.end(), last.mask.begin(), last.mask.end());
  }
  if (!scene.order.empty()) file.priority = priority_of(scene, target.effector);
  file.effector = 0;  // of these names
  write_table(out, "[[target]]", file, Strings{effector.of.empty() ? effector.name : effector.of});
  if (!turn) return;
  out.heading("[target.turn]");
  write_table(out, "", *turn, false);
}

namespace fs = std::filesystem;

constexpr std::string_view of_the_body[] = {"joint", "dh",   "link", "solid", "convention",
                                            "base",  "tool", "up",   "unit"};

/// A complete scene, which other files can be like; with `rows`, they put effectors on its links.
struct Base {
  std::string name;
  bool rows = false;
};

std::optional<Base> base_of(const std::string& like, const fs::path& named_in, bool again = true) {
  if (like.empty()) return {};
  const fs::path found = find_scene(like, named_in);
  const bool shipped = contains(scene_names(), like);
  const std::string name = shipped ? like : fs::absolute(found).lexically_normal().string();
  const SceneFormat* format = scene_format_of(found);
  if (format && !is_toml(*format)) return Base{name};
  const toml::table table = parse_toml(files::read_text(found, files::scene), found.string());
  if (const auto* other = table.get("like")) {
    const bool own =
        std::ranges::any_of(of_the_body, [&](std::string_view key) { return table.contains(key); });
    if (own || !again) return {};
    return base_of(other->value_or(std::string()), found, false);
  }
  return Base{name, table.contains("dh")};
}

/// Returns an effector of the nearest link that moves with it.
FileEffector in_rows(const ik::Effector& effector, const sim::Scene& scene) {
  const sim::Link* best = nullptr;
  double nearest = std::numeric_limits<double>::infinity();
  for (const sim::Link& link : scene.links) {
    const double distance = (link.frame.position - effector.position).norm();
    if (link.joint != effector.joint || distance >= nearest) continue;
    best = &link;
    nearest = distance;
  }
  if (!best)
    throw base::Error("no row of the body's table moves with the effector " +
                      in_quotes(effector.name));
  Eigen::Vector3d position =
      best->frame.rotation.transpose() * (effector.position - best->frame.position);
  for (double& x : position)  // the rounding of two frames
    if (std::abs(x) < 1e-12 * scene.skeleton->scale()) x = 0;
  return {effector.name, best->name, position};
}

void write_effectors(Writer& out, const sim::Scene& scene, bool rows = false) {
  for (int i = 0; i < scene.skeleton->effectors(); ++i) {
    const ik::Effector& one = scene.skeleton->effector(i);
    if (!one.of.empty()) continue;
    const std::string& joint = scene.skeleton->joint(one.joint).whole_name();
    write_table(out, "[[effector]]",
                rows ? in_rows(one, scene) : FileEffector{one.name, joint, one.position}, rows);
  }
}

void write_targets(Writer& out, const sim::Scene& scene) {
  for (const sim::TargetSpec& target : scene.targets) {
    const int partner = ik::pose_partner(*scene.skeleton, target.effector);
    const bool said = partner >= 0 && partner < target.effector &&
                      turn_of(scene, scene.targets[partner]) == &target;
    if (!said) write_target(out, scene, target, turn_of(scene, target));
  }
}

}  // namespace

std::string to_toml(const sim::Scene& scene) {
  const ik::Skeleton& skeleton = *scene.skeleton;
  const Strings carriers = carriers_of(skeleton.all_joints()),
                effectors = names_of(skeleton.all_effectors());
  Writer out;
  write_table(out, "", scene);
  for (int j = 0; j < skeleton.joints(); j += joint_type_of(skeleton, j).count(skeleton, j))
    write_table(out, "[[joint]]", table_of(skeleton, j));
  write_effectors(out, scene);
  for (const ik::Loop& loop : skeleton.loops()) write_table(out, "[[loop]]", loop, carriers);
  for (const sim::Link& link : scene.links) write_table(out, "[[link]]", link, carriers);
  for (const sim::Solid& solid : scene.solids) write_table(out, "[[solid]]", solid, carriers);
  write_targets(out, scene);
  for (const ik::Obstacle& obstacle : scene.obstacles) write_table(out, "[[obstacle]]", obstacle);
  for (const sim::RecordedPath& path : scene.paths) write_table(out, "[[path]]", path, effectors);
  write_table(out, "[method]", static_cast<const sim::RunSpec&>(scene), scene, true);
  for (const sim::RunSpec& run : scene.others) write_table(out, "[[run]]", run, scene, false);
  return out.text();
}

std::string targets_scene(const std::string& like, const sim::Scene& wanted, const fs::path& file) {
  const std::optional<Base> base = base_of(like, {});
  if (!base) return to_toml(wanted);
  const fs::path there(base->name);
  const bool beside = !file.empty() && there.is_absolute() &&
                      there.parent_path() == fs::absolute(file).lexically_normal().parent_path();
  Writer out;
  out.line("name", toml_text(wanted.name));
  out.line("like", toml_text(beside ? there.filename().string() : base->name));
  write_effectors(out, wanted, base->rows);
  write_targets(out, wanted);
  return out.text();
}

}  // namespace formats

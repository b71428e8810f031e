#include <algorithm>
#include <cmath>
#include <optional>

#include "base/error.h"
#include "files/read_text.h"
#include "formats/assets.h"
#include "formats/scene/read_scene.h"
#include "formats/scene/scene_file.h"
#include "formats/scene_format.h"

namespace formats {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view of_the_body[] = {"joint", "dh",   "link", "solid", "convention",
                                            "base",  "tool", "up",   "unit"};

/// A complete scene, which other files can be like. If it has `rows`, files put effectors on its
/// links.
struct Base {
  std::string name;
  bool rows = false;
};

std::optional<Base> base_of(const std::string& like, const fs::path& named_in, bool again = true) {
  if (like.empty()) return {};
  const fs::path found = find_scene(like, named_in);
  const bool shipped = std::ranges::count(scene_names(), like) > 0;
  const std::string name = shipped ? like : fs::absolute(found).lexically_normal().string();
  const SceneFormat* format = scene_format_of(found);
  if (format && format != base::Registry<SceneFormat>::all().front()) return Base{name};
  const toml::table table = parse_toml(files::read_text(found, files::scene), found.string());
  if (const auto* other = table.get("like")) {
    const bool own =
        std::ranges::any_of(of_the_body, [&](std::string_view key) { return table.contains(key); });
    if (own || !again) return {};
    return base_of(other->value_or(std::string()), found, false);
  }
  return Base{name, table.contains("dh")};
}

FileEffector in_rows(const ik::Effector& effector, const sim::Scene& scene) {
  const sim::Link* best = nullptr;  // the link at the effector, or else any that moves with it
  double least = 0;
  for (const sim::Link& link : scene.links) {
    const double far = (link.frame.position - effector.position).norm();
    if (link.joint != effector.joint || (best && far >= least)) continue;
    best = &link;
    least = far;
  }
  if (!best)
    throw base::Error("no row of the body's table moves with the effector " +
                      base::in_quotes(effector.name));
  Eigen::Vector3d position =
      best->frame.rotation.transpose() * (effector.position - best->frame.position);
  for (double& x : position)  // the rounding of two frames
    if (std::abs(x) < 1e-12 * scene.skeleton->scale()) x = 0;
  return {effector.name, best->name, position};
}

}  // namespace

void write_effectors(Writer& out, const sim::Scene& scene, bool rows) {
  for (int i = 0; i < scene.skeleton->effectors(); ++i) {
    const ik::Effector& one = scene.skeleton->effector(i);
    if (!one.of.empty()) continue;
    const std::string& joint = scene.skeleton->joint(one.joint).whole_name();
    write_table(out, "[[effector]]",
                rows ? in_rows(one, scene) : FileEffector{one.name, joint, one.position}, rows);
  }
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

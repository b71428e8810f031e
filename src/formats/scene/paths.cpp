// [[path]] tables, the saved drags: read and written.

#include "base/error.h"
#include "formats/scene/read_scene.h"
#include "formats/suggest.h"
#include "formats/toml/writer.h"

namespace formats {

std::vector<sim::RecordedPath> read_paths(const Reader& file, const std::string& source,
                                          const ik::Skeleton& skeleton) {
  std::vector<sim::RecordedPath> paths;
  const std::vector<std::string> effectors = effector_names(skeleton);
  for (const toml::table* table : file.tables("path")) {
    Reader reader(*table, source, "path " + std::to_string(paths.size() + 1));
    reader.allow({"name", "target", "interval", "points"});
    sim::RecordedPath path{.name = reader.text("name")};
    reader.rename("path " + in_quotes(path.name));
    const std::string target = reader.text("target");
    const auto found = std::find(effectors.begin(), effectors.end(), target);
    if (found == effectors.end())
      reader.fail("target", "target " + in_quotes(target) + " is unknown" +
                                did_you_mean(target, effectors) + "; expected one of " +
                                list_of(effectors));
    path.target = static_cast<int>(found - effectors.begin());
    path.interval = reader.number("interval");
    path.points = reader.points("points");
    try {
      sim::check(path);
      sim::check_names(paths, path);
    } catch (const base::Error& error) {
      reader.fail(error.what());
    }
    if (paths.size() == sim::max_recorded_paths)
      reader.fail("the scene has more than " + std::to_string(sim::max_recorded_paths) +
                  " paths; expected at most that many");
    paths.push_back(std::move(path));
  }
  return paths;
}

std::string path_toml(const sim::RecordedPath& path, const ik::Skeleton& skeleton) {
  std::string points;
  for (int i = 0; i < path.count(); ++i) points += (i > 0 ? ", " : "") + vector(path.point(i));
  return "\n[[path]]\nname = " + toml_text(path.name) +
         "\ntarget = " + toml_text(skeleton.effector(path.target).name) +
         "\ninterval = " + number(path.interval) + "\npoints = [" + points + "]\n";
}

}  // namespace formats

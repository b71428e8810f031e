// Reads and writes [[path]] tables, the saved drags.

#include "formats/scene/read_scene.h"

namespace formats {

std::vector<sim::RecordedPath> read_paths(const Reader& file, const ik::Skeleton& skeleton) {
  std::vector<sim::RecordedPath> paths;
  for (Reader& reader : file.each("path", sim::max_recorded_paths)) {
    reader.allow({"name", "target", "interval", "points"});
    sim::RecordedPath path{.name = reader.text("name")};
    reader.rename("path " + in_quotes(path.name));
    path.target = static_cast<int>(reader.choice("target", "target", effector_names(skeleton)));
    path.interval = reader.number("interval");
    path.points = reader.points("points");
    reader.checked("name", [&] {
      sim::check(path);
      sim::check_names(paths, path);
    });
    paths.push_back(std::move(path));
  }
  return paths;
}

void write_path(Writer& out, const sim::RecordedPath& path, const ik::Skeleton& skeleton) {
  std::vector<std::string> points;
  for (int i = 0; i < path.count(); ++i) points.push_back(vector(path.point(i)));
  out.table("path");
  out("name", path.name);
  out("target", skeleton.effector(path.target).name);
  out("interval", path.interval);
  out.line("points", list(points));
}

}  // namespace formats

// Reads and writes [[path]] tables, the saved drags.

#include "formats/scene/read_scene.h"

namespace formats {

void fields(Fields& f, sim::RecordedPath& path, const std::vector<std::string>& effectors) {
  f.name(path.name, "path", "unique among the paths", as::Text());
  f("target", path.target, required, "the effector whose target was dragged",
    as::Choice<int>{"target", effectors});
  f("interval", path.interval, required, "units of time from one point to the next");
  f("points", path.points, required, "2 to 5000", as::Points());
}

std::vector<sim::RecordedPath> read_paths(const Reader& file, const ik::Skeleton& skeleton) {
  std::vector<sim::RecordedPath> paths;
  for (Reader& reader : file.each("path", sim::max_recorded_paths)) {
    sim::RecordedPath path;
    read_table(reader, path, effector_names(skeleton));
    reader.checked("name", [&] {
      sim::check(path);
      sim::check_names(paths, path);
    });
    paths.push_back(std::move(path));
  }
  return paths;
}

}  // namespace formats

// Reads and writes [[loop]] tables: two points of a body that stay together.

#include <algorithm>

#include "formats/scene/read_scene.h"

namespace formats {
namespace {

/// Reads one end: { joint = "NAME", position = [x, y, z] }.
ik::Loop::End read_end(const Reader& loop, const char* key, const std::vector<ik::Joint>& joints) {
  const Reader end(loop.table(key, "{ joint = \"NAME\", position = [x, y, z] }"), loop.source(),
                   key);
  end.allow({"joint", "position"});
  std::vector<std::string> names;  // the last joint of a compound one comes first
  for (size_t j = joints.size(); j-- > 0;) names.push_back(joints[j].whole_name());
  names.emplace_back("world");
  const auto place = end.choice("joint", "joint", names, joint_or_world);
  return {static_cast<int>(joints.size()) - 1 - static_cast<int>(place), end.vector("position")};
}

void write_end(Writer& out, const char* key, const ik::Loop::End& end, const ik::Skeleton& body) {
  out.line(key, "{ joint = " + toml_text(carrier_name(body, end.joint)) +
                    ", position = " + vector(end.position) + " }");
}

}  // namespace

std::vector<ik::Loop> read_loops(const Reader& file, const std::vector<ik::Joint>& joints) {
  std::vector<ik::Loop> loops;
  for (const Reader& reader : file.each("loop", max_loops)) {
    reader.allow({"name", "from", "to", "rigid", "rotation", "rotation_deg"});
    ik::Loop loop;
    loop.name = reader.name("name");
    loop.from = read_end(reader, "from", joints);
    loop.to = read_end(reader, "to", joints);
    if (loop.from.joint == loop.to.joint)
      reader.fail("to", "loop " + in_quotes(loop.name) +
                            " joins a link to itself; expected two different joints");
    loop.rigid = reader.has("rigid") && reader.flag("rigid");
    loop.turn = read_frame(reader).rotation;
    loops.push_back(std::move(loop));
  }
  return loops;
}

void write_loop(Writer& out, const ik::Loop& loop, const ik::Skeleton& body) {
  out.table("loop");
  out("name", loop.name);
  write_end(out, "from", loop.from, body);
  write_end(out, "to", loop.to, body);
  if (!loop.rigid) return;
  out("rigid", true);
  write_rotation(out, loop.turn);
}

}  // namespace formats

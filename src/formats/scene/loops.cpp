// [[loop]] tables: two points of a body that stay together, read and written.

#include <algorithm>
#include <sstream>

#include "formats/scene/read_scene.h"
#include "formats/suggest.h"
#include "formats/toml/writer.h"

namespace formats {
namespace {

/// One end: { joint = "NAME", position = [x, y, z] }.
ik::Loop::End read_end(const Reader& loop, const std::string& source, const char* key,
                       const std::vector<ik::Joint>& joints) {
  const toml::table* table = loop.node(key).as_table();
  if (!table)
    loop.fail(key, std::string(key) +
                       " is not a table; expected { joint = \"NAME\", position = [x, y, z] }");
  const Reader end(*table, source, key);
  end.allow({"joint", "position"});
  const std::string name = end.text("joint");
  std::vector<std::string> names = {"world"};
  for (const ik::Joint& joint : joints) names.push_back(joint.whole_name());
  const auto found = std::find(names.rbegin(), names.rend(), name);  // of a compound one the last
  if (found == names.rend())
    end.fail("joint", "joint " + in_quotes(name) + " does not exist" + did_you_mean(name, names) +
                          "; expected the name of a joint or \"world\"");
  return {static_cast<int>(names.rend() - found) - 2, end.vector("position")};
}

std::string end_toml(const ik::Loop::End& end, const ik::Skeleton& body) {
  return "{ joint = " + toml_text(carrier_name(body, end.joint)) +
         ", position = " + vector(end.position) + " }\n";
}

}  // namespace

std::vector<ik::Loop> read_loops(const Reader& file, const std::string& source,
                                 const std::vector<ik::Joint>& joints) {
  std::vector<ik::Loop> loops;
  const std::vector<const toml::table*> tables = file.tables("loop");
  if (tables.size() > max_loops)
    file.fail("loop", "the scene has " + std::to_string(tables.size()) +
                          " loops; expected at most " + std::to_string(max_loops));
  for (const toml::table* table : tables) {
    Reader reader(*table, source, "loop " + std::to_string(loops.size() + 1));
    reader.allow({"name", "from", "to", "rigid", "rotation", "rotation_deg"});
    ik::Loop loop;
    loop.name = reader.name("name");
    loop.from = read_end(reader, source, "from", joints);
    loop.to = read_end(reader, source, "to", joints);
    if (loop.from.joint == loop.to.joint)
      reader.fail("to", "loop " + in_quotes(loop.name) +
                            " joins a link to itself; expected two different joints");
    loop.rigid = reader.has("rigid") && reader.flag("rigid");
    loop.turn = read_frame(reader).rotation;
    loops.push_back(std::move(loop));
  }
  return loops;
}

std::string loop_toml(const ik::Loop& loop, const ik::Skeleton& body) {
  std::ostringstream out;
  out << "\n[[loop]]\n"
      << "name = " << toml_text(loop.name) << "\n"
      << "from = " << end_toml(loop.from, body) << "to = " << end_toml(loop.to, body);
  if (loop.rigid) out << "rigid = true\n" << rotation_toml(loop.turn);
  return out.str();
}

}  // namespace formats

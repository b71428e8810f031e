// Reads and writes [[loop]] tables: two points of a body that stay together.

#include "formats/scene/read_scene.h"

namespace formats {
namespace {

/// One end: { joint = "NAME", position = [x, y, z] }.
struct End {
  static constexpr const char* expected = "{ joint = \"NAME\", position = [x, y, z] }";
  const std::vector<std::string>& carriers;

  ik::Loop::End read(const Reader& loop, std::string_view key) const {
    Reader reader(loop.table(key, expected), loop.source(), std::string(key));
    ik::Loop::End end;
    read_table(reader, end, carriers);
    return end;
  }
  std::string text(const ik::Loop::End& end) const {
    return "{ joint = " + Carrier{carriers}.text(end.joint) +
           ", position = " + vector(end.position) + " }";
  }
  std::string form() const { return "`" + std::string(expected) + "`"; }
};

}  // namespace

void fields(Fields& f, ik::Loop::End& end, const std::vector<std::string>& carriers) {
  f("joint", end.joint, required, "", Carrier{carriers});
  f("position", end.position, required, "");
}

void fields(Fields& f, ik::Loop& loop, const std::vector<std::string>& carriers) {
  f("name", loop.name, required, "shown where the loop cannot be closed", as::Name());
  f("from", loop.from, required,
    "a joint or `\"world\"`, and the point on what it carries, world, every joint at zero",
    End{carriers});
  f("to", loop.to, required, "", End{carriers});
  f("rigid", loop.rigid, optional, "the links keep their orientations to each other too");
  if (f.unless(!loop.rigid))
    rotation_fields(f, loop.turn,
                    "of a rigid loop: that of `to`, by which it differs from that of `from`");
}

std::vector<ik::Loop> read_loops(const Reader& file, const std::vector<ik::Joint>& joints) {
  std::vector<ik::Loop> loops;
  if (!file.has("loop")) return loops;
  const std::vector<std::string> carriers = carriers_of(joints);
  for (Reader& reader : file.each("loop", max_loops)) {
    ik::Loop& loop = loops.emplace_back();
    read_table(reader, loop, carriers);
    if (loop.from.joint == loop.to.joint)
      reader.fail("to", "loop " + in_quotes(loop.name) +
                            " joins a link to itself; expected two different joints");
  }
  return loops;
}

}  // namespace formats

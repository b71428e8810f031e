#include <cmath>
#include <map>

#include "formats/scene/joint_type.h"
#include "formats/suggest.h"

namespace formats {
namespace {

const std::string world = "world";

/// The names in the order of the file; each may occur once.
class Names {
 public:
  explicit Names(std::string kind) : kind_(std::move(kind)) {}

  void add(const std::string& name, const Reader& table, int value) {
    if (!sim::is_name(name))
      table.fail("name", "{} {} is named {}; expected {}", kind_[0] == 'e' ? "an" : "a", kind_,
                 in_quotes(name), sim::name_rule());
    const auto [found, added] = by_name_.try_emplace(name, Entry{value, table.line("name")});
    if (!added) table.fail("name", duplicate_name_text(kind_ + "s", name, found->second.line));
    order_.push_back(name);
  }
  struct Entry {
    int value;
    size_t line;
  };
  /// Returns null if there is no such name.
  const Entry* find(const std::string& name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : &found->second;
  }
  const std::vector<std::string>& all() const { return order_; }

 private:
  std::string kind_;
  std::map<std::string, Entry> by_name_;
  std::vector<std::string> order_;
};

/// A [[joint]] of the file, or one of a row of them. It becomes one or several joints of the body.
struct RowJoint : FileJoint {
  Reader table;

  explicit RowJoint(const Reader& reader) : table(reader) {
    read_table(table, static_cast<FileJoint&>(*this));
    if (count && *count != std::floor(*count))
      table.fail("count", "joint {}: count is {}; expected a whole number of joints",
                 in_quotes(name), shortest(*count));
    if (to.has_value() != count.has_value())
      table.fail("to",
                 "joint {} has only one of count and to; expected both, for a row of joints from "
                 "position to there, or neither",
                 in_quotes(name));
    if (name == world)
      table.fail("name",
                 "a joint is named \"world\", which is reserved for the fixed base; expected "
                 "another name");
  }
};

/// Adds a joint, or those of a row, NAME.1 to NAME.COUNT, each attached to the one before and
/// evenly spaced from `position` to the end of the last one's link; the last one is called NAME.
void add_row(const RowJoint& joint, std::vector<RowJoint>& all, Names& names) {
  const auto count = static_cast<size_t>(joint.count.value_or(1));
  if (all.size() + count > max_joints)
    joint.table.fail("count", "the scene has {} joints up to here; expected at most {}",
                     all.size() + count, max_joints);
  for (size_t i = 0; i < count; ++i) {
    all.push_back(joint);
    RowJoint& one = all.back();
    if (joint.count) one.name = base::format("{}.{}", joint.name, i + 1);
    if (i > 0) {
      one.parent = all[all.size() - 2].name;
      one.position += static_cast<double>(i) / *joint.count * (*joint.to - joint.position);
    }
    names.add(one.name, joint.table, static_cast<int>(all.size()) - 1);
  }
  if (joint.count) names.add(joint.name, joint.table, static_cast<int>(all.size()) - 1);
}

[[noreturn]] void fail_parent(const RowJoint& joint, const std::vector<RowJoint>& joints,
                              const Names& names, int index) {
  const std::string has =
      base::format("joint {} has parent {}", in_quotes(joint.name), in_quotes(joint.parent));
  if (joint.parent == joint.name)
    joint.table.fail("parent",
                     "joint {} is its own parent, which is a cycle; expected \"world\" or an "
                     "earlier joint",
                     in_quotes(joint.name));
  if (!names.find(joint.parent)) {
    std::vector<std::string> known(names.all().begin(), names.all().begin() + index);
    known.push_back(world);
    joint.table.fail("parent", "{}, which is not \"world\" or an earlier joint{}", has,
                     did_you_mean(joint.parent, known));
  }
  std::string above = joint.parent;  // detects a cycle above the parent
  for (size_t i = 0; i < joints.size() && above != world && above != joint.name; ++i) {
    const Names::Entry* next = names.find(above);
    if (!next) break;
    above = joints[next->value].parent;
  }
  if (above == joint.name)
    joint.table.fail("parent",
                     "{}, which is a descendant of {} itself: a cycle; expected \"world\" or an "
                     "earlier joint",
                     has, in_quotes(joint.name));
  joint.table.fail("parent",
                   "{}, which comes later, in line {}; expected parents before their children", has,
                   names.find(joint.parent)->line);
}

void find_leaders(const std::vector<RowJoint>& headings, const Names& names,
                  const std::vector<int>& last, std::vector<ik::Joint>& joints) {
  for (size_t i = 0; i < headings.size(); ++i) {
    const Reader& table = headings[i].table;
    const std::string& name = headings[i].mimic;
    if (!table.has("mimic")) continue;
    const Names::Entry* leader = names.find(name);
    if (!leader)
      table.fail("mimic", "joint {} mimics joint {}", in_quotes(headings[i].name),
                 missing_name_text(name, names.all(), "a joint that moves by itself"));
    joints[last[i]].mimic.leader = last[leader->value];
  }
  for (size_t i = 0; i < headings.size(); ++i) {
    size_t steps = 0;
    for (int j = last[i]; j >= 0 && steps <= headings.size(); j = joints[j].mimic.leader) ++steps;
    if (steps > headings.size())
      headings[i].table.fail(headings[i].table.has("mimic") ? "mimic" : "name",
                             "joint {} follows itself, by way of the joint that it mimics; "
                             "expected one that moves by itself",
                             in_quotes(headings[i].name));
  }
}

}  // namespace

void fields(Fields& f, FileEffector& effector, bool rows, Need position) {
  f.name(effector.name, "effector", "unique among the effectors", as::Text());
  if (f.when(!rows))
    f("joint", effector.carrier, required,
      "the joint that carries it, not necessarily the last of a chain");
  if (f.when(rows))
    f("link", effector.carrier, {true, "required with `[[dh]]`"},
      "instead of `joint`, of a body in rows: a row, or `\"tool\"`");
  f("position", effector.position, position,
    "with every joint at zero; of a body in rows in the link's frame, `[0, 0, 0]` by default");
}

std::shared_ptr<const ik::Skeleton> read_body(const Reader& file) {
  const std::vector<Reader> joint_tables = file.each("joint");
  std::vector<Reader> effector_tables = file.each("effector", max_effectors);
  if (joint_tables.empty()) file.fail("the scene has no [[joint]]; expected at least one");
  if (effector_tables.empty()) file.fail("the scene has no [[effector]]; expected at least one");

  std::vector<RowJoint> headings;
  Names names("joint");
  for (const Reader& table : joint_tables) add_row(RowJoint(table), headings, names);

  std::vector<ik::Joint> joints;
  std::vector<int> last;  // for each heading, the joint that carries its children
  for (size_t i = 0; i < headings.size(); ++i) {
    const RowJoint& heading = headings[i];
    ik::Joint joint{.name = heading.name, .position = heading.position};
    if (heading.parent != world) {
      const Names::Entry* parent = names.find(heading.parent);
      if (!parent || parent->value >= static_cast<int>(i))
        fail_parent(heading, headings, names, static_cast<int>(i));
      joint.parent = last[parent->value];
    }
    add_joints(heading, heading.table, joint, joints);
    last.push_back(static_cast<int>(joints.size()) - 1);
  }
  find_leaders(headings, names, last, joints);

  std::vector<ik::Effector> effectors;
  Names effector_names("effector");
  for (Reader& reader : effector_tables) {
    FileEffector one;
    const bool at_joint = file.has("recording") && !reader.has("position");
    read_table(reader, one, false, Need{!at_joint});
    effector_names.add(one.name, reader, static_cast<int>(effectors.size()));
    const Names::Entry* joint = names.find(one.carrier);
    if (!joint)
      reader.fail("joint", "effector {} is on joint {}", in_quotes(one.name),
                  missing_name_text(one.carrier, names.all(), "a joint"));
    ik::Effector effector{.name = one.name, .joint = last[joint->value], .position = one.position};
    if (at_joint) effector.position = joints[effector.joint].position;
    effectors.push_back(std::move(effector));
  }
  const base::LengthUnit* unit = read_unit(file);
  std::vector<ik::Loop> loops = read_loops(file, joints);
  return file.checked("", [&] {
    return std::make_shared<const ik::Skeleton>(std::move(joints), std::move(effectors), unit,
                                                std::move(loops));
  });
}

}  // namespace formats

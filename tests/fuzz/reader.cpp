#include "fuzz/reader.h"

#include <set>

#include "base/error.h"
#include "fuzz/checks.h"
#include "fuzz/file_readers.h"
#include "fuzz/mesh_reader.h"
#include "fuzz/robot_readers.h"
#include "fuzz/toml_readers.h"
#include "ik/methods/method.h"
#include "ik/model/goal.h"
#include "ik/objectives/objective.h"
#include "lessons/lesson.h"
#include "lessons/quantity.h"
#include "sim/world/motion.h"
#include "sim/world/world.h"
#ifdef IKSCOPE_WINDOW
#include "ui/options/options.h"
#include "ui/panel.h"
#endif

namespace fuzz {

std::vector<std::string> known_words() {
  std::set<std::string> words;
  const auto add = [&](const auto& things) {
    for (const auto& one : things) words.emplace(one);
  };
  const auto add_table = [&](const std::vector<base::Parameter>& table) {
    for (const base::Parameter& one : table) {
      words.emplace(one.key);
      add(one.choices);
      if (!one.special.empty()) words.emplace(one.special);
    }
  };
  const auto add_named = [&](const auto& registry) {
    for (const auto* one : registry) words.emplace(one->name);
  };
  add_named(ik::methods());
  add_named(ik::goals());
  add_named(ik::objectives());
  add_named(sim::motions());
  for (const ik::MethodInfo* method : ik::methods()) add_table(method->parameters());
  for (const sim::MotionInfo* motion : sim::motions())
    for (const auto& field : motion->fields) words.emplace(field.key);
  add_table(sim::world::table());
  for (const lessons::Quantity& quantity : lessons::quantities()) words.emplace(quantity.key);
#ifdef IKSCOPE_WINDOW
  add_table(ui::options::table());
  add(ui::spots());
#endif
  return {words.begin(), words.end()};
}

std::span<const Reader> readers() {
  static const Reader all[] = {
      {"scene", scene_texts, read_scene},    {"session", session_texts, read_session},
      {"lesson", lesson_texts, read_lesson}, {"map", map_texts, read_map},
      {"urdf", urdf_texts, read_urdf},       {"mjcf", mjcf_texts, read_mjcf},
      {"bvh", bvh_texts, read_bvh},
#ifdef IKSCOPE_WINDOW
      {"mesh", mesh_texts, read_mesh},       {"settings", settings_texts, read_settings},
      {"film", film_texts, read_film}
#endif
  };
  return all;
}

bool accepts(const Reader& reader, const std::string& text) {
  try {
    reader.read(text);
    return true;
  } catch (const base::Error& error) {
    check_sentence(error.what());
    return false;
  }
}

}  // namespace fuzz

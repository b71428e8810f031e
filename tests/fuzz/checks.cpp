#include "fuzz/checks.h"

#include <unistd.h>

#include <fstream>
#include <functional>
#include <sstream>

#include "base/error.h"
#include "formats/scene/scene_file.h"
#include "ik/methods/method.h"

namespace fuzz {
namespace fs = std::filesystem;
namespace {

constexpr size_t longest_sentence = 2000;  // bytes

/// The next character of UTF-8, or -1.
int32_t decode(std::string_view& rest) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(rest[i]); };
  const size_t length = byte(0) < 0x80 ? 1 : byte(0) < 0xe0 ? 2 : byte(0) < 0xf0 ? 3 : 4;
  if (byte(0) >= 0x80 && (byte(0) < 0xc2 || byte(0) > 0xf4)) return -1;
  if (rest.size() < length) return -1;
  int32_t code = length == 1 ? byte(0) : byte(0) & (0x7f >> length);
  for (size_t i = 1; i < length; ++i) {
    if (byte(i) >> 6 != 2) return -1;
    code = code << 6 | (byte(i) & 0x3f);
  }
  rest.remove_prefix(length);
  return code;
}

bool same_body(const ik::Skeleton& a, const ik::Skeleton& b) {
  if (a.joints() != b.joints() || a.effectors() != b.effectors()) return false;
  for (int j = 0; j < a.joints(); ++j) {
    const ik::Joint &p = a.joint(j), &q = b.joint(j);
    if (p.name != q.name || p.parent != q.parent || p.type != q.type || p.position != q.position ||
        p.axis != q.axis || p.lower != q.lower || p.upper != q.upper || p.rest != q.rest ||
        p.start != q.start || p.compound != q.compound)
      return false;
  }
  for (int i = 0; i < a.effectors(); ++i) {
    const ik::Effector &p = a.effector(i), &q = b.effector(i);
    if (p.name != q.name || p.joint != q.joint || p.position != q.position ||
        p.goal.info != q.goal.info || p.goal.weight != q.goal.weight ||
        p.goal.direction != q.goal.direction)
      return false;
  }
  return true;
}

}  // namespace

void expect(bool is_true, const std::string& what) {
  if (!is_true) throw Fault(what);
}

void check_sentence(const std::string& sentence) {
  expect(!sentence.empty(), "nothing is said");
  expect(sentence.size() <= longest_sentence, "too much is said: " + sentence.substr(0, 300));
  for (std::string_view rest = sentence; !rest.empty();) {
    const int32_t code = decode(rest);
    const bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
    expect(!control, "control characters or no UTF-8 are said: " + sentence);
  }
}

void check_location(const std::string& sentence, const std::string& source) {
  check_sentence(sentence);
  const size_t digits = source.size() + 1;
  const size_t end = sentence.find_first_not_of("0123456789", digits);
  expect(sentence.starts_with(source + ":") && end != digits && end != std::string::npos &&
             sentence.compare(end, 2, ": ") == 0,
         "no file and line are said: " + sentence);
}

void check_scene(const sim::Scene& scene) {
  const std::string text = formats::to_toml(scene);
  std::shared_ptr<const sim::Scene> read;
  try {
    read = formats::parse(text, "written.toml");
  } catch (const base::Error& error) {
    throw Fault(std::string("what was written is refused: ") + error.what() + "\n" + text);
  }
  expect(same_body(*scene.skeleton, *read->skeleton),
         "another body is read than was written\n" + text);
  sim::Scene other = *read;
  other.skeleton = scene.skeleton;
  expect(scene == other, "another scene is read than was written\n" + text);
}

bool is_large(const sim::Simulation& simulation) {
  constexpr double most = 400;  // joints
  return simulation.world().get("bodies") * simulation.skeleton().joints() > most;
}

void check_finite(const sim::Simulation& simulation) {
  for (const sim::Run& run : simulation.runs()) {
    const std::string method(run.solver().method().name);
    expect(run.solver().pose().theta.allFinite(), method + ": theta is not finite");
    expect(run.errors().allFinite(), method + ": the errors are not finite");
  }
  expect(simulation.target_state().position.allFinite(), "a target is not finite");
}

void check_run(const std::shared_ptr<const sim::Scene>& scene, bool can_write) {
  constexpr int steps = 3, joints_of_few = 12;
  sim::Simulation simulation(scene);
  check_finite(simulation);
  if (is_large(simulation)) return;
  const auto& methods = ik::methods();
  // of a larger body one method, which the text decides
  const size_t only = std::hash<std::string>()(scene->name + scene->method) % methods.size();
  const bool all = scene->skeleton->joints() <= joints_of_few;
  for (size_t i = 0; i < methods.size(); ++i) {
    if (!all && i != only) continue;
    simulation.apply(sim::ChooseMethod{std::string(methods[i]->name)});
    for (int k = 0; k < steps; ++k) simulation.step();
    check_finite(simulation);
  }
  if (can_write) check_scene(simulation.snapshot());
}

std::string contents(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

Folder::Folder() {
  const fs::path memory = "/dev/shm";
  path_ = (fs::is_directory(memory) ? memory : fs::temp_directory_path()) /
          ("ikscope-fuzz-" + std::to_string(getpid()));
  fs::create_directories(path_);
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

fs::path Folder::put(const std::string& name, const std::string& text) const {
  std::ofstream(path_ / name, std::ios::binary) << text;
  return path_ / name;
}

}  // namespace fuzz

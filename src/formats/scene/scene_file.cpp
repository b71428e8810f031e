#include "formats/scene/scene_file.h"

#include <algorithm>

#include "base/error.h"
#include "files/read_text.h"
#include "formats/assets.h"
#include "formats/bvh/bvh.h"
#include "formats/robots/robot.h"
#include "formats/scene/read_scene.h"
#include "formats/scene_format.h"
#include "formats/suggest.h"

namespace formats {

std::shared_ptr<const sim::Scene> load(const std::filesystem::path& file) {
  const SceneFormat* format = &scene_format_in(file);
  const std::string text = files::read_text(file, format->file);
  if (!format->root.empty()) format = &xml_format_of(text, file.string());
  return format->parse(text, file.string());
}

namespace {

/// The keys of a body in Denavit-Hartenberg rows.
constexpr std::string_view dh_keys[] = {"dh", "convention", "base", "tool"};
/// The keys of what was done in a scene.
constexpr std::string_view session_keys[] = {"steps", "command", "view"};

void allow_keys(Reader file) {
  refuse_hand_in(file);
  if (file.has("step") && file.node("step").is_array())
    file.fail("step", "this is a lesson; expected a scene: open lessons with ikscope --lesson {}",
              file.source());
  sim::Scene scene;
  Fields f(file);
  fields(f, scene);
  f.begin_reading();
}

/// Completes a [method]. Without a name it modifies the base's method. Another method has its own
/// settings, but keeps the joints that the base holds unless it has `held`.
void fill_in_method(toml::table& own, const toml::table* base) {
  const bool named = own.contains("name");
  if (base)
    for (auto&& [key, value] : *base)
      if (!own.contains(key) && (!named || key == "held")) own.insert(key, value);
  if (!own.contains("name")) own.insert("name", sim::RunSpec().method);
}

/// Takes whatever the scene omits from the scene named by `like`. Returns the notices about that
/// scene's body if this scene has the same one.
std::vector<std::string> fill_in(toml::table& table, const Reader& file,
                                 const std::string& source) {
  if (!file.has("like")) return {};
  const std::string like = file.text("like");
  return file.checked("like", [&]() -> std::vector<std::string> {
    const std::string other = find_scene(like, source).string();
    const auto robot = is_toml(scene_format_in(other)) ? nullptr : load(other);
    toml::table base =
        parse_toml(robot ? to_toml(*robot) : files::read_text(other, files::scene), other);
    allow_keys(Reader(base, other, "the scene"));
    if (base.contains("like"))
      throw base::Error("{}: itself has the key like; expected a complete scene", other);
    const bool own_joints = table.contains("joint"), own_rows = table.contains("dh");
    const bool own_body = own_joints || own_rows;
    // A scene with its own body takes none of the other's shapes.
    const auto stays_there = [&](std::string_view key) {
      return contains(session_keys, key) || (own_joints && contains(dh_keys, key)) ||
             (own_rows && key == "joint") ||
             (own_body && contains({"recording", "link", "solid", "loop"}, key));
    };
    if (toml::table* method = table["method"].as_table(); method && !own_body)
      fill_in_method(*method, base["method"].as_table());
    for (auto&& [key, value] : base)
      if (!table.contains(key) && !stays_there(key)) table.insert(key, std::move(value));
    if (robot && !own_body) return robot->notices;
    return {};
  });
}

/// Reads the body's recording from a motion capture file beside this one.
std::shared_ptr<const sim::Recording> read_recording(const Reader& file, const ik::Skeleton& body) {
  return file.checked("recording", [&] {
    const std::filesystem::path path =
        std::filesystem::absolute(file.source()).parent_path() / file.text("recording");
    const BvhFigure figure =
        figure_of(parse_bvh_file(files::read_text(path, files::motion), path.string()));
    if (auto recording = recording_of(figure, path.string(), body)) return recording;
    throw base::Error("{}: has no motion; expected MOTION with frames", path.string());
  });
}

std::shared_ptr<const sim::Scene> read_whole(Reader& file,
                                             std::shared_ptr<const sim::Recording> recording,
                                             std::vector<std::string> notices) {
  auto scene = std::make_shared<sim::Scene>();
  scene->notices = std::move(notices);
  if (file.has("dh")) {
    read_dh(file, *scene);
  } else {
    for (const std::string_view key : dh_keys)
      if (file.has(key)) file.fail(key, "{} is for bodies in [[dh]] rows, and there are none", key);
    scene->skeleton = read_body(file);
  }
  overruled_limits(*scene->skeleton, scene->notices);
  read_table(file, *scene);
  read_links(file, *scene);
  if (file.has("recording"))
    scene->recording = recording ? std::move(recording) : read_recording(file, *scene->skeleton);
  if (scene->targets.empty()) read_targets(file, *scene);
  scene->obstacles = read_obstacles(file);
  scene->paths = read_paths(file, *scene->skeleton);
  for (const sim::TargetSpec& target : scene->targets)
    if (const std::string& path = target.manual.follows;
        !path.empty() && !contains(scene->paths, path, &sim::RecordedPath::name))
      file.fail("target",
                "a target follows the path {}, which does not exist; expected the name of a "
                "[[path]]",
                in_quotes(path));
  read_runs(file, *scene);
  return scene;
}

}  // namespace

void refuse_hand_in(const Reader& file) {
  if (file.has("hand_in"))
    file.fail("hand_in", "this was handed in after the lesson {}; ikscope-lab grade checks it",
              in_quotes(file.text("hand_in")));
}

void fields(Fields& f, sim::Scene& scene) {
  static const Strings ups(std::begin(sim::Scene::up_names), std::end(sim::Scene::up_names));
  std::string unit(scene.skeleton && scene.skeleton->unit() ? scene.skeleton->unit()->name : "");
  std::string recording = scene.recording ? scene.recording->file : std::string();
  f("name", scene.name, required, "shown in the window", as::Name());
  f("description", scene.description, optional, "one line", as::Text{2000});
  f.other("like", "name or file", {}, "the scene that has what this file omits, see below");
  f("group", scene.group, {false, "the papers' bodies"}, "the heading of the scene in lists",
    as::Name());
  f("dt", scene.dt, {f.writes()}, "fixed time step, by which targets advance",
    as::Number{{1e-6, 1}});
  f("unit", unit, {false, "none"}, "unit of all lengths, for display",
    as::Choice<std::string>{"unit", names_of(base::length_units())});
  f("up", scene.up, optional, "the axis that points up in the window",
    as::Choice<sim::Scene::Up>{"up", ups, "\"y\" or \"z\", the axis that points up"});
  f("time", scene.time, optional, "of saved scenes: the time of the targets", as::Number{any_time});
  f("recording", recording, {false, "none"}, "a file of motion capture (BVH) beside this one");
  f.other("view", "string", {false, "none"},
          "of saved scenes: what the map shows, in words of a link (`links.md`)");
  for (const char* key :
       {"convention", "base", "tool", "dh", "joint", "effector", "link", "solid", "target",
        "obstacle", "method", "path", "run", "steps", "command", "loop"})
    f.key(key);
}

const base::LengthUnit* read_unit(const Reader& file) {
  if (!file.has("unit")) return nullptr;
  return &base::length_units()[file.choice("unit", "unit", names_of(base::length_units()))];
}

std::shared_ptr<const sim::Scene> parse(std::string_view text, const std::string& source,
                                        std::shared_ptr<const sim::Recording> recording) {
  toml::table table = parse_toml(text, source);
  return read_scene(table, source, std::move(recording));
}

std::shared_ptr<const sim::Scene> read_scene(toml::table& table, const std::string& source,
                                             std::shared_ptr<const sim::Recording> recording) {
  Reader file(table, source, "the scene");
  allow_keys(file);
  std::vector<std::string> notices = fill_in(table, file, source);
  try {
    return read_whole(file, std::move(recording), std::move(notices));
  } catch (const base::Error& error) {
    std::string said = error.what();
    if (!file.has("like") || said.starts_with(source + ":")) throw;
    const std::string other = find_scene(file.text("like"), source).string();
    const size_t end = said.find(": ", std::min(other.size(), said.size()));
    if (!is_toml(scene_format_in(other)) && said.starts_with(other + ":") && end != said.npos)
      said.erase(other.size(), end - other.size());  // a line of the scene that was made of it
    file.fail("like", said);
  }
}

}  // namespace formats

// The architecture: which folder of src may include what. Nothing includes app or lab but
// themselves; render and ui do not know each other.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

const Names folders{"base",    "chart",  "jobs",    "ik",  "files", "sim",
                    "lessons", "sweep",  "formats", "cli", "lab",   "view",
                    "meshes",  "remote", "render",  "ui",  "app"};

/// What a folder may include: folders of src, then first parts of the names of other people's
/// headers. Headers of the standard library are free, but for `never`.
struct Rule {
  Names own, others;
  Names never = {};
};
const Names files_and_streams{"fstream", "filesystem", "iostream", "cstdio", "stdio.h"};
/// Nor threads and signals: who runs the mathematics decides where.
const Names core_never{"fstream", "filesystem", "iostream", "cstdio",
                       "stdio.h", "thread",     "mutex",    "stop_token",
                       "atomic",  "future",     "csignal",  "condition_variable"};
const Names gl{"glad", "GL", "GLFW"};

const std::map<std::string, Rule> rules{
    {"base", {{"base"}, {"fast_float"}, files_and_streams}},
    {"jobs",
     {{"jobs"},
      {"fcntl.h", "io.h", "sched.h", "spawn.h", "sys", "unistd.h", "windows.h"},
      files_and_streams}},
    {"chart", {{"chart", "base"}, {}, files_and_streams}},
    {"files", {{"files", "base"}, {"fcntl.h", "io.h", "share.h", "sys", "unistd.h", "windows.h"}}},
    {"ik", {{"ik", "base"}, {"Eigen", "LBFGSB.h"}, core_never}},
    {"sim", {{"sim", "ik", "base"}, {"Eigen"}, core_never}},
    {"lessons", {{"lessons", "sim", "ik", "base"}, {"Eigen"}, files_and_streams}},
    {"sweep", {{"sweep", "chart", "jobs", "sim", "ik", "base"}, {"Eigen"}, files_and_streams}},
    {"formats",
     {{"formats", "files", "lessons", "sweep", "sim", "ik", "base"},
      {"Eigen", "toml++", "tinyxml2.h", "zlib.h", "nlohmann"}}},
    {"cli",
     {{"cli", "formats", "files", "ik", "base"},
      {"CLI", "fcntl.h", "io.h", "shlobj.h", "sys", "unistd.h", "windows.h"}}},
    {"lab",
     {{"lab", "cli", "formats", "sweep", "chart", "jobs", "files", "lessons", "sim", "ik", "base"},
      {"Eigen", "nlohmann", "unistd.h"}}},
    {"view",
     {{"view", "jobs", "sim", "ik", "base"},
      {"Eigen", "glm", "meshoptimizer.h"},
      files_and_streams}},
    {"meshes",
     {{"meshes", "view", "jobs", "files", "base"},
      {"glm", "assimp", "fcntl.h", "io.h", "poll.h", "psapi.h", "sys", "unistd.h", "windows.h"}}},
    {"remote",
     {{"remote", "formats", "view", "sweep", "jobs", "sim", "ik", "base"},
      {"Eigen"},
      files_and_streams}},
    {"render", {{"render", "view", "base"}, {"glad", "glm", "stb_image_write.h"}}},
    {"ui",
     {{"ui", "view", "sweep", "chart", "lessons", "sim", "ik", "base"},
      {"Eigen", "glm", "imgui.h", "imgui_internal.h"}}},
    {"app",
     {{"app", "ui", "render", "remote", "meshes", "view", "cli", "formats", "sweep", "chart",
       "jobs", "files", "lessons", "sim", "ik", "base"},
      {"Eigen",
       "glm",
       "glad",
       "GLFW",
       "imgui.h",
       "imgui_internal.h",
       "imgui_impl_glfw.h",
       "imgui_impl_opengl3.h",
       "gio",
       "libportal",
       "qrcodegen.h",
       "SDL.h",
       "toml++",
       "nlohmann",
       "stb_image_write.h",
       "dlfcn.h",
       "unistd.h",
       "fcntl.h",
       "sys",
       "shellapi.h",
       "windows.h",
       "emscripten",
       "emscripten.h"}}},
};

bool is_standard(const std::string& header) {  // <vector>, <cmath>: no folder, no ending
  return header.find_first_of("./") == std::string::npos;
}

// Each check looks for a few letters first: a regular expression takes microseconds a line.

/// What is wrong with a line of a file in src/folder; empty if nothing is.
std::string wrong_include(const std::string& folder, const std::string& line) {
  if (line.find("include") == line.npos) return {};
  static const std::regex include(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
  std::smatch match;
  if (!std::regex_search(line, match, include)) return {};
  const bool quoted = match[1] == "\"";
  const std::string header = match[2], first = header.substr(0, header.find('/'));
  const Rule& rule = rules.at(folder);
  if (quoted) {
    if (!folders.contains(first)) return header + ": a header of src is named from src on";
    return rule.own.contains(first) ? "" : folder + " may not know " + first;
  }
  if (folders.contains(first) && header != first)  // <map> is the library's
    return header + ": a header of src goes in quotes";
  if (rule.never.contains(header)) return folder + " may not include <" + header + ">";
  if (is_standard(header) && !gl.contains(header) && header != "Eigen") return {};
  return rule.others.contains(first) ? "" : folder + " may not include <" + header + ">";
}

/// GL is called in render and app alone.
std::string wrong_call(const std::string& folder, const std::string& line) {
  static const std::regex call(R"(\b(gl|glfw)[A-Z]\w*\s*\()");
  std::smatch match;
  if (folder == "render" || folder == "app" || line.find("gl") == line.npos ||
      !std::regex_search(line, match, call))
    return {};
  return folder + " may not call " + match.str() + ")";
}

/// One system's differ from another's in the last place, a trajectory does not.
std::string library_angle(const std::string& folder, const std::string& line) {
  static const std::regex call(R"(\bstd::(a?sin|a?cos|a?tan|atan2|hypot)\()");
  const bool computes = folder == "ik" || folder == "sim" || folder == "formats";
  if (!computes || line.find("std::") == line.npos || !std::regex_search(line, call)) return {};
  return "angles are computed by ik/model/trigonometry.h";
}

std::string loose_end(const std::string& line) {
  static const std::regex word(R"(\b(TODO|FIXME|XXX|HACK)\b)");
  const auto has = [&](const char* letters) { return line.find(letters) != line.npos; };
  const bool perhaps = has("TODO") || has("FIXME") || has("XXX") || has("HACK");
  return perhaps && std::regex_search(line, word) ? "a loose end" : "";
}

std::string folder_of(const fs::path& file) {
  return fs::relative(file, fs::path(IKSCOPE_SOURCE_DIR) / "src").begin()->string();
}

std::vector<fs::path> sources() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(IKSCOPE_SOURCE_DIR) / "src"))
    if (entry.path().extension() == ".cpp" || entry.path().extension() == ".h")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// Each complaint as file:line: sentence.
template <class Check>
void check_lines(Check check) {
  ASSERT_FALSE(sources().empty());
  for (const fs::path& file : sources()) {
    const std::string folder = folder_of(file);
    std::ifstream text(file);
    int number = 0;
    for (std::string line; std::getline(text, line);) {
      ++number;
      const std::string wrong = check(folder, line);
      if (!wrong.empty()) ADD_FAILURE_AT(file.c_str(), number) << wrong;
    }
  }
}

TEST(Architecture, EveryFolderHasItsRule) {
  for (const auto& entry : fs::directory_iterator(fs::path(IKSCOPE_SOURCE_DIR) / "src")) {
    if (entry.is_directory()) {
      EXPECT_TRUE(rules.contains(entry.path().filename().string())) << entry.path();
    }
  }
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The words in backquotes that match.
Names quoted(const std::string& text, const char* pattern) {
  const std::regex word(pattern);
  Names all;
  for (std::sregex_iterator i(text.begin(), text.end(), word), end; i != end; ++i)
    all.insert((*i)[1]);
  return all;
}

/// "| `view` | `jobs`, `sim`, `ik`, `base` | Eigen ... |"
TEST(Architecture, TheTableOfFoldersIsTrue) {
  std::istringstream page(text_of(fs::path(IKSCOPE_SOURCE_DIR) / "docs/architecture.md"));
  const std::regex row(R"(\| `(\w+)` \| ([^|]*) \| [^|]*\|)");
  Names seen;
  std::smatch match;
  for (std::string line; std::getline(page, line);) {
    if (!std::regex_match(line, match, row) || !rules.contains(match[1])) continue;
    const std::string folder = match[1];
    seen.insert(folder);
    Names known = quoted(match[2], "`(\\w+)`");
    if (match[2].str().starts_with("everything but ")) {
      Names all = folders;
      for (const std::string& other : known) all.erase(other);
      known = all;
    }
    known.insert(folder);
    EXPECT_EQ(known, rules.at(folder).own) << folder;
  }
  EXPECT_EQ(seen, folders);
}

TEST(Architecture, DocumentsNameFilesThatAreThere) {
  const fs::path root = IKSCOPE_SOURCE_DIR;
  std::vector<fs::path> pages{root / "docs/architecture.md", root / "CONTRIBUTING.md"};
  for (const auto& entry : fs::recursive_directory_iterator(root / "src"))
    if (entry.path().filename() == "README.md") pages.push_back(entry.path());
  for (const fs::path& page : pages)
    for (const std::string& name : quoted(text_of(page), "`([\\w/]+\\.(?:h|cpp))`")) {
      const auto in = [&](const fs::path& folder) { return fs::exists(folder / name); };
      EXPECT_TRUE(in(page.parent_path()) || in(root) || in(root / "src") || in(root / "tests"))
          << page << ": " << name;
    }
}

TEST(Architecture, FoldersIncludeOnlyWhatTheyMayKnow) { check_lines(wrong_include); }

/// model <- linalg <- objectives <- methods <- solve <- analysis, batch <- search: never back.
TEST(Architecture, FoldersOfIkDoNotIncludeEachOther) {
  static const std::regex include(R"(^#include "ik/(\w+)/)");
  std::map<std::string, Names> known;
  for (const fs::path& file : sources()) {
    const fs::path folder = file.parent_path();
    if (folder.parent_path().filename() != "ik") continue;
    std::ifstream text(file);
    std::smatch match;
    for (std::string line; std::getline(text, line);)
      if (line.starts_with("#include") && std::regex_search(line, match, include) &&
          match[1] != folder.filename().string())
        known[folder.filename().string()].insert(match[1]);
  }
  EXPECT_GT(known.size(), 4u);
  for (bool more = true; more;) {  // whom they know by others
    more = false;
    for (auto& [folder, others] : known)
      for (const std::string& other : Names(others))
        for (const std::string& third : Names(known[other])) more |= others.insert(third).second;
  }
  for (const auto& [folder, others] : known) EXPECT_FALSE(others.contains(folder)) << folder;
}

/// Only files whose path begins so have lines that contain one of these; some have.
void expect_only_in(const std::string& folder, const std::vector<std::string>& includes) {
  int found = 0;
  for (const fs::path& file : sources()) {
    std::ifstream text(file);
    for (std::string line; std::getline(text, line);)
      for (const std::string& include : includes) {
        if (line.find(include) == line.npos) continue;
        EXPECT_TRUE(file.string().starts_with(std::string(IKSCOPE_SOURCE_DIR) + folder)) << file;
        ++found;
      }
  }
  EXPECT_GE(found, static_cast<int>(includes.size()));
}

/// Another body of the platform, a browser's, is another folder beside it.
TEST(Architecture, OnlyItsGlfwBodyKnowsGlfw) {
  expect_only_in("/src/app/glfw/", {"#include <GLFW/", "#include <imgui_impl_glfw"});
}

/// The folder of its system is compiled there alone.
TEST(Architecture, SystemsHaveTheirFolders) {
  const std::map<std::string, std::string> folder_of{
      {"windows.h", "windows"}, {"io.h", "windows"},         {"sched.h", "posix"},
      {"spawn.h", "posix"},     {"poll.h", "posix"},         {"dlfcn.h", "posix"},
      {"sys/file.h", "posix"},  {"sys/ioctl.h", "posix"},    {"sys/prctl.h", "posix"},
      {"sys/wait.h", "posix"},  {"sys/resource.h", "posix"}, {"sys/socket.h", "posix"}};
  static const std::regex include(R"(^#include <([\w/]+\.h)>)");
  Names found;
  for (const fs::path& file : sources()) {
    std::ifstream text(file);
    std::smatch match;
    for (std::string line; std::getline(text, line);) {
      if (!line.starts_with("#include <") || !std::regex_search(line, match, include)) continue;
      const auto entry = folder_of.find(match[1]);
      if (entry == folder_of.end()) continue;
      EXPECT_EQ(file.parent_path().filename(), entry->second) << file << ": " << line;
      found.insert(entry->first);
    }
  }
  EXPECT_EQ(found.size(), folder_of.size());
}

/// LBFGS++ takes the compiler seconds and throws: one method knows it.
TEST(Architecture, OnlyNlpIncludesLbfgspp) {
  expect_only_in("/src/ik/methods/nlp.cpp", {"#include <LBFGS"});
}

/// Assimp reads sixty formats in its own words: one file knows it and says three of them in ours.
TEST(Architecture, OnlyOneFileIncludesAssimp) {
  expect_only_in("/src/meshes/mesh_file.cpp", {"#include <assimp/"});
}

TEST(Architecture, OnlyOneFileIncludesMeshoptimizer) {
  expect_only_in("/src/view/mesh.cpp", {"#include <meshoptimizer.h"});
}

TEST(Architecture, OnlyOneFileIncludesQrcodegen) {
  expect_only_in("/src/app/links.cpp", {"#include <qrcodegen"});
}

TEST(Architecture, OnlyRenderAndAppCallGl) { check_lines(wrong_call); }

TEST(Architecture, AnglesAreTheSameEverywhere) { check_lines(library_angle); }

TEST(Architecture, LeavesNoLooseEnds) {
  check_lines([](const std::string&, const std::string& line) { return loose_end(line); });
}

TEST(Architecture, FilesAreShort) {
  ASSERT_FALSE(sources().empty());
  for (const fs::path& file : sources()) {
    std::ifstream text(file);
    int lines = 0;
    for (std::string line; std::getline(text, line);) ++lines;
    if (lines > 450)
      ADD_FAILURE_AT(file.c_str(), lines) << "a file over 450 lines usually holds two ideas";
  }
}

TEST(ArchitectureRules, CatchWhatTheyAreFor) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"ik", "#include \"sim/run.h\""},
      {"ik", "#include <fstream>"},
      {"ik", "#include <stop_token>"},
      {"sim", "#include <thread>"},
      {"ik", "#include <GL/gl.h>"},
      {"ik", "#include <glm/glm.hpp>"},
      {"sim", "#include \"formats/assets.h\""},
      {"sim", "  #  include <iostream>"},
      {"sim", "#include \"../ik/linalg/svd.h\""},
      {"view", "#include <imgui.h>"},
      {"render", "#include \"ui/ui.h\""},
      {"render", "#include \"ik/model/pose.h\""},
      {"render", "#include <imgui.h>"},
      {"ui", "#include \"render/renderer.h\""},
      {"ui", "#include <glad/gl.h>"},
      {"ui", "#include <GLFW/glfw3.h>"},
      {"formats", "#include \"lab/table.h\""},
      {"lab", "#include \"render/renderer.h\""},
      {"lab", "#include <glad/gl.h>"},
      {"sim", "#include <ik/linalg/svd.h>"},
      {"view", "#include \"formats/assets.h\""},
      {"sweep", "#include \"remote/cells.h\""},
      {"remote", "#include <emscripten.h>"},
      {"ik", "#include \"svd.h\""},
      {"sim", "#include \"files/read_text.h\""},
      {"files", "#include \"formats/assets.h\""},
      {"files", "#include <Eigen/Core>"},
      {"sweep", "#include \"formats/assets.h\""},
      {"ui", "#include <sched.h>"},
      {"app", "#include \"lab/table.h\""},
      {"base", "#include \"ik/model/pose.h\""},
      {"cli", "#include \"lab/table.h\""},
  };
  for (const auto& [folder, line] : wrong)
    EXPECT_FALSE(wrong_include(folder, line).empty()) << folder << ": " << line;
  const std::vector<std::pair<std::string, std::string>> right{
      {"ik", "#include <Eigen/Core>"},
      {"ik", "#include <vector>"},
      {"sim", "#include \"ik/linalg/svd.h\""},
      {"render", "#include <glad/gl.h>"},
      {"ui", "#include <imgui.h>"},
      {"app", "#include \"render/renderer.h\""},
      {"app", "#include \"ui/ui.h\""},
      {"formats", "#include <toml++/toml.h>"},
      {"ik", "// #include \"sim/x.h\""},
  };
  for (const auto& [folder, line] : right)
    EXPECT_EQ(wrong_include(folder, line), "") << folder << ": " << line;
  EXPECT_FALSE(wrong_call("ui", "  glClear(GL_COLOR_BUFFER_BIT);").empty());
  EXPECT_FALSE(wrong_call("view", "glfwGetTime()").empty());
  EXPECT_EQ(wrong_call("render", "  glClear(GL_COLOR_BUFFER_BIT);"), "");
  EXPECT_FALSE(library_angle("sim", "  x = std::atan2(y, 1);").empty());
  EXPECT_EQ(library_angle("view", "std::sin(x)"), "");
  EXPECT_FALSE(loose_end("// TODO: later").empty());
}

}  // namespace

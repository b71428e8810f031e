#include "formats/mjcf/mjcf.h"

#include <algorithm>

#include "base/error.h"
#include "files/read_text.h"
#include "formats/suggest.h"

namespace formats::mjcf {

namespace fs = std::filesystem;

Document::Document(std::string_view text, const std::string& source) : source_(source) {
  included_.push_back(fs::weakly_canonical(fs::absolute(source)));
  files_.push_back(std::make_unique<XmlFile>(text, source));
  const XmlElement root = files_[0]->root();
  if (root.name() != "mujoco")
    root.fail("the root element is <{}>; expected <mujoco>", base::printable(root.name(), 40));
  add(root, root_);
}

std::vector<const Node*> Document::sections(std::string_view name) const {
  std::vector<const Node*> all;
  for (const Node& node : root().children)
    if (node.element.name() == name) all.push_back(&node);
  return all;
}

std::vector<XmlElement> Document::children_of(std::string_view name) const {
  std::vector<XmlElement> all;
  for (const Node* section : sections(name))
    for (const Node& node : section->children) all.push_back(node.element);
  return all;
}

fs::path Document::find(const std::string& name, const std::string& folder, const std::string& main,
                        const std::string& naming) {
  std::error_code ignored;
  for (const std::string& beside : {main, naming}) {
    const fs::path file = fs::absolute(beside).parent_path() / folder / name;
    if (fs::is_regular_file(file, ignored)) return file.lexically_normal();
  }
  return {};
}

void Document::add(const XmlElement& element, std::vector<Node>& to) {
  if (element.name() == "include") return include(element, to);
  Node node{element, {}};
  for (const XmlElement& child : element.children()) add(child, node.children);
  to.push_back(std::move(node));
}

void Document::include(const XmlElement& element, std::vector<Node>& to) {
  constexpr size_t most_files = 1000;
  std::string name = element.required("file");
  std::ranges::replace(name, '\\', '/');
  const auto refuse = [&](const char* what, const char* expected) {
    element.fail("the included file {} {}; expected {}", in_quotes(name), what, expected);
  };
  const fs::path path = find(name, "", source_, element.source());
  if (path.empty()) {
    std::error_code ignored;
    const bool folder = fs::is_directory(fs::absolute(source_).parent_path() / name, ignored);
    refuse(folder ? "is a folder" : "does not exist", "a file beside this one");
  }
  if (contains(included_, fs::weakly_canonical(path)))
    refuse("was included before", "each file once, without a cycle");
  if (included_.size() > most_files) refuse("is one too many", "at most 1000 included files");
  included_.push_back(fs::weakly_canonical(path));
  std::string text;
  try {
    text = files::read_text(path, files::robot);
  } catch (const base::Error& error) {
    element.fail(error.what());
  }
  files_.push_back(std::make_unique<XmlFile>(text, path.string()));
  for (const XmlElement& child : files_.back()->root().children()) add(child, to);
}

Defaults::Defaults(const Document& document) {
  const Class sections = document.sections("default");
  const Class& main = classes_["main"] = {sections.rbegin(), sections.rend()};
  for (const Node* node : sections) {
    if (const auto name = node->element.find("class")) classes_.try_emplace(*name, main);
    read(*node, main);
  }
}

void Defaults::read(const Node& node, const Class& around) {
  for (const Node& child : node.children) {
    if (child.element.name() != "default") continue;
    const std::string name = child.element.required("class");
    const auto [own, is_new] = classes_.try_emplace(name, 1, &child);
    if (!is_new) child.element.fail(duplicate_name_text("default classes", name));
    own->second.insert(own->second.end(), around.begin(), around.end());
    read(child, own->second);
  }
}

const Defaults::Class& Defaults::find(const XmlElement& element, const std::string& name) const {
  const auto found = classes_.find(name);
  if (found != classes_.end()) return found->second;
  element.fail("<{}> has the class {}", element.name(),
               missing_name_text(name, names_of(classes_), "a default class"));
}

XmlElement Defaults::of(const XmlElement& element, const std::string& inherited,
                        const std::string& kind) const {
  XmlElement all = element;
  const std::string name = element.text("class", inherited);
  for (const Node* node : find(element, name.empty() ? "main" : name))
    for (auto one = node->children.rbegin(); one != node->children.rend(); ++one)
      if (one->element.name() == (kind.empty() ? element.name() : kind)) all.inherit(one->element);
  return all;
}

std::string Defaults::childclass(const XmlElement& element, const std::string& inherited) const {
  const auto own = element.find("childclass");
  if (!own) return inherited;
  find(element, *own);
  return *own;
}

}  // namespace formats::mjcf

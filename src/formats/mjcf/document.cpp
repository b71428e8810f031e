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
  add(files_[0]->root(), root_);
}

std::vector<const Node*> Document::sections(std::string_view name) const {
  std::vector<const Node*> all;
  for (const Node& node : root().children)
    if (node.element.name() == name) all.push_back(&node);
  return all;
}

std::vector<XmlElement> Document::within(std::string_view name) const {
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

Defaults::Defaults(const Document& document) : classes_(1) {
  by_name_["main"] = 0;
  for (const Node* node : document.sections("default")) {
    if (const auto name = node->element.find("class")) by_name_.try_emplace(*name, 0);
    read(*node, 0);
  }
}

void Defaults::read(const Node& node, int into) {
  for (const Node& child : node.children) {
    const XmlElement& element = child.element;
    if (element.name() != "default") {
      classes_[into].elements[element.name()].push_back(element);
      continue;
    }
    const std::string name = element.required("class");
    const int index = static_cast<int>(classes_.size());
    if (!by_name_.try_emplace(name, index).second)
      element.fail(named_twice("default classes", name));
    classes_.push_back({into, {}});
    read(child, index);
  }
}

int Defaults::find(const XmlElement& element, const std::string& name) const {
  const auto found = by_name_.find(name);
  if (found != by_name_.end()) return found->second;
  element.fail("<{}> has the class {}", element.name(),
               missing(name, names_of(by_name_), "a default class"));
}

XmlElement Defaults::of(const XmlElement& element, const std::string& inherited,
                        const std::string& kind) const {
  XmlElement all = element;
  const std::string name = element.text("class", inherited);
  for (int at = name.empty() ? 0 : find(element, name); at >= 0; at = classes_[at].around) {
    const auto& own = classes_[at].elements;
    if (const auto found = own.find(kind.empty() ? element.name() : kind); found != own.end())
      std::for_each(found->second.rbegin(), found->second.rend(),
                    [&](const XmlElement& one) { all.inherit(one); });
  }
  return all;
}

std::string Defaults::childclass(const XmlElement& element, const std::string& inherited) const {
  const auto own = element.find("childclass");
  if (!own) return inherited;
  find(element, *own);
  return *own;
}

}  // namespace formats::mjcf

#include "lab/window_terms.h"

#include "files/read_text.h"
#include "formats/assets.h"
#include "formats/toml/reader.h"

namespace lab {
namespace {

std::vector<std::string_view> texts_of(const toml::node* list) {
  std::vector<std::string_view> texts;
  if (list)
    for (const toml::node& one : *list->as_array()) texts.push_back(*one.value<std::string_view>());
  return texts;
}

}  // namespace

const lessons::WindowTerms& window_terms() {
  static const std::string source = formats::data_folder() / "assets" / "window.toml";
  static const toml::table file =
      formats::parse_toml(files::read_text(source, files::settings), source);
  static const std::vector<base::Parameter> options = [] {
    std::vector<base::Parameter> all;
    for (auto&& [key, value] : *file["options"].as_table()) {
      const toml::table& allowed = *value.as_table();
      all.push_back({.key = key.str(),
                     .min = allowed["min"].value_or(0.),
                     .max = allowed["max"].value_or(0.),
                     .integer = allowed["integer"].value_or(false),
                     .choices = texts_of(allowed.get("choices")),
                     .special = allowed["special"].value_or(std::string_view()),
                     .special_value = allowed["special_value"].value_or(0.)});
    }
    return all;
  }();
  static const lessons::WindowTerms terms{options, texts_of(file.get("panels"))};
  return terms;
}

}  // namespace lab

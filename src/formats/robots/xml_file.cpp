#include "formats/robots/xml_file.h"

#include <tinyxml2.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "formats/robots/text_words.h"
#include "formats/suggest.h"
#include "ik/model/skeleton.h"

namespace formats {
namespace {

/// Limits the attributes of an element, since tinyxml2 compares each one with all before it.
void check_attributes(std::string_view text, const std::string& source) {
  constexpr int most = 1000;
  int count = 0, line = 1;
  char last = 0;
  for (const char c : text) {
    if (c == '\n') ++line;
    if (c == '<') count = 0;
    if ((c == '"' || c == '\'') && last == '=' && ++count > most)
      base::fail_at_line(
          source, line,
          base::format("an element has more than {} attributes; expected fewer", most));
    if (std::isspace(static_cast<unsigned char>(c)) == 0) last = c;
  }
}

/// Returns the text with blanks in place of declarations and other processing instructions, which
/// tinyxml2 takes at the beginning only.
std::string without_instructions(std::string_view given) {
  std::string text(given);
  for (size_t at = 0; (at = text.find('<', at)) != text.npos;) {
    size_t next = at + 1;
    for (const auto& [begin, end] : {std::pair<std::string_view, std::string_view>{"<!--", "-->"},
                                     {"<![CDATA[", "]]>"},
                                     {"<?", "?>"}}) {
      if (text.compare(at, begin.size(), begin) != 0) continue;
      const size_t found = text.find(end, at + begin.size());
      if (found == text.npos) return text;  // tinyxml2 refuses it
      next = found + end.size();
      for (size_t i = at; begin == "<?" && i < next; ++i)
        if (text[i] != '\n') text[i] = ' ';
    }
    at = next;
  }
  return text;
}

}  // namespace

std::string XmlElement::name() const { return element_->Name(); }
size_t XmlElement::line() const { return static_cast<size_t>(element_->GetLineNum()); }

void XmlElement::fail(const std::string& what) const {
  base::fail_at_line(*source_, element_->GetLineNum(), what);
}

void XmlElement::refuse(const char* attribute, const std::string& what) const {
  const XmlElement& one = with(attribute);
  one.fail("<{}> has {} = {}{}", one.name(), attribute, in_quotes(required(attribute)), what);
}

const XmlElement& XmlElement::with(const char* attribute) const {
  const auto found = std::ranges::find_if(
      others_, [&](const XmlElement& one) { return one.element_->Attribute(attribute); });
  return element_->Attribute(attribute) || found == others_.end() ? *this : *found;
}

std::vector<XmlElement> XmlElement::children(std::string_view name) const {
  std::vector<XmlElement> all;
  for (const auto* child = element_->FirstChildElement(); child;
       child = child->NextSiblingElement())
    if (name.empty() || child->Name() == name) all.emplace_back(child, source_);
  return all;
}

std::optional<XmlElement> XmlElement::child(std::string_view name) const {
  const auto* child = element_->FirstChildElement(std::string(name).c_str());
  return child ? std::optional(XmlElement(child, source_)) : std::nullopt;
}

XmlElement XmlElement::required_child(std::string_view name) const {
  if (const auto found = child(name)) return *found;
  fail("<{}> has no <{}>; expected one", this->name(), name);
}

std::string XmlElement::text() const {
  const char* text = element_->GetText();
  return text ? text : "";
}

bool XmlElement::has(const char* attribute) const { return find(attribute).has_value(); }

std::vector<std::pair<std::string, std::string>> XmlElement::attributes() const {
  std::vector<std::pair<std::string, std::string>> all;
  for (const auto* one = element_->FirstAttribute(); one; one = one->Next())
    all.emplace_back(one->Name(), one->Value());
  return all;
}

std::optional<std::string> XmlElement::find(const char* attribute) const {
  const char* value = with(attribute).element_->Attribute(attribute);
  return value ? std::optional<std::string>(value) : std::nullopt;
}

std::string XmlElement::required(const char* attribute) const {
  if (auto value = find(attribute)) return *value;
  fail("<{}> has no {}; expected {}=\"...\"", name(), attribute, attribute);
}

std::string XmlElement::text(const char* attribute, std::string_view otherwise) const {
  return find(attribute).value_or(std::string(otherwise));
}

std::vector<double> XmlElement::numbers(const char* attribute) const {
  std::vector<double> all;
  const std::optional<std::string> value = find(attribute);
  if (!value) return all;
  TextWords words(*value);
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    const std::optional<double> one = number_from(word);
    if (!one || !std::isfinite(*one)) refuse(attribute, "; expected numbers, such as 0.5");
    all.push_back(*one);
  }
  return all;
}

std::vector<double> XmlElement::numbers(const char* attribute, size_t count) const {
  std::vector<double> all = numbers(attribute);
  if (has(attribute) && all.size() != count)
    refuse(attribute, base::format("; expected {} numbers", count));
  return all;
}

std::vector<double> XmlElement::merged_numbers(const char* attribute) const {
  std::vector<double> all = own().numbers(attribute);
  for (const XmlElement& other : others_) {  // the nearest first
    const std::vector<double> more = other.numbers(attribute);
    for (size_t i = all.size(); i < more.size(); ++i) all.push_back(more[i]);
  }
  return all;
}

double XmlElement::number(const char* attribute) const {
  required(attribute);
  const std::vector<double> all = numbers(attribute);
  if (all.size() != 1) refuse(attribute, "; expected one number");
  return all[0];
}

double XmlElement::number(const char* attribute, double otherwise) const {
  return has(attribute) ? number(attribute) : otherwise;
}

Eigen::Vector3d XmlElement::vector(const char* attribute, const Eigen::Vector3d& otherwise) const {
  if (!has(attribute)) return otherwise;
  const std::vector<double> all = numbers(attribute);
  if (all.size() != 3) refuse(attribute, "; expected three numbers");
  return {all[0], all[1], all[2]};
}

std::optional<bool> XmlElement::flag(const char* attribute) const {
  const std::string text = this->text(attribute, "auto");
  if (text == "auto") return std::nullopt;
  if (text != "true" && text != "false")
    refuse(attribute, "; expected \"true\", \"false\" or \"auto\"");
  return text == "true";
}

void XmlElement::expect_moderate(const char* attribute) const {
  for (const double one : numbers(attribute))
    if (!(std::abs(one) <= ik::Skeleton::max_coordinate))
      refuse(attribute, "; expected numbers up to a million");
}

XmlFile::XmlFile(std::string_view text, const std::string& source)
    : source_(source), document_(std::make_unique<tinyxml2::XMLDocument>()) {
  const std::string_view begin = text.substr(0, 2);
  if (begin == "\xFF\xFE" || begin == "\xFE\xFF" || begin.find('\0') != begin.npos)
    base::fail_at_line(source, 1,
                       "the file is in UTF-16; expected UTF-8: save it with that encoding");
  if (text.find_first_not_of(" \t\r\n") == text.npos)
    base::fail_at_line(source, 1, "the file is empty; expected <robot> or <mujoco>");
  check_attributes(text, source);
  const std::string plain = without_instructions(text);
  if (document_->Parse(plain.data(), plain.size()) != tinyxml2::XML_SUCCESS) {
    if (document_->ErrorID() == tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED)
      base::fail_at_line(
          source, document_->ErrorLineNum(),
          base::format("there are more than {} elements inside each other; expected fewer: write "
                       "a chain of so many bodies as URDF, which does not nest them",
                       TINYXML2_MAX_ELEMENT_DEPTH));
    std::string why = tinyxml2::XMLDocument::ErrorIDToName(document_->ErrorID());
    why.erase(0, why.starts_with("XML_ERROR_") ? 10 : why.starts_with("XML_") ? 4 : 0);
    why = lower_case(why);
    std::ranges::replace(why, '_', ' ');
    if (document_->ErrorID() == tinyxml2::XML_ERROR_PARSING) why = "what begins here does not end";
    base::fail_at_line(source, std::max(1, document_->ErrorLineNum()),  // 0: nothing is there
                       base::format("this is not well-formed XML ({}); expected tags that are "
                                    "closed, and attributes in quotes, each once",
                                    why));
  }
  if (!document_->RootElement())
    base::fail_at_line(source, 1, "the file has no element; expected <robot> or <mujoco>");
}

XmlFile::~XmlFile() = default;

XmlElement XmlFile::root() const { return {document_->RootElement(), &source_}; }

}  // namespace formats

#pragma once
#include <Eigen/Core>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"

namespace tinyxml2 {
class XMLDocument;
class XMLElement;
}  // namespace tinyxml2

namespace formats {

/// An element of an XML file, read attribute by attribute. It lives as long as its XmlFile. Every
/// error is a base::Error: "FILE:LINE: what is wrong; what was expected". Attributes that it does
/// not have are those of the elements that it inherits from, if any.
class XmlElement {
 public:
  XmlElement(const tinyxml2::XMLElement* element, const std::string* source)
      : element_(element), source_(source) {}

  std::string name() const;  ///< of the element
  size_t line() const;
  const std::string& source() const { return *source_; }

  std::vector<XmlElement> children(std::string_view name = {}) const;  ///< all by default
  std::optional<XmlElement> child(std::string_view name) const;        ///< the first of that name
  XmlElement required_child(std::string_view name) const;
  std::string text() const;  ///< between its tags

  /// Lets another element provide the attributes that neither it nor those before have.
  void inherit(const XmlElement& other) { others_.push_back(other); }
  XmlElement own() const { return {element_, source_}; }  ///< without what it inherits

  bool has(const char* attribute) const;
  /// Returns names and values in the order of the file.
  std::vector<std::pair<std::string, std::string>> attributes() const;
  std::optional<std::string> find(const char* attribute) const;
  std::string required(const char* attribute) const;
  std::string text(const char* attribute, std::string_view otherwise) const;
  /// Reads a finite number; white space around it is allowed.
  double number(const char* attribute) const;
  double number(const char* attribute, double otherwise) const;
  /// Returns the numbers of the attribute, separated by white space; none if it is missing.
  std::vector<double> numbers(const char* attribute) const;
  /// Reads exactly `count` numbers, or none.
  std::vector<double> numbers(const char* attribute, size_t count) const;
  /// Reads numbers of which an element may give the first alone; others provide the rest.
  std::vector<double> merged_numbers(const char* attribute) const;
  Eigen::Vector3d vector(const char* attribute, const Eigen::Vector3d& otherwise) const;

  /// Reads "true" or "false"; returns nothing for "auto", or if it is missing.
  std::optional<bool> flag(const char* attribute) const;
  /// Throws an error if one of the attribute's numbers is larger than a scene can hold.
  void expect_moderate(const char* attribute) const;

  [[noreturn]] void fail(const std::string& what) const;
  /// Fills the values in, as base::format does.
  template <class... Values>
  requires(sizeof...(Values) > 0) [[noreturn]] void fail(base::FormatText<sizeof...(Values)> text,
                                                         const Values&... values) const {
    fail(base::format(text, values...));
  }
  /// Throws an error "<NAME> has ATTRIBUTE = "...", WHAT"; `what` ends with what was expected.
  [[noreturn]] void refuse(const char* attribute, const std::string& what) const;

 private:
  /// Returns the element that has the attribute: itself, the first that it inherits it from, or
  /// itself if there is none.
  const XmlElement& with(const char* attribute) const;

  const tinyxml2::XMLElement* element_;
  const std::string* source_;
  std::vector<XmlElement> others_ = {};  // that it inherits from, the nearest first
};

/// An XML file with one root element.
class XmlFile {
 public:
  /// Throws base::Error, with its line, if the text is not well-formed. Prefixes of attributes and
  /// elements need no declaration.
  XmlFile(std::string_view text, const std::string& source);
  ~XmlFile();

  XmlElement root() const;

 private:
  const std::string source_;  // its elements point at it
  std::unique_ptr<tinyxml2::XMLDocument> document_;
};

}  // namespace formats

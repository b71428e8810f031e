#pragma once
#include <Eigen/Core>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tinyxml2 {
class XMLDocument;
class XMLElement;
}  // namespace tinyxml2

namespace formats {

/// An element of an XML file, read attribute by attribute. It lives as long as its XmlFile. Every
/// error is a base::Error: "FILE:LINE: what is wrong; what was expected".
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
  Eigen::Vector3d vector(const char* attribute, const Eigen::Vector3d& otherwise) const;

  [[noreturn]] void fail(const std::string& what) const;
  /// Throws an error "<NAME> has ATTRIBUTE = "...", WHAT"; `what` ends with what was expected.
  [[noreturn]] void fail(const char* attribute, const std::string& what) const;

 private:
  const tinyxml2::XMLElement* element_;
  const std::string* source_;
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

#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "formats/robots/xml_file.h"

namespace formats::mjcf {

/// An element and its content. An <include> is replaced by the content of the included file.
struct Node {
  XmlElement element;
  std::vector<Node> children;
};

/// A model in MJCF with all files that it includes. Paths are relative to the main file, or to the
/// including one.
class Document {
 public:
  /// Throws base::Error for broken XML, or a file that is missing or included twice.
  Document(std::string_view text, const std::string& source);

  const Node& root() const { return root_[0]; }
  /// Returns the elements of the root with this name, from all files in their order.
  std::vector<const Node*> sections(std::string_view name) const;
  /// Returns the file of this name: absolute, beside the main file, or else beside the file that
  /// names it, in the folder there if one is given. Empty if there is none.
  static std::filesystem::path find(const std::string& name, const std::string& folder,
                                    const std::string& main, const std::string& naming);

 private:
  void add(const XmlElement& element, std::vector<Node>& to);
  void include(const XmlElement& element, std::vector<Node>& to);

  std::string source_;
  std::vector<std::unique_ptr<XmlFile>> files_;
  std::vector<std::filesystem::path> included_;
  std::vector<Node> root_;
};

}  // namespace formats::mjcf

#pragma once
#include <string>
#include <vector>

#include "formats/robots/xml_file.h"

namespace formats {

/// Skips the remains of xacro in a file that it wrote. Refuses the file if they would define links
/// or joints.
class Xacro {
 public:
  explicit Xacro(const XmlElement& robot);  ///< throws base::Error
  std::string notice() const;               ///< names the skipped elements; empty: none

 private:
  void check(const XmlElement& element);

  std::vector<std::string> macros_;  // the names by which macros are called
  int count_ = 0;
  bool calls_ = false;  // a macro that is not in the file
  std::string first_;
  size_t line_ = 0;
};

}  // namespace formats

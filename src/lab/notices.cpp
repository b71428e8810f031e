#include "lab/notices.h"

#include <iostream>

#include "base/text.h"

namespace lab {

void print_notices(const sim::Scene& scene) {
  for (const std::string& notice : scene.notices)
    std::cerr << base::printable(base::sentence(notice)) << "\n";
}

}  // namespace lab

#include "lab/notices.h"

#include <iostream>

namespace lab {

void print_notices(const sim::Scene& scene) {
  for (const std::string& notice : scene.notices) std::cerr << notice << "\n";
}

}  // namespace lab

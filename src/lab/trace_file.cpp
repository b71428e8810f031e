#include "lab/trace_file.h"

#include <charconv>
#include <cstdio>

namespace lab {

TraceFile::TraceFile(const std::filesystem::path& path, Kind kind, const ik::Skeleton& skeleton)
    : kind_(kind), file_(path) {
  const bool thetas = kind == Kind::Thetas;
  row_ = thetas ? "step,T" : "step,T,total";
  const int count = thetas ? skeleton.joints() : skeleton.effectors();
  for (int i = 0; i < count; ++i) row_ += (thetas ? ",theta" : ",error") + std::to_string(i);
  file_.write(row_ += '\n');
}

void TraceFile::add(const sim::Simulation& simulation) {
  char text[64];
  std::snprintf(text, sizeof text, "%lld,%.12g", static_cast<long long>(simulation.steps() - 1),
                simulation.time());
  row_ = text;
  if (kind_ == Kind::Thetas) {
    for (const double theta : simulation.run().solver().pose().theta) number(theta);
  } else {
    number(simulation.run().errors().sum());
    for (const double error : simulation.run().errors()) number(error);
  }
  file_.write(row_ += '\n');
}

void TraceFile::number(double value) {
  char text[32];
  row_ += ',';
  row_.append(text, std::to_chars(text, text + sizeof text, value).ptr);
}

}  // namespace lab

#include "formats/trace_file.h"

#include <cstdio>

#include "base/digits.h"
#include "formats/scene/read_scene.h"
#include "sim/simulation.h"

namespace formats {
namespace {

/// Returns whether the total error is an angle: that of a body with goals of angles alone.
bool is_angle(const ik::Skeleton& body) { return sim::error_unit(body, -1).name == "°"; }

}  // namespace

TraceFile::TraceFile(const std::filesystem::path& path, Kind kind,
                     const sim::Simulation& simulation)
    : kind_(kind), file_(path) {
  set_titles(simulation);
}

void TraceFile::set_titles(const sim::Simulation& simulation) {
  const bool thetas = kind_ == Kind::Thetas;
  row_ = thetas ? "step,T" : "step,T,total";
  const ik::Skeleton& body = simulation.skeleton();
  if (!thetas && is_angle(body)) row_ += " [°]";
  const int count = thetas ? body.joints() : body.effectors();
  for (int i = 0; i < count; ++i) {
    row_ += (thetas ? ",theta" : ",error") + std::to_string(i);
    if (!thetas && body.turns(i)) row_ += " [°]";
  }
  if (!thetas && simulation.scene().recording) row_ += ",pose_error [°]";
  if (!thetas)
    for (const ik::Reading& reading : simulation.run().solver().method().readings) {
      row_.append(",").append(reading.name);
      if (!reading.unit.empty()) row_.append(" [").append(reading.unit).append("]");
    }
  row_ += '\n';
}

void TraceFile::add(const sim::Simulation& simulation) {
  const ik::Solver& solver = simulation.run().solver();
  if (!method_) {  // the method may have changed before the first step
    set_titles(simulation);
    file_.write(row_);
    method_ = &solver.method();
  }
  char text[64];
  std::snprintf(text, sizeof text, "%lld,%.12g", static_cast<long long>(simulation.steps() - 1),
                simulation.time());
  row_ = text;
  if (kind_ == Kind::Thetas) {
    for (const double theta : solver.pose().theta) number(theta);
  } else {
    const double total = simulation.run().total_error();
    number(is_angle(solver.skeleton()) ? total / degree : total);
    const Eigen::VectorXd& errors = simulation.run().errors();
    for (int i = 0; i < errors.size(); ++i)
      number(solver.skeleton().turns(i) ? errors[i] / degree : errors[i]);
    if (simulation.scene().recording) number(simulation.run().pose_error() / degree);
    if (&solver.method() == method_)
      for (const double reading : solver.readings()) number(reading);
    else
      row_.append(method_->readings.size(), ',');
  }
  file_.write(row_ += '\n');
}

void TraceFile::commit() {
  if (!method_) file_.write(row_);
  file_.commit();
}

void TraceFile::number(double value) {
  row_ += ',';
  row_ += base::shortest(value);
}

}  // namespace formats

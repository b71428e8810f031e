#include "formats/trace_file.h"

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
  const ik::Skeleton& body = simulation.skeleton();
  row_ = "step,T";
  if (kind_ == Kind::Thetas) {
    for (int j = 0; j < body.joints(); ++j) row_ += base::format(",theta{}", j);
  } else {
    const auto unit = [](bool angle) { return angle ? " [°]" : ""; };
    row_ += base::format(",total{}", unit(is_angle(body)));
    for (int i = 0; i < body.effectors(); ++i)
      row_ += base::format(",error{}{}", i, unit(body.has_angle_error(i)));
    if (simulation.scene().recording) row_ += ",pose_error [°]";
    for (const ik::Reading& reading : simulation.run().solver().method().readings)
      row_ += reading.unit.empty() ? base::format(",{}", reading.name)
                                   : base::format(",{} [{}]", reading.name, reading.unit);
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
  row_ = base::format("{},{}", simulation.steps() - 1, base::general(simulation.time(), 12));
  const auto number = [&](double value) { row_ += "," + base::shortest(value); };
  if (kind_ == Kind::Thetas) {
    for (const double theta : solver.pose().theta) number(theta);
  } else {
    const double total = simulation.run().total_error();
    number(is_angle(solver.skeleton()) ? total / degree : total);
    const Eigen::VectorXd& errors = simulation.run().errors();
    for (int i = 0; i < errors.size(); ++i)
      number(solver.skeleton().has_angle_error(i) ? errors[i] / degree : errors[i]);
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

}  // namespace formats

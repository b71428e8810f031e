// x(t) = c.

#include "sim/world/motion.h"

namespace sim {
namespace {

class Fixed final : public Motion {
 public:
  explicit Fixed(const FieldValues& values)
      : center_(Eigen::Map<const Eigen::Vector3d>(values.find("center")->second.data())) {}

  Place at(double) const override { return {center_, Eigen::Vector3d::Zero()}; }
  Eigen::Vector3d center() const override { return center_; }

 private:
  Eigen::Vector3d center_;
};

}  // namespace

void declare_fixed(base::Registry<MotionInfo>& motions) {
  motions.add({.name = "fixed",
               .explanation = "rests at center",
               .fields = {place_field("center", "where the target rests")},
               .make = [](const FieldValues& values) { return std::make_unique<Fixed>(values); }});
}

}  // namespace sim

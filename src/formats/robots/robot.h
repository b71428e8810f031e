#pragma once
#include <Eigen/Core>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/scene.h"

namespace formats {

/// A body in the form of robots' and figures' files: a tree of links, each with a frame relative to
/// its parent, and the joints between the two. Lengths are in the file's units, angles in radians.
struct Robot {
  enum class Type { Revolute, Prismatic, Ball, Planar, Floating };
  struct Mimic {
    std::string joint;
    double multiplier = 1, offset = 0;
  };
  struct Joint {
    std::string name;
    Type type = Type::Revolute;
    Eigen::Vector3d anchor = Eigen::Vector3d::Zero();  ///< in its link's frame
    Eigen::Vector3d axis = Eigen::Vector3d::UnitX();   ///< likewise; of a planar one: the normal
    double lower = -std::numeric_limits<double>::infinity();
    double upper = std::numeric_limits<double>::infinity();
    /// These are in rad or units of length per s, and per s²; infinite: no limit.
    double max_speed = lower * -1, max_acceleration = max_speed;
    double stiffness = 1;
    /// The coordinate in the pose of the file, in rad or units of length.
    double reference = 0;
    std::optional<double> start = {};  ///< none: chosen so that the body can move from there
    /// The start of a ball joint is the rotation of its link in its own frame; that of a floating
    /// joint is the link's frame relative to its parent.
    std::optional<sim::Frame> start_frame = {};
    std::optional<double> rest = {};  ///< none: the start
    std::optional<Mimic> mimic = {};
    std::string compound = {};  ///< name of the compound joint to which this coordinate belongs
    bool held = false;          ///< until it is released
    bool released = false;      ///< a planar or floating joint that is, unusually, not held
    size_t line = 0;
  };
  struct Link {
    std::string name;
    int parent = -1;                 ///< an index in links, earlier or later; -1: it is the root
    sim::Frame frame = {};           ///< in the parent's frame
    std::vector<Joint> joints = {};  ///< in order from the parent; none: fixed to the parent
    std::vector<sim::Solid> solids = {};  ///< frames in the link's; `joint` has no meaning
    /// Shapes for collisions, drawn if the parts on the same joint have no solids.
    std::vector<sim::Solid> collisions = {};
    size_t line = 0;
  };
  /// Two frames on links that coincide: their origins or, if it is rigid, their axes too.
  struct Loop {
    std::string name;
    int from = 0, to = 0;
    sim::Frame from_frame = {}, to_frame = {};  ///< in the links' frames
    bool rigid = false;
  };
  /// A point that follows a target.
  struct Effector {
    std::string name;
    int link = 0;
    Eigen::Vector3d position = Eigen::Vector3d::Zero();  ///< in the link's frame
    bool oriented = false;                               ///< its orientation has a target too
  };

  std::string name;
  std::string description = {};
  std::string source;  ///< the file, in errors
  size_t line = 1;     ///< the line at which it begins
  std::vector<Link> links = {};
  std::vector<Loop> loops = {};
  std::vector<Effector> effectors = {};  ///< none: they are chosen automatically
  sim::Scene::Up up = sim::Scene::Up::Z;
  const base::LengthUnit* unit = nullptr;
  std::vector<std::string> notices = {};

  int joint_count() const {
    int count = 0;
    for (const Link& link : links) count += static_cast<int>(link.joints.size());
    return count;
  }
};

/// Returns the description of a robot whose file has none: "spot from spot.urdf: 12 joints".
std::string default_description(const Robot& robot);

/// The scene of a body with its links, in the order of the file, and solids, still without targets
/// and skeleton. Links that are fixed to their parents belong to the joint above. Coordinates of
/// planar and floating joints are held. Throws base::Error for a mimic of a joint that does not
/// exist, two joints of one name, or a body without moving joints.
struct RobotBody : sim::Scene {
  std::vector<ik::Joint> joints;
  std::vector<int> solid_links;  ///< the link of each solid, an index in links
  std::vector<ik::Loop> loops;
  struct Effector {
    std::string name;
    int joint;
    Eigen::Vector3d position;  ///< world, every joint at zero
    bool oriented;
  };
};
RobotBody body_of(const Robot& robot);

/// Counts the coordinates that move a link of a robot and are free: neither held nor following
/// others.
int count_free_coordinates(const Robot& robot, int link);

/// Returns the robot's effectors. If it has none, chooses the leaf links that look like tools,
/// hands or feet, with an orientation if one or two arms have six coordinates or more, and adds a
/// notice about a mesh whose end it could not find.
std::vector<RobotBody::Effector> effectors_of(const Robot& robot, const RobotBody& body,
                                              std::vector<std::string>& notices);

/// Returns the joints that mimic another one and whose limits the skeleton ignores, because
/// together with the leader's limits no value would be left; adds a notice about them.
std::vector<int> overruled_limits(const ik::Skeleton& body, std::vector<std::string>& notices);

/// Returns a scene in which the robot's effectors follow targets that swing about its start pose,
/// which is changed if it is nearly singular. Throws base::Error as body_of() does.
std::shared_ptr<const sim::Scene> scene_of(const Robot& robot);

/// Returns the points of a mesh as it is drawn, from an STL or OBJ file, or from a DAE file with
/// its unit and the frames of its nodes. Returns none for other, unreadable and large files.
std::vector<Eigen::Vector3d> mesh_points(const std::string& file);
/// Returns how far the file's first points extend along an axis, enough to recognise its unit; 0 if
/// it has no points.
double mesh_reach(const std::string& file);

}  // namespace formats

#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "formats/mjcf/geoms.h"
#include "formats/robot.h"

namespace formats::mjcf {

/// What of a model plays a part in its kinematics and is not done, by its element's name.
using LeftOut = std::map<std::string, int, std::less<>>;

/// Bodies, joints, geoms and sites of <worldbody>.
class Tree {
 public:
  Tree(const Document& document, const Defaults& defaults, const Compiler& compiler, Geoms& geoms,
       Robot& robot, LeftOut& left_out);

  /// What <replicate> elements have appended to names: one for each replica.
  const std::set<std::string, std::less<>>& suffixes() const { return suffixes_; }

 private:
  struct Context {
    int link = 0;
    sim::Frame frame = {};  ///< of <frame> elements, in the link's
    std::string inherited = {};
    std::string suffix = {};  ///< of the names in <replicate> elements
  };
  struct Site {
    std::string name;
    int link, rank;
    sim::Frame frame;
  };
  void read(const Node& node, const Context& context);
  void replicate(const Node& node, const Context& context);
  void add_body(const Node& node, const Context& context);
  void add_joint(const XmlElement& element, const Context& context);
  void set_travel(const Attributes& attributes, Robot::Joint& joint);
  void add_site(const XmlElement& element, const Context& context);
  void name_the_rest();
  void choose_effectors();
  int freedom(int link) const;

  const Defaults& defaults_;
  const Compiler& compiler_;
  Geoms& geoms_;
  Robot& robot_;
  LeftOut& left_out_;
  std::set<std::string, std::less<>> bodies_, joints_;  // the names that are taken
  std::set<std::string, std::less<>> suffixes_;
  int replicated_ = 0;  // elements
  std::vector<Site> sites_;
  bool ball_ranges_ = false;
};

/// Joints that follow others by <equality>, in each replica as in the element that it is one of;
/// and the other constraints, which are left out.
void read_constraints(const Document& document, const Defaults& defaults,
                      const std::set<std::string, std::less<>>& suffixes, Robot& robot,
                      LeftOut& left_out);
/// The start pose: the keyframe "home", or the first that has a number for each coordinate.
void read_keyframes(const Document& document, Robot& robot);

}  // namespace formats::mjcf

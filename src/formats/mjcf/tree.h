#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "formats/mjcf/geoms.h"
#include "formats/robots/robot.h"

namespace formats::mjcf {

/// Counts elements that matter for the kinematics and are not supported, by name.
using LeftOut = std::map<std::string, int, std::less<>>;

/// A point of a body.
struct Site {
  std::string name;
  int link;
  int rank;  ///< how clearly its name denotes a tool; 0: it does not
  sim::Frame frame;
};

/// The body of a file.
struct Model {
  Robot robot = {};
  std::vector<Site> sites = {};
  std::set<int> mocap = {};       ///< links that MuJoCo's user moves
  std::vector<int> chasing = {};  ///< links that are welded to those
  LeftOut left_out = {};
};

/// Reads a file and those that it includes and attaches, without choosing effectors. `depth` counts
/// the files that attach it, one through another.
Model read_model(const Document& document, const std::string& source, int depth = 0);

/// Reads the bodies, joints, geoms and sites of <worldbody>.
class Tree {
 public:
  Tree(const Document& document, const Defaults& defaults, const Compiler& compiler, Geoms& geoms,
       Model& model, int depth);

  /// Returns the suffixes that <replicate> elements have appended to names, one for each replica.
  const std::set<std::string, std::less<>>& suffixes() const { return suffixes_; }

 private:
  struct Context {
    int link = 0;
    sim::Frame frame = {};  ///< of <frame> elements, in the link's frame
    std::string inherited = {};
    std::string suffix = {};  ///< of the names in <replicate> elements
  };
  void read(const Node& node, const Context& context);
  void replicate(const Node& node, const Context& context);
  void attach(const XmlElement& element, const Context& context);
  void add_body(const Node& node, const Context& context);
  void add_joint(const XmlElement& element, const Context& context);
  void set_travel(const Attributes& attributes, Robot::Joint& joint);
  void add_site(const XmlElement& element, const Context& context);
  void name_the_rest();

  const Document& document_;
  const Defaults& defaults_;
  const Compiler& compiler_;
  Geoms& geoms_;
  Model& model_;
  Robot& robot_;
  std::set<std::string, std::less<>> bodies_, joints_;  // the names that are taken
  std::set<std::string, std::less<>> suffixes_;
  int replicated_ = 0;  // elements
  int depth_;
  int ranges_ = 0;  // of joints that turn, in degrees
  double widest_ = 0;
  size_t line_in_degrees_ = 0;  // of the first range that seems to be, in radians; 0: none
  bool ball_ranges_ = false;
};

/// Reads <equality>, for each replica: joints that follow others or are held, loops, and bodies
/// fixed to others. Other constraints are left out.
void read_constraints(const Document& document, const Defaults& defaults,
                      const std::set<std::string, std::less<>>& suffixes, Model& model);
/// Reads the start pose: the keyframe "home", or the first that has a number for each coordinate.
void read_keyframes(const Document& document, Robot& robot);
/// Chooses links that are welded to bodies which a user moves. Otherwise, of the sites that look
/// like tools, it takes one for a link, and the last on each branch.
void choose_effectors(Model& model);

}  // namespace formats::mjcf

#pragma once
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "base/parameter.h"
#include "chart/drawing.h"
#include "ik/model/obstacle.h"
#include "sim/build/draft.h"
#include "sim/commands/command.h"
#include "sim/scene.h"
#include "ui/input/keys.h"
#include "view/selection.h"

namespace ui {

enum class FileKind { Csv, Svg, Png };

// A request is anything that a user asks for, besides commands to the simulation.
struct SetOption {
  const base::Parameter* option;  ///< of options::table()
  double value;
};
struct Open {  ///< a scene's name, or the file of a scene or lesson
  std::string name;
};
struct ListFiles {  ///< for Context::listing
  std::string typed;
};
struct SaveAs {  ///< the scene or the session; replaces a file
  Action what;
  std::string file;
};
struct UseTargets {  ///< the open body with other effectors and targets
  std::shared_ptr<const sim::Scene> scene;
  bool save = false;  ///< asks where to
};
struct TurnUpright {  ///< the open scene is drawn with this axis up
  sim::Scene::Up up = sim::Scene::Up::Y;
};
struct Browse {};    ///< opens a file by the desktop's dialog
struct OpenLesson {  ///< its name or its file
  std::string name;
  int step = 0;
};
struct GoToStep {  ///< a step of the current lesson
  int step = 0;
};
struct Answer {  ///< answers the lesson's question
  int choice = 0;
};
struct Select {
  view::Selection selection;
};
struct AddObstacle {  ///< at a visible position; selects it
  ik::Obstacle::Shape shape;
};
struct SaveTable {  ///< as a file of that name; reports where
  std::string name, text;
  std::string ending = "csv";
};
struct SaveMapTable {};  ///< the maps, a file each
struct SaveFigure {      ///< as SVG or PNG
  std::string name;
  FileKind kind;
  chart::Drawing drawing;
};
struct FilmCaption {  ///< a caption of a film, until the next one
  double from = 0;    ///< s, from the end of its title on
  std::string text;   ///< empty: none
};
struct StartFilm {
  std::string title;  ///< at its beginning; empty: none
  std::vector<FilmCaption> captions = {};
};
struct OpenFolder {  ///< the folder of a saved file, in the desktop's file manager
  std::string file;
};
struct Perform {  ///< outside the interface: views, the lesson's scenes, full screen, quit
  Action action;
  int argument = 0;
};
struct ChangeBody {   ///< the body under construction; a refusal is reported
  std::string label;  ///< "Move elbow", for undo
  std::string topic;  ///< successive changes of one topic count as one; empty: none
  std::function<sim::build::Draft(const sim::build::Draft&)> change;
  bool selects = true;  ///< selects the changed part
};
enum class Build {
  New,   ///< begins a new body
  Play,  ///< plays it, or returns to building
  Undo,
  Redo,
  Seal,  ///< separates the next change, because a drag has ended
  Drop   ///< removes the last change, because a drag is cancelled
};
enum class Solve {  ///< what the search for poses does
  Anew,             ///< begins again from the body's pose
  Run,
  Pause,
  Step  ///< pauses and makes one update
};
enum class Choose {  ///< what the choice of a method does
  Begin,             ///< begins anew
  Stop,              ///< keeps what has been measured
  SavePage
};
struct PressKey {  ///< executed after the requests before it
  Chord chord;
  bool repeat = false;
};

using AnyRequest = std::variant<sim::Command, SetOption, Open, ListFiles, SaveAs, UseTargets,
                                TurnUpright, Browse, OpenLesson, GoToStep, Answer, Select,
                                AddObstacle, SaveTable, SaveMapTable, SaveFigure, StartFilm,
                                OpenFolder, Perform, ChangeBody, Build, Solve, Choose, PressKey>;

/// Any of these requests, copied and destroyed in one file, as sim::Command is.
struct Request : AnyRequest {
  using AnyRequest::AnyRequest;
  Request(const Request& other);
  Request(Request&& other) noexcept;
  Request& operator=(const Request& other);
  Request& operator=(Request&& other) noexcept;
  ~Request();
};

/// Requests of a frame, executed before the next: nothing that a panel reads changes in between.
class Requests {
 public:
  /// Adds a request at the end; one made by a request that is being executed comes right after it.
  void add(Request request);
  /// Executes the requests between frames. `execute` throws nothing.
  void execute(const std::function<void(Request&)>& execute);
  /// Drops the requests meant for the previous scene after another one was opened.
  void forget_commands();

 private:
  std::deque<Request> queue_;
  std::ptrdiff_t added_ = 0;
  bool executing_ = false;
};

}  // namespace ui

#pragma once
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

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
struct SetOption {  ///< of options::table()
  std::string key;
  double value = 0;
};
struct Open {  ///< a scene's name, or the file of a scene or lesson
  std::string name;
};
struct LookAt {  ///< for Context::places
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
struct OpenLesson {  ///< name or file
  std::string name;
  int step = 0;
};
struct GoToStep {  ///< of the lesson that is on
  int step = 0;
};
struct Answer {  ///< its question
  int choice = 0;
};
struct Select {
  view::Selection selection;
};
struct AddObstacle {  ///< where it can be seen; it is selected
  ik::Obstacle::Shape shape;
};
struct SaveTable {  ///< as a CSV file of that name; says where
  std::string name, text;
};
struct SaveMapTable {};  ///< the maps, a file each
struct SaveFigure {      ///< as SVG or PNG
  std::string name;
  FileKind kind;
  chart::Drawing drawing;
};
struct FilmCaption {  ///< of a film, up to the next one
  double from = 0;    ///< s, from the end of its title on
  std::string text;   ///< empty: none
};
struct StartFilm {
  std::string title;  ///< at its beginning; empty: none
  std::vector<FilmCaption> captions = {};
};
struct OpenFolder {  ///< of a file that was saved, or that folder; as the desktop does it
  std::string file;
};
struct Perform {  ///< outside the interface: views, the lesson's scenes, full screen, quit
  Action action;
  int argument = 0;
};
struct ChangeBody {   ///< that is being built; a refusal is told
  std::string said;   ///< "Move elbow", for undo
  std::string topic;  ///< changes of one topic right after one another are one; empty: none
  std::function<sim::build::Draft(const sim::build::Draft&)> change;
  bool selects = true;  ///< what it was done to
};
struct Build {
  enum class What {
    New,   ///< begins one from nothing
    Play,  ///< lets it run, or goes back to building it
    Undo,
    Redo,
    Seal,  ///< the next change is one of its own: a drag has ended
    Drop   ///< takes the last change back as if it had not been: a drag is given up
  } what = What::Play;
};
struct PressKey {  ///< acts on what the requests before it have left
  Chord chord;
  bool repeat = false;
};

using AnyRequest =
    std::variant<sim::Command, SetOption, Open, LookAt, SaveAs, UseTargets, TurnUpright, Browse,
                 OpenLesson, GoToStep, Answer, Select, AddObstacle, SaveTable, SaveMapTable,
                 SaveFigure, StartFilm, OpenFolder, Perform, ChangeBody, Build, PressKey>;

/// One of them, copied and destroyed in one place as sim::Command is.
struct Request : AnyRequest {
  using AnyRequest::AnyRequest;
  Request(const Request& other);
  Request(Request&& other) noexcept;
  Request& operator=(const Request& other);
  Request& operator=(Request&& other) noexcept;
  ~Request();
};

/// Requests made while a frame is drawn, executed before the next: nothing that a panel reads
/// changes during a frame.
class Requests {
 public:
  /// Adds a request at the end; one made by a request that is being executed comes right after it.
  void add(Request request);
  /// Between frames. `execute` throws nothing.
  void execute(const std::function<void(Request&)>& execute);
  /// Another scene was opened: drops the requests meant for the previous one.
  void forget_commands();

 private:
  std::deque<Request> queue_;
  std::ptrdiff_t added_ = 0;
  bool executing_ = false;
};

}  // namespace ui

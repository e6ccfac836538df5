// The panel's window for screen readers and other assistive programs: on the accessibility bus of the desktop (AT-SPI),
// with each control and each lamp under the name that `panel list` gives it.
//
// Questions are answered in serve(), in the panel's thread. Changes of controls and of the focus are told; lamps are
// read when somebody asks, since they change with every frame. A page that has a window of its own is a second window
// on the bus, and changes of its text are told. What a client wants to be done is returned, and is done as a click is:
// the machine may have to stand still for it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "command/panel/layout.hpp"
#include "command/panel/pages.hpp"

namespace utah10 {

class PanelModel;

class PanelAccess {
 public:
  struct Wish {
    enum class Kind : std::uint8_t { Press, More, Less, Set, Focus } kind = Kind::Press;
    ControlId control = 0;
    unsigned position = 0;  // Set: of a knob
  };
  // A page in a window of its own, in units of the screen.
  struct ShownPage {
    PageKind kind = PageKind::None;
    double x = 0, y = 0, width = 0, height = 0;
    bool active = false;
    std::string text;
    bool operator==(const ShownPage&) const = default;
  };
  struct Shown {
    double x = 0, y = 0;  // of the picture on the screen
    double scale = 1;     // units of the screen to a unit of the layout
    bool active = false;  // the window has the keyboard
    bool running = false;
    std::optional<ControlId> focus;
    std::vector<ShownPage> pages;
    bool operator==(const Shown&) const = default;
  };

  // Null: the desktop has no accessibility bus, or this program was built without ATK. All must outlive it.
  static std::unique_ptr<PanelAccess> open(const PanelControls& controls, const PanelModel& model,
                                           const PanelLayout& layout);
  virtual ~PanelAccess() = default;

  virtual std::vector<Wish> serve() = 0;
  // What is in the window now. Tells of the changes since the last call.
  virtual void show(const Shown& shown) = 0;
};

}  // namespace utah10

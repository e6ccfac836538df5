// The front panel of a session: model, controls, picture and window, brought together.
//
// It stands between the debugger and the attendant before it, so that it is served between the slices of a run; at the
// prompt serveStopped() serves it. It looks at the machine in virtual time and draws some 25 times a second of the
// host's. A key that changes the machine stops the run, acts, and lets the run go on, so that a recording repeats it.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "command/debug/run_attendant.hpp"
#include "command/panel/accessible.hpp"
#include "command/panel/controls.hpp"
#include "command/panel/drawing.hpp"
#include "command/panel/layout.hpp"
#include "command/panel/page_window.hpp"
#include "command/panel/pages.hpp"
#include "command/panel/panel_model.hpp"
#include "command/panel/window.hpp"

namespace utah10 {

class Console;

class Panel final : public RunAttendant {
 public:
  // Both must outlive the panel. It looks at nothing until it is first used.
  Panel(Debugger& debugger, Console& console);
  ~Panel() override;
  Panel(const Panel&) = delete;
  Panel& operator=(const Panel&) = delete;

  Expected<void> open();
  // The same in a window that is there already.
  void openIn(std::unique_ptr<PanelWindow> window, std::unique_ptr<PanelAccess> access = nullptr);
  void close();
  bool isOpen() const { return window_ != nullptr; }

  // Begins to look at the machine, if it does not yet.
  PanelModel& model();
  PanelControls& controls();
  // As the window does: presses a key of a machine that stands still, and says what came of it; or sets a switch.
  void press(ControlId id);
  void show(PageKind page);
  PageKind page() const { return page_; }
  // In a window of its own, beside the panel's, which is opened too. It closes with the panel's.
  Expected<void> openPage(PageKind page);
  void openPageIn(PageKind page, std::unique_ptr<PanelWindow> window);
  std::size_t pagesOpen() const { return pages_.size(); }
  bool sound(bool on);
  bool announce = false;  // say on the terminal what has the focus, and what a control has become

  // Ends the frame, and draws it into a file.
  Expected<void> writePng(const std::filesystem::path& file, double scale);

  // While the machine stands still: takes what the user does in the window. True: the machine has run meanwhile, or
  // something has been printed.
  bool serveStopped();
  // Serves the window until it is closed, for at most so long, if that is given.
  void serveUntilClosed(std::optional<Duration> longest = std::nullopt);

  void runBegins(bool open) override;
  std::optional<Duration> longestSlice() const override;
  void sliceEnded() override;
  bool stopAsked() const override;
  void serve() override;
  bool goesOn() override;

 private:
  struct Parts;  // what is made at first use
  struct Waiting {
    ControlId control = 0;
    unsigned position = 0;  // of a switch
  };
  using HostTime = std::chrono::steady_clock::time_point;

  Parts& parts();
  PanelDrawing::Look look();
  void turn();
  void takeAndDraw(HostTime now);
  void redraw();
  void makeDrawing();
  void showAll();
  Page pageNow(PageKind kind, std::size_t lines);
  void servePages();
  void openByKey(PageKind page);
  void take(PageWindow& page, const WindowEvent& event);
  void take(const WindowEvent& event);
  void pointerDown(double x, double y);
  std::optional<ControlId> movedFocus(WindowKey key, ControlId here);
  void takeKey(WindowKey key);
  void takeWishes();
  void take(const PanelAccess::Wish& wish);
  void tellClients();
  void takeText(const std::string& text);
  void octalDigit(unsigned digit);
  void focusOn(ControlId id);
  void act(ControlId id, bool more = true);
  void moveTo(ControlId id, unsigned position);
  void actKey(PanelKey key);
  void perform(PanelKey key);
  bool performWaiting();
  void report(const std::string& what);
  void repeat(HostTime now);
  void typeKeys(const std::string& keys);
  void strikeNew();
  std::string focusText();
  std::string textOf(ControlId id);

  Debugger& debugger_;
  Console& console_;
  RunAttendant* inner_ = nullptr;
  std::unique_ptr<Parts> parts_;
  std::unique_ptr<PanelWindow> window_;
  std::unique_ptr<PanelAccess> access_;  // null: nobody asks
  std::unique_ptr<PanelDrawing> drawing_;
  std::vector<std::unique_ptr<PageWindow>> pages_;  // in windows of their own
  PixelMemory drawnFor_;                            // the window's
  PageKind page_ = PageKind::None;
  Page pageShown_;
  bool typing_ = false;   // the window's keyboard is the teletype's
  bool running_ = false;  // a run is under way
  bool ran_ = false;      // since serveStopped() was entered
  bool soundOn_ = false;
  HostTime asked_, drawn_, pressed_;  // asked_: whether a frame is due
  std::optional<ControlId> focus_, held_;
  bool heldByPointer_ = false;    // until it lets go; by a key or a client for a moment
  std::optional<PanelKey> last_;  // for REPEAT
  std::vector<Waiting> waiting_;  // what the user did while the machine ran, and it must stand still for
  std::string keys_;              // typed on the teletype in the window
  std::size_t struck_ = 0;        // characters whose strike has been heard
};

}  // namespace utah10

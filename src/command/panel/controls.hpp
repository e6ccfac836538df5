// The switches, keys and knobs of the panel, and what each does to the machine (SRM, Operating Keys and Switches).
//
// A key is pressed and springs back; a switch stays; a knob has positions. The keys RESET, EXAMINE, DEPOSIT and EXECUTE
// act at once, on a machine that stands still; the caller stops a running one for them. START, CONTINUE and READ IN are
// ignored while the machine runs, as are the NEXT keys.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/machine/ka10.hpp"

namespace utah10 {

class Debugger;
class PanelModel;
struct RunOutcome;

enum class ControlGroup : std::uint8_t {
  Data,
  Address,
  ReadInDevice,
  Keys,
  Operating,
  AddressCondition,
  Maintenance,
  Speed
};
enum class ControlKind : std::uint8_t { Switch, Key, Knob };

// The keys, in the order of ControlGroup::Keys.
enum class PanelKey : std::uint8_t {
  ReadIn,
  Start,
  Continue,
  Stop,
  Reset,
  Execute,
  Examine,
  ExamineNext,
  Deposit,
  DepositNext,
};
constexpr std::size_t kPanelKeys = 10;

struct PanelControl {
  std::string name;    // "data 35", "sing inst", "start": lower case, unique
  std::string legend;  // as engraved
  std::string_view does;
  ControlGroup group;
  ControlKind kind = ControlKind::Switch;
  std::size_t place = 0;  // in its group
  unsigned positions = 2;
};
using ControlId = std::size_t;  // an index of PanelControls::all()

class PanelControls {
 public:
  // All must outlive the controls.
  PanelControls(Debugger& debugger, PanelModel& model);

  const std::vector<PanelControl>& all() const { return controls_; }
  // By name, or by the beginning of only one name.
  std::optional<ControlId> named(std::string_view name) const;
  ControlId first(ControlGroup g) const;
  ControlId idOf(PanelKey key) const { return first(ControlGroup::Keys) + static_cast<std::size_t>(key); }

  // The position: 0 or 1 of a switch, of a key 0, that of a knob.
  unsigned position(ControlId id) const;
  std::string positionText(ControlId id) const;  // "on", "3 of 6"
  // Sets a switch or a knob; a position it does not have is its last.
  void set(ControlId id, unsigned position);

  // Presses a key of the machine that stands still. What runs the machine returns how the run ended.
  std::optional<RunOutcome> press(PanelKey key);
  // What a key does while the machine runs. Interrupts: the machine must stand still for it, and then runs on, unless
  // the key stops it.
  enum class WhileRunning : std::uint8_t { Nothing, Interrupts, Stops };
  static WhileRunning whileRunning(PanelKey key);
  // The machine knows of its position; the others are the panel's own.
  static bool changesMachine(const PanelControl& c);

  // REPEAT: the time from one press to the next; nothing: it is off.
  std::optional<std::chrono::nanoseconds> repeatInterval() const;

 private:
  void add(ControlGroup g, ControlKind kind, std::string name, std::string legend, std::string_view does,
           unsigned positions = 2);
  bool switchOn(ControlId id) const;
  void setSwitch(ControlId id, bool on);
  void examine(bool next);
  void deposit(bool next);

  Debugger& debugger_;
  PanelModel& model_;
  std::vector<PanelControl> controls_;
  bool repeat_ = false, repeatBypass_ = false;
  unsigned coarse_ = 1, fine_ = 5;
};

}  // namespace utah10

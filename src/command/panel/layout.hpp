// Where everything on the panel is, in units of its design: 1500 wide. Shapes only; drawing.hpp draws them.
//
// Drawn by us from what texts and photographs tell of the KA10's console: lamps behind black glass above rows of rocker
// switches in groups of three, the PI lamps at the left, the registers at the right, the operating keys at the right of
// the lowest row. The indicator bay above it holds what stood in the cabinets.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command/panel/controls.hpp"
#include "command/panel/lamps.hpp"

namespace utah10 {

struct PanelRect {
  double x = 0, y = 0, width = 0, height = 0;
  bool contains(double px, double py) const { return px >= x && px < x + width && py >= y && py < y + height; }
};

enum class LampShape : std::uint8_t { Round, Triangle };
struct LampPlace {
  std::size_t lamp = 0;
  double x = 0, y = 0;  // centre
  LampShape shape = LampShape::Round;
};

enum class RockerColour : std::uint8_t { Light, Dark };
struct ControlPlace {
  ControlId control = 0;
  PanelRect rect;
  RockerColour colour = RockerColour::Light;
};

enum class Align : std::uint8_t { Left, Centre };
struct Legend {
  std::string text;
  double x = 0, y = 0;  // of its base line
  double height = 8;    // of a capital letter
  Align align = Align::Centre;
};

struct PanelLine {
  double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
};

enum class PlateKind : std::uint8_t { Cabinet, Trim, Glass, Deck };
struct Plate {
  PlateKind kind;
  PanelRect rect;
};

struct PanelLayout {
  static constexpr double kWidth = 1500, kHeight = 862;
  static constexpr double kLampRadius = 8, kLampCell = 26;  // a lamp and its glow stay within its cell

  std::vector<Plate> plates;
  std::vector<PanelLine> lines;
  std::vector<Legend> legends;
  std::vector<LampPlace> lamps;
  std::vector<ControlPlace> controls;

  std::optional<ControlId> controlAt(double x, double y) const;
  // The control next to this one in a direction; the same if there is none.
  ControlId neighbour(ControlId from, double dx, double dy) const;
};

PanelLayout panelLayout(const LampList& lamps, const std::vector<PanelControl>& controls);

}  // namespace utah10

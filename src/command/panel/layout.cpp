#include "command/panel/layout.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace utah10 {

namespace {

constexpr double kPitch = 27, kGap = 9;  // of lamps and rockers; more between groups of three
constexpr double kLeft = 62, kLeftRegister = 330, kRightRegister = 905;
constexpr double kRegister = 18 * kPitch + 5 * kGap;
constexpr double kNarrow = 58;  // a pitch with room for small letters only
constexpr double kSmall = 6.5, kText = 7.5, kHeading = 8.5;
constexpr double kRockerWidth = 21, kRockerHeight = 50;
constexpr double kKeyPitch = 56, kKeyWidth = 30;

// The bay above, the glass with the lamps, and the deck with the switches.
constexpr PanelRect kBay{20, 20, 1460, 172}, kGlass{20, 214, 1460, 322}, kDeck{20, 540, 1460, 302};
constexpr double kBayRow1 = 78, kBayRow2 = 150;
constexpr double kPiRows[] = {262, 334, 406, 478};
constexpr double kRow1 = 276, kRow2 = 370, kRow3 = 466;
constexpr double kDataRow = 566, kAddressRow = 662, kKeyRow = 764;

// Where bit `n` of a register stands, from the register's left edge.
double bitAt(std::size_t n) { return kPitch / 2 + static_cast<double>(n) * kPitch + static_cast<double>(n / 3) * kGap; }

class LayoutMaker {
 public:
  LayoutMaker(const LampList& lamps, const std::vector<PanelControl>& controls) : lamps_(lamps), controls_(controls) {}

  PanelLayout make() {
    plates();
    bay();
    interrupts();
    registers();
    status();
    dataSwitches();
    addressRow();
    keyRow();
    namePlate();
    return std::move(layout_);
  }

 private:
  void plates() {
    layout_.plates = {{PlateKind::Cabinet, {0, 0, PanelLayout::kWidth, PanelLayout::kHeight}},
                      {PlateKind::Glass, kBay},
                      {PlateKind::Trim, {20, 198, 1460, 10}},
                      {PlateKind::Glass, kGlass},
                      {PlateKind::Deck, kDeck}};
  }

  void text(std::string words, double x, double y, double height, Align align = Align::Centre) {
    layout_.legends.push_back({std::move(words), x, y, height, align});
  }
  void line(double x1, double y1, double x2, double y2) { layout_.lines.push_back({x1, y1, x2, y2}); }

  // A heading above a stretch of lamps, with a line that ends in two ticks.
  void heading(std::string words, double x1, double x2, double y) {
    line(x1, y, x2, y);
    line(x1, y, x1, y + 6);
    line(x2, y, x2, y + 6);
    text(std::move(words), (x1 + x2) / 2, y - 6, kHeading);
  }
  // The same within a row of lamps: "AC" of the instruction.
  void field(std::string words, double left, std::size_t from, std::size_t to, double y) {
    heading(std::move(words), left + bitAt(from) - 11, left + bitAt(to) + 11, y);
  }

  void lamp(std::size_t lamp, double x, double y, LampShape shape = LampShape::Round) {
    layout_.lamps.push_back({lamp, x, y, shape});
  }

  // Lamps of bits with their numbers below.
  void bits(LampGroup g, std::size_t first, std::size_t count, double left, double y) {
    for (std::size_t n = 0; n < count; ++n) {
      const std::size_t id = lamps_.at(g, first + n);
      lamp(id, left + bitAt(n), y);
      text(lamps_.legends[id], left + bitAt(n), y + 24, kSmall);
    }
  }

  // Lamps whose legends stand below, a word a line.
  void single(LampGroup g, std::size_t first, std::size_t count, double left, double pitch, double y) {
    for (std::size_t n = 0; n < count; ++n) {
      const std::size_t id = lamps_.at(g, first + n);
      const double x = left + pitch * (static_cast<double>(n) + 0.5);
      lamp(id, x, y);
      words(lamps_.legends[id], x, y + 24, pitch < kNarrow ? kSmall : kText);
    }
  }
  void words(const std::string& legend, double x, double y, double height) {
    const std::size_t blank = legend.find(' ');
    text(legend.substr(0, blank), x, y, height);
    if (blank != std::string::npos) text(legend.substr(blank + 1), x, y + 12, height);
  }

  void bay() {
    constexpr double kFlagPitch = 46;
    heading("PROCESSOR FLAGS", kLeft, kLeft + 10 * kFlagPitch, kBayRow1 - 22);
    single(LampGroup::Flags, 0, 10, kLeft, kFlagPitch, kBayRow1);
    heading("CONDITIONS", kLeft, kLeft + 5 * 66, kBayRow2 - 22);
    single(LampGroup::Conditions, 0, lamps_.group(LampGroup::Conditions).count, kLeft, 66, kBayRow2);
    if (lamps_.has(LampGroup::Pager)) pagerBay();
    const std::size_t devices = lamps_.group(LampGroup::Devices).count;
    if (devices != 0) {
      heading("DEVICES", kRightRegister + 25, kRightRegister + kRegister, kBayRow1 - 22);
      single(LampGroup::Devices, 0, devices, kRightRegister + 25, (kRegister - 25) / static_cast<double>(devices),
             kBayRow1);
    }
    if (!lamps_.has(LampGroup::Imp)) return;
    heading("IMP INTERFACE", kRightRegister + 25, kRightRegister + 25 + 4 * 76, kBayRow2 - 22);
    single(LampGroup::Imp, 0, 4, kRightRegister + 25, 76, kBayRow2);
  }
  void pagerBay() {
    constexpr double kPagerLeft = 548;
    heading("BBN PAGER", kPagerLeft, kPagerLeft + 3 * 62, kBayRow1 - 22);
    single(LampGroup::Pager, 0, 3, kPagerLeft, 62, kBayRow1);
    const std::size_t count = lamps_.group(LampGroup::PageTable).count;
    heading("USER PAGE TABLE", kPagerLeft, kPagerLeft + bitAt(count - 1) + 13, kBayRow2 - 22);
    bits(LampGroup::PageTable, 0, count, kPagerLeft, kBayRow2);
  }

  void interrupts() {
    constexpr LampGroup kGroups[] = {LampGroup::PiActive, LampGroup::IobRequest, LampGroup::PiRequest,
                                     LampGroup::PiInProgress};
    constexpr const char* kNames[] = {"PI ACTIVE", "IOB PI REQUEST", "PI REQUEST", "PI IN PROGRESS"};
    for (std::size_t row = 0; row < std::size(kGroups); ++row) {
      heading(kNames[row], kLeft, kLeft + 7 * kPitch, kPiRows[row] - 20);
      for (std::size_t n = 0; n < 7; ++n) {
        const double x = kLeft + (static_cast<double>(n) + 0.5) * kPitch;
        lamp(lamps_.at(kGroups[row], n), x, kPiRows[row]);
        text(lamps_.legends[lamps_.at(kGroups[row], n)], x, kPiRows[row] + 23, kSmall);
      }
    }
  }

  void registers() {
    bits(LampGroup::Instruction, 0, 18, kLeftRegister, kRow1);
    field("INSTRUCTION", kLeftRegister, 0, 8, kRow1 - 22);
    field("AC", kLeftRegister, 9, 12, kRow1 - 22);
    field("I", kLeftRegister, 13, 13, kRow1 - 22);
    field("INDEX", kLeftRegister, 14, 17, kRow1 - 22);
    bits(LampGroup::ProgramCounter, 0, 18, kRightRegister, kRow1);
    heading("PROGRAM COUNTER", kRightRegister, kRightRegister + kRegister, kRow1 - 22);
    bits(LampGroup::MemoryAddress, 0, 18, kRightRegister, kRow2);
    heading("MEMORY ADDRESS", kRightRegister, kRightRegister + kRegister, kRow2 - 22);
    bits(LampGroup::MemoryIndicator, 0, 18, kLeftRegister, kRow3);
    bits(LampGroup::MemoryIndicator, 18, 18, kRightRegister, kRow3);
    heading("MEMORY INDICATORS", kLeftRegister, kRightRegister + kRegister, kRow3 - 22);
  }

  void status() {
    single(LampGroup::Status, 0, 6, kLeftRegister, kRegister / 6, kRow2);
    const auto data = [this](StatusLamp which, const char* first, double y) {
      lamp(lamps_.at(LampGroup::Status, static_cast<std::size_t>(which)), kLeftRegister - 14, y, LampShape::Triangle);
      text(first, kLeftRegister - 52, y - 2, kSmall);
      text("DATA", kLeftRegister - 52, y + 9, kSmall);
    };
    data(StatusLamp::ProgramData, "PROGRAM", kRow3 - 14);
    data(StatusLamp::MemoryData, "MEMORY", kRow3 + 15);
  }

  void rocker(ControlId id, double x, double y, double width, RockerColour colour) {
    layout_.controls.push_back({id, {x - width / 2, y, width, kRockerHeight}, colour});
  }
  ControlId id(ControlGroup g, std::size_t place) const {
    const auto found =
        std::ranges::find_if(controls_, [&](const PanelControl& c) { return c.group == g && c.place == place; });
    return static_cast<ControlId>(found - controls_.begin());
  }
  // Bits in two colours, a group of three each.
  void rockers(ControlGroup g, std::size_t first, std::size_t count, double left, double y) {
    for (std::size_t n = 0; n < count; ++n) {
      const ControlId c = id(g, first + n);
      rocker(c, left + bitAt(n), y, kRockerWidth, (n / 3) % 2 == 0 ? RockerColour::Dark : RockerColour::Light);
      text(controls_[c].legend, left + bitAt(n), y + kRockerHeight + 12, kSmall);
    }
  }

  void dataSwitches() {
    rockers(ControlGroup::Data, 0, 18, kLeftRegister, kDataRow);
    rockers(ControlGroup::Data, 18, 18, kRightRegister, kDataRow);
    text("DATA SWITCHES", kLeft, kDataRow + 20, kHeading, Align::Left);
    text("AND SENSE SWITCHES", kLeft, kDataRow + 35, kSmall, Align::Left);
  }

  void knob(ControlId id, double x, double y) { layout_.controls.push_back({id, {x - 25, y, 50, 50}}); }

  void addressRow() {
    text("ADDRESS", kRightRegister - 52, kAddressRow + 20, kHeading);
    text("SWITCHES", kRightRegister - 52, kAddressRow + 34, kHeading);
    rockers(ControlGroup::Address, 0, 18, kRightRegister, kAddressRow);
    rockers(ControlGroup::ReadInDevice, 0, 7, kLeft, kAddressRow);
    text("READ IN DEVICE", kLeft + bitAt(3), kAddressRow - 8, kText);
    named(ControlGroup::Maintenance, 4, kLeftRegister + 6, kAddressRow, RockerColour::Dark);
    knob(id(ControlGroup::Speed, 0), 668, kAddressRow + 2);
    knob(id(ControlGroup::Speed, 1), 746, kAddressRow + 2);
    text("SPEED", 707, kAddressRow - 8, kText);
    text("COARSE", 668, kAddressRow + 66, kSmall);
    text("FINE", 746, kAddressRow + 66, kSmall);
  }

  // Switches or keys with their names above.
  void named(ControlGroup g, std::size_t count, double left, double y, RockerColour colour) {
    for (std::size_t n = 0; n < count; ++n) {
      const ControlId c = id(g, n);
      const double x = left + kKeyPitch * (static_cast<double>(n) + 0.5);
      rocker(c, x, y, kKeyWidth, colour);
      const std::string& legend = controls_[c].legend;
      const std::size_t blank = legend.rfind(' ');
      if (blank != std::string::npos) text(legend.substr(0, blank), x, y - 17, kSmall);
      text(blank == std::string::npos ? legend : legend.substr(blank + 1), x, y - 6, kSmall);
    }
  }

  void namePlate() {
    text("KA10", 745, kKeyRow + 26, 20);
    text("CENTRAL PROCESSOR", 745, kKeyRow + 44, kSmall);
  }

  void keyRow() {
    named(ControlGroup::Operating, 5, kLeft - 12, kKeyRow, RockerColour::Dark);
    named(ControlGroup::AddressCondition, 5, kLeftRegister + 34, kKeyRow, RockerColour::Light);
    named(ControlGroup::Keys, kPanelKeys, kRightRegister + kRegister - kPanelKeys * kKeyPitch + 12, kKeyRow,
          RockerColour::Light);
    for (ControlPlace& c : layout_.controls)
      if (controls_[c.control].kind == ControlKind::Key && controls_[c.control].place < 6)
        c.colour = RockerColour::Dark;
  }

  const LampList& lamps_;
  const std::vector<PanelControl>& controls_;
  PanelLayout layout_;
};

}  // namespace

PanelLayout panelLayout(const LampList& lamps, const std::vector<PanelControl>& controls) {
  return LayoutMaker{lamps, controls}.make();
}

std::optional<ControlId> PanelLayout::controlAt(double x, double y) const {
  for (const ControlPlace& c : controls)
    if (c.rect.contains(x, y)) return c.control;
  return std::nullopt;
}

// Steps across the direction count four times: the next in a row is preferred to the nearest of another.
ControlId PanelLayout::neighbour(ControlId from, double dx, double dy) const {
  const auto here = std::ranges::find(controls, from, &ControlPlace::control);
  if (here == controls.end()) return from;
  ControlId best = from;
  double nearest = std::numeric_limits<double>::infinity();
  for (const ControlPlace& c : controls) {
    const double x = c.rect.x + c.rect.width / 2 - here->rect.x - here->rect.width / 2;
    const double y = c.rect.y - here->rect.y;
    const double along = x * dx + y * dy, across = std::abs(x * dy) + std::abs(y * dx);
    if (along <= 3 || along + 4 * across >= nearest) continue;
    nearest = along + 4 * across;
    best = c.control;
  }
  return best;
}

}  // namespace utah10

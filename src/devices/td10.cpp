// The TD10's side of the I/O bus: CONO, CONI, DATAI and DATAO.
#include "devices/td10.hpp"

#include "devices/tape_control.hpp"
#include "devices/td10_logic.hpp"

namespace utah10 {

namespace {
constexpr std::uint32_t kStop = 0400000;
constexpr std::uint32_t kForward = 0200000;
constexpr std::uint32_t kReverse = 0100000;
constexpr std::uint32_t kNoDelay = 0040000;
constexpr std::uint32_t kSelect = 0020000;
constexpr std::uint32_t kDeselect = 0010000;
constexpr std::uint32_t kWriteLock = 0004000;
constexpr std::uint32_t kFlagRequest = 0000002;
constexpr std::uint32_t kDataRequest = 0000001;
constexpr std::uint64_t kLeft = 01000000;  // bit 17
constexpr std::uint32_t kDelay = 04000;    // of the left half, from here on
constexpr std::uint32_t kActive = 02000;
constexpr std::uint32_t kUpToSpeed = 01000;
constexpr std::uint32_t kFunctionStop = 1;

constexpr BitName kDtcConi[] = {
    {kForward, "forward"}, {kReverse, "reverse"}, {kNoDelay, "delay inhibited"}, {kSelect, "selected"},
    {07000, "transport"},  {0700, "function"},    {070, "data PI channel"},      {7, "flag PI channel"},
};
constexpr BitName kDtcCono[] = {
    {kStop, "stop"},          {kForward, "go forward"}, {kReverse, "go reverse"}, {kNoDelay, "inhibit delay"},
    {kSelect, "select"},      {kDeselect, "deselect"},  {07000, "transport"},     {0700, "function"},
    {070, "data PI channel"}, {7, "flag PI channel"},
};
constexpr BitName kDtsConi[] = {
    {0400000 * kLeft, "parity error enabled"},
    {0200000 * kLeft, "data missed enabled"},
    {0100000 * kLeft, "job done enabled"},
    {0040000 * kLeft, "illegal operation enabled"},
    {0020000 * kLeft, "end zone enabled"},
    {0010000 * kLeft, "block missed enabled"},
    {kDelay * kLeft, "delay in progress"},
    {kActive * kLeft, "active"},
    {kUpToSpeed * kLeft, "up to speed"},
    {0400 * kLeft, "block number"},
    {0200 * kLeft, "reverse check"},
    {0100 * kLeft, "data"},
    {0040 * kLeft, "final"},
    {0020 * kLeft, "checksum"},
    {0010 * kLeft, "idle"},
    {0004 * kLeft, "block number read"},
    {kFunctionStop * kLeft, "function stop"},
    {dt::kParityError, "parity error"},
    {dt::kDataMissed, "data missed"},
    {dt::kJobDone, "job done"},
    {dt::kIllegal, "illegal operation"},
    {dt::kEndZone, "end zone"},
    {dt::kBlockMissed, "block missed"},
    {kWriteLock, "write lock"},
    {02000, "write mark switch"},
    {dt::kIncomplete, "incomplete block"},
    {dt::kMarkError, "mark track error"},
    {dt::kSelectError, "select error"},
    {kFlagRequest, "flag request"},
    {kDataRequest, "data request"},
};
constexpr BitName kDtsCono[] = {
    {dt::kParityError, "enable parity error"},
    {dt::kDataMissed, "enable data missed"},
    {dt::kJobDone, "enable job done"},
    {dt::kIllegal, "enable illegal operation"},
    {dt::kEndZone, "enable end zone"},
    {dt::kBlockMissed, "enable block missed"},
    {kFlagRequest, "stop transports not selected"},
    {kDataRequest, "function stop"},
};
}  // namespace

Td10::Td10(Scheduler& clock, PiSystem& pi, const Td10Settings& settings)
    : logic_(std::make_unique<Logic>(clock, pi, settings)),
      dtc_(std::make_unique<TapeControl<Logic>>(*logic_, TapeControlFace{"dtc", kDtcConi, kDtcCono})),
      dts_(std::make_unique<TapeStatus<Logic>>(*logic_, TapeControlFace{"dts", kDtsConi, kDtsCono})) {}
Td10::~Td10() = default;

IoDevice& Td10::control() { return *dtc_; }
IoDevice& Td10::status() { return *dts_; }
void Td10::connect(IoBus& bus) {
  bus.connect(DeviceCode::written(0320), *dtc_);
  bus.connect(DeviceCode::written(0324), *dts_);
}
unsigned Td10::transports() const { return static_cast<unsigned>(logic_->units.size()); }
Tu55& Td10::unit(unsigned n) { return *logic_->units[n]; }

Td10::Logic::Logic(Scheduler& clock_, PiSystem& pi, const Td10Settings& settings)
    : clock(clock_), dataLine(pi.line("dtc.data")), flagLine(pi.line("dtc.flag")) {
  markEvent = clock.add("dtc.mark", [this] { mark(); });
  for (unsigned n = 0; n < settings.transports; ++n) {
    units.push_back(std::make_unique<Tu55>(clock, n, settings.times));
    units.back()->onChange([this, n] { unitChanged(n); });
  }
}

// The transport of the selected number, if it has a tape on it.
Tu55* Td10::Logic::selectedUnit() const {
  return unit < units.size() && units[unit]->ready() ? units[unit].get() : nullptr;
}

void Td10::Logic::update() {
  dataLine.set(dataRequest ? dataChannel : 0);
  flagLine.set((flags & enables) != 0 ? flagChannel : 0);
}

void Td10::Logic::command(std::uint32_t c) {
  const bool broken = transferring && writes();
  breakOff();
  flags = broken ? dt::kIncomplete : 0;
  dataRequest = functionStop = readingIn = given = false;
  function = static_cast<std::uint8_t>((c >> 6) & 7);
  dataChannel = (c >> 3) & 7;
  flagChannel = c & 7;
  select(c);
  move(c);
  checkFunction();
  arm();
  update();
}

void Td10::Logic::select(std::uint32_t c) {
  if ((c & kDeselect) != 0) selected = false;
  if ((c & kSelect) == 0) return;
  selected = true;
  unit = (c >> 9) & 7;
  if (selectedUnit() == nullptr) flags |= dt::kSelectError | dt::kIllegal;
}

void Td10::Logic::move(std::uint32_t c) {
  if ((c & (kStop | kForward | kReverse)) == 0) return;
  delayInhibited = (c & kNoDelay) != 0;
  Tu55* t = tape();
  if (t == nullptr) {
    if ((c & kStop) == 0) flags |= dt::kIllegal;
  } else if ((c & kStop) != 0) {
    t->stop();
  } else if ((c & kForward) != 0 && (c & kReverse) != 0) {
    t->go(!t->reverse());
  } else {
    t->go((c & kReverse) != 0);
  }
}

void Td10::Logic::statusCommand(std::uint32_t c) {
  enables = c & dt::kEnables;
  if ((c & kFlagRequest) != 0)
    for (unsigned n = 0; n < units.size(); ++n)
      if (!selected || n != unit) units[n]->stop();
  if ((c & kDataRequest) != 0) {
    dataRequest = false;
    if (function == dt::Nothing)
      flags |= dt::kJobDone;
    else
      functionStop = true;
  }
  update();
}

Word36 Td10::Logic::controlStatus() const {
  std::uint32_t c = unit << 9 | static_cast<std::uint32_t>(function) << 6 | dataChannel << 3 | flagChannel;
  if (selected) c |= kSelect;
  if (delayInhibited) c |= kNoDelay;
  if (const Tu55* t = tape(); t != nullptr && t->going()) c |= t->reverse() ? kReverse : kForward;
  return Word36{c};
}

Word36 Td10::Logic::tapeStatus() const {
  std::uint32_t left = enables;
  std::uint32_t right = flags;
  if (functionStop) left |= kFunctionStop;
  if (transferring) left |= kActive;
  if (const Tu55* t = tape(); t != nullptr) {
    if (t->changing() && !delayInhibited) left |= kDelay;
    if (t->atSpeed()) left |= kUpToSpeed | partUnderHead();
    if (t->writeLocked()) right |= kWriteLock;
  }
  if ((flags & enables) != 0) right |= kFlagRequest;
  if (dataRequest) right |= kDataRequest;
  return Word36::halves(left, right);
}

Word36 Td10::Logic::take() {
  dataRequest = false;
  update();
  return buffer;
}

void Td10::Logic::give(Word36 w) {
  buffer = w;
  given = true;
  dataRequest = false;
  update();
}

void Td10::Logic::reset() {
  breakOff();
  for (auto& u : units) u->stop();
  selected = delayInhibited = dataRequest = functionStop = readingIn = given = false;
  unit = dataChannel = flagChannel = 0;
  function = dt::Nothing;
  flags = enables = 0;
  buffer = Word36{};
  arm();
  update();
}

void Td10::Logic::readIn() {
  selected = readingIn = true;
  unit = 0;
  Tu55* t = tape();
  if (t == nullptr) {
    flags |= dt::kSelectError | dt::kIllegal;
    return;
  }
  const bool before = t->line() <= -Tu55::kBufferLines;
  function = before ? dt::ReadData : dt::Nothing;
  t->go(!before);
  arm();
}

bool Td10::Logic::readInPending() const {
  const Tu55* t = tape();
  return readingIn && t != nullptr && t->motion() != Tu55::Motion::Stopped && (flags & dt::kStopping) == 0;
}

// Whether the next mark is that of the tape at its present position.
bool Td10::Logic::placed() const {
  const Tu55* t = tape();
  const bool runs = t != nullptr && t->atSpeed();
  const bool armed = clock.pending(markEvent);
  return armed == runs && (runs || !transferring) && (!armed || markAfter(nextMark - 1) == nextMark);
}

void Td10::Logic::state(Archive& a) {
  a.section("dtc", [&] {
    a.sameU8(units.size(), "dtc has a different number of transports");
    for (auto& u : units)
      if (a.good()) u->state(a);
    a.flag(selected, delayInhibited, dataRequest, functionStop, readingIn, given, transferring, written);
    a.u8Masked(7, unit, function);
    unsigned channels = dataChannel << 3 | flagChannel;
    a.u8(channels);
    dataChannel = (channels >> 3) & 7;
    flagChannel = channels & 7;
    a.u32Masked(dt::kEnables, enables);
    a.u32Masked(dt::kFlags, flags);
    a.word(buffer);
    a.u32(inBlock);
    a.words(words);
    a.u64(nextMark);
    a.check(inBlock < DecTapeImage::kBlocks && (!a.restored() || placed()), "dtc: the tape has no such position");
    if (!a.good()) transferring = written = false;
  });
  if (a.reading()) update();
}

}  // namespace utah10

// The TM10's side of the I/O bus: CONO, CONI, DATAI and DATAO.
#include "devices/tm10.hpp"

#include "devices/tape_control.hpp"
#include "devices/tm10_logic.hpp"

namespace utah10 {

namespace {
constexpr std::uint32_t kNextEnabled = 0400;
constexpr std::uint32_t kOrder = 077300;  // parity, core dump, function, density
constexpr std::uint32_t kIdle = 040;
constexpr std::uint32_t kWriteLock = 010;
constexpr std::uint32_t kSevenTracks = 4;
constexpr std::uint32_t kFree = 2;
constexpr std::uint32_t kRequest = 1;
constexpr std::uint32_t kTypeA = 0170;  // left half: these lines are not driven
constexpr std::uint64_t kLeft = 01000000;
constexpr std::uint32_t kReadInOrder = 0040000 | 0020000 | 0012000 | 0200;  // odd, core dump, read across, 800

constexpr BitName kMtcConi[] = {
    {7 * kLeft, "next transport"}, {0700000, "transport"},   {0040000, "odd parity"},
    {0020000, "core dump"},        {0017000, "function"},    {0000400, "next enabled"},
    {0000300, "density"},          {070, "flag PI channel"}, {7, "data PI channel"},
};
constexpr BitName kMtcCono[] = {
    {0700000, "transport"},    {0040000, "odd parity"}, {0020000, "core dump"},   {0017000, "function"},
    {0000400, "next enabled"}, {0000300, "density"},    {070, "flag PI channel"}, {7, "data PI channel"},
};
constexpr BitName kMtsConi[] = {
    {kTypeA * kLeft, "TM10A"},
    {7 * kLeft, "character count"},
    {mt::kHung, "transport hung"},
    {mt::kRewinding, "rewinding"},
    {mt::kLoadPoint, "load point"},
    {mt::kIllegal, "illegal"},
    {mt::kParityError, "parity error"},
    {mt::kTapeMark, "tape mark"},
    {mt::kEndOfTape, "end of tape"},
    {mt::kCompareError, "compare error"},
    {mt::kLengthWrong, "record length wrong"},
    {mt::kDataMissed, "data missed"},
    {mt::kBadTape, "bad tape"},
    {mt::kJobDone, "job done"},
    {kIdle, "idle"},
    {020, "channel error"},
    {kWriteLock, "write lock"},
    {kSevenTracks, "seven tracks"},
    {kFree, "another may be selected"},
    {kRequest, "data request"},
};
constexpr BitName kMtsCono[] = {
    {010, "clear control word written"},
    {4, "write control word"},
    {2, "exchange registers"},
    {1, "function stop"},
};
}  // namespace

Tm10::Tm10(Scheduler& clock, PiSystem& pi, const Tm10Settings& settings)
    : logic_(std::make_unique<Logic>(clock, pi, settings)),
      mtc_(std::make_unique<TapeControl<Logic>>(*logic_, TapeControlFace{"mtc", kMtcConi, kMtcCono})),
      mts_(std::make_unique<TapeStatus<Logic>>(*logic_, TapeControlFace{"mts", kMtsConi, kMtsCono})) {}
Tm10::~Tm10() = default;

IoDevice& Tm10::control() { return *mtc_; }
IoDevice& Tm10::status() { return *mts_; }
void Tm10::connect(IoBus& bus) {
  bus.connect(DeviceCode::written(0340), *mtc_);
  bus.connect(DeviceCode::written(0344), *mts_);
}
unsigned Tm10::transports() const { return static_cast<unsigned>(logic_->units.size()); }
MagTapeTransport& Tm10::unit(unsigned n) { return *logic_->units[n]; }

Tm10::Logic::Logic(Scheduler& clock_, PiSystem& pi, const Tm10Settings& settings)
    : clock(clock_), dataLine(pi.line("mtc.data")), flagLine(pi.line("mtc.flag")) {
  operation = clock.add("mtc.operation", [this] { event(); });
  for (unsigned n = 0; n < settings.transports; ++n) {
    MagTapeKind kind = settings.kind;
    kind.tracks = (settings.sevenTrack >> n & 1) != 0 ? 7 : 9;
    units.push_back(std::make_unique<MagTapeTransport>(clock, n, kind));
    units.back()->onChange([this, n](bool replaced) { unitChanged(n, replaced); });
  }
}

void Tm10::Logic::update() {
  dataLine.set(dataRequest ? dataChannel : 0);
  const bool flag = (flags & mt::kInterrupting) != 0 || (nextEnabled && stage == Stage::Free);
  flagLine.set(flag ? flagChannel : 0);
}

void Tm10::Logic::command(std::uint32_t c) {
  flags = 0;
  readingIn = false;
  nextUnit = (c >> 15) & 7;
  nextEnabled = (c & kNextEnabled) != 0;
  flagChannel = (c >> 3) & 7;
  dataChannel = c & 7;
  if (stage == Stage::Free)
    load(c);
  else
    waiting = c;
  update();
}

// CONO MTS
void Tm10::Logic::statusCommand(std::uint32_t c) {
  if ((c & 1) == 0 || stage == Stage::Free) return;
  functionStop = true;
  if (dataRequest && kind() == mt::Read) flags |= mt::kLengthWrong;
  dataRequest = false;
  update();
}

Word36 Tm10::Logic::controlStatus() const {
  std::uint32_t right = (conditions & kOrder) | unit << 15 | flagChannel << 3 | dataChannel;
  if (nextEnabled) right |= kNextEnabled;
  return Word36::halves(nextUnit, right);
}

Word36 Tm10::Logic::tapeStatus() const {
  std::uint32_t right = flags;
  const bool still = stage == Stage::Free || stage == Stage::WaitsForIdle;
  if (const MagTapeTransport* t = transport(); t != nullptr) {
    if (t->rewinding()) right |= mt::kRewinding;
    if (t->atLoadPoint() && still) right |= mt::kLoadPoint;
    if (t->pastEndMark()) right |= mt::kEndOfTape;
    if (still && t->restsAt() <= clock.now()) right |= kIdle;
    if (t->writeLocked()) right |= kWriteLock;
  }
  if (unit < units.size() && units[unit]->sevenTrack()) right |= kSevenTracks;
  if (stage == Stage::Free) right |= kFree;
  if (dataRequest) right |= kRequest;
  return Word36::halves(kTypeA | characters, right);
}

Word36 Tm10::Logic::take() {
  const Word36 w = buffer;
  dataRequest = wordLeft && !functionStop;
  if (dataRequest) buffer = second;
  if (dataRequest) wordLeft = false;
  update();
  return w;
}

void Tm10::Logic::give(Word36 w) {
  buffer = w;
  given = true;
  dataRequest = false;
  update();
}

void Tm10::Logic::reset() {
  breakOff();
  conditions = flags = 0;
  waiting.reset();
  unit = nextUnit = dataChannel = flagChannel = characters = 0;
  function = 0;
  nextEnabled = dataRequest = functionStop = readingIn = wordLeft = given = idle = false;
  buffer = second = Word36{};
  update();
}

void Tm10::Logic::readIn() {
  readingIn = true;
  if (!units.empty() && units[0]->onLine()) units[0]->rewind(false);
  load(kReadInOrder);
}

void Tm10::Logic::state(Archive& a) {
  a.section("mtc", [&] {
    a.sameU8(units.size(), "mtc has a different number of transports");
    for (auto& u : units)
      if (a.good()) u->state(a);
    a.u32Masked(HalfWord::kMask, conditions);
    a.optional(waiting, [&](std::uint32_t& held) { a.u32Masked(HalfWord::kMask, held); });
    a.u8Masked(7, unit, nextUnit);
    a.u8Masked(017, function);
    a.u8Masked(7, dataChannel, flagChannel, characters);
    a.u32Masked(mt::kFlags, flags);
    a.choice(stage, Stage::Rewinds, "mtc: unknown operation");
    a.flag(nextEnabled, dataRequest, functionStop, readingIn, wordLeft, given, idle);
    a.word(buffer, second);
    a.u64(target);
    a.instant(first);
    a.u64(done, ahead);
    a.bytes(fresh);
    if (a.restored()) a.check(consistent(), "mtc: unknown operation");
    if (!a.good()) stage = Stage::Free;
  });
  if (a.reading()) update();
}

// Whether the operation in progress can continue from here.
bool Tm10::Logic::consistent() const {
  if (clock.pending(operation) != (stage != Stage::Free)) return false;
  if (stage < Stage::FirstFrame || stage == Stage::Rewinds) return true;
  const MagTapeTransport* t = transport();
  const std::int64_t farthest = 1'000'000 * MagTapeTransport::kInch;
  if (t == nullptr || ahead < 0 || ahead > farthest || first > clock.now() + seconds(100'000)) return false;
  if (kind() < mt::Read || first < kPowerOn || fresh.size() > MagTapeImage::kMostFrames) return false;
  const MagTapeImage& tape = units[unit]->tape();
  if (stage == Stage::BlankEnds) return true;
  if (kind() == mt::Mark || writing()) return stage != Stage::LateFrame && done == fresh.size();
  if (target >= tape.size() || tape.at(target).kind == TapeObjectKind::Gap) return false;
  const std::size_t length = tape.at(target).frames.size();
  const bool words = stage == Stage::Word || stage == Stage::LateFrame;
  return words ? done < length && (kind() == mt::Read || kind() == mt::Compare) : done <= length;
}

}  // namespace utah10

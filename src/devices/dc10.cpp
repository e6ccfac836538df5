#include "devices/dc10.hpp"

#include <algorithm>

namespace utah10 {

namespace {
constexpr std::uint32_t kRequesting = 0200;
constexpr std::uint32_t kChanged = 0100;
constexpr std::uint32_t kRelease = 0100;
constexpr std::uint32_t kClear = 040;
constexpr std::uint32_t kTransmitter = 020;
constexpr std::uint32_t kAllReady = 020;
constexpr std::uint32_t kReceiver = 010;
constexpr std::uint32_t kToLine0 = 010;

constexpr std::uint32_t kDirected = 0100;  // DATAO, left half
constexpr std::uint32_t kLineNumber = 077;
constexpr std::uint32_t kBbnCarrier = 04000;
constexpr std::uint32_t kBbnChanged = 02000;
constexpr std::uint32_t kBbnTransmitter = 01000;
constexpr std::uint32_t kBbnReady = 01000;
constexpr std::uint32_t kReceived = 0400;
constexpr std::uint32_t kDoNotSend = 0400;
constexpr std::uint32_t kCausePi = 0200;
constexpr std::uint32_t kReady = 0100;
constexpr std::uint32_t kCarrier = 04;
constexpr std::uint32_t kRinging = 02;

constexpr BitName kConiDec[] = {{kTransmitter, "transmitter"}, {kReceiver, "receiver"}, {7, "PI channel"}};
constexpr BitName kConiBbn[] = {
    {kRequesting, "requesting"}, {kChanged, "modem changed"}, {kTransmitter, "transmitter"},
    {kReceiver, "receiver"},     {7, "PI channel"},
};
constexpr BitName kConoDec[] = {
    {kClear, "clear scanner"}, {kAllReady, "ready signal"}, {kToLine0, "to line 0"}, {7, "PI channel"}};
constexpr BitName kConoBbn[] = {
    {kRelease, "release"}, {kClear, "clear scanner"}, {kToLine0, "to line 0"}, {7, "PI channel"}};
}  // namespace

Expected<void> Dc10::check(const Dc10Config& config) {
  const auto n = static_cast<int>(config.lines.size());
  if (n < 1 || n > kLines) return fail("dls", "a scanner has 1 to 64 lines");
  for (int i = 0; i < n; ++i) {
    const int baud = config.lines[static_cast<std::size_t>(i)].baud;
    if (baud < DataLine::kSlowest || baud > DataLine::kFastest)
      return fail("dls", "tty" + std::to_string(i) + ": not a line speed: " + std::to_string(baud) + " baud",
                  "10 to 1000000");
  }
  const int base = config.modemBase;
  if (base == 0) return {};
  if (config.flavour == ScannerFlavour::Bbn)
    return fail("dls", "BBN's scanner has no separate modem lines", "leave out the base");
  if (base % 8 != 0 || base < n || base + n > kLines)
    return fail("dls", "modem lines cannot begin at " + std::to_string(base),
                "use a multiple of 8 behind the data lines, such that 64 are enough for both");
  return {};
}

Dc10::Dc10(Scheduler& clock, PiSystem& pi, const Dc10Config& config)
    : clock_(clock), request_(pi.line("dls")), flavour_(config.flavour), modemBase_(config.modemBase) {
  scanEvent_ = clock_.add("dls.scan", [this] { scanned(); });
  lineEvent_ = clock_.add("dls.line", [this] { lineEvent(); });
  const bool modems = bbn() || modemBase_ != 0;
  for (const DataLineConfig& line : config.lines)
    lines_.push_back(
        std::make_unique<DataLine>(clock_, static_cast<int>(lines_.size()), line, modems, [this] { look(); }));
}

DataLine* Dc10::dataLine(int n) const { return n < lines() ? lines_[static_cast<std::size_t>(n)].get() : nullptr; }

DataLine* Dc10::modemOf(int n) const { return modemBase_ != 0 && n >= modemBase_ ? dataLine(n - modemBase_) : nullptr; }

bool Dc10::flagged(int n) const {
  if (const DataLine* d = dataLine(n)) return d->received() || d->sent() || (bbn() && d->modemChanged());
  const DataLine* m = modemOf(n);
  return m != nullptr && m->modemChanged();
}

// A line reached while its event still waits to run has not been passed.
Instant Dc10::lookedUntil() const { return std::min(clock_.now(), clock_.when(scanEvent_)); }

int Dc10::position() const {
  if (standing_) return count_;
  return static_cast<int>((count_ + (lookedUntil() - since_) / kScanStep) % kLines);
}

void Dc10::goTo(int n) {
  clock_.cancel(scanEvent_);
  count_ = n % kLines;
  since_ = clock_.now();
  standing_ = false;
}

// Something has changed: stays at the line, or searches for the next line with a flag.
void Dc10::look() {
  Instant next = kNever;
  for (const auto& l : lines_) next = std::min(next, l->next());
  next == kNever ? clock_.cancel(lineEvent_) : clock_.at(lineEvent_, next);
  if (standing_ && !flagged(count_)) goTo(count_);
  if (!standing_) {
    const Duration passed = lookedUntil() - since_;
    count_ = position();
    since_ += passed / kScanStep * kScanStep;
    int steps = 0;
    while (steps < kLines && !flagged((count_ + steps) % kLines)) ++steps;
    steps == kLines ? clock_.cancel(scanEvent_) : clock_.at(scanEvent_, since_ + steps * kScanStep);
  }
  update();
}

// The scanner reaches a line that had a flag at the last search.
void Dc10::scanned() {
  count_ = position();
  standing_ = true;
  look();
}

void Dc10::lineEvent() {
  for (const auto& l : lines_)
    if (l->next() <= clock_.now()) l->advance();
  look();
}

void Dc10::update() { request_.set(standing_ ? channel_ : 0); }

// CONI bits 29, 31, 32 of the line the scanner stands at.
std::uint32_t Dc10::flags() const {
  if (!standing_) return 0;
  const DataLine* d = dataLine(count_);
  if (d == nullptr) return kReceiver;
  return (bbn() && d->modemChanged() ? kChanged : 0u) | (d->sent() ? kTransmitter : 0u) |
         (d->received() ? kReceiver : 0u);
}

Word36 Dc10::coni() const {
  return Word36{flags() | (bbn() && standing_ && channel_ != 0 ? kRequesting : 0u) | channel_};
}

void Dc10::cono(HalfWord conditions) {
  const std::uint32_t c = conditions.bits();
  channel_ = c & 7;
  if ((c & kClear) != 0) clear();
  if (!bbn() && (c & kAllReady) != 0) allReady_ = true;
  if ((c & kToLine0) != 0)
    goTo(0);
  else if (bbn() && (c & kRelease) != 0)
    goTo(position() + 1);
  look();
}

std::uint32_t Dc10::dataWord(DataLine& line) const {
  std::uint32_t w = line.received() ? kReceived : 0u;
  if (bbn()) {
    w |= (line.sent() ? kBbnTransmitter : 0u) | (line.modemChanged() ? kBbnChanged : 0u) |
         (line.carrier() ? kBbnCarrier : 0u);
    line.markModem(false);
  }
  return line.received() ? w | line.take() : w;
}

Word36 Dc10::datai() {
  const int n = position();
  std::uint32_t w = 0;
  if (DataLine* d = dataLine(n)) {
    w = dataWord(*d);
  } else if (DataLine* m = modemOf(n)) {
    w = kReceived | (m->ready() ? kReady : 0u) | (m->carrier() ? kCarrier : 0u) | (m->ringing() ? kRinging : 0u);
    m->markModem(false);
  }
  look();
  return Word36::halves(static_cast<std::uint32_t>(n), w);
}

void Dc10::datao(Word36 w) {
  const std::uint32_t left = w.left().bits();
  const std::uint32_t c = w.right().bits();
  const int n = (left & kDirected) != 0 ? static_cast<int>(left & kLineNumber) : position();
  if (DataLine* d = dataLine(n)) {
    if (bbn()) d->setReady((c & kBbnReady) != 0);
    if ((c & kDoNotSend) != 0)
      d->clearSent();
    else
      d->send(static_cast<std::uint8_t>(c & 0377));
  } else if (DataLine* m = modemOf(n)) {
    m->markModem((c & kCausePi) != 0);
    m->setReady((c & kReady) != 0);
  }
  look();
}

void Dc10::clear() {
  for (const auto& l : lines_) l->clear();
  allReady_ = false;
}

void Dc10::ioReset() {
  channel_ = 0;
  clear();
  goTo(0);
  look();
}

std::span<const BitName> Dc10::coniBits() const {
  if (bbn()) return kConiBbn;
  return kConiDec;
}
std::span<const BitName> Dc10::conoBits() const {
  if (bbn()) return kConoBbn;
  return kConoDec;
}

void Dc10::state(Archive& a) {
  a.section("dls", [&] {
    constexpr std::string_view kDifferent = "snapshot has a different DC10 configuration";
    a.sameU8(flavour_, kDifferent);
    a.sameU8(modemBase_, kDifferent);
    a.sameU8(lines_.size(), kDifferent);
    a.u8Masked(7, channel_);
    a.u8Masked(kLines - 1, count_);
    a.instant(since_);
    a.flag(standing_, allReady_);
    for (const auto& l : lines_) l->state(a);
    a.check(since_ >= kPowerOn && since_ <= lookedUntil(), "dls: the scanner starts at an impossible time");
    a.check(!standing_ || flagged(count_), "dls: the scanner stands at a line without a flag");
  });
  if (a.reading()) update();
}

}  // namespace utah10

#include "utah10/devices/cty.hpp"

#include <bit>

#include "devices/ticks.hpp"

namespace utah10 {

namespace {
constexpr std::uint32_t kTest = 04000;
constexpr std::uint32_t kInputBusy = 0100;
constexpr std::uint32_t kInputDone = 0040;
constexpr std::uint32_t kOutputBusy = 0020;
constexpr std::uint32_t kOutputDone = 0010;
constexpr std::uint32_t kFlags = kInputBusy | kInputDone | kOutputBusy | kOutputDone;
constexpr int kClearShift = 4;  // CONO clears a flag with the bit four places to its left

constexpr std::int64_t kUnits = 11;            // start, eight levels, two stop units
constexpr std::int64_t kCharacterHalves = 22;  // half units of a whole character
constexpr std::int64_t kDoneHalves = 17;       // from the start bit to the middle of level 8

constexpr BitName kConi[] = {
    {kTest, "test"},
    {kInputBusy, "input busy"},
    {kInputDone, "input done"},
    {kOutputBusy, "output busy"},
    {kOutputDone, "output done"},
    {7, "PI channel"},
};
constexpr BitName kCono[] = {
    {kTest, "test"},
    {02000, "clear input busy"},
    {01000, "clear input done"},
    {00400, "clear output busy"},
    {00200, "clear output done"},
    {kInputBusy, "set input busy"},
    {kInputDone, "set input done"},
    {kOutputBusy, "set output busy"},
    {kOutputDone, "set output done"},
    {7, "PI channel"},
};

Duration halfUnits(std::int64_t n, int charactersPerSecond) {
  return Duration{n * 1'000'000'000 / (2 * kUnits * charactersPerSecond)};
}
}  // namespace

Cty::Cty(Scheduler& clock, PiSystem& pi, int charactersPerSecond, EighthBit eighth)
    : clock_(clock), request_(pi.line("tty")), speed_(charactersPerSecond), eighth_(eighth) {
  inputEvent_ = clock_.add("tty.input", [this] { inputEvent(); });
  outputEvent_ = clock_.add("tty.output", [this] { printed(); });
}

void Cty::type(std::string_view keys) {
  keys_.insert(keys_.end(), keys.begin(), keys.end());
  receiveNext();
}

// The next key is sent on the line once the guest has taken the last one and its stop bits are over.
void Cty::receiveNext() {
  if (line_ != Line::Quiet || keys_.empty() || (status_ & (kInputDone | kTest)) != 0) return;
  looping_ = false;
  if (lineFree_ <= clock_.now()) return startBit();
  line_ = Line::Held;
  clock_.at(inputEvent_, lineFree_);
}

void Cty::startBit() {
  line_ = Line::Arriving;
  status_ |= kInputBusy;
  buffer_ = 0;
  lineFree_ = clock_.now() + halfUnits(kCharacterHalves, speed_);
  clock_.after(inputEvent_, halfUnits(kDoneHalves, speed_));
}

void Cty::inputEvent() {
  if (line_ == Line::Held)
    startBit();
  else if (line_ == Line::Arriving)
    arrived();
}

void Cty::arrived() {
  line_ = Line::Quiet;
  if (looping_) {
    buffer_ = looped_;
  } else if (!keys_.empty()) {
    buffer_ = coded(keys_.front());
    delivered_ = true;
  }
  status_ = (status_ & ~kInputBusy) | kInputDone;
  update();
}

// The guest has cleared input done: the key it stood for is gone.
void Cty::taken() {
  if (delivered_) keys_.pop_front();
  delivered_ = false;
  receiveNext();
}

std::uint8_t Cty::coded(char key) const {
  const auto c = static_cast<std::uint8_t>(key);
  if (eighth_ == EighthBit::AsTyped) return c;
  const auto seven = static_cast<std::uint8_t>(c & 0177);
  const bool high = eighth_ == EighthBit::Mark || std::popcount(seven) % 2 != 0;
  return high ? static_cast<std::uint8_t>(seven | 0200) : seven;
}

void Cty::printed() {
  status_ = (status_ & ~kOutputBusy) | kOutputDone;
  update();
}

void Cty::update() { request_.set((status_ & (kInputDone | kOutputDone)) != 0 ? channel_ : 0); }

Word36 Cty::coni() const { return Word36{status_ | channel_}; }

void Cty::cono(HalfWord conditions) {
  const std::uint32_t c = conditions.bits();
  const std::uint32_t before = status_;
  const std::uint32_t cleared = before & (c >> kClearShift) & kFlags;
  const std::uint32_t set = ~before & c & kFlags;
  status_ = (((before & ~cleared) | set) & ~kTest) | (c & kTest);
  channel_ = c & 7;
  if (((before ^ status_) & kTest) != 0) {  // the input line is switched: a character on it starts again
    clock_.cancel(inputEvent_);
    line_ = Line::Quiet;
  }
  update();
  if ((cleared & kInputDone) != 0)
    taken();
  else
    receiveNext();
}

Word36 Cty::datai() {
  const std::uint8_t character = buffer_;
  const bool was = (status_ & kInputDone) != 0;
  status_ &= ~kInputDone;
  update();
  if (was) taken();
  return Word36{character};
}

void Cty::datao(Word36 w) {
  const auto character = static_cast<std::uint8_t>(w.bits() & 0377);
  status_ = (status_ & ~kOutputDone) | kOutputBusy;
  update();
  const std::int64_t tick = ticksPassed(kPowerOn, clock_.now(), speed_ * kUnits);
  const Instant completes = tickInstant(tick + kUnits, speed_ * kUnits);
  clock_.at(outputEvent_, completes);
  if ((status_ & kTest) != 0) loopBack(tick + 1, character);
  if (print_) print_(completes, character);
}

// With test set the printer's line is the keyboard's; `tick` is the output clock's at the start bit.
void Cty::loopBack(std::int64_t tick, std::uint8_t character) {
  looping_ = true;
  looped_ = character;
  lineFree_ = tickInstant(tick, speed_ * kUnits);
  line_ = Line::Held;
  clock_.at(inputEvent_, lineFree_);
}

// The operator retypes the keys that the machine has not taken; the output clock runs on.
void Cty::ioReset() {
  status_ = 0;
  channel_ = 0;
  buffer_ = 0;
  delivered_ = false;
  line_ = Line::Quiet;
  clock_.cancel(inputEvent_);
  clock_.cancel(outputEvent_);
  update();
  receiveNext();
}

std::span<const BitName> Cty::coniBits() const { return kConi; }
std::span<const BitName> Cty::conoBits() const { return kCono; }

void Cty::state(Archive& a) {
  a.section("tty", [&] {
    a.u32Masked(kFlags | kTest, status_);
    a.u8Masked(7, channel_);
    a.u8(buffer_, looped_);
    a.flag(looping_, delivered_);
    a.choice(line_, Line::Arriving, "tty: unknown state of the input line");
    a.instant(lineFree_);
    a.sameU32(speed_, "tty has a different speed");
    a.sameU8(eighth_, "tty has a different keyboard");
    a.text(keys_);
    a.check(!keys_.empty() || (!delivered_ && (line_ == Line::Quiet || looping_)),
            "tty: a character is on the line, but none is waiting");
    a.check(lineFree_ <= clock_.now() + seconds(2), "tty: the line is busy for too long");
  });
  if (a.reading()) update();
}

}  // namespace utah10

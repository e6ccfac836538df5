#include "utah10/devices/cty.hpp"

namespace utah10 {

namespace {
constexpr std::uint32_t kTest = 04000;
constexpr std::uint32_t kInputBusy = 0100;
constexpr std::uint32_t kInputDone = 0040;
constexpr std::uint32_t kOutputBusy = 0020;
constexpr std::uint32_t kOutputDone = 0010;
constexpr std::uint32_t kFlags = kInputBusy | kInputDone | kOutputBusy | kOutputDone;
constexpr int kClearShift = 4;  // CONO clears a flag with the bit four places to its left

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
}  // namespace

Cty::Cty(Scheduler& clock, PiSystem& pi, int charactersPerSecond)
    : clock_(clock), request_(pi.line("tty")), character_(seconds(1) / charactersPerSecond) {
  inputEvent_ = clock_.add("tty.input", [this] { received(); });
  outputEvent_ = clock_.add("tty.output", [this] { printed(); });
}

void Cty::type(std::string_view keys) {
  keys_.insert(keys_.end(), keys.begin(), keys.end());
  receiveNext();
}

// The next character starts down the line when the guest has taken the last one.
void Cty::receiveNext() {
  if (keys_.empty() || receiving_ || (status_ & kInputDone) != 0) return;
  receiving_ = true;
  status_ |= kInputBusy;
  clock_.after(inputEvent_, character_);
}

void Cty::received() {
  receiving_ = false;
  key_ = static_cast<std::uint8_t>(keys_.front());
  keys_.pop_front();
  status_ = (status_ & ~kInputBusy) | kInputDone;
  update();
}

void Cty::printed() {
  status_ = (status_ & ~kOutputBusy) | kOutputDone;
  update();
}

void Cty::update() { request_.set((status_ & (kInputDone | kOutputDone)) != 0 ? channel_ : 0); }

Word36 Cty::coni() const { return Word36{status_ | channel_}; }

void Cty::cono(HalfWord conditions) {
  const std::uint32_t c = conditions.bits();
  status_ &= ~((c >> kClearShift) & kFlags);
  status_ = (status_ & ~kTest) | (c & (kFlags | kTest));
  channel_ = c & 7;
  update();
  receiveNext();
}

Word36 Cty::datai() {
  status_ &= ~kInputDone;
  update();
  receiveNext();
  return Word36{key_};
}

void Cty::datao(Word36 w) {
  status_ = (status_ & ~kOutputDone) | kOutputBusy;
  update();
  clock_.after(outputEvent_, character_);
  if (print_) print_(clock_.now() + character_, static_cast<std::uint8_t>(w.bits() & 0377));
}

// The keyboard does not forget: what was typed and not yet received is received after the reset.
void Cty::ioReset() {
  status_ = 0;
  channel_ = 0;
  receiving_ = false;
  clock_.cancel(inputEvent_);
  clock_.cancel(outputEvent_);
  update();
  receiveNext();
}

std::span<const BitName> Cty::coniBits() const { return kConi; }
std::span<const BitName> Cty::conoBits() const { return kCono; }

void Cty::save(StateWriter& out) const {
  out.beginSection("tty");
  out.u32(status_);
  out.u8(static_cast<std::uint8_t>(channel_));
  out.u8(key_);
  out.flag(receiving_);
  out.duration(character_);
  out.text(std::string(keys_.begin(), keys_.end()));
  out.endSection();
}

void Cty::restore(StateReader& in) {
  in.beginSection("tty");
  status_ = in.u32() & (kFlags | kTest);
  channel_ = in.u8() & 7;
  key_ = in.u8();
  receiving_ = in.flag();
  if (in.duration() != character_ && in.good()) in.reject("the console has another speed");
  const std::string keys = in.text();
  keys_.assign(keys.begin(), keys.end());
  if (receiving_ && keys_.empty()) in.reject("tty: a character is on the line, but none is waiting");
  in.endSection();
}

}  // namespace utah10

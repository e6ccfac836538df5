#include "devices/imp_interface.hpp"

#include <algorithm>
#include <utility>

namespace utah10 {

namespace {
// CONO
constexpr std::uint32_t kClearError = 0200000;
constexpr std::uint32_t kDropReady = 0100000;
constexpr std::uint32_t kStopOutput = 040000;
constexpr std::uint32_t kEndOutput = 020000;
constexpr std::uint32_t kGotEnd = 010000;
constexpr std::uint32_t kLoadEnd = 04000;
constexpr std::uint32_t kLoadOutput = 0200;
constexpr std::uint32_t kLoadInput = 010;
// CONI
constexpr std::uint32_t kPower = 0200000;
constexpr std::uint32_t kHostDown = 0100000;
constexpr std::uint32_t kWasDown = 040000;
constexpr std::uint32_t kImpDown = 020000;
constexpr std::uint32_t kEnd = 014000;  // IMPTST looks for either bit, TENEX for 4000
constexpr std::uint32_t kEmpty = 0200;
constexpr std::uint32_t kFull = 010;
// Both
constexpr std::uint32_t kEndChannel = 03400;
constexpr std::uint32_t kOutputChannel = 0160;
constexpr std::uint32_t kInputChannel = 07;
constexpr int kEndShift = 8;
constexpr int kOutputShift = 4;

constexpr BitName kConi[] = {
    {kPower, "power on"},       {kHostDown, "host ready down"},
    {kWasDown, "IMP was down"}, {kImpDown, "IMP down"},
    {kEnd, "end of input"},     {kEndChannel, "end PI channel"},
    {kEmpty, "output ready"},   {kOutputChannel, "output PI channel"},
    {kFull, "input waiting"},   {kInputChannel, "input PI channel"},
};
constexpr BitName kCono[] = {
    {kClearError, "clear IMP was down"}, {kDropReady, "host ready down"},      {kStopOutput, "stop output"},
    {kEndOutput, "end of output"},       {kGotEnd, "end of input seen"},       {kLoadEnd, "load end channel"},
    {kEndChannel, "end PI channel"},     {kLoadOutput, "load output channel"}, {kOutputChannel, "output PI channel"},
    {kLoadInput, "load input channel"},  {kInputChannel, "input PI channel"},
};
}  // namespace

ImpInterface::ImpInterface(PiSystem& pi, HostLink& cable)
    : cable_(cable),
      inputRequest_(pi.line("imp.in")),
      outputRequest_(pi.line("imp.out")),
      endRequest_(pi.line("imp.end")),
      wasDown_(!cable.impReady.up()) {
  cable_.toHost.onArrival([this](const WireBits& bits) { arrived(bits); });
  cable_.toImp.onGone([this] { gone(); });
  cable_.impReady.onChange([this](bool up) { wasDown_ = wasDown_ || !up; });
  makeRoom();
}

void ImpInterface::update() {
  inputRequest_.set(full_ ? inputChannel_ : 0);
  outputRequest_.set(empty_ ? outputChannel_ : 0);
  endRequest_.set(end_ ? endChannel_ : 0);
}

Word36 ImpInterface::coni() const {
  std::uint32_t c = kPower | endChannel_ << kEndShift | outputChannel_ << kOutputShift | inputChannel_;
  if (!cable_.hostReady.up()) c |= kHostDown;
  if (wasDown_) c |= kWasDown;
  if (!cable_.impReady.up()) c |= kImpDown;
  if (end_) c |= kEnd;
  if (empty_) c |= kEmpty;
  if (full_) c |= kFull;
  return Word36{c};
}

void ImpInterface::cono(HalfWord conditions) {
  const std::uint32_t c = conditions.bits();
  if ((c & kLoadEnd) != 0) endChannel_ = (c & kEndChannel) >> kEndShift;
  if ((c & kLoadOutput) != 0) outputChannel_ = (c & kOutputChannel) >> kOutputShift;
  if ((c & kLoadInput) != 0) inputChannel_ = c & kInputChannel;
  hostReady((c & kDropReady) == 0);
  if ((c & kClearError) != 0) wasDown_ = !cable_.impReady.up();
  if ((c & kStopOutput) != 0) empty_ = false;
  if ((c & kGotEnd) != 0) {
    end_ = false;
    makeRoom();
  }
  if ((c & kEndOutput) != 0) endOutput();
  update();
}

void ImpInterface::hostReady(bool up) {
  if (!up) {
    cable_.toImp.withdraw();
    endWaits_ = false;
  }
  cable_.hostReady.set(up);
}

void ImpInterface::endOutput() {
  empty_ = false;
  endWaits_ = cable_.toImp.busy();
  if (!endWaits_) cable_.toImp.offer({0, 0, true});
}

void ImpInterface::datao(Word36 w) {
  if (cable_.toImp.busy()) return;
  empty_ = false;
  cable_.toImp.offer({w.bits(), kWord, false});
  update();
}

void ImpInterface::gone() {
  if (endWaits_) return endOutput();
  empty_ = true;
  update();
}

Word36 ImpInterface::datai() {
  if (!full_) return word_;
  full_ = false;
  count_ = 0;
  const Word36 w = std::exchange(word_, Word36{});
  makeRoom();
  update();
  return w;
}

void ImpInterface::makeRoom() { cable_.toHost.allow(room()); }

void ImpInterface::arrived(const WireBits& bits) {
  count_ += bits.count;
  word_ = Word36{word_.bits() | bits.value << (kWord - count_)};
  end_ = bits.last;
  full_ = count_ == kWord || (end_ && count_ != 0);
  makeRoom();
  update();
}

void ImpInterface::ioReset() {
  inputChannel_ = outputChannel_ = endChannel_ = 0;
  empty_ = full_ = end_ = false;
  word_ = Word36{};
  count_ = 0;
  hostReady(false);
  wasDown_ = !cable_.impReady.up();
  makeRoom();
  update();
}

std::span<const BitName> ImpInterface::coniBits() const { return kConi; }
std::span<const BitName> ImpInterface::conoBits() const { return kCono; }

void ImpInterface::state(Archive& a) {
  a.section("imp", [&] {
    a.sameDuration(cable_.toImp.perBit(), "imp has a cable of a different speed");
    a.sameDuration(cable_.toHost.perBit(), "imp has a cable of a different speed");
    a.u8Masked(7, inputChannel_, outputChannel_, endChannel_);
    a.flag(wasDown_, empty_, full_, end_, endWaits_);
    a.word(word_);
    a.u8(count_);
    cable_.state(a);
    if (a.restored()) check(a);
  });
  if (!a.good()) {
    full_ = end_ = endWaits_ = false;
    word_ = Word36{};
    count_ = 0;
    makeRoom();
  }
  if (a.reading()) update();
}

// Checks the state against the rules of the interface.
void ImpInterface::check(Archive& a) const {
  if (count_ > kWord || (count_ < kWord && (word_.bits() << count_ & 0777777777777) != 0))
    return a.reject("imp: more bits than a word has");
  // A last word may wait although its end has already been seen.
  if (full_ ? count_ == 0 : count_ == kWord || (end_ && count_ != 0)) a.reject("imp: a word lost or duplicated");
  if (cable_.toHost.room() != room() || cable_.toHost.onItsWay() > std::max(1u, room()))
    a.reject("imp: room for bits without a word to hold them");
  if (!wasDown_ && !cable_.impReady.up()) a.reject("imp: the ready line is down but never dropped");
  if (cable_.toImp.busy() ? empty_ : endWaits_) a.reject("imp: output both ready and in progress");
}

}  // namespace utah10

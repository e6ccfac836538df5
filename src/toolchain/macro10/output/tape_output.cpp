#include "toolchain/macro10/output/tape_output.hpp"

#include "utah10/word/instruction.hpp"
#include "utah10/word/isa.hpp"

namespace utah10::macro10 {

namespace {

constexpr std::uint64_t kDataiPtr = 0710440000000;
constexpr std::size_t kTapeBlock = 18;
constexpr std::uint32_t kAddress = 0777777;

// The loader that a RIM10B tape supplies to READ IN.
constexpr std::uint64_t kRim10bLoader[] = {0777762000000, 0710600000060, 0541400000004, 0710740000010, 0254000000003,
                                           0710470000007, 0256010000007, 0256010000012, 0364400000000, 0312740000016,
                                           0270756000001, 0331740000016, 0254200000001, 0253700000003, 0254000000002};

}  // namespace

bool TapeOutput::word(Word36 w, std::uint32_t location) {
  if (format_ == TapeFormat::Rim10b) {
    rim10bWord(w, location);
    return true;
  }
  if (format_ == TapeFormat::Rim) {
    tape_.push_back(Word36{kDataiPtr | location});
  } else if (next_ != 0) {
    if (location < next_) return false;
    if (location > next_) budget_.spend(location - next_);
    for (; next_ < location; ++next_) tape_.push_back({});
  }
  tape_.push_back(w);
  next_ = (location + 1) & kAddress;
  return true;
}

void TapeOutput::rim10bWord(Word36 w, std::uint32_t location) {
  if (tape_.empty())
    for (const std::uint64_t l : kRim10bLoader) tape_.push_back(Word36{l});
  if (!block_.empty() && location != next_) flushRim10b();
  if (block_.empty()) blockStart_ = location;
  block_.push_back(w);
  next_ = (location + 1) & kAddress;
  if (block_.size() == kTapeBlock) flushRim10b();
}

void TapeOutput::flushRim10b() {
  if (block_.empty()) return;
  const auto n = static_cast<std::uint32_t>(block_.size());
  const Word36 head = Word36::halves(01000000 - n, blockStart_ - 1);
  Word36 sum = head;
  tape_.push_back(head);
  for (const Word36 w : block_) {
    sum = sum + w;
    tape_.push_back(w);
  }
  tape_.push_back(sum);
  block_.clear();
}

void TapeOutput::end(Word36 start) {
  flushRim10b();
  Word36 w = start.zero() ? Instruction::of(kOpcodeOf<Group::Jrst>, AcNo{kJrstHalt}).word() : start;
  if (Instruction{w}.opcode() == 0) w = w | Instruction::of(kOpcodeOf<Group::Jrst>).word();
  tape_.push_back(w);
  tape_.push_back({});
}

}  // namespace utah10::macro10

#include "utah10/devices/paper_tape_reader.hpp"

#include <fmt/format.h>

#include "devices/host_file.hpp"
#include "devices/ticks.hpp"

namespace utah10 {

namespace {
constexpr std::uint32_t kTape = 0400;
constexpr std::uint32_t kBinary = 0040;
constexpr std::uint32_t kBusy = 0020;
constexpr std::uint32_t kDone = 0010;
constexpr std::byte kHole8{0200};
constexpr unsigned kFramesPerWord = 6;
constexpr std::int64_t kStepsPerFrame = 2;
constexpr std::int64_t kRestFrames = 12;                    // 40 ms at 300 frames a second
constexpr std::int64_t kMostSteps = std::int64_t{1} << 32;  // restore: 82 days of tape
constexpr std::size_t kLongestTape = std::size_t{1} << 24;

constexpr BitName kConi[] = {
    {kTape, "tape present"}, {kBinary, "binary"}, {kBusy, "busy"}, {kDone, "done"}, {7, "PI channel"},
};
constexpr BitName kCono[] = {
    {kBinary, "binary"},
    {kBusy, "start reading"},
    {kDone, "set done"},
    {7, "PI channel"},
};
}  // namespace

PaperTapeReader::PaperTapeReader(Scheduler& clock, PiSystem& pi, int framesPerSecond)
    : clock_(clock), request_(pi.line("ptr")), framesPerSecond_(framesPerSecond) {
  event_ = clock_.add("ptr.read", [this] { running_ ? step() : enable(); });
}

std::string PaperTapeReader::mounted() const {
  if (tape_.empty()) return {};
  return fmt::format("{}frame {}. of {}.", label_.empty() ? "" : label_ + ", ", position_, tape_.size());
}

Expected<std::string> PaperTapeReader::attach(const std::filesystem::path& file, const AttachOptions& options) {
  if (auto ok = refuseOverlay("ptr", file, options); !ok) return tl::unexpected(ok.error());
  if (options.create) return fail("ptr: " + file.string(), "a reader cannot make a tape", "leave out create");
  auto bytes = readHostFile("ptr", file, kLongestTape);
  if (!bytes) return tl::unexpected(bytes.error());
  if (bytes->empty()) return fail("ptr: " + file.string(), "is empty", "a tape has at least one frame");
  mount(std::move(*bytes));
  label_ = file.string();
  return fmt::format("{}. frame{}", tape_.size(), tape_.size() == 1 ? "" : "s");
}

void PaperTapeReader::mount(std::vector<std::byte> frames) {
  tape_ = std::move(frames);
  remounted();
  position_ = 0;
  ranOut_ = false;
  if (!tape_.empty() && (status_ & kBusy) == 0) finish();
}

Expected<std::string> PaperTapeReader::detach() {
  tape_.clear();
  label_.clear();
  remounted();
  position_ = 0;
  ranOut_ = false;
  return {};
}

void PaperTapeReader::goBusy() {
  status_ |= kBusy;
  buffer_ = Word36{};
  count_ = 0;
  if (running_) return;  // still turning: no time is lost
  if (restsUntil_ <= clock_.now()) return enable();
  clock_.at(event_, restsUntil_);
}

void PaperTapeReader::enable() {
  if ((status_ & kBusy) == 0) return;  // stopped again during the rest
  running_ = true;
  enabledAt_ = clock_.now();
  steps_ = 0;
  armStep();
}

void PaperTapeReader::stop() {
  if (running_) restsUntil_ = clock_.now() + seconds(1) * kRestFrames / framesPerSecond_;
  running_ = false;
}

void PaperTapeReader::armStep() {
  clock_.at(event_, tickAfter(enabledAt_, steps_ + 1, kStepsPerFrame * framesPerSecond_));
}

void PaperTapeReader::step() {
  ++steps_;
  if ((status_ & kBusy) == 0) return stop();
  if (overFrame_) strobe();
  overFrame_ = !overFrame_;
  armStep();
}

// The photocells see a frame, or the end of the tape.
void PaperTapeReader::strobe() {
  if (position_ >= tape_.size()) {
    ranOut_ = true;
    return finish();
  }
  const std::byte frame = tape_[position_++];
  const bool binary = (status_ & kBinary) != 0;
  if (binary && (frame & kHole8) == std::byte{0}) return;
  const auto bits = std::to_integer<std::uint64_t>(frame);
  buffer_ = Word36{(buffer_.bits() << 6) | (binary ? bits & 077 : bits)};
  if (++count_ >= (binary ? kFramesPerWord : 1)) finish();
}

void PaperTapeReader::finish() {
  status_ = (status_ & ~kBusy) | kDone;
  update();
}

void PaperTapeReader::update() { request_.set((status_ & kDone) != 0 ? channel_ : 0); }

Word36 PaperTapeReader::coni() const { return Word36{status_ | (tapePresent() ? kTape : 0u) | channel_}; }

void PaperTapeReader::cono(HalfWord conditions) {
  status_ = conditions.bits() & (kBinary | kDone);
  channel_ = conditions.bits() & 7;
  update();
  if ((conditions.bits() & kBusy) != 0) goBusy();
}

Word36 PaperTapeReader::datai() {
  const Word36 w = buffer_;
  status_ &= ~kDone;
  update();
  if ((status_ & kBusy) == 0) goBusy();
  return w;
}

void PaperTapeReader::ioReset() {
  status_ = 0;
  channel_ = 0;
  clock_.cancel(event_);
  stop();
  update();
}

void PaperTapeReader::readInStart() {
  status_ |= kBinary;
  goBusy();
}

bool PaperTapeReader::readInReady() const { return (status_ & kDone) != 0 && tapePresent(); }
bool PaperTapeReader::readInPending() const { return (status_ & kBusy) != 0 && clock_.pending(event_); }

std::span<const BitName> PaperTapeReader::coniBits() const { return kConi; }
std::span<const BitName> PaperTapeReader::conoBits() const { return kCono; }

void PaperTapeReader::state(Archive& a) {
  a.section("ptr", [&] {
    a.u32Masked(kBinary | kBusy | kDone, status_);
    a.u8Masked(7, channel_);
    a.word(buffer_);
    a.u8(count_);
    a.flag(ranOut_, running_, overFrame_);
    a.instant(enabledAt_);
    a.u64(steps_);
    a.instant(restsUntil_);
    a.sameU32(framesPerSecond_, "ptr has a different speed");
    a.bytes(tape_);
    a.u64(position_);
    a.check(position_ <= tape_.size(), "ptr: position beyond the end of the tape");
    a.check(count_ <= kFramesPerWord, "ptr: more than six frames in a word");
    a.check(steps_ >= 0 && steps_ <= kMostSteps && enabledAt_ <= clock_.now(),
            "ptr: the motor has run for an impossible time");
  });
  if (a.reading()) update();
}

}  // namespace utah10

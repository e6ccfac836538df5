#include "utah10/devices/paper_tape_punch.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "devices/host_file.hpp"
#include "devices/ticks.hpp"

namespace utah10 {

namespace {
constexpr std::uint32_t kOutOfTape = 0100;
constexpr std::uint32_t kBinary = 0040;
constexpr std::uint32_t kBusy = 0020;
constexpr std::uint32_t kDone = 0010;

constexpr std::int64_t kStartFrames = 50;   // 1 s at 50 frames a second: the motor comes up to speed
constexpr std::int64_t kRunOnFrames = 250;  // 5 s: it runs on after the last frame

constexpr BitName kConi[] = {
    {kOutOfTape, "out of tape"}, {kBinary, "binary"}, {kBusy, "busy"}, {kDone, "done"}, {7, "PI channel"},
};
constexpr BitName kCono[] = {
    {kBinary, "binary"},
    {kBusy, "punch the buffer"},
    {kDone, "set done"},
    {7, "PI channel"},
};
}  // namespace

PaperTapePunch::PaperTapePunch(Scheduler& clock, PiSystem& pi, int framesPerSecond)
    : clock_(clock), request_(pi.line("ptp")), framesPerSecond_(framesPerSecond) {
  pulseEvent_ = clock_.add("ptp.pulse", [this] { pulse(); });
  doneEvent_ = clock_.add("ptp.done", [this] { finished(); });
  motorEvent_ = clock_.add("ptp.motor", [this] { motorOn_ = false; });
}

std::string PaperTapePunch::mounted() const {
  return file_ ? fmt::format("{}, {}. frames punched", file_->string(), wholeTape().size()) : std::string{};
}

Expected<std::string> PaperTapePunch::attach(const std::filesystem::path& file, const AttachOptions& options) {
  if (auto ok = refuseOverlay("ptp", file, options); !ok) return tl::unexpected(ok.error());
  if (options.readOnly) return fail("ptp: " + file.string(), "a punch has nothing to read", "leave out ro");
  if (auto possible = checkReplaceable("ptp", file); !possible) return tl::unexpected(possible.error());
  if (auto written = flush(); !written) return tl::unexpected(written.error());
  file_ = file;
  remounted();
  tearOff();
  return "written when it is detached, and at the end";
}

Expected<void> PaperTapePunch::flush() {
  const std::vector<std::byte> whole = wholeTape();
  std::error_code ignored;
  if (!file_ || (whole.empty() && std::filesystem::exists(*file_, ignored))) return {};
  return replaceHostFile("ptp", *file_, whole);
}

std::vector<std::byte> PaperTapePunch::wholeTape() const {
  std::vector<std::byte> whole = tape_;
  if (clock_.pending(pulseEvent_) && !tornOff_ && !outOfTape_) whole.push_back(frame());
  return whole;
}

Expected<std::string> PaperTapePunch::detach() {
  const std::size_t frames = wholeTape().size();
  if (auto written = flush(); !written) return tl::unexpected(written.error());
  if (!file_) return "";
  file_.reset();
  remounted();
  tearOff();
  return fmt::format("{}. frame{} written", frames, frames == 1 ? "" : "s");
}

// The operator waits for the punch to stop, so the frame in progress is on the tape that is torn off.
void PaperTapePunch::tearOff() {
  tape_.clear();
  tornOff_ = clock_.pending(pulseEvent_);
}

void PaperTapePunch::feed(std::size_t frames) {
  if ((status_ & kBusy) != 0) return;
  buffer_ = std::byte{0};
  if (!outOfTape_) tape_.insert(tape_.end(), frames, std::byte{0});
}

void PaperTapePunch::goBusy() {
  status_ |= kBusy;
  clock_.cancel(motorEvent_);
  if (!motorOn_) {
    motorOn_ = true;
    motorOnAt_ = clock_.now();
  }
  armPulse();
}

// The motor runs on for a while when there is nothing more to punch.
void PaperTapePunch::goIdle() {
  status_ &= ~kBusy;
  tornOff_ = false;
  clock_.cancel(pulseEvent_);
  if (motorOn_ && !clock_.pending(motorEvent_)) clock_.after(motorEvent_, seconds(1) * kRunOnFrames / framesPerSecond_);
}

// The first pulse after now with the motor up to speed. While the magnets are on, done decides.
void PaperTapePunch::armPulse() {
  if (clock_.pending(pulseEvent_) || clock_.pending(doneEvent_)) return;
  const std::int64_t next = ticksPassed(motorOnAt_, clock_.now(), framesPerSecond_) + 1;
  clock_.at(pulseEvent_, tickAfter(motorOnAt_, std::max(next, kStartFrames), framesPerSecond_));
}

void PaperTapePunch::pulse() {
  if ((status_ & kBusy) == 0) return;
  if (!outOfTape_ && !tornOff_) tape_.push_back(frame());
  tornOff_ = false;
  clock_.after(doneEvent_, seconds(1) / (2 * framesPerSecond_));
}

std::byte PaperTapePunch::frame() const {
  const bool binary = (status_ & kBinary) != 0;
  return binary ? (buffer_ & std::byte{077}) | std::byte{0200} : buffer_;
}

void PaperTapePunch::finished() {
  status_ |= kDone;
  goIdle();
  update();
}

void PaperTapePunch::update() { request_.set((status_ & kDone) != 0 ? channel_ : 0); }

Word36 PaperTapePunch::coni() const { return Word36{status_ | (outOfTape_ ? kOutOfTape : 0u) | channel_}; }

void PaperTapePunch::cono(HalfWord conditions) {
  const std::uint32_t c = conditions.bits();
  status_ = (status_ & kBusy) | (c & (kBinary | kDone));
  channel_ = c & 7;
  update();
  (c & kBusy) != 0 ? goBusy() : goIdle();
}

void PaperTapePunch::datao(Word36 w) {
  buffer_ = static_cast<std::byte>(w.bits() & 0377);
  status_ &= ~kDone;
  tornOff_ = false;
  update();
  goBusy();
}

// The buffer and the motor are not reset.
void PaperTapePunch::ioReset() {
  status_ &= kBusy;
  channel_ = 0;
  clock_.cancel(doneEvent_);
  goIdle();
  update();
}

std::span<const BitName> PaperTapePunch::coniBits() const { return kConi; }
std::span<const BitName> PaperTapePunch::conoBits() const { return kCono; }

void PaperTapePunch::state(Archive& a) {
  a.section("ptp", [&] {
    a.u32Masked(kBinary | kBusy | kDone, status_);
    a.u8Masked(7, channel_);
    a.u8(buffer_);
    a.flag(outOfTape_, tornOff_, motorOn_);
    a.instant(motorOnAt_);
    a.sameU32(framesPerSecond_, "ptp has a different speed");
    a.bytes(tape_);
    a.check(motorOnAt_ <= clock_.now(), "ptp: the motor starts in the future");
  });
  if (a.reading()) update();
}

}  // namespace utah10

#include "utah10/devices/paper_tape_punch.hpp"

#include "host_file.hpp"

namespace utah10 {

namespace {
constexpr std::uint32_t kBinary = 0040;
constexpr std::uint32_t kBusy = 0020;
constexpr std::uint32_t kDone = 0010;

constexpr BitName kConi[] = {
    {0100, "out of tape"}, {kBinary, "binary"}, {kBusy, "busy"}, {kDone, "done"}, {7, "PI channel"},
};
constexpr BitName kCono[] = {
    {kBinary, "binary"},
    {kBusy, "punch blank tape"},
    {kDone, "set done"},
    {7, "PI channel"},
};
}  // namespace

PaperTapePunch::PaperTapePunch(Scheduler& clock, PiSystem& pi, int framesPerSecond)
    : clock_(clock), request_(pi.line("ptp")), frame_(seconds(1) / framesPerSecond) {
  event_ = clock_.add("ptp.punch", [this] { finished(); });
}

Expected<void> PaperTapePunch::attach(const std::filesystem::path& file) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) return fail("ptp: " + file.string(), "is a directory", "name a file");
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  if (!std::filesystem::is_directory(folder, error))
    return fail("ptp: " + file.string(), "there is no folder " + folder.string());
  file_ = file;
  tape_.clear();
  return {};
}

Expected<void> PaperTapePunch::flush() { return file_ ? replaceHostFile("ptp", *file_, tape_) : Expected<void>{}; }

Expected<void> PaperTapePunch::detach() {
  if (auto written = flush(); !written) return written;
  file_.reset();
  tape_.clear();
  return {};
}

void PaperTapePunch::punch(std::byte frame) {
  buffer_ = frame;
  status_ = (status_ & ~kDone) | kBusy;
  update();
  clock_.after(event_, frame_);
}

void PaperTapePunch::finished() {
  tape_.push_back(buffer_);
  status_ = (status_ & ~kBusy) | kDone;
  update();
}

void PaperTapePunch::update() { request_.set((status_ & kDone) != 0 ? channel_ : 0); }

Word36 PaperTapePunch::coni() const { return Word36{status_ | channel_}; }

void PaperTapePunch::cono(HalfWord conditions) {
  status_ = conditions.bits() & (kBinary | kBusy | kDone);
  channel_ = conditions.bits() & 7;
  clock_.cancel(event_);
  if ((status_ & kBusy) != 0) punch(std::byte{0});
  update();
}

void PaperTapePunch::datao(Word36 w) {
  if ((status_ & kBusy) != 0) return;  // the punch is still at the last one
  const bool binary = (status_ & kBinary) != 0;
  punch(static_cast<std::byte>(binary ? (w.bits() & 077) | 0200 : w.bits() & 0377));
}

void PaperTapePunch::ioReset() {
  status_ = 0;
  channel_ = 0;
  clock_.cancel(event_);
  update();
}

std::span<const BitName> PaperTapePunch::coniBits() const { return kConi; }
std::span<const BitName> PaperTapePunch::conoBits() const { return kCono; }

void PaperTapePunch::save(StateWriter& out) const {
  out.beginSection("ptp");
  out.u32(status_);
  out.u8(static_cast<std::uint8_t>(channel_));
  out.u8(std::to_integer<std::uint8_t>(buffer_));
  out.duration(frame_);
  out.bytes(tape_);
  out.endSection();
}

void PaperTapePunch::restore(StateReader& in) {
  in.beginSection("ptp");
  status_ = in.u32() & (kBinary | kBusy | kDone);
  channel_ = in.u8() & 7;
  buffer_ = std::byte{in.u8()};
  if (in.duration() != frame_ && in.good()) in.reject("ptp has another speed");
  tape_ = in.bytes();
  in.endSection();
}

}  // namespace utah10

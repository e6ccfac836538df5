#include "utah10/devices/paper_tape_reader.hpp"

#include "host_file.hpp"

namespace utah10 {

namespace {
constexpr std::uint32_t kTape = 0400;
constexpr std::uint32_t kBinary = 0040;
constexpr std::uint32_t kBusy = 0020;
constexpr std::uint32_t kDone = 0010;
constexpr std::byte kHole8{0200};
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
  event_ = clock_.add("ptr.read", [this] { finished(); });
}

Expected<void> PaperTapeReader::attach(const std::filesystem::path& file) {
  auto bytes = readHostFile("ptr", file, kLongestTape);
  if (!bytes) return tl::unexpected(bytes.error());
  if (bytes->empty()) return fail("ptr: " + file.string(), "is empty", "a tape has at least one frame");
  mount(std::move(*bytes));
  return {};
}

void PaperTapeReader::mount(std::vector<std::byte> frames) {
  tape_ = std::move(frames);
  position_ = 0;
}

void PaperTapeReader::detach() { mount({}); }

// The tape moves now; what it brings is there after as many frames as passed the reader.
void PaperTapeReader::start() {
  const bool binary = (status_ & kBinary) != 0;
  const std::size_t before = position_;
  std::uint64_t word = 0;
  int wanted = binary ? 6 : 1;
  while (wanted > 0 && position_ < tape_.size()) {
    const std::byte frame = tape_[position_++];
    if (binary && (frame & kHole8) == std::byte{0}) continue;
    word = binary ? (word << 6) | (std::to_integer<std::uint64_t>(frame) & 077) : std::to_integer<std::uint64_t>(frame);
    --wanted;
  }
  data_ = Word36{word};
  ranOut_ = wanted > 0;
  const auto frames = static_cast<std::int64_t>(position_ - before) + (ranOut_ ? 1 : 0);
  clock_.after(event_, seconds(1) * frames / framesPerSecond_);
}

void PaperTapeReader::finished() {
  status_ = (status_ & ~kBusy) | kDone;
  update();
}

void PaperTapeReader::update() { request_.set((status_ & kDone) != 0 ? channel_ : 0); }

Word36 PaperTapeReader::coni() const { return Word36{status_ | (tape_.empty() || ranOut_ ? 0u : kTape) | channel_}; }

void PaperTapeReader::cono(HalfWord conditions) {
  status_ = conditions.bits() & (kBinary | kBusy | kDone);
  channel_ = conditions.bits() & 7;
  clock_.cancel(event_);
  if ((status_ & kBusy) != 0) start();
  update();
}

Word36 PaperTapeReader::datai() {
  const Word36 w = data_;
  if ((status_ & kDone) == 0) return w;
  status_ = (status_ & ~kDone) | kBusy;
  update();
  start();
  return w;
}

void PaperTapeReader::ioReset() {
  status_ = 0;
  channel_ = 0;
  ranOut_ = false;
  data_ = Word36{};
  clock_.cancel(event_);
  update();
}

void PaperTapeReader::readInStart() {
  status_ = kBinary | kBusy;
  start();
}

bool PaperTapeReader::readInReady() const { return (status_ & kDone) != 0 && !ranOut_; }

std::span<const BitName> PaperTapeReader::coniBits() const { return kConi; }
std::span<const BitName> PaperTapeReader::conoBits() const { return kCono; }

void PaperTapeReader::save(StateWriter& out) const {
  out.beginSection("ptr");
  out.u32(status_);
  out.u8(static_cast<std::uint8_t>(channel_));
  out.word(data_);
  out.flag(ranOut_);
  out.u32(static_cast<std::uint32_t>(framesPerSecond_));
  out.bytes(tape_);
  out.u64(position_);
  out.endSection();
}

void PaperTapeReader::restore(StateReader& in) {
  in.beginSection("ptr");
  status_ = in.u32() & (kBinary | kBusy | kDone);
  channel_ = in.u8() & 7;
  data_ = in.word();
  ranOut_ = in.flag();
  if (in.u32() != static_cast<std::uint32_t>(framesPerSecond_) && in.good()) in.reject("ptr has another speed");
  tape_ = in.bytes();
  position_ = in.u64();
  if (position_ > tape_.size()) in.reject("ptr: position beyond the end of the tape");
  in.endSection();
}

}  // namespace utah10

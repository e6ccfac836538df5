#include "devices/rp10.hpp"

#include <algorithm>

#include "devices/rp10_bits.hpp"

namespace utah10 {

using namespace rp10;

namespace {
constexpr BitName kConi[] = {
    {kControlParity, "control word parity"},
    {kSectorParity, "sector parity"},
    {kDataParity, "channel data parity"},
    {kWordParity, "disk word parity"},
    {kSearchDone, "search done"},
    {kEndOfCylinder, "end of cylinder"},
    {kPowerFail, "power failure"},
    {kSearchError, "search error"},
    {kOverrun, "overrun"},
    {kNonexistent, "nonexistent memory"},
    {kAnyParity, "parity"},
    {kNotReady, "not ready"},
    {kIllegalWrite, "illegal write"},
    {kIllegalDatao, "illegal DATAO"},
    {kNoSector, "no such sector"},
    {kNoSurface, "no such surface"},
    {kReported, "control word written"},
    {kBusy, "busy"},
    {kDone, "done"},
    {7, "PI channel"},
};
constexpr BitName kCono[] = {
    {kPowerFail, "clear power failure"},
    {kSearchError, "clear search error"},
    {kOverrun, "clear overrun"},
    {kNonexistent, "clear nonexistent memory"},
    {kAnyParity, "clear parity"},
    {kIllegalWrite, "clear illegal write"},
    {kIllegalDatao, "clear illegal DATAO"},
    {kNoSector, "clear no such sector"},
    {kNoSurface, "clear no such surface"},
    {kReported, "write control word"},
    {kBusy, "stop transfer"},
    {kDone, "clear done"},
    {7, "PI channel"},
};
}  // namespace

Rp10::Rp10(Scheduler& clock, PiSystem& pi, CoreMemory& core, const Rp10Config& config)
    : clock_(clock),
      request_(pi.line("rp10")),
      channel_(core, clock, "rp10", config.port, [this] { controlWordWritten(); }),
      headersUnlocked_(config.headersUnlocked) {
  step_ = clock_.add("rp10.step", [this] { step(); });
  for (unsigned n = 0; n < std::min<std::size_t>(config.drives.size(), kMaxDrives); ++n)
    drives_.push_back(std::make_unique<RpDrive>(clock, n, *findRpType(config.drives[n]), [this, n] { attention(n); }));
}

// The arm has come to rest, or the pack was changed: a transfer in progress then has nothing left to write on.
void Rp10::attention(unsigned drive) {
  if (busy() && phase_ != Phase::Report && drive == unit_) {
    written_.clear();
    phase_ = Phase::NoHeader;
    stop(0);
  }
  attention_ |= static_cast<std::uint8_t>(0200 >> drive);
  update();
}

void Rp10::injectError(unsigned drive, std::uint32_t block, Fault fault, unsigned times) {
  faults_.push_back({drive, block, times, fault});
}

void Rp10::powerFailure() { status_ |= kPowerFail; }

void Rp10::update() { request_.set((coni().bits() & kDone) != 0 ? pi_ : 0); }

Word36 Rp10::coni() const {
  std::uint64_t s = status_ | pi_;
  if (selected() == nullptr || !selected()->ready()) s |= kNotReady;
  if (busy())
    s |= kBusy;
  else if (attention_ != 0)
    s |= kDone;
  return Word36{s};
}

void Rp10::cono(HalfWord conditions) {
  const std::uint32_t c = conditions.bits();
  pi_ = c & 7;
  status_ &= ~(c & kClearable);
  if ((c & kAnyParity) != 0) status_ &= ~kParities;
  if ((c & kDone) != 0) status_ &= ~kDone;
  if ((c & kBusy) != 0 && busy()) stop(0);
  if ((c & kReported) != 0) {
    reportAsked_ = true;
    channel_.writeControlWord();
  }
  update();
}

Word36 Rp10::datai() {
  std::uint64_t w = std::uint64_t{unit_} << 33 | std::uint64_t{attention_} << 1;
  if (!headersUnlocked_) w |= 01000000;
  const RpDrive* d = selected();
  if (d == nullptr) return Word36{w | 04000000};
  if (d->type().cylinders > 0400) w |= 02000;
  if (!d->onLine()) return Word36{w};
  w |= 020000000 | std::uint64_t{d->sectorCounter()} << 13 | std::uint64_t{d->cylinder() & 0377} << 25;
  if ((d->cylinder() & 0400) != 0) w |= 04000;
  if (d->incomplete()) w |= 0100000000;
  if (d->onCylinder()) w |= 040000000;
  if (d->unsafe()) w |= 010000000;
  if (d->readOnly()) w |= 02000000;
  return Word36{w};
}

void Rp10::datao(Word36 w) {
  if (busy()) {
    status_ |= kIllegalDatao;
    return;
  }
  status_ &= ~kFresh;
  unit_ = kDrive.of(w);
  function_ = kFunction.of(w);
  if (function_ < 4)
    beginTransfer(w);
  else
    seekOrClear(w);
  update();
}

void Rp10::seekOrClear(Word36 w) {
  RpDrive* d = selected();
  if (function_ == 4 && d != nullptr) d->seek(cylinderOf(w));
  if (function_ == 5) attention_ &= static_cast<std::uint8_t>(~kAttentions.of(w));
  if (function_ == 7 && d != nullptr) d->recalibrate();
}

// The arms and the packs are not affected.
void Rp10::ioReset() {
  if (busy()) keepWritten();
  clock_.cancel(step_);
  channel_.reset();
  phase_ = Phase::Idle;
  reportAsked_ = false;
  status_ = 0;
  pi_ = 0;
  unit_ = 0;
  attention_ = 0;
  update();
}

std::span<const BitName> Rp10::coniBits() const { return kConi; }
std::span<const BitName> Rp10::conoBits() const { return kCono; }

void Rp10::state(Archive& a) {
  a.section("rp10", [&] {
    channel_.state(a);
    a.sameU32(drives_.size(), "rp10: a different number of drives in the snapshot");
    for (const auto& d : drives_) d->state(a);
    a.list(faults_, [&](Injected& f) {
      auto fault = static_cast<std::uint32_t>(f.fault);
      a.u32(f.drive, f.block, fault, f.times);
      f.fault = static_cast<Fault>(fault % 3);
    });
    a.u32(status_, pi_, unit_, attention_, function_, cylinder_, surface_, sector_, lenient_, turns_, at_, firstBlock_);
    a.choice(phase_, Phase::Report, "rp10: unknown state");
    a.flag(reportAsked_);
    a.words(buffer_);
    a.list(written_, kMostWritten, "rp10: unknown state", [&](Word36& w) { a.word(w); });
    a.check(pi_ <= 7 && unit_ <= 7 && function_ <= 7 && placeGood(), "rp10: unknown state");
  });
  if (a.restored()) update();
}

// A transfer has a drive and a position on it, and its written words fit between its first block and that position.
bool Rp10::placeGood() const {
  if (!busy()) return true;
  const RpDrive* d = selected();
  return d != nullptr && cylinder_ <= 0777 && surface_ <= RpType::kSurfaces && sector_ < RpType::kSectors &&
         at_ <= kHeaderWords + RpType::kWords && written_.size() % RpType::kWords == 0 &&
         std::uint64_t{firstBlock_} + written_.size() / RpType::kWords <= d->geometry().blocks;
}

}  // namespace utah10

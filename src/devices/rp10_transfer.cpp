// The RP10 from a DATAO to done: search, words through the channel, end of sector, report.
#include <algorithm>

#include "devices/rp10.hpp"
#include "devices/rp10_bits.hpp"

namespace utah10 {

using namespace rp10;

void Rp10::beginTransfer(Word36 w) {
  cylinder_ = cylinderOf(w);
  surface_ = kSurface.of(w);
  sector_ = function_ == 3 ? 0 : kSector.of(w);
  lenient_ = static_cast<std::uint32_t>(w.bits()) & (kPassSectorParity | kPassWordParity);
  const RpDrive* d = selected();
  if (d == nullptr || !d->ready()) {  // bit 25 reports it
    status_ |= kDone;
    return;
  }
  std::uint32_t refused = 0;
  if (surface_ >= RpType::kSurfaces) refused |= kNoSurface;
  if (sector_ >= RpType::kSectors) refused |= kNoSector;
  if ((writing() && d->readOnly()) || (function_ == 3 && !headersUnlocked_)) refused |= kIllegalWrite;
  if (refused != 0) {
    status_ |= refused | kDone;
    return;
  }
  written_.clear();
  firstBlock_ = block();
  const auto direction = writing()        ? Df10::Direction::FromCore
                         : function_ == 2 ? Df10::Direction::Check
                                          : Df10::Direction::ToCore;
  channel_.start(PhysicalAddress{static_cast<std::uint32_t>(w.bits()) & 0776}, direction);
  search();
}

void Rp10::search() {
  const RpDrive* d = selected();
  at_ = 0;
  if (cylinder_ != d->cylinder() || faulty(Fault::Header)) {
    phase_ = Phase::NoHeader;
    turns_ = 0;
    clock_.at(step_, d->nextIndex());
    return;
  }
  phase_ = Phase::Search;
  Instant start = d->nextStart(sector_);
  if (function_ == 3 && start == clock_.now()) start += RpDrive::kTurn;  // the channel has no word yet
  clock_.at(step_, start + (function_ == 3 ? 0 : kHeaderWords) * kWordTime);
}

void Rp10::step() {
  if (selected() == nullptr || !selected()->ready()) return stop(0);  // the pack has been removed
  switch (phase_) {
    case Phase::Search:
      return headerFound();
    case Phase::NoHeader:
      return noHeader();
    case Phase::Words:
      return writing() ? writeWord() : readWord();
    case Phase::Check:
      return endOfSector();
    case Phase::Idle:
    case Phase::Report:
      return;
  }
}

void Rp10::noHeader() {
  if (channel_.errors() != 0) return stop(0);
  if (++turns_ == 2) return stop(kSearchError);
  clock_.at(step_, selected()->nextIndex());
}

void Rp10::headerFound() {
  if (channel_.errors() != 0 || channel_.exhausted()) return stop(0);
  status_ |= kSearchDone;
  phase_ = Phase::Words;
  if (writing()) return writeWord();
  if (!selected()->read(block(), buffer_)) {
    selected()->setUnsafe(true);
    return stop(0);
  }
  clock_.after(step_, kWordTime);
}

void Rp10::readWord() {
  if (at_ == 0 && faulty(Fault::WordParity)) {
    status_ |= kWordParity | kAnyParity;
    if ((lenient_ & kPassWordParity) == 0) return stop(0);
  }
  if (channel_.errors() != 0) return stop(0);
  if (!channel_.store(buffer_[at_])) return stop(kOverrun);
  if (++at_ == RpType::kWords) phase_ = Phase::Check;
  clock_.after(step_, kWordTime);
}

// When the list has ended, zeros fill the sector.
void Rp10::writeWord() {
  const unsigned header = function_ == 3 ? kHeaderWords : 0;
  Word36 w;
  if (channel_.errors() != 0) return stop(0);
  if (const auto taken = channel_.take())
    w = *taken;
  else if (!channel_.exhausted())
    return stop(channel_.errors() != 0 ? 0 : kOverrun);
  if (at_ >= header) buffer_[at_ - header] = function_ == 3 ? Word36{w.bits() << 1} : w;
  const bool last = ++at_ == header + RpType::kWords;
  if (last) phase_ = Phase::Check;
  clock_.after(step_, last ? 2 * kWordTime : kWordTime);  // the word itself and the check word
}

void Rp10::endOfSector() {
  if (writing()) {
    written_.insert(written_.end(), buffer_.begin(), buffer_.end());
    at_ = 0;
  } else if (faulty(Fault::SectorParity)) {
    status_ |= kSectorParity | kAnyParity;
    if ((lenient_ & kPassSectorParity) == 0) return stop(0);
  }
  if (channel_.exhausted() || channel_.errors() != 0) return stop(0);
  nextSector();
}

// The surfaces of a cylinder follow one another without a pause; cylinders do not.
void Rp10::nextSector() {
  if (++sector_ == RpType::kSectors) {
    sector_ = 0;
    ++surface_;
  }
  if (surface_ == RpType::kSurfaces) return stop(kEndOfCylinder);
  search();
}

void Rp10::stop(std::uint32_t error) {
  if (phase_ == Phase::Report) return;
  status_ |= error;
  clock_.cancel(step_);
  keepWritten();
  phase_ = Phase::Report;
  channel_.finish();
}

// Writes the words so far to the file; the rest of the current sector is filled with zeros.
void Rp10::keepWritten() {
  const unsigned header = function_ == 3 ? kHeaderWords : 0;
  const bool within = phase_ == Phase::Words || phase_ == Phase::Check;
  if (writing() && within && at_ > header) {
    std::fill(buffer_.begin() + (at_ - header), buffer_.end(), Word36{});
    written_.insert(written_.end(), buffer_.begin(), buffer_.end());
  }
  RpDrive* d = selected();
  if (!written_.empty() && d != nullptr && !d->write(firstBlock_, written_)) d->setUnsafe(true);
  written_.clear();
  at_ = 0;
}

void Rp10::controlWordWritten() {
  if (reportAsked_) status_ |= kReported;
  reportAsked_ = false;
  if (phase_ == Phase::Report && !channel_.running()) {
    phase_ = Phase::Idle;
    status_ = (status_ & ~kSearchDone) | kDone | channelErrors();
  }
  update();
}

std::uint32_t Rp10::channelErrors() const {
  std::uint32_t s = 0;
  if ((channel_.errors() & Df10::kNonexistent) != 0) s |= kNonexistent;
  if ((channel_.errors() & Df10::kControlParity) != 0) s |= kControlParity | kAnyParity;
  if ((channel_.errors() & Df10::kDataParity) != 0) s |= kDataParity | kAnyParity;
  return s;
}

bool Rp10::faulty(Fault fault) {
  const auto it = std::ranges::find_if(
      faults_, [&](const Injected& f) { return f.drive == unit_ && f.block == block() && f.fault == fault; });
  if (it == faults_.end()) return false;
  if (--it->times == 0) faults_.erase(it);
  return true;
}

}  // namespace utah10

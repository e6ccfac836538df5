// The TD10's side of the tape: the actions when a mark comes under the head of the selected transport.
#include "devices/td10_logic.hpp"

namespace utah10 {

namespace {
using dt::kData;
using dt::kWordLines;

constexpr std::int64_t kBlockLines = Tu55::kBlockLines;
constexpr std::int64_t kLastWord = static_cast<std::int64_t>(DecTapeImage::kBlockWords) - 1;
// Read all and write all: where their words end that hold the block number, the first and the last word of data, the
// checksum, and the number once more for the other direction.
constexpr std::int64_t kAllNumber = dt::kNumber + dt::kAllPhase;
constexpr std::int64_t kAllData = kData + kWordLines;
constexpr std::int64_t kAllChecksum = dt::kDataEnd + kWordLines;
constexpr std::int64_t kAllOtherNumber = kAllChecksum + kWordLines;

// An 18-bit word as the other direction reads it: lines in reverse order and complemented (phase recording).
std::uint32_t obverse(std::uint32_t half) {
  std::uint32_t turned = 0;
  for (int line = 0; line < 6; ++line) turned = turned << 3 | ((half >> (3 * line)) & 7);
  return turned ^ HalfWord::kMask;
}

// Six bits that make the parity of each of the six columns odd. inferred: over the data alone.
std::uint64_t checksum(std::span<const Word36> words) {
  std::uint64_t sum = 077;
  for (const Word36 w : words)
    for (int shift = 0; shift < 36; shift += 6) sum ^= (w.bits() >> shift) & 077;
  return sum;
}
}  // namespace

void Td10::Logic::unitChanged(unsigned n) {
  if (!selected || n != unit) return;
  if (tape() == nullptr || !tape()->atSpeed()) transferring = written = false;
  arm();
  update();
}

void Td10::Logic::arm() {
  clock.cancel(markEvent);
  Tu55* t = tape();
  if (t == nullptr || !t->atSpeed()) return;
  const std::int64_t next = markAfter(t->travelled());
  if (next < 0) return endZone();
  nextMark = next;
  clock.at(markEvent, t->whenTravelled(next));
}

// The next position of interest in the direction of travel; negative in the end zone.
std::int64_t Td10::Logic::markAfter(std::int64_t travelled) const {
  if (travelled >= dt::kEndZoneBegins) return -1;
  const std::int64_t block = std::max<std::int64_t>(travelled, 0) / kBlockLines;
  const std::int64_t lines = travelled - block * kBlockLines;
  std::int64_t next = kBlockLines + dt::kNumber;
  if (all())
    next = lines < dt::kAllPhase ? dt::kAllPhase : (lines - dt::kAllPhase) / kWordLines * kWordLines + kAllNumber;
  else if (lines < dt::kNumber)
    next = dt::kNumber;
  else if (lines < kData)
    next = kData;
  else if (transferring && lines < dt::kDataEnd)
    next = kData + (lines - kData) / kWordLines * kWordLines + kWordLines;
  else if (lines < dt::kChecked)
    next = dt::kChecked;
  next += block * kBlockLines;
  return next < Tu55::kTapeLines ? next : dt::kEndZoneBegins;
}

void Td10::Logic::mark() {
  const Tu55* t = tape();
  if (t == nullptr) return;
  const std::int64_t lines = nextMark % kBlockLines;
  const auto passed = static_cast<std::size_t>(nextMark / kBlockLines);
  const std::size_t block = t->movesReverse() ? DecTapeImage::kBlocks - 1 - passed : passed;
  if (nextMark == dt::kEndZoneBegins)
    endZone();
  else if (all())
    allWord(block, lines);
  else if (lines == dt::kNumber)
    numberRead(block);
  else if (lines == kData)
    dataBegins(block);
  else if (lines == dt::kChecked)
    blockEnds(block);
  else
    wordAt(block, lines);
  arm();
  update();
}

void Td10::Logic::numberRead(std::size_t block) {
  if (function == dt::ReadNumbers) deliver(Word36{block});
  if (function == dt::WriteNumbers) fetch(true);
  if (function == dt::WriteData) ask();
}

void Td10::Logic::dataBegins(std::size_t block) {
  const bool write = function == dt::WriteData && !tape()->writeLocked() && (given || !functionStop);
  const bool read = function == dt::ReadData && !functionStop;
  transferring = read || write;
  if (write) writeWord(block, 0, fetch(true));
}

// A word has passed the head; when writing, the next one is due.
void Td10::Logic::wordAt(std::size_t block, std::int64_t lines) {
  const std::int64_t n = (lines - kData) / kWordLines - 1;  // counted as the tape goes
  const auto next = static_cast<std::size_t>(n + 1);
  if (function == dt::WriteData) {
    if (n < kLastWord) writeWord(block, next, fetch(n + 1 < kLastWord));
    return;
  }
  deliver(tape()->tape().word(block, static_cast<std::size_t>(tape()->movesReverse() ? kLastWord - n : n)));
}

void Td10::Logic::allWord(std::size_t block, std::int64_t lines) {
  const bool data = lines >= kAllData && lines <= dt::kDataEnd;
  const auto n = static_cast<std::size_t>((lines - kAllData) / kWordLines);
  const std::size_t place = tape()->movesReverse() ? static_cast<std::size_t>(kLastWord) - n : n;
  if (function == dt::WriteAll) {
    const Word36 w = fetch(true);
    if (data && !tape()->writeLocked()) writeWord(block, n, w);
    transferring = written;
  } else {
    const DecTapeImage& image = tape()->tape();
    Word36 w;
    if (data) w = image.word(block, place);
    if (lines == kAllNumber) w = Word36::halves(static_cast<std::uint32_t>(block), 0);
    if (lines == kAllChecksum) w = Word36{checksum(image.block(block)) << 30};
    if (lines == kAllOtherNumber) w = Word36::halves(0, obverse(static_cast<std::uint32_t>(block)));
    deliver(w);
  }
  if (lines == kAllChecksum) blockEnds(block);
}

// Word n in the order of travel. The block goes to the image when it is complete.
void Td10::Logic::writeWord(std::size_t block, std::size_t n, Word36 w) {
  if (!written) {
    const auto old = tape()->tape().block(block);
    std::copy(old.begin(), old.end(), words.begin());
    inBlock = block;
    written = true;
  }
  words[tape()->movesReverse() ? static_cast<std::size_t>(kLastWord) - n : n] = w;
}

void Td10::Logic::blockEnds(std::size_t block) {
  if (written) tape()->tape().write(inBlock, words);
  if (transferring && !written && tape()->tape().spoiled(block)) flags |= dt::kParityError;
  transferring = written = false;
  if (functionStop) {
    functionStop = false;
    function = dt::Nothing;
    flags |= dt::kJobDone;
  }
  if ((flags & dt::kStopping) != 0) tape()->stop();
}

// The rest of a block being written stays as it was, and the checksum no longer matches.
void Td10::Logic::breakOff() {
  if (written && tape() != nullptr) {
    tape()->tape().write(inBlock, words);
    tape()->tape().spoil(inBlock);
  }
  transferring = written = false;
}

void Td10::Logic::endZone() {
  Tu55& t = *tape();
  if (readingIn && t.movesReverse()) {
    function = dt::ReadData;
    return t.go(false);
  }
  flags |= dt::kEndZone;
  if (functionStop) flags |= dt::kJobDone;
  functionStop = false;
  t.stop();
}

void Td10::Logic::deliver(Word36 w) {
  if (functionStop) return;
  if (dataRequest) {
    flags |= dt::kDataMissed;
    return;
  }
  buffer = w;
  dataRequest = true;
}

// The word to be written now; requests another if there will be `more`.
Word36 Td10::Logic::fetch(bool more) {
  if (dataRequest)
    flags |= dt::kDataMissed;
  else if (more)
    ask();
  given = false;
  return buffer;
}

void Td10::Logic::ask() { dataRequest = !functionStop; }

// The part of a new function that precedes the next mark.
void Td10::Logic::checkFunction() {
  const Tu55* t = tape();
  if (function == dt::WriteMark || (writes() && t != nullptr && t->writeLocked())) flags |= dt::kIllegal;
  if (function == dt::WriteAll || function == dt::WriteNumbers) ask();
  if (t == nullptr || !t->atSpeed() || (function != dt::ReadData && function != dt::WriteData)) return;
  const std::int64_t travelled = t->travelled();
  const std::int64_t lines = travelled % kBlockLines;
  if (travelled < 0 || travelled >= Tu55::kTapeLines) return;
  if (lines >= kData && lines < dt::kChecked) flags |= dt::kBlockMissed;
  if (function == dt::WriteData && lines >= dt::kNumber && lines < kData) ask();
}

// Bits 9-15 of DTS.
std::uint32_t Td10::Logic::partUnderHead() const {
  constexpr std::uint32_t kPartNumber = 0400, kPartCheck = 0200, kPartData = 0100, kPartFinal = 0040;
  constexpr std::uint32_t kPartChecksum = 0020, kPartIdle = 0010, kNumberRead = 0004;
  const std::int64_t travelled = tape()->travelled();
  const std::int64_t lines = travelled % kBlockLines;
  if (travelled < 0 || travelled >= Tu55::kTapeLines || lines < dt::kNumberBegins || lines >= dt::kChecked)
    return kPartIdle;
  if (lines < dt::kNumber) return kPartNumber;
  if (lines < kData) return lines < dt::kReverseCheck ? kPartIdle | kNumberRead : kPartCheck | kNumberRead;
  return lines < dt::kFinal ? kPartData : lines < dt::kDataEnd ? kPartFinal : kPartChecksum;
}

}  // namespace utah10

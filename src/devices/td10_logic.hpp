// The inside of the TD10. Private to the devices layer. The bits: td10.hpp.
#pragma once

#include "devices/td10.hpp"

namespace utah10 {

namespace dt {
// DTS, right half
constexpr std::uint32_t kParityError = 0400000;
constexpr std::uint32_t kDataMissed = 0200000;
constexpr std::uint32_t kJobDone = 0100000;
constexpr std::uint32_t kIllegal = 0040000;
constexpr std::uint32_t kEndZone = 0020000;
constexpr std::uint32_t kBlockMissed = 0010000;
constexpr std::uint32_t kIncomplete = 0001000;
constexpr std::uint32_t kMarkError = 0000200;
constexpr std::uint32_t kSelectError = 0000100;
constexpr std::uint32_t kEnables = 0770000;
constexpr std::uint32_t kFlags = 0771300;
constexpr std::uint32_t kStopping = kParityError | kDataMissed | kIllegal | kEndZone | kIncomplete | kMarkError;

enum Function : std::uint8_t { Nothing, ReadAll, ReadNumbers, ReadData, WriteMark, WriteAll, WriteNumbers, WriteData };

// Lines into a block, in the direction of travel
constexpr std::int64_t kNumberBegins = 6;
constexpr std::int64_t kNumber = 12;
constexpr std::int64_t kWordLines = 12;
constexpr std::int64_t kAllPhase = 6;  // read all and write all: words end here and every 12 lines on
constexpr std::int64_t kReverseCheck = 24;
constexpr std::int64_t kData = 30;
constexpr std::int64_t kDataEnd = kData + kWordLines * static_cast<std::int64_t>(DecTapeImage::kBlockWords);
constexpr std::int64_t kFinal = kDataEnd - kWordLines;
constexpr std::int64_t kChecked = kDataEnd + 6;
constexpr std::int64_t kEndZoneBegins = Tu55::kTapeLines + Tu55::kBufferLines;
}  // namespace dt

struct Td10::Logic {
  Logic(Scheduler& clock, PiSystem& pi, const Td10Settings& settings);

  // Bus side
  void command(std::uint32_t conditions);
  void statusCommand(std::uint32_t conditions);
  Word36 controlStatus() const;
  Word36 tapeStatus() const;
  Word36 take();
  void give(Word36 w);
  void reset();
  void readIn();
  bool readInPending() const;
  void update();
  void state(Archive& a);

  // Tape side
  Tu55* tape() const { return selected ? selectedUnit() : nullptr; }
  Tu55* selectedUnit() const;
  void unitChanged(unsigned n);
  void arm();  // the next mark under the head that matters
  void mark();
  void numberRead(std::size_t block);
  void dataBegins(std::size_t block);
  void wordAt(std::size_t block, std::int64_t lines);
  void allWord(std::size_t block, std::int64_t lines);
  void blockEnds(std::size_t block);
  void endZone();
  void breakOff();
  void deliver(Word36 w);
  Word36 fetch(bool more);
  void ask();
  std::int64_t markAfter(std::int64_t travelled) const;
  bool placed() const;
  std::uint32_t partUnderHead() const;
  void writeWord(std::size_t block, std::size_t n, Word36 w);
  bool writes() const { return function >= dt::WriteMark; }
  bool all() const { return function == dt::ReadAll || function == dt::WriteAll; }
  void checkFunction();
  void move(std::uint32_t conditions);
  void select(std::uint32_t conditions);

  Scheduler& clock;
  PiRequest dataLine;
  PiRequest flagLine;
  EventId markEvent;
  std::vector<std::unique_ptr<Tu55>> units;

  bool selected = false;
  unsigned unit = 0;
  std::uint8_t function = dt::Nothing;
  unsigned dataChannel = 0;
  unsigned flagChannel = 0;
  bool delayInhibited = false;
  std::uint32_t enables = 0;
  std::uint32_t flags = 0;
  bool dataRequest = false;
  bool functionStop = false;
  bool readingIn = false;
  bool given = false;  // the buffer has a word for the tape
  Word36 buffer;
  bool transferring = false;                              // a block's data pass between tape and buffer
  std::size_t inBlock = 0;                                // the block this is
  bool written = false;                                   // some of its words are new
  std::array<Word36, DecTapeImage::kBlockWords> words{};  // the block as it is to be
  std::int64_t nextMark = 0;
};

}  // namespace utah10

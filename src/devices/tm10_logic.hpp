// The inside of the TM10. Private to the devices layer. The bits: tm10.hpp.
#pragma once

#include <optional>
#include <vector>

#include "devices/tm10.hpp"

namespace utah10 {

namespace mt {
constexpr std::uint32_t kHung = 0400000;
constexpr std::uint32_t kRewinding = 0200000;
constexpr std::uint32_t kLoadPoint = 0100000;
constexpr std::uint32_t kIllegal = 0040000;
constexpr std::uint32_t kParityError = 0020000;
constexpr std::uint32_t kTapeMark = 0010000;
constexpr std::uint32_t kEndOfTape = 0004000;
constexpr std::uint32_t kCompareError = 0002000;
constexpr std::uint32_t kLengthWrong = 0001000;
constexpr std::uint32_t kDataMissed = 0000400;
constexpr std::uint32_t kBadTape = 0000200;
constexpr std::uint32_t kJobDone = 0000100;
constexpr std::uint32_t kFlags = 0477700;  // those that are kept; the others show the transport
constexpr std::uint32_t kInterrupting = kHung | kIllegal | kBadTape | kJobDone;

// Functions, bits 24-26; bit 23 is kVariant.
enum Function : std::uint8_t { Nothing, Rewind, Read, Compare, Write, Mark, Forward, Backward };
constexpr std::uint8_t kVariant = 010;

constexpr Duration kHungAfter = seconds(1);
}  // namespace mt

struct Tm10::Logic {
  // The next event of the control.
  enum class Stage : std::uint8_t {
    Free,
    WaitsForIdle,
    Hangs,
    FirstFrame,
    Word,
    LateFrame,
    RecordEnds,
    BlankEnds,
    Rewinds  // the tape does not move yet
  };

  Logic(Scheduler& clock, PiSystem& pi, const Tm10Settings& settings);

  // Bus side: tm10.cpp
  void command(std::uint32_t conditions);
  void statusCommand(std::uint32_t conditions);
  bool readInPending() const { return readingIn && stage != Stage::Free; }
  Word36 controlStatus() const;
  Word36 tapeStatus() const;
  Word36 take();
  void give(Word36 w);
  void reset();
  void readIn();
  void update();
  void state(Archive& a);
  bool consistent() const;

  // Tape side: tm10_motion.cpp
  MagTapeTransport* transport() const;
  void load(std::uint32_t conditions);
  void begin();
  void beginRewind();
  void beginMotion();
  void beginWriting();
  void event();
  void firstFrame();
  void word();
  void readWord(const std::vector<std::uint8_t>& frames);
  void compareWord(const std::vector<std::uint8_t>& frames);
  void writeWord();
  void recordEnds();
  void putOnTape(MagTapeTransport& t);
  bool goesOn() const;
  void finish();
  void ask();
  void in(Stage next, Instant when);
  void inWord();
  void rest(std::uint32_t why);
  void unitChanged(unsigned n, bool replaced);
  void breakOff();

  std::uint8_t kind() const { return function & 7; }
  bool variant() const { return (function & mt::kVariant) != 0; }
  bool writing() const { return kind() == mt::Write; }
  bool reverse() const { return kind() == mt::Backward; }
  std::int64_t framesPerInch() const;
  std::size_t framesPerWord() const;
  Instant frame(std::size_t n) const;  // when n frames of the record have passed
  std::size_t checkFrames() const;
  std::int64_t lengthOf(const TapeObject& object) const;
  const TapeObject& object() const;  // under the head
  Word36 assembled(const std::vector<std::uint8_t>& frames, std::size_t from, std::size_t count) const;
  void spread(Word36 w);
  bool parityWrong(std::uint8_t frame) const;

  Scheduler& clock;
  PiRequest dataLine;
  PiRequest flagLine;
  EventId operation;
  std::vector<std::unique_ptr<MagTapeTransport>> units;

  std::uint32_t conditions = 0;  // of the order in progress: bits 18-29
  std::optional<std::uint32_t> waiting;
  unsigned unit = 0;
  unsigned nextUnit = 0;
  std::uint8_t function = 0;
  unsigned dataChannel = 0;
  unsigned flagChannel = 0;
  bool nextEnabled = false;
  std::uint32_t flags = 0;
  unsigned characters = 0;
  Stage stage = Stage::Free;
  bool dataRequest = false;
  bool functionStop = false;
  bool readingIn = false;
  bool wordLeft = false;  // a complete word waits for the buffer to be emptied
  bool given = false;     // the buffer has a word for the tape
  bool idle = false;      // no more words in this record
  Word36 buffer;
  Word36 second;
  std::size_t target = 0;           // the record or mark that comes under the head
  Instant first = kPowerOn;         // its first frame
  std::size_t done = 0;             // frames of it that have passed
  std::int64_t ahead = 0;           // distance from rest to that frame
  std::vector<std::uint8_t> fresh;  // frames of the record being written
};

}  // namespace utah10

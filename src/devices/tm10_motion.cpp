// The TM10's side of the tape: operations from their order to job done.
#include <algorithm>
#include <bit>

#include "devices/tm10_logic.hpp"

namespace utah10 {

namespace {
constexpr std::uint32_t kOddParity = 0040000;
constexpr std::uint32_t kCoreDump = 0020000;
constexpr std::int64_t kDensities[] = {200, 556, 800, 800};
constexpr std::int64_t kNineTrackDensity = 800;
constexpr std::uint8_t kParityTrack = 0100;
}  // namespace

MagTapeTransport* Tm10::Logic::transport() const {
  return unit < units.size() && units[unit]->onLine() ? units[unit].get() : nullptr;
}

std::int64_t Tm10::Logic::framesPerInch() const {
  return transport()->sevenTrack() ? kDensities[(conditions >> 6) & 3] : kNineTrackDensity;
}

std::size_t Tm10::Logic::framesPerWord() const {
  if (transport()->sevenTrack()) return 6;
  return (conditions & kCoreDump) != 0 ? 5 : 4;
}

std::size_t Tm10::Logic::checkFrames() const { return transport()->sevenTrack() ? 4 : 8; }

Instant Tm10::Logic::frame(std::size_t n) const {
  const std::int64_t hertz = framesPerInch() * transport()->kind().inchesPerSecond;
  return first + tickInstant(static_cast<std::int64_t>(n), hertz).time_since_epoch();
}

std::int64_t Tm10::Logic::lengthOf(const TapeObject& o) const {
  if (o.kind == TapeObjectKind::Gap) return o.gap * MagTapeTransport::kInch / framesPerInch();
  const std::size_t frames = std::max<std::size_t>(o.frames.size(), 1) + checkFrames();
  return static_cast<std::int64_t>(frames) * MagTapeTransport::kInch / framesPerInch();
}

const TapeObject& Tm10::Logic::object() const { return transport()->tape().at(target); }

void Tm10::Logic::in(Stage next, Instant when) {
  stage = next;
  clock.at(operation, when);
}

void Tm10::Logic::ask() { dataRequest = !functionStop; }

void Tm10::Logic::load(std::uint32_t c) {
  conditions = c;
  unit = nextUnit = (c >> 15) & 7;
  function = (c >> 9) & 017;
  functionStop = dataRequest = wordLeft = given = idle = false;
  characters = 0;
  fresh.clear();
  begin();
}

void Tm10::Logic::begin() {
  if (function == mt::Nothing) return;
  MagTapeTransport* t = transport();
  if (t == nullptr) return in(Stage::Hangs, clock.now() + mt::kHungAfter);
  const bool writes = writing() || kind() == mt::Mark;
  if (kind() == mt::Nothing) {
    in(Stage::WaitsForIdle, std::max(clock.now(), t->restsAt()));
  } else if (kind() == mt::Rewind) {
    beginRewind();
  } else if ((writes && t->writeLocked()) || (reverse() && t->next() == 0)) {
    flags |= mt::kIllegal;
    finish();
  } else if (writes) {
    beginWriting();
  } else {
    if (kind() == mt::Compare) ask();
    beginMotion();
  }
}

// The control is free when the tape moves, not before: the driver of TENEX 1.34 gives the order and then notes that a
// unit is rewinding; an interrupt in between lets it lose the note, and the next order waits for ever.
void Tm10::Logic::beginRewind() {
  MagTapeTransport& t = *transport();
  const bool moves = !t.atLoadPoint();
  const Instant start = t.startsAt();
  t.rewind(variant());
  moves ? in(Stage::Rewinds, start) : finish();
}

// To the next record or mark in the direction of motion, over erased tape.
void Tm10::Logic::beginMotion() {
  MagTapeTransport& t = *transport();
  const MagTapeImage& tape = t.tape();
  done = 0;
  ahead = t.next() == 0 ? MagTapeTransport::kLongGap : t.gap() / 2;
  target = reverse() ? t.next() - 1 : t.next();
  while (target < tape.size() && tape.at(target).kind == TapeObjectKind::Gap) {
    ahead += lengthOf(tape.at(target));
    target = reverse() ? target - 1 : target + 1;  // below 0 it is beyond every size
  }
  if (target < tape.size()) return in(Stage::FirstFrame, first = t.reach(ahead, reverse()));
  if (!reverse()) ahead += MagTapeTransport::kBlank;
  in(Stage::BlankEnds, t.reach(ahead, reverse()));
}

void Tm10::Logic::beginWriting() {
  MagTapeTransport& t = *transport();
  const bool far = t.next() == 0 || variant() || kind() == mt::Mark;
  done = 0;
  fresh.clear();
  ahead = far ? MagTapeTransport::kLongGap : t.gap() / 2;
  if (writing()) ask();
  in(Stage::FirstFrame, first = t.reach(ahead, false));
}

void Tm10::Logic::event() {
  MagTapeTransport* t = transport();
  switch (stage) {
    case Stage::WaitsForIdle:
      if (t != nullptr && t->restsAt() > clock.now())
        in(Stage::WaitsForIdle, t->restsAt());
      else
        finish();
      break;
    case Stage::Hangs:
      flags |= mt::kHung;
      finish();
      break;
    case Stage::Rewinds:
      finish();
      break;
    case Stage::FirstFrame:
      firstFrame();
      break;
    case Stage::Word:
      word();
      break;
    case Stage::LateFrame:
      if (wordLeft)
        rest(functionStop ? mt::kLengthWrong : mt::kDataMissed);
      else
        inWord();
      break;
    case Stage::RecordEnds:
      recordEnds();
      break;
    case Stage::BlankEnds:
      if (!reverse()) flags |= mt::kEndOfTape;
      t->passed(reverse() ? 0 : t->tape().size(), ahead, reverse());
      finish();
      break;
    default:
      break;
  }
  update();
}

void Tm10::Logic::firstFrame() {
  if (writing()) return writeWord();
  if (kind() == mt::Mark) return in(Stage::RecordEnds, variant() ? first : frame(1 + checkFrames()));
  const TapeObject& o = object();
  if (o.kind == TapeObjectKind::Mark) {
    flags |= mt::kTapeMark;
    return in(Stage::RecordEnds, frame(1 + checkFrames()));
  }
  if (kind() == mt::Read || kind() == mt::Compare) return inWord();
  if (!variant()) ask();
  in(Stage::RecordEnds, frame(o.frames.size() + checkFrames()));
}

void Tm10::Logic::inWord() { in(Stage::Word, frame(std::min(done + framesPerWord(), object().frames.size()))); }

// No more words are transferred in this record, which runs to its end.
void Tm10::Logic::rest(std::uint32_t why) {
  flags |= why;
  idle = true;
  wordLeft = false;
  if (kind() == mt::Compare) dataRequest = false;
  in(Stage::RecordEnds, frame(object().frames.size() + checkFrames()));
}

void Tm10::Logic::word() {
  if (writing()) return writeWord();
  const auto& frames = object().frames;
  if (kind() == mt::Read)
    readWord(frames);
  else
    compareWord(frames);
  if (stage == Stage::RecordEnds) return;
  if (done == frames.size())
    in(Stage::RecordEnds, frame(done + checkFrames()));
  else if (wordLeft)
    in(Stage::LateFrame, frame(done + 1));
  else
    inWord();
}

void Tm10::Logic::readWord(const std::vector<std::uint8_t>& frames) {
  if (functionStop) return rest(mt::kLengthWrong);
  const std::size_t count = std::min(framesPerWord(), frames.size() - done);
  const Word36 w = assembled(frames, done, count);
  for (std::size_t n = 0; n < count; ++n)
    if (parityWrong(frames[done + n])) flags |= mt::kParityError;
  done += count;
  characters = static_cast<unsigned>(count);
  (dataRequest ? second : buffer) = w;
  wordLeft = dataRequest;
  dataRequest = true;
}

void Tm10::Logic::compareWord(const std::vector<std::uint8_t>& frames) {
  if (!given) return rest(functionStop ? mt::kLengthWrong : mt::kDataMissed);
  const std::size_t count = std::min(framesPerWord(), frames.size() - done);
  for (std::size_t n = 0; n < count; ++n)
    if (parityWrong(frames[done + n])) flags |= mt::kParityError;
  std::vector<std::uint8_t> wanted;
  std::swap(wanted, fresh);
  spread(buffer);
  std::swap(wanted, fresh);
  wanted.resize(count);
  const bool same = assembled(frames, done, count) == assembled(wanted, 0, count);
  given = false;
  done += count;
  characters = static_cast<unsigned>(count);
  if (!same) return rest(mt::kCompareError);
  if (done < frames.size()) ask();
}

// The record ends where the program gives no more words.
void Tm10::Logic::writeWord() {
  if (given && done + framesPerWord() <= MagTapeImage::kMostFrames) {
    given = false;
    spread(buffer);
    done = fresh.size();
    characters = static_cast<unsigned>(framesPerWord());
    ask();
    return in(Stage::Word, frame(done));
  }
  if (!functionStop) flags |= mt::kDataMissed;
  if (!fresh.empty()) return in(Stage::RecordEnds, frame(done + checkFrames()));
  transport()->passed(transport()->next(), 0, false);  // nothing was written
  finish();
}

void Tm10::Logic::putOnTape(MagTapeTransport& t) {
  TapeObject o;
  if (writing())
    o.frames = std::move(fresh);
  else if (variant())
    o = {TapeObjectKind::Gap, false, {}, static_cast<std::uint32_t>(3 * framesPerInch())};
  else
    o.kind = TapeObjectKind::Mark;
  fresh.clear();
  if (kind() == mt::Mark && !variant()) flags |= mt::kTapeMark;
  const std::int64_t distance = o.kind == TapeObjectKind::Gap ? ahead : t.gap() / 2 + ahead + lengthOf(o);
  const std::size_t at = t.next();
  t.tape().write(at, std::move(o));
  t.passed(at + 1, distance, false);
}

void Tm10::Logic::recordEnds() {
  MagTapeTransport& t = *transport();
  if (writing() || kind() == mt::Mark) {
    putOnTape(t);
    return finish();
  }
  const TapeObject& o = object();
  const bool record = o.kind == TapeObjectKind::Record;
  const bool data = kind() == mt::Read || kind() == mt::Compare;
  t.passed(reverse() ? target : target + 1, t.gap() / 2 + ahead + lengthOf(o), reverse());
  if (data && o.bad) flags |= mt::kParityError;
  if (data && wordLeft) flags |= mt::kDataMissed;
  wordLeft = false;
  if (goesOn()) {
    if (kind() == mt::Compare && !given) ask();
    return beginMotion();
  }
  if (data && record && !idle && (!functionStop || given)) flags |= mt::kLengthWrong;
  finish();
}

bool Tm10::Logic::goesOn() const {
  const bool lastWord = functionStop && !(kind() == mt::Compare && given);
  if (object().kind == TapeObjectKind::Mark || lastWord || idle) return false;
  if (reverse() && transport()->next() == 0) return false;
  if (kind() == mt::Read || kind() == mt::Compare) return variant();
  return variant() || !dataRequest;
}

void Tm10::Logic::finish() {
  clock.cancel(operation);
  stage = Stage::Free;
  flags |= mt::kJobDone;
  if (kind() != mt::Read) dataRequest = false;
  if (!waiting) return;
  const std::uint32_t next = *waiting;
  waiting.reset();
  load(next);
}

void Tm10::Logic::unitChanged(unsigned n, bool replaced) {
  if (n != unit || stage == Stage::Free || stage == Stage::Hangs) return;
  if (stage == Stage::WaitsForIdle && transport() != nullptr)
    in(stage, std::max(clock.now(), transport()->restsAt()));
  else if (replaced || transport() == nullptr)
    in(Stage::Hangs, clock.now() + mt::kHungAfter);
  update();
}

// I/O reset. A record that is being written ends here, and cannot be read.
void Tm10::Logic::breakOff() {
  clock.cancel(operation);
  MagTapeTransport* t = transport();
  if (t != nullptr && stage >= Stage::FirstFrame) {
    if (writing() && !fresh.empty()) {
      const std::size_t at = t->next();
      t->tape().write(at, {TapeObjectKind::Record, true, std::move(fresh), 0});
      t->passed(at + 1, ahead, false);
    } else if (stage > Stage::FirstFrame && stage != Stage::BlankEnds && kind() != mt::Mark) {
      t->passed(reverse() ? target : target + 1, ahead, reverse());  // inferred: it runs to the end of the record
    }
  }
  fresh.clear();
  stage = Stage::Free;
}

// Frames of a word, the first with the highest bits.
Word36 Tm10::Logic::assembled(const std::vector<std::uint8_t>& frames, std::size_t from, std::size_t count) const {
  const bool seven = transport()->sevenTrack();
  std::uint64_t w = 0;
  for (std::size_t n = 0; n < count; ++n) {
    const std::uint64_t f = frames[from + n];
    if (seven)
      w |= (f & 077) << (30 - 6 * n);
    else
      w |= n < 4 ? (f & 0377) << (28 - 8 * n) : f & 017;
  }
  return Word36{w};
}

void Tm10::Logic::spread(Word36 w) {
  const bool seven = transport()->sevenTrack();
  for (std::size_t n = 0; n < framesPerWord(); ++n) {
    if (!seven) {
      fresh.push_back(static_cast<std::uint8_t>(n < 4 ? w.bits() >> (28 - 8 * n) & 0377 : w.bits() & 017));
      continue;
    }
    auto f = static_cast<std::uint8_t>(w.bits() >> (30 - 6 * n) & 077);
    if (parityWrong(f)) f |= kParityTrack;
    fresh.push_back(f);
  }
}

bool Tm10::Logic::parityWrong(std::uint8_t f) const {
  const bool odd = (conditions & kOddParity) != 0;
  if (!transport()->sevenTrack()) return !odd;
  return (std::popcount(static_cast<unsigned>(f & 0177)) % 2 != 0) != odd;
}

}  // namespace utah10

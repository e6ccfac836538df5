// Translates one trace: what the families of instructions (families.hpp) use to write their code.
//
// An instruction is executed whole or not at all. Its code first computes and checks, changing nothing, and where a
// check fails goes to the exit for its beginning, which leaves the complete state there; then come its stores. So the
// interpreter can continue at any exit.
//
//   rsi E    rdx where E lies in core    rdi operand    r8 accumulator    r9 result    rax rcx r10 r11 scratch
#pragma once

#include <deque>
#include <optional>

#include "machine/translate/box_clock.hpp"
#include "machine/translate/routines.hpp"

namespace utah10::translate {

inline const x86::Gp kE = x86::rsi;
inline const x86::Gp kReal = x86::rdx;
inline const x86::Gp kOperand = x86::rdi;
inline const x86::Gp kAc = x86::r8;
inline const x86::Gp kResult = x86::r9;

// A virtual address that an instruction uses, and where it was when the trace was made.
struct Place {
  enum class Kind : std::uint8_t {
    Fast,     // an accumulator
    Fixed,    // the address is part of the instruction: its page is checked when the trace is entered
    SameBox,  // the address is computed; checked to be in this box
    AnyBox    // its box is known only when the code runs
  } kind = Kind::Fast;
  std::uint32_t va = 0;
  std::uint32_t real = 0;
  std::size_t box = 0;
  Rights need;
  bool constant = false;  // the address is part of the instruction
  std::size_t slot = 0;   // of AnyBox: in TranslatedRun
};

class Block {
 public:
  using Segment = Duration TimingProfile::*;

  Block(Processor& processor, const Routines& routines, asmjit::CodeHolder& code, Trace& trace, std::uint32_t pc);

  // ---- before the code of a step: can it be translated? ----
  // `varies`: its words were found in different pages or boxes. Before all else.
  void plan(bool varies);
  std::optional<Place> placeOf(std::uint32_t va, bool computed, Rights need);
  // Where the address part of the instruction leads; nothing if it cannot be translated.
  std::optional<Place> operandOf(const Step& s, Rights need);
  bool canFetch(const Step& s);                                      // and address
  static bool computesE(const Step& s) { return !s.word.direct(); }  // it is then in kE

  // ---- computing and checking ----
  void begin(const Step& s);  // with the fetch
  void address(const Step& s);
  void spend(Segment segment, int times = 1) { clock_.now += (p.timing.*segment).count() * times; }
  void execute(const Step& s) { clock_.now += p.phase[s.word.opcode()].count(); }
  void loadAc(const Step& s, const x86::Gp& to);  // with its time
  // The address in E (or `va`) to the place; nothing to do if it is part of the instruction.
  void locate(const Place& at, const x86::Gp& va = kE);
  void read(const Place& at, Segment before, Segment after, const x86::Gp& to = kOperand);
  // `markKnown`: the step has read the word, which therefore has no mark.
  void requestWrite(const Place& at, Segment before, Segment after, bool markKnown = false);
  void readPause(const Place& at);
  void requestRestart(const Place& at);
  void checkNot(const Place& other);  // the place located last is not this one
  const asmjit::Label& exit();        // where a failed check goes
  void checkNoByteIncrement();
  // Time passes that only the running code knows: translated.delays[n], at most `longest`. It is taken in store().
  void shift(std::size_t n, Duration longest);

  // ---- storing ---- First: the history, and what else the beginning of the instruction leaves. `memory` crossed the
  // bus last; null: the instruction, or the word that its address comes from.
  void store(const Step& s, const x86::Gp* memory);
  void setAc(std::uint32_t n, const x86::Gp& from) { a.mov(in(p, p.ac[n]), from); }
  void write(const Place& at, const x86::Gp& from);
  void storeAddressWord(std::uint32_t index, const x86::Gp& word);  // a further one after the instruction's
  void finish(const Step& s);                                       // last

  // ---- the end of a step ----
  void delay(std::int64_t longest);  // as many nanoseconds as rcx says; after finish()
  void goOn(std::uint32_t pc) { pc_ = pc & VirtualAddress::kMask; }
  // The program goes on at `pc` in this trace; if the condition holds, at `other`.
  void branch(std::uint32_t pc, x86::CondCode otherwise, std::uint32_t other);
  void jumpTo(std::uint32_t pc, const x86::Gp& target);  // computed: to `pc` in this trace
  // A JRST that goes back a few words, for the run loop's search for waiting programs: to be checked, then noted.
  void checkJumpBack(std::uint32_t to);
  void noteJumpBack(std::uint32_t to);

  std::uint32_t pc() const { return pc_; }
  // Ends the trace: the program goes on at pc().
  void end();
  // Where the trace is entered; without checks of its pages, at the beginning of the code.
  std::size_t entry() const { return code_.labelOffset(entry_); }

  Processor& p;
  x86::Assembler a;

 private:
  struct Exit {
    asmjit::Label label;
    BoxClock clock;
    std::size_t steps = 0;
    std::uint32_t pc = 0;
    bool pcInE = false;
    std::optional<std::uint64_t> ir, br;  // those of the last step, unless they are in place
    bool waited = false;                  // the wait that the next step began with is undone
    bool used = false;
  };
  struct Shift {
    std::size_t delay = 0;
    BoxClock clock;         // before it
    std::size_t waits = 0;  // box, if it is a wait
  };
  struct Horizon {
    std::size_t at = 0;        // where the code has its end,
    std::size_t budgetAt = 0;  // and the number of steps up to it
    std::size_t step = 0;      // its first step
  };

  const WindowEntry& entryOf(std::uint32_t va) const { return p.window.entry(space_, PageNo{va >> 9}); }
  static constexpr std::size_t kSlots = 0x10000;  // a box's number, from here on: that of slot 0, 1, ...
  static bool slot(std::size_t box) { return box >= kSlots; }
  static std::size_t numberOf(const Place& at) { return at.kind == Place::Kind::AnyBox ? kSlots + at.slot : at.box; }
  x86::Mem slotBox(std::size_t box) const { return in(p, p.translated.boxes[box - kSlots]); }
  // Of a slot's, rcx must be the address of the box.
  x86::Mem freeAt(std::size_t box) const;
  x86::Mem waitedOf(std::size_t box) const;
  x86::Mem cell(const Place& at) const;
  Exit& exitAt(std::uint32_t pc);
  void needPage(std::uint32_t va, std::uint32_t real, Rights need);
  void beginHorizon();
  void endHorizon(std::int64_t end);
  std::optional<Place> fixedAt(std::uint32_t va, Rights need) const;
  std::optional<Place> pointerOf(const Step& s);
  void followPointer(const Step& s);
  void locateIn(const Place& at, const x86::Gp& va);
  void needRights(const x86::Mem& rights, Rights need, const asmjit::Label& otherwise);  // rcx is lost
  void relocate(const Place& at);
  void waitAtFetch(const BoxClock::Box* box);  // null: nothing is known of it
  void use(const Place& at, Duration access);
  void notInSlots(std::size_t box);
  void waitForAny(const Place& at);
  void cycle(const Place& at, Duration access);
  void count(CycleKind kind) { ++counts_.cycles[static_cast<std::size_t>(kind)]; }
  void takeShifts();
  void tellSlots();
  void tellBoxes(const BoxClock& clock);
  bool toldAgain(std::size_t box, std::size_t shift) const;
  void countWaits(const BoxClock& clock);
  void leave(const Exit& exit);
  void chain(const Exit& exit);
  void noteMiss();
  void emitEntry();

  const Routines& routines_;
  asmjit::CodeHolder& code_;
  Trace& trace_;
  Space space_;
  BoxClock clock_;
  std::deque<Exit> exits_;
  Exit* here_ = nullptr;  // of the beginning of this step
  std::optional<Horizon> horizon_;
  asmjit::Label body_, entry_, out_;
  std::uint32_t pc_;
  std::size_t done_ = 0;  // steps translated
  bool uniform_ = true;   // all boxes take the same times
  bool varies_ = false;   // this step's words
  std::size_t slots_ = 0;
  std::size_t anyWaits_ = 0;
  StepCounts counts_;
  std::int64_t began_ = 0;
  bool waited_ = false;  // this step began with a wait
  Place fetch_;
  std::optional<std::uint64_t> ir_, br_;
  std::uint32_t index_ = 0;          // register of this step's address
  std::vector<Shift> shifts_;        // of this step
  std::vector<std::size_t> delays_;  // translated.delays[], by which the step before moved the time register
  std::int64_t unknownTime_ = 0;     // since the horizon was checked, at most
};

}  // namespace utah10::translate

// Which records of a run somebody wants: an expression over their fields.
//
//   expression  terms joined by `&` or `and`, `|` or `or` (and binds closer), `!` or `not`, parentheses
//   kinds       memory pager interrupt io event network; run: begins and ends of runs; instruction: also one that was
//               abandoned; jsys: JSYS instructions with E below 1000 (the record has the accumulators: the arguments)
//   pc A        pc A-B        an address or a range; addresses are octal or symbols, LOOP, LOOP+3
//   user exec   level N       process N (octal)       mode, PI level and process of the instruction
//   opcode X                  a mnemonic (MOVE, CONO), or octal
//   jsys N                    by number (octal) or name
//   device D                  io of a device, by name or code, and the clock's events of that name ("tty":
//   "tty.output") blki datai blko datao cono coni consz conso address A[-B]             virtual address of a memory
//   reference, or of a pager's reload or trap read write fetch          memory references of that kind; indirect words
//   and map words are read fault     fault REASON    traps of the pager; reasons are the words of pager_names.hpp
//   reload                    associative registers loaded
//   time T1-T2  time T1-      from 1.5s to 2s, both included; of an instruction, its end
//   wire N                    messages of one host interface (decimal)
//
// pc, user, exec, level, process, opcode and jsys N look at instructions; a record of another kind has what the
// instruction has that it belongs to: the next one that ends, is abandoned, or is interrupted before it began. The
// latter two have level and process of the instruction before them, and one that was interrupted has no opcode. Where
// nothing is known, as for devices at work between two runs, such a term is false. Errors: one line with the place,
// counted in characters from 1.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "trace/symbols.hpp"
#include "utah10/machine/probe.hpp"
#include "utah10/trace/trace_head.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

// What the names in an expression mean; all of it may be missing.
struct FilterNames {
  const Symbols* symbols = nullptr;
  std::span<const TraceDevice> devices = {};
  std::function<std::optional<unsigned>(std::string_view)> jsys = {};  // number of a call; names in upper case
};

// The instruction a record belongs to.
struct RecordContext {
  std::uint64_t pcWord = 0;
  Word36 instruction;
  std::uint32_t e = 0;
  unsigned level = 0;
  ProcessId process = kNoProcess;
  bool fetched = false;   // `instruction` is known
  bool complete = false;  // it has ended: e is known
};

class RecordFilter {
 public:
  static Expected<RecordFilter> parse(std::string_view text, const FilterNames& names = {});
  ~RecordFilter();
  RecordFilter(RecordFilter&&) noexcept;
  RecordFilter& operator=(RecordFilter&&) noexcept;

  const std::string& text() const { return text_; }
  // True if some term looks at the instruction a record belongs to.
  bool needsContext() const;

  // `context` null: not known.
  bool wants(const InstructionRecord& record) const;
  bool wants(const AbandonRecord& record, const RecordContext* context) const;
  bool wants(const MemoryRecord& record, const RecordContext* context) const;
  bool wants(const IoRecord& record, const RecordContext* context) const;
  bool wants(const InterruptRecord& record, const RecordContext* context) const;
  bool wants(const PagerRecord& record, const RecordContext* context) const;
  bool wants(const EventRecord& record, const RecordContext* context) const;
  bool wants(const MessageRecord& record, const RecordContext* context) const;
  bool wantsRun(Instant at) const;  // started, stopped

  struct Node;

 private:
  RecordFilter(std::string text, std::unique_ptr<Node> root);
  std::string text_;
  std::unique_ptr<Node> root_;
};

// Passes what a filter wants to another probe, in the order in which it came. Records that wait for their instruction
// are passed on when it ends.
class FilteredProbe final : public Probe {
 public:
  // `to` must outlive this.
  FilteredProbe(RecordFilter filter, Probe& to);
  ~FilteredProbe() override;
  // What still waits belongs to no instruction; at the end of a stream.
  void settle();

  void instruction(const InstructionRecord& record) override;
  void abandoned(const AbandonRecord& record) override;
  void memory(const MemoryRecord& record) override;
  void io(const IoRecord& record) override;
  void interrupt(const InterruptRecord& record) override;
  void pager(const PagerRecord& record) override;
  void event(const EventRecord& record) override;
  void message(const MessageRecord& record) override;
  void started(Instant at) override;
  void stopped(Instant at, StopReason why) override;

 private:
  class Waiting;
  // The records that waited belong to this instruction (null: to none).
  void release(const RecordContext* context);
  template <class Record>
  void hold(const Record& record);

  RecordFilter filter_;
  Probe& to_;
  bool waits_;
  std::unique_ptr<Waiting> waiting_;
  unsigned level_ = 0;              // of the last instruction
  ProcessId process_ = kNoProcess;  // mapped
};

}  // namespace utah10

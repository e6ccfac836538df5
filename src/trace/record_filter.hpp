// Selects records of a run by an expression over their fields.
//
//   expression          terms joined by `&` or `and`, `|` or `or` (`and` binds more tightly than `or`), `!` or `not`,
//                       parentheses
//   memory pager interrupt io event network
//                       records of that kind
//   run                 beginning and end of each run
//   instruction         instruction records, including aborted instructions
//   jsys                JSYS instructions with E below 1000 (the record holds the accumulators: the arguments)
//   pc A  pc A-B        PC is an address, or in a range; addresses are octal or symbols: LOOP, LOOP+3
//   user  exec          mode of the instruction
//   level N             its PI level
//   process N           its process (octal)
//   opcode X            its opcode: a mnemonic (MOVE, CONO), or octal
//   jsys N              its monitor call, by number (octal) or name
//   device D            I/O of a device, by name or code, and the clock's events of that name ("tty": "tty.output")
//   blki datai blko datao cono coni consz conso
//                       I/O by function
//   address A[-B]       virtual address of a memory reference, or of a pager's reload or trap
//   read write fetch    memory references of that kind; indirect words and map words are reads
//   fault  fault REASON traps of the pager; REASON is a word listed in pager_names.hpp
//   reload              reloads of associative registers
//   time T1-T2          from 1.5s to 2s, both included; an instruction counts by its end
//   time T1-            from 1.5s to the end
//   wire N              messages of one host interface (decimal)
//
// pc, user, exec, level, process, opcode and jsys N test instructions. A record of another kind has the properties of
// the instruction it belongs to: the next one that ends, is aborted, or is interrupted before it began. In the latter
// two cases level and process are those of the instruction before, and an interrupted instruction has no opcode. If
// nothing is known, for instance about a device at work between two runs, such a term is false. Errors: one line with
// the position, counted in characters from 1.
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

// Meanings of the names in an expression; any of them may be absent.
struct FilterNames {
  const Symbols* symbols = nullptr;
  std::span<const TraceDevice> devices = {};
  std::function<std::optional<unsigned>(std::string_view)> jsys = {};  // call number; names in upper case
};

// The instruction a record belongs to.
struct RecordContext {
  PcWord pcWord;
  Instruction instruction;
  std::uint32_t e = 0;
  unsigned level = 0;
  ProcessId process = kNoProcess;
  bool fetched = false;   // `instruction` is valid
  bool complete = false;  // the instruction has ended: e is valid
};

class RecordFilter {
 public:
  static Expected<RecordFilter> parse(std::string_view text, const FilterNames& names = {});
  ~RecordFilter();
  RecordFilter(RecordFilter&&) noexcept;
  RecordFilter& operator=(RecordFilter&&) noexcept;

  const std::string& text() const { return text_; }
  // True if a term tests the instruction a record belongs to.
  bool needsContext() const;

  // A null `context` means unknown.
  bool wants(const InstructionRecord& record) const;
  bool wants(const AbandonRecord& record, const RecordContext* context) const;
  bool wants(const MemoryRecord& record, const RecordContext* context) const;
  bool wants(const IoRecord& record, const RecordContext* context) const;
  bool wants(const InterruptRecord& record, const RecordContext* context) const;
  bool wants(const PagerRecord& record, const RecordContext* context) const;
  bool wants(const EventRecord& record, const RecordContext* context) const;
  bool wants(const MessageRecord& record, const RecordContext* context) const;
  bool wantsRun(Instant at) const;  // for started and stopped

  struct Node;

 private:
  RecordFilter(std::string text, std::unique_ptr<Node> root);
  std::string text_;
  std::unique_ptr<Node> root_;
};

// Passes the records a filter selects on to another probe, in their original order. Records that wait for their
// instruction are passed on when it ends.
class FilteredProbe final : public Probe {
 public:
  // `to` must outlive the filter.
  FilteredProbe(RecordFilter filter, Probe& to);
  ~FilteredProbe() override;
  // At the end of a stream: records still waiting belong to no instruction.
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
  // The waiting records belong to this instruction (null: to none).
  void release(const RecordContext* context);
  template <class Record>
  void hold(const Record& record);

  RecordFilter filter_;
  Probe& to_;
  bool waits_;
  std::unique_ptr<Waiting> waiting_;
  unsigned level_ = 0;              // of the last instruction
  ProcessId process_ = kNoProcess;  // whose pages are mapped
};

}  // namespace utah10

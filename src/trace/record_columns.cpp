#include "trace/record_columns.hpp"

#include <fmt/format.h>

#include <optional>

#include "trace/record_text.hpp"
#include "trace/time_text.hpp"
#include "utah10/machine/ka10.hpp"
#include "word/format.hpp"

namespace utah10 {

namespace {

// The fields of a record that columns show.
struct Facts {
  Instant at{};
  std::optional<Duration> length{}, waited{};
  std::optional<unsigned> level{};
  std::optional<ProcessId> process{};
  std::optional<bool> user{};
  std::optional<PcWord> pcWord{};
  std::optional<Word36> instruction{}, ac{}, data{}, datum{};
  std::optional<std::uint32_t> e{};
  std::optional<VirtualAddress> address{};
  std::optional<PhysicalAddress> physical{};
  const std::array<Word36, 16>* all = nullptr;
};

struct FactsOf {
  Facts operator()(const InstructionRecord* r) const {
    Facts f{.at = r->entry.began, .length = r->ended - r->entry.began, .level = r->level, .process = r->process};
    pc(f, r->entry.pcWord);
    f.instruction = r->entry.instruction.word();
    f.ac = r->entry.accumulator;
    f.data = r->entry.data;
    f.e = r->entry.e;
    f.all = &r->ac;
    return f;
  }
  Facts operator()(const AbandonRecord* r) const {
    Facts f{.at = r->at};
    pc(f, r->pcWord);
    if (!r->fetching) f.instruction = r->instruction.word();
    return f;
  }
  Facts operator()(const MemoryRecord* r) const {
    return {.at = r->at,
            .length = r->length,
            .waited = r->waited,
            .user = r->user,
            .datum = r->word,
            .address = r->virtualAddress,
            .physical = r->physicalAddress};
  }
  Facts operator()(const IoRecord* r) const { return {.at = r->at, .datum = r->word}; }
  Facts operator()(const InterruptRecord* r) const {
    Facts f{.at = r->at, .level = r->level};
    pc(f, r->pcWord);
    return f;
  }
  Facts operator()(const PagerRecord* r) const {
    Facts f{.at = r->at, .length = r->length, .process = r->process};
    if (r->kind == PagerAction::Reload || r->kind == PagerAction::Trap) {
      f.user = r->space != Space::Exec;
      f.address = r->virtualAddress;
    }
    return f;
  }
  Facts operator()(const EventRecord* r) const { return {.at = r->at}; }
  Facts operator()(const MessageRecord* r) const { return {.at = r->at, .length = r->length}; }
  Facts operator()(const RunRecord* r) const { return {.at = r->at}; }

 private:
  static void pc(Facts& f, PcWord pcWord) {
    f.pcWord = pcWord;
    f.user = pcWord.user();
  }
};

std::int64_t nanosecondsOf(Instant t) { return (t - kPowerOn).count(); }

// What a cell is computed from: the record's fields, the record itself, names.
struct Source {
  Facts facts;
  const RecordView& view;
  const RecordNames& names;
};

std::string timeCell(const Source& s) { return microsecondsText(s.facts.at); }
std::string nsCell(const Source& s) { return fmt::format("{}", nanosecondsOf(s.facts.at)); }
std::string kindCell(const Source& s) { return std::string{recordKindName(s.view.index())}; }
std::string whatCell(const Source& s) { return recordWhat(s.view); }
std::string nameCell(const Source& s) { return recordName(s.view, s.names); }
std::string processCell(const Source& s) { return s.facts.process ? fmt::format("{:o}", *s.facts.process) : ""; }
std::string levelCell(const Source& s) { return s.facts.level ? fmt::format("{}", *s.facts.level) : ""; }
std::string modeCell(const Source& s) { return !s.facts.user ? "" : *s.facts.user ? "user" : "exec"; }
std::string pcCell(const Source& s) { return s.facts.pcWord ? fmt::format("{}", s.facts.pcWord->pc()) : ""; }
std::string flagsCell(const Source& s) { return s.facts.pcWord ? fmt::format("{:06o}", s.facts.pcWord->flags()) : ""; }
std::string symbolCell(const Source& s) {
  return s.facts.pcWord ? s.names.label(s.facts.pcWord->pc(), *s.facts.user) : "";
}
std::string lineCell(const Source& s) {
  return s.facts.pcWord ? s.names.sourceLine(s.facts.pcWord->pc(), *s.facts.user) : "";
}
std::string wordCell(const Source& s) { return s.facts.instruction ? fmt::format("{}", *s.facts.instruction) : ""; }
std::string insnCell(const Source& s) {
  return s.facts.instruction ? s.names.instruction(*s.facts.instruction, s.facts.user.value_or(false)) : "";
}
std::string textCell(const Source& s) { return recordText(s.view, s.names); }
std::string eCell(const Source& s) { return s.facts.e ? fmt::format("{:06o}", *s.facts.e) : ""; }
std::string esymbolCell(const Source& s) {
  return s.facts.e ? s.names.label(VirtualAddress{*s.facts.e}, s.facts.user.value_or(false)) : "";
}
std::string acCell(const Source& s) { return s.facts.ac ? fmt::format("{}", *s.facts.ac) : ""; }
std::string dataCell(const Source& s) { return s.facts.data ? fmt::format("{}", *s.facts.data) : ""; }
std::string datumCell(const Source& s) { return s.facts.datum ? fmt::format("{}", *s.facts.datum) : ""; }
std::string addressCell(const Source& s) { return s.facts.address ? fmt::format("{}", *s.facts.address) : ""; }
std::string physicalCell(const Source& s) { return s.facts.physical ? fmt::format("{}", *s.facts.physical) : ""; }
std::string lengthCell(const Source& s) { return s.facts.length ? fmt::format("{}", s.facts.length->count()) : ""; }
std::string waitedCell(const Source& s) { return s.facts.waited ? fmt::format("{}", s.facts.waited->count()) : ""; }

template <unsigned N>
std::string registerCell(const Source& s) {
  return s.facts.all != nullptr ? fmt::format("{}", (*s.facts.all)[N]) : "";
}

struct Cell {
  RecordColumn column;
  std::string (*text)(const Source&);
};

constexpr Cell kCells[] = {
    {{"time", 14, false, "microseconds since power-on; an instruction: when it began"}, timeCell},
    {{"ns", 15, true, "the same in nanoseconds, an integer"}, nsCell},
    {{"kind", -11, false, "instruction, memory, pager, interrupt, io, event, network, run, abandoned"}, kindCell},
    {{"what", -13, false, "opcode, kind of memory cycle, I/O function, fault, armed or fired ..."}, whatCell},
    {{"name", -12, false, "device of an I/O record, slot of an event, wire of a message"}, nameCell},
    {{"process", 4, false, "core page of the process's PSB, octal; 0 none"}, processCell},
    {{"level", 1, true, "PI level held"}, levelCell},
    {{"mode", -4, false, "exec or user"}, modeCell},
    {{"pc", 6, false, "address of the instruction"}, pcCell},
    {{"flags", 6, false, "left half of the PC word before it"}, flagsCell},
    {{"symbol", -12, false, "the label at or before PC"}, symbolCell},
    {{"line", -16, false, "source line of PC"}, lineCell},
    {{"word", 12, false, "the instruction, octal"}, wordCell},
    {{"insn", -24, false, "the instruction in symbolic form"}, insnCell},
    {{"text", -28, false, "what happened, in one line"}, textCell},
    {{"e", 6, false, "effective address"}, eCell},
    {{"esymbol", -12, false, "the label at or before E"}, esymbolCell},
    {{"ac", 12, false, "the accumulator the instruction names, after it"}, acCell},
    {{"data", 12, false, "last word that crossed the memory bus for the instruction"}, dataCell},
    {{"datum", 12, false, "word of a memory cycle or of a transfer"}, datumCell},
    {{"address", 6, false, "virtual address of a memory cycle or a pager's record"}, addressCell},
    {{"physical", 8, false, "its physical address"}, physicalCell},
    {{"length", 9, true, "nanoseconds it took"}, lengthCell},
    {{"waited", 9, true, "nanoseconds that a memory cycle waited for the box"}, waitedCell},
    {{"ac0", 12, false, "accumulators after the instruction"}, registerCell<0>},
    {{"ac1", 12}, registerCell<1>},
    {{"ac2", 12}, registerCell<2>},
    {{"ac3", 12}, registerCell<3>},
    {{"ac4", 12}, registerCell<4>},
    {{"ac5", 12}, registerCell<5>},
    {{"ac6", 12}, registerCell<6>},
    {{"ac7", 12}, registerCell<7>},
    {{"ac10", 12}, registerCell<8>},
    {{"ac11", 12}, registerCell<9>},
    {{"ac12", 12}, registerCell<10>},
    {{"ac13", 12}, registerCell<11>},
    {{"ac14", 12}, registerCell<12>},
    {{"ac15", 12}, registerCell<13>},
    {{"ac16", 12}, registerCell<14>},
    {{"ac17", 12}, registerCell<15>},
};

constexpr auto kColumns = [] {
  std::array<RecordColumn, std::size(kCells)> columns;
  for (std::size_t i = 0; i < columns.size(); ++i) columns[i] = kCells[i].column;
  return columns;
}();

std::string allNames() {
  std::string names;
  for (const RecordColumn& c : kColumns) names += fmt::format("{}{}", names.empty() ? "" : " ", c.name);
  return names;
}

}  // namespace

std::span<const RecordColumn> recordColumns() { return kColumns; }

std::string recordCell(std::size_t column, const RecordView& view, const RecordNames& names) {
  return kCells[column].text({std::visit(FactsOf{}, view), view, names});
}

Expected<std::vector<std::size_t>> parseColumns(std::string_view list) {
  std::vector<std::size_t> columns;
  for (;;) {
    const std::size_t comma = list.find(',');
    const std::string_view name = list.substr(0, comma);
    std::size_t i = 0;
    while (i < kColumns.size() && kColumns[i].name != name) ++i;
    if (i == kColumns.size())
      return fail("columns", fmt::format("\"{}\" is not a column", name), "columns are " + allNames());
    columns.push_back(i);
    if (comma == std::string_view::npos) return columns;
    list.remove_prefix(comma + 1);
  }
}

std::string columnHelp() {
  std::string text;
  for (const RecordColumn& c : kColumns)
    if (!c.help.empty()) text += fmt::format("  {:<9} {}\n", c.name == "ac0" ? "ac0-ac17" : c.name, c.help);
  return text;
}

}  // namespace utah10

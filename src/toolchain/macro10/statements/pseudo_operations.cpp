// The table of pseudo-operations: names, functions, and where each may stand.
#include <array>

#include "toolchain/macro10/statements/statements.hpp"
#include "toolchain/macro10/symbols/operators.hpp"

namespace utah10::macro10 {

namespace {

template <class>
struct PartOf;
template <class Part, class... Arguments>
struct PartOf<void (Part::*)(Arguments...)> {
  using type = Part;
};

// Calls a member function of the part of the statements that has it.
template <auto kRoutine, auto... kArguments>
void run(Statements& s) {
  (s.part<typename PartOf<decltype(kRoutine)>::type>().*kRoutine)(kArguments...);
}

bool zero(std::int64_t n) { return n == 0; }
bool notZero(std::int64_t n) { return n != 0; }
bool positive(std::int64_t n) { return n > 0; }
bool notPositive(std::int64_t n) { return n <= 0; }
bool negative(std::int64_t n) { return n < 0; }
bool notNegative(std::int64_t n) { return n >= 0; }

// Where a pseudo-operation may stand.
enum class Use : std::uint8_t {
  Data,         // anywhere; it makes words, also as an operand
  NoData,       // not as an operand
  NotInLiteral  // nor in a literal, where it is skipped
};
struct PseudoRow {
  std::string_view name;
  AssembleFunction assemble;
  Use use;
  unsigned since = 47;
  unsigned until = 99;
};

constexpr PseudoRow kRows[] = {
    {"ARRAY", run<&Declarations::arrays>, Use::NotInLiteral},
    {"ASCII", run<&DataStatements::ascii, AsciiText::Open>, Use::Data},
    {"ASCIZ", run<&DataStatements::ascii, AsciiText::ZeroEnded>, Use::Data},
    {"ASSIGN", run<&LoaderStatements::assign>, Use::NoData, 47, 50},
    {".ASSIG", run<&LoaderStatements::assign>, Use::NoData, 50},
    {"ASUPPR", run<&Declarations::suppressAll>, Use::NoData},
    {"BLOCK", run<&CounterStatements::block>, Use::NotInLiteral},
    {"BYTE", run<&DataStatements::byte>, Use::Data},
    {"COMMEN", run<&DataStatements::ascii, AsciiText::Comment>, Use::Data},
    {".COMMO", run<&LoaderStatements::common>, Use::NotInLiteral, 50},
    {".CREF", run<&ListingStatements::cref, false>, Use::NotInLiteral},
    {"DEC", run<&DataStatements::words, 10U>, Use::Data},
    {"DEFINE", run<&MacroDefinitions::define>, Use::NoData},
    {"DEPHAS", run<&CounterStatements::dephase>, Use::NotInLiteral},
    {".DIREC", run<&ProgramStatements::directive>, Use::NotInLiteral, 50},
    {"END", run<&ProgramStatements::end, ProgramChange::End>, Use::NotInLiteral},
    {"ENTRY", run<&Declarations::interns, kInternal | kEntry>, Use::NoData},
    {"EXP", run<&DataStatements::exp>, Use::Data},
    {"EXTERN", run<&Declarations::externs>, Use::NoData},
    {"HISEG", run<&CounterStatements::segment, false>, Use::NotInLiteral},
    {".HWFRM", run<&ListingStatements::halfForm, true>, Use::NoData},
    {".MFRMT", run<&ListingStatements::halfForm, false>, Use::NoData},
    {"IF1", run<&Conditionals::pass, true>, Use::Data},
    {"IF2", run<&Conditionals::pass, false>, Use::Data},
    {"IFB", run<&Conditionals::blank, true>, Use::Data},
    {"IFNB", run<&Conditionals::blank, false>, Use::Data},
    {"IFDEF", run<&Conditionals::defined, true>, Use::Data},
    {"IFNDEF", run<&Conditionals::defined, false>, Use::Data},
    {"IFDIF", run<&Conditionals::same, false>, Use::Data},
    {"IFIDN", run<&Conditionals::same, true>, Use::Data},
    {"IFE", run<&Conditionals::number, zero>, Use::Data},
    {"IFG", run<&Conditionals::number, positive>, Use::Data},
    {"IFGE", run<&Conditionals::number, notNegative>, Use::Data},
    {"IFL", run<&Conditionals::number, negative>, Use::Data},
    {"IFLE", run<&Conditionals::number, notPositive>, Use::Data},
    {"IFN", run<&Conditionals::number, notZero>, Use::Data},
    {".IF", run<&Conditionals::attribute, true>, Use::Data, 50},
    {".IFN", run<&Conditionals::attribute, false>, Use::Data, 53},
    {"INTEGE", run<&Declarations::integers>, Use::NotInLiteral},
    {"INTERN", run<&Declarations::interns, kInternal>, Use::NoData},
    {"IOWD", run<&DataStatements::iowd>, Use::Data},
    {"IRP", run<&MacroCalls::irp, false>, Use::Data},
    {"IRPC", run<&MacroCalls::irp, true>, Use::Data},
    {"LALL", run<&ListingStatements::listExpansions>, Use::NotInLiteral},
    {"LINK", run<&LoaderStatements::link, false>, Use::NotInLiteral, 50},
    {".LINK", run<&LoaderStatements::link, false>, Use::NotInLiteral, 50},
    {"LIST", run<&ListingStatements::list>, Use::NotInLiteral},
    {"LIT", run<&CounterStatements::literals>, Use::NotInLiteral},
    {"LNKEND", run<&LoaderStatements::link, true>, Use::NotInLiteral, 50},
    {".LNKEN", run<&LoaderStatements::link, true>, Use::NotInLiteral, 50},
    {"LOC", run<&CounterStatements::moveTo, CounterMode::Absolute>, Use::NotInLiteral},
    {"MLOFF", run<&ListingStatements::multiWordLiterals, false>, Use::NoData},
    {"MLON", run<&ListingStatements::multiWordLiterals, true>, Use::NoData},
    {".NODDT", run<&Declarations::flagOperands, kNoDdt>, Use::NoData, 50},
    {"NOSYM", run<&ListingStatements::noSymbols>, Use::NoData},
    {"OCT", run<&DataStatements::words, 8U>, Use::Data},
    {"OPDEF", run<&Statements::opdef>, Use::NoData},
    {"ORG", run<&CounterStatements::moveTo, CounterMode::OfValue>, Use::NotInLiteral, 47, 50},
    {".ORG", run<&CounterStatements::moveTo, CounterMode::OfValue>, Use::NotInLiteral, 50},
    {"PAGE", run<&ListingStatements::page>, Use::NoData},
    {"PASS2", run<&ProgramStatements::passTwo>, Use::NotInLiteral},
    {"PHASE", run<&CounterStatements::phase>, Use::NotInLiteral},
    {"POINT", run<&DataStatements::point>, Use::Data},
    {"PRGEND", run<&ProgramStatements::end, ProgramChange::NextProgram>, Use::NotInLiteral},
    {"PRINTX", run<&ListingStatements::printx>, Use::NoData},
    {".PSECT", run<&ProgramStatements::programSection>, Use::NoData, 53},
    {".ENDPS", run<&ProgramStatements::programSection>, Use::NoData, 53},
    {"PURGE", run<&Declarations::purge>, Use::NoData},
    {"RADIX", run<&ProgramStatements::radix>, Use::NoData},
    {"RADIX5", run<&DataStatements::radix50>, Use::Data},
    {"SQUOZE", run<&DataStatements::radix50>, Use::Data},
    {"RELOC", run<&CounterStatements::moveTo, CounterMode::Relocatable>, Use::NotInLiteral},
    {"REMARK", run<&ListingStatements::remark>, Use::NotInLiteral},
    {"REPEAT", run<&Conditionals::repeat>, Use::NoData},
    {".REQUE", run<&LoaderStatements::request, RelType::RequestLibrary>, Use::NotInLiteral},
    {".REQUI", run<&LoaderStatements::request, RelType::RequestLoad>, Use::NotInLiteral},
    {"RIM", run<&LoaderStatements::tape, TapeFormat::Rim>, Use::NotInLiteral},
    {"RIM10", run<&LoaderStatements::tape, TapeFormat::Rim10>, Use::NotInLiteral},
    {"RIM10B", run<&LoaderStatements::tape, TapeFormat::Rim10b>, Use::NotInLiteral},
    {"SALL", run<&ListingStatements::suppressExpansions, true>, Use::NotInLiteral},
    {"SEARCH", run<&Declarations::search>, Use::NotInLiteral},
    {"SIXBIT", run<&DataStatements::sixbit>, Use::Data},
    {"STOPI", run<&MacroCalls::stopIrp>, Use::NoData},
    {"SUBTTL", run<&ListingStatements::subtitle>, Use::NoData},
    {"SUPPRE", run<&Declarations::flagOperands, kSuppressed>, Use::NoData},
    {"SYN", run<&Declarations::syn>, Use::NoData},
    {"TAPE", run<&ProgramStatements::tape>, Use::NotInLiteral},
    {".TEXT", run<&DataStatements::textBlock>, Use::Data, 50},
    {"TITLE", run<&ProgramStatements::title, false>, Use::NoData},
    {"TWOSEG", run<&CounterStatements::segment, true>, Use::NotInLiteral},
    {"UNIVER", run<&ProgramStatements::title, true>, Use::NoData},
    {"VAR", run<&CounterStatements::variables>, Use::NotInLiteral},
    {"XALL", run<&ListingStatements::suppressExpansions, false>, Use::NotInLiteral},
    {".XCREF", run<&ListingStatements::cref, true>, Use::NotInLiteral},
    {"XLIST", run<&ListingStatements::listNothing>, Use::NotInLiteral},
    {"XPUNGE", run<&Declarations::xpunge>, Use::Data},
    {"XWD", run<&DataStatements::xwd>, Use::Data},
};

constexpr auto builtIns() {
  std::array<BuiltIn, std::size(kRows)> list{};
  for (std::size_t i = 0; i < list.size(); ++i) {
    const PseudoRow& r = kRows[i];
    list[i] = {r.name, r.assemble, 0, false, r.use == Use::NotInLiteral, r.use != Use::Data, r.since, r.until};
  }
  return list;
}
constexpr auto kBuiltIns = builtIns();

}  // namespace

std::span<const BuiltIn> pseudoOperations() { return kBuiltIns; }

}  // namespace utah10::macro10

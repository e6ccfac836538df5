// The table of TENEX's monitor calls.
#include "trace/jsys_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "trace/jsys_table.hpp"
#include "utah10/word/isa.hpp"
#include "word/letters.hpp"

namespace utah10 {

namespace {

struct TypeName {
  std::string_view name;
  JsysType type;
};

constexpr TypeName kTypes[] = {
    {"octal", JsysType::Octal},
    {"halves", JsysType::Halves},
    {"number", JsysType::Number},
    {"char", JsysType::Character},
    {"address", JsysType::Address},
    {"des", JsysType::Designator},
    {"jfn", JsysType::Jfn},
    {"text", JsysType::Text},
    {"pointer", JsysType::Pointer},
    {"fork", JsysType::Fork},
    {"page", JsysType::PageIdent},
    {"device", JsysType::Device},
    {"date", JsysType::Date},
    {"error", JsysType::Error},
    {"sixbit", JsysType::Sixbit},
    {"channels", JsysType::Channels},
    {"get", JsysType::GetFlags},
    {"open", JsysType::OpenFlags},
    {"close", JsysType::CloseFlags},
    {"closeall", JsysType::CloseAll},
    {"map", JsysType::MapFlags},
    {"access", JsysType::AccessFlags},
    {"status", JsysType::FileStatus},
    {"cfork", JsysType::ForkFlags},
    {"fstatus", JsysType::ForkStatus},
    {"nout", JsysType::NumberFormat},
    {"namesource", JsysType::NameSource},
};

consteval JsysType typeOf(std::string_view name) {
  for (const TypeName& t : kTypes)
    if (t.name == name) return t.type;
  throw "unknown type";
}

consteval JsysFields fieldsOf(std::string_view text) {
  JsysFields fields;
  while (!text.empty()) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    fields.all[fields.count++] = {static_cast<std::uint8_t>(text[0] - '0'), typeOf(text.substr(2, blank - 2))};
    text.remove_prefix(std::min(blank + 1, text.size()));
  }
  return fields;
}

consteval JsysReturns returnsOf(std::string_view word) {
  if (word.starts_with("skip")) return JsysReturns::Skip;
  if (word == "answer") return JsysReturns::Answer;
  return word == "never" ? JsysReturns::Never : JsysReturns::One;
}

consteval std::uint8_t errorAcOf(std::string_view word) {
  if (!word.starts_with("skip")) return 0;
  return word == "skip" ? std::uint8_t{1} : static_cast<std::uint8_t>(word.back() - '0');
}

constexpr std::size_t kCallCount = std::size(kJsysRows);

consteval std::array<JsysCall, kCallCount> callTable() {
  std::array<JsysCall, kCallCount> table{};
  for (std::size_t i = 0; i < kCallCount; ++i) {
    const JsysRow& r = kJsysRows[i];
    table[i] = {r.number,
                r.name,
                fieldsOf(r.arguments),
                fieldsOf(r.results),
                returnsOf(r.returns),
                errorAcOf(r.returns),
                !r.returns.empty()};
  }
  return table;
}

constexpr std::array<JsysCall, kCallCount> kCallTable = callTable();

}  // namespace

std::span<const JsysCall> jsysCalls() { return kCallTable; }

std::optional<std::uint32_t> jsysNumber(Instruction instruction, std::uint32_t e) {
  if (groupOf(instruction) != Group::Jsys || e >= 01000) return std::nullopt;
  return e;
}

bool restoresTo(Instruction instruction, std::uint32_t e, VirtualAddress pc) {
  return groupOf(instruction) == Group::Jrst && instruction.acHas(kJrstRestoreFlags) && e == pc.bits();
}

const JsysCall* jsysCall(std::uint32_t number) {
  const auto row = std::ranges::lower_bound(kCallTable, number, {}, &JsysCall::number);
  return row != kCallTable.end() && row->number == number ? &*row : nullptr;
}

const JsysCall* jsysCall(std::string_view name) {
  const auto same = [&](const JsysCall& c) { return sameWord(c.name, name); };
  const auto row = std::ranges::find_if(kCallTable, same);
  return row != kCallTable.end() ? &*row : nullptr;
}

std::string jsysName(std::uint32_t number) {
  const JsysCall* call = jsysCall(number);
  return call ? std::string{call->name} : fmt::format("JSYS {:o}", number);
}

}  // namespace utah10

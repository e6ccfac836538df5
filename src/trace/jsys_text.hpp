// Arguments and results of a monitor call in words: "1=JFN 3, 2=7-bit|read", "1=\"FOO.TXT\"".
//
// Designators show what they are, byte pointers the string they point at when memory can be looked at, bits their
// names; accumulators are octal before the equals sign, counts decimal with a point.
#pragma once

#include <array>
#include <string>

#include "trace/jsys_names.hpp"
#include "trace/memory_peek.hpp"

namespace utah10 {

// Accumulators and space of the caller.
struct JsysContext {
  const std::array<Word36, 16>& ac;
  bool user = true;
  ProcessId process = kNoProcess;
  const MemoryPeek& peek;  // may be empty
};

struct JsysText {
  std::string text;
  bool unseen = false;  // a string is not shown because memory could not be looked at
};

JsysText jsysFieldText(JsysField field, const JsysContext& context);
// Of a call that has a description; AC 1 to 3 in octal of any other.
JsysText jsysArguments(std::uint32_t number, const JsysContext& context);
// What it returned: results at success, the error's name after an error. `returned` is 1 for +1.
std::string jsysResults(std::uint32_t number, unsigned returned, const JsysContext& context);
// The error a call has returned, by name or as its octal code; empty: it has returned none.
std::string jsysError(std::uint32_t number, unsigned returned, const std::array<Word36, 16>& ac);

}  // namespace utah10

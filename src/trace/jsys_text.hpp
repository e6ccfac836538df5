// Describes arguments and results of a monitor call: "1=JFN 3, 2=7-bit|read", "1=\"FOO.TXT\"".
//
// Designators show what they designate, byte pointers the string they point to if memory can be read, bits their names;
// accumulator numbers are octal, counts decimal with a point.
#pragma once

#include <array>
#include <string>

#include "trace/jsys_names.hpp"
#include "trace/memory_peek.hpp"

namespace utah10 {

// The caller's accumulators and address space.
struct JsysContext {
  const std::array<Word36, 16>& ac;
  bool user = true;
  ProcessId process = kNoProcess;
  const MemoryPeek& peek;  // may be empty
};

struct JsysText {
  std::string text;
  bool unseen = false;  // a string is missing because memory could not be read
};

JsysText jsysFieldText(JsysField field, const JsysContext& context);
// For a call with a description; for any other, AC 1 to 3 in octal.
JsysText jsysArguments(std::uint32_t number, const JsysContext& context);
// Results on success, the error's name after an error. `returned` is 1 for +1.
std::string jsysResults(std::uint32_t number, unsigned returned, const JsysContext& context);
// The error that a call returned, by name or as its octal code; empty if it returned none.
std::string jsysError(std::uint32_t number, unsigned returned, const std::array<Word36, 16>& ac);

}  // namespace utah10

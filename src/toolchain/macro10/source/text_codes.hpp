// Stored text of macros, arguments, REPEATs and IRPs: 7-bit characters with escapes.
//
// An escape is 177 followed by a code: 1-4 end a text, 101-137 stand for dummies 1-31, 141-177 for a dummy whose
// missing argument is generated ("created"). Universal files store macros in the same form (docs/formats.md, "Universal
// files").
#pragma once

#include <memory>
#include <string>

namespace utah10::macro10 {

inline constexpr int kEscape = 0177;
inline constexpr int kEndMacro = 1;
inline constexpr int kEndArgument = 2;
inline constexpr int kEndRepeat = 3;
inline constexpr int kEndIrp = 4;
inline constexpr int kDummy = 0100;   // plus the number of the dummy, from 1
inline constexpr int kCreated = 040;  // added for %names
inline constexpr unsigned kMaxDummies = 31;

// Shared because a macro may be redefined during its own expansion: the old text lives until its last reader ends.
using Text = std::shared_ptr<const std::string>;

inline std::string endOfText(int code) { return {static_cast<char>(kEscape), static_cast<char>(code)}; }

}  // namespace utah10::macro10

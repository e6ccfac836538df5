// Host errors are values: a file that cannot be read, an option that makes no sense. Conditions of the guest (NXM,
// page fault) never use these.
//
// Message shape, one line: `where: what; hint`.
#pragma once

#include <string>
#include <tl/expected.hpp>

namespace utah10 {

struct Error {
  std::string where;  // file(line), file: byte n, device name, command
  std::string what;   // what is wrong, lower case
  std::string hint;   // what to do; may be empty

  std::string text() const { return (where.empty() ? "" : where + ": ") + what + (hint.empty() ? "" : "; " + hint); }
};

template <class T>
using Expected = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(std::string where, std::string what, std::string hint = {}) {
  return tl::unexpected<Error>(Error{std::move(where), std::move(what), std::move(hint)});
}

}  // namespace utah10

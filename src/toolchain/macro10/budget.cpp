#include "toolchain/macro10/budget.hpp"

#include <fmt/format.h>

#include "toolchain/macro10/give_up.hpp"

namespace utah10::macro10 {

void Budget::exhausted() const {
  throw GiveUp{fmt::format("more than {} characters read: a REPEAT or a macro that does not end", limit_), true};
}

}  // namespace utah10::macro10

// What every part of an assembly must know about its progress.
#pragma once

namespace utah10::macro10 {

struct Pass {
  unsigned version = 50;  // of MACRO, whose rules apply: 47, 50 or 53
  bool first = true;      // pass 1 defines symbols; pass 2 outputs words
};

}  // namespace utah10::macro10

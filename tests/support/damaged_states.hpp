// Restores damaged states. A part either refuses such a state with an error, and must then take a sound one, or accepts
// it and must be able to run. Machine::restore relies on the former: after an error it puts the old state back.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

namespace utah10::test {

using StateBytes = std::vector<std::byte>;

struct DamageCounts {
  int refused = 0;
  int accepted = 0;
};

// A part under test: `restore(bytes)` gives the first error or "", `save()` the state, `run()` lets some time pass.
template <class Restore, class Save, class Run>
void restoreDamaged(DamageCounts& counts, const StateBytes& damaged, const StateBytes& sound, Restore restore,
                    Save save, Run run) {
  if (restore(damaged).empty()) {
    ++counts.accepted;
    run();
    return;
  }
  ++counts.refused;
  ASSERT_EQ(restore(sound), "") << "after a refused state";
  ASSERT_TRUE(save() == sound) << "a refused state left something behind";
}

}  // namespace utah10::test

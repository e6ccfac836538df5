// What the memo prints: CTSS, the prediction for the 645, and Multics 1.8. Times in ms, per interaction.
#pragma once

namespace utah10 {

struct MemoNumbers {
  double cpuMs = 0, swapMs = 0, totalMs = 0;                                                  // CTSS
  double firstRecentMs = 0, firstColdMs = 0;                                                  // swapping of a first use
  double imageWords = 0;                                                                      // all of which is swapped
  double predictedLeastMs = 0, predictedMostMs = 0, predictedWaitMs = 0, predictedWords = 0;  // 645
  double multicsCpuMs = 0, multicsFaults = 0, multicsFaultMs = 0, multicsTotalMs = 0;
  double variationPercent = 0;  // of CTSS from run to run, at most
};

}  // namespace utah10

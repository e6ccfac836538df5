// What asks the program to end: SIGINT (control-C), SIGQUIT (control-backslash), SIGTERM and SIGHUP. A thread of its own
// waits for them. Private to the command layer.
//
// A signal removes the temporary folders, puts the user's terminal back into its state and ends the program, as the
// signal would have done; but held ones are only noted, so that the program can keep what is finished. While one is
// noted the next one ends the program.
#pragma once

#include <termios.h>

#include <atomic>
#include <csignal>
#include <optional>
#include <thread>

namespace utah10 {

class Interruption {
 public:
  // Make it before any other thread: they inherit the blocked signals. Signals that are ignored stay so.
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  // From now on all signals are held.
  void hold() { holdAll_ = true; }
  // Number of the signal that was noted; 0: none.
  const std::atomic<int>& asked() const { return asked_; }
  // Readable from then on.
  int descriptor() const { return noted_; }

  // While a guest runs, and at the prompt, the keys that make SIGINT and SIGQUIT end nothing, once or often.
  void holdInterrupts(bool hold) { holdInterrupts_ = hold; }
  // Whether one has come since the last call.
  bool takeInterrupt() { return interrupt_.exchange(false); }

 private:
  void watch();
  void come(int signal);
  [[noreturn]] void end(int signal) const;

  sigset_t watched_{};
  sigset_t before_{};
  std::optional<termios> terminal_;
  std::atomic<bool> holdAll_ = false, holdInterrupts_ = false, interrupt_ = false;
  std::atomic<int> asked_ = 0;
  int signals_ = -1, noted_ = -1, done_ = -1;
  std::thread thread_;
};

// "SIGTERM".
const char* signalName(int signal);
// What a shell reports of a program that a signal ended.
constexpr int exitCodeOf(int signal) { return 128 + signal; }

}  // namespace utah10

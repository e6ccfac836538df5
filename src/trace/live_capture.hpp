// A capture file of messages (message_capture.hpp) written during the run: each message is in the file as soon as it
// has passed, so a file that is cut short, for instance by a kill, is readable up to there.
//
// Connected for messages only (Observers::connectForMessages), it does not slow the machine. Errors: an existing file
// is left untouched; if the disk is full, the capture ends with a single report.
#pragma once

#include <filesystem>
#include <memory>

#include "utah10/machine/probe.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

class LiveCapture final : public Probe {
 public:
  static Expected<std::unique_ptr<LiveCapture>> create(const std::filesystem::path& file);
  ~LiveCapture() override;

  void message(const MessageRecord& record) override;

  std::uint64_t messages() const { return messages_; }
  const std::filesystem::path& file() const { return path_; }
  // The error that ended the capture, if any.
  const Expected<void>& state() const { return state_; }

 private:
  struct Dump;
  LiveCapture(std::filesystem::path file, std::unique_ptr<Dump> dump);

  std::filesystem::path path_;
  std::unique_ptr<Dump> dump_;
  std::uint64_t messages_ = 0;
  Expected<void> state_;
};

}  // namespace utah10

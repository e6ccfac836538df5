#include "utah10/command/session.hpp"

#include "io_trace.hpp"
#include "ledger_session.hpp"
#include "trace_recording.hpp"
#include "profile_session.hpp"
#include "observing.hpp"

namespace utah10 {

Session::Session(Machine& machine, DeviceSet& devices, Terminal& terminal)
    : machine_(machine), devices_(devices), terminal_(terminal), observing_(std::make_unique<Observing>()) {
  devices_.console.onPrint([this](char c) {
    transcript_.print(c);
    terminal_.guest(c);
  });
}

Session::~Session() = default;

void Session::traceIo(std::unique_ptr<IoTrace> trace) {
  if (ioTrace_) ioTrace_->settle();
  ioTrace_ = std::move(trace);
}

void Session::keepLedger(std::unique_ptr<LedgerSession> ledger) { ledger_ = std::move(ledger); }

Expected<void> Session::finish() {
  auto counted = ledger_ ? ledger_->finishSeries() : Expected<void>{};
  auto flushed = devices_.flush();
  return flushed ? counted : flushed;
}
void Session::keepProfile(std::unique_ptr<SessionProfile> profile) { profile_ = std::move(profile); }

void Session::line(std::string text) {
  text += '\n';
  terminal_.write(text);
}

Expected<void> Session::perform(std::string_view text) {
  const std::string_view command = withoutComment(text);
  if (command.empty()) return {};
  const std::size_t end = std::min(command.find_first_of(" \t"), command.size());
  const auto found = findCommand(command.substr(0, end));
  if (!found) return tl::unexpected(found.error());
  Arguments arguments{command.substr(end)};
  auto done = (*found)->handler(*this, arguments);
  if (!done && done.error().where.empty()) done.error().where = (*found)->name;
  return done;
}

Expected<void> Session::performAll(std::string_view commands) {
  for (const std::string_view command : splitCommands(commands)) {
    if (auto done = perform(command); !done) return done;
    if (quitCode_) break;
  }
  return {};
}

}  // namespace utah10

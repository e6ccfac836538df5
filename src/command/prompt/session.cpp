#include "command/prompt/session.hpp"

#include <algorithm>

#include "command/look/probes.hpp"
#include "command/net/cable_ports.hpp"

namespace utah10 {

Session::Session(Machine& machine, DeviceSet& devices, Terminal& terminal)
    : machine_(machine),
      devices_(devices),
      terminal_(terminal),
      recorder_(machine, devices),
      probes_(std::make_unique<ActiveProbes>()),
      network_(std::make_unique<CablePorts>(machine, recorder_)) {
  if (HostLink* cable = devices.impCable(); cable != nullptr && cable->impEnd().empty())
    network_->offer("imp", *cable, DatagramLink::Role::Imp);
  else if (cable != nullptr)
    network_->watch("imp", *cable);
  devices_.console.onPrint([this](char c) {
    if (recorder_.printed(c)) return;
    transcript_.print(c);
    terminal_.guest(c);
  });
}

Session::~Session() = default;

Expected<void> Session::finish() {
  auto counted = probes_->ledger ? probes_->ledger->finishSeries() : Expected<void>{};
  auto flushed = devices_.flush();
  return flushed ? counted : flushed;
}

void Session::arrived() {
  stoppedBefore_.reset();
  transcript_.shorten(recorder_.printedSoFar());
  expected_ = std::min(expected_, transcript_.length());
  for (const auto& [name, tap] : probes_->lines) tap->arrived(recorder_.printedOn(name));
}

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
  if (!(*found)->readOnly) recorder_.touched();
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

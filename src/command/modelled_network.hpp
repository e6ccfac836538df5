// The network that a machine file describes: made on the machine's clock, shown by `net`, worked on by the operator.
//
// What an operator does to it (cuts a line, reads a deck in) is input: it is recorded with the keys typed, as line
// "net", and comes again at its instruction when the machine is shown again what it did.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "command/ccn_folder.hpp"
#include "command/machine_file.hpp"
#include "network/network.hpp"

namespace utah10 {

class Session;
struct RecordedInput;

class ModelledNetwork {
 public:
  // Becomes part of the machine's state. Error: a folder that cannot be used.
  static Expected<std::unique_ptr<ModelledNetwork>> make(Machine& machine, DeviceSet& devices,
                                                         const MachineDescription& description);
  ~ModelledNetwork();
  ModelledNetwork(const ModelledNetwork&) = delete;
  ModelledNetwork& operator=(const ModelledNetwork&) = delete;

  Network& network() { return *network_; }
  // The session shows it from now on, and offers the cables of hosts outside; the session must not outlive it.
  void join(Session& session);

  // What has been written for hosts' folders, and what went wrong.
  const std::vector<std::unique_ptr<CcnFolder>>& folders() const { return folders_; }

 private:
  ModelledNetwork(Machine& machine, const MachineDescription& description) : machine_(machine), d_(description) {}
  // Does what an operator's line says, when it is live or shown again.
  void perform(const RecordedInput& input);

  Machine& machine_;
  const MachineDescription& d_;
  std::vector<std::unique_ptr<CcnFolder>> folders_;
  std::unique_ptr<Network> network_;
};

// Something an operator may do to a network. Lives no longer than the text it was read from.
using NetworkAction = std::function<void()>;

// Reads an operator's action, which is done when it is called; or what is wrong with it.
//   cut A B | join A B | loss A B N | delay A B TIME | imp N down | imp N up | host NAME down | host NAME up | deck
//   HOST TERMINAL newline TEXT
Expected<NetworkAction> networkAction(Network& network, std::string_view text);

}  // namespace utah10

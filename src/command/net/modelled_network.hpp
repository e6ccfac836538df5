// The network that a machine file describes. It runs on the machine's clock; `net` shows it, and the operator can make
// parts of it fail.
//
// The operator's actions (cutting a line, reading a deck) are input: they are recorded with the keys typed, as line
// "net", and are replayed at their instructions.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "command/host/ccn_folder.hpp"
#include "command/machine_file/machine_file.hpp"
#include "network/network.hpp"

namespace utah10 {

class Connections;
class Recorder;
struct RecordedInput;

class ModelledNetwork {
 public:
  // The network becomes part of the machine's state. Error: a folder that cannot be used.
  static Expected<std::unique_ptr<ModelledNetwork>> make(Machine& machine, DeviceSet& devices,
                                                         const MachineDescription& description);
  ~ModelledNetwork();
  ModelledNetwork(const ModelledNetwork&) = delete;
  ModelledNetwork& operator=(const ModelledNetwork&) = delete;

  Network& network() { return *network_; }
  // Adds the views and the cables of external hosts; the recorder replays the operator's actions. Neither must outlive
  // the network.
  void join(Connections& connections, Recorder& recorder) { join(connections, recorder, {network_.get()}); }
  // The same, of a network that is cut into parts (network/partition.hpp), this one among them.
  void join(Connections& connections, Recorder& recorder, std::vector<Network*> parts);

  // The folders of hosts, with counts of files written and failures.
  const std::vector<std::unique_ptr<CcnFolder>>& folders() const { return folders_; }

 private:
  ModelledNetwork(Machine& machine, const MachineDescription& description) : machine_(machine), d_(description) {}
  // Performs an operator's action, live or replayed.
  void perform(const RecordedInput& input);

  Machine& machine_;
  const MachineDescription& d_;
  std::vector<std::unique_ptr<CcnFolder>> folders_;
  std::unique_ptr<Network> network_;
  std::vector<Network*> parts_;
};

// An operator's action on a network. Must not outlive the text it was parsed from.
using NetworkAction = std::function<void()>;

// Parses an operator's action; calling the result performs it.
//   cut A B | join A B | loss A B N | delay A B TIME | imp N down | imp N up | host NAME down | host NAME up | deck
//   HOST TERMINAL newline TEXT
Expected<NetworkAction> networkAction(Network& network, std::string_view text);
// The same on a network that is cut into parts: in each part that the action concerns.
Expected<NetworkAction> networkAction(const std::vector<Network*>& parts, std::string_view text);

}  // namespace utah10

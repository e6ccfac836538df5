// The network cables of a session's machine, the watches that count their traffic, and the UDP sockets of the peers at
// their other ends.
//
// External input (a connection, a datagram) passes through the recorder and so is tied to an instruction: a recorded
// run replays bit for bit. There is no background activity: poll() is called between slices of a run. During
// re-execution, and during the replay of a file that contains datagrams, sockets are neither read nor written.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "command/host/udp_port.hpp"
#include "command/net/net_table.hpp"
#include "network/datagram_link.hpp"
#include "network/link_watch.hpp"
#include "trace/recorder.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {

class CablePorts {
 public:
  static constexpr int kMostAPoll = 64;  // datagrams per cable

  struct Cable {
    std::string name;  // "imp", "host105"
    HostLink& link;
    std::unique_ptr<LinkWatch> watch;
    std::unique_ptr<DatagramLink> end;   // null: nothing can be attached to its other end
    std::unique_ptr<UdpPort> port = {};  // null: not attached
  };
  // A view added to `net` by the modelled network: "net NAME".
  struct View {
    std::string name, brief;
    std::function<NetTable()> table;
  };

  // Both must outlive this object.
  CablePorts(Machine& machine, Recorder& recorder);
  ~CablePorts();
  CablePorts(const CablePorts&) = delete;
  CablePorts& operator=(const CablePorts&) = delete;

  // Call these before anything runs: they become part of the machine's state.
  // Counts the traffic of a cable.
  void watch(const std::string& name, HostLink& cable);
  // The same, and a peer can be attached to one end: the IMP's (Role::Imp) or the host's (Role::Host).
  void offer(const std::string& name, HostLink& cable, DatagramLink::Role role);
  void addView(View view) { views_.push_back(std::move(view)); }

  const std::deque<Cable>& cables() const { return cables_; }
  const std::vector<View>& views() const { return views_; }
  Cable* cable(std::string_view name);

  // Errors: no such cable; its other end cannot be attached; errors of UdpPort::open.
  Expected<const UdpPort*> attach(std::string_view name, const UdpAddress& address, const DatagramSettings& settings);
  // False: it was not attached.
  Expected<bool> detach(std::string_view name);
  bool anyAttached() const;

  // Receives datagrams. `live`: the machine executes for the first time. Returns messages for the user.
  std::vector<std::string> poll(bool live);
  void clearCounts();

 private:
  Cable& add(const std::string& name, HostLink& cable);
  void poll(Cable& c);

  Machine& machine_;
  Recorder& recorder_;
  std::deque<Cable> cables_;
  std::vector<View> views_;
  bool live_ = true;
};

}  // namespace utah10

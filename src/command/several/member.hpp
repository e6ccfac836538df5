// One TENEX of several on a network: its machine, its part of the network, its pack and its session.
#pragma once

#include <memory>
#include <string>

#include "command/machine_file/packaged.hpp"
#include "command/net/modelled_network.hpp"
#include "command/prompt/session.hpp"
#include "command/several/member_terminal.hpp"

namespace utah10 {

class Member {
 public:
  // `description`: of its machine, with its part of the network. The terminal must outlive the member. Errors: of the
  // media, the telnet port, the folders of modelled hosts.
  static Expected<std::unique_ptr<Member>> make(const TenexDescription& tenex, MachineDescription description,
                                                PackagedSystem packaged, Terminal& shared, bool quiet);
  ~Member();
  Member(const Member&) = delete;
  Member& operator=(const Member&) = delete;

  const std::string& name() const { return tenex_.name; }
  const TenexDescription& tenex() const { return tenex_; }
  Session& session() { return *session_; }
  Machine& machine() { return machine_; }
  Network& network() { return network_->network(); }
  MemberTerminal& terminal() { return terminal_; }
  // Joins the views of the whole network.
  void join(const std::vector<Network*>& parts);
  // Mounts media, loads symbols and opens ports.
  Expected<void> prepare();
  // Somebody would lose something at the end: callers, or users whose files are kept.
  bool hasUsers();
  // Tells its users and stops its system (departure.hpp). A machine with users is selected.
  void leave();

 private:
  Expected<void> prepareQuietly();
  Member(const TenexDescription& tenex, MachineDescription description, PackagedSystem packaged, Terminal& shared);

  // Each uses those before it.
  TenexDescription tenex_;
  PackagedSystem packaged_;  // has the temporary files
  MachineDescription description_;
  Machine machine_;
  DeviceSet devices_;
  MemberTerminal terminal_;
  std::unique_ptr<ModelledNetwork> network_;
  std::unique_ptr<Session> session_;
};

}  // namespace utah10

// The machines of a network file, in one process: `utah10 net`.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "command/machine_file/machine_file.hpp"
#include "command/prompt/machine_room.hpp"
#include "command/several/lockstep.hpp"
#include "command/several/member.hpp"
#include "network/partition.hpp"

namespace utah10 {

struct NetOptions {
  std::string file;             // or the name of a packaged one
  std::filesystem::path packs;  // folder that keeps a pack for each TENEX without one of its own; empty: none is kept
  bool quiet = false;
};

class NetRoom final : public MachineRoom {
 public:
  // The terminal must outlive the room. Errors: of the file, and of any machine in it, with its name.
  static Expected<std::unique_ptr<NetRoom>> make(const NetOptions& options, Terminal& terminal);
  ~NetRoom() override;

  Session& selected() override { return selected_->session(); }
  Expected<void> select(std::string_view name) override;
  std::string listed() const override;

  // Starts all, one after the other, until TENEX is in operation on each; what their consoles print is kept until they
  // are selected, first the first one. Error: the first that does not come up.
  Expected<void> boot();
  void openForUsers() override;
  // Tells the users and stops the systems (departure.hpp).
  void leave();
  // Completes the host files of all.
  Expected<void> finish();

 private:
  explicit NetRoom(Terminal& terminal) : terminal_(terminal) {}
  Expected<void> add(const TenexDescription& tenex, MachineDescription description, PackagedSystem packaged,
                     const NetOptions& options);
  Expected<void> connect(const NetworkPartition& cut);
  void choose(Member& member);

  Terminal& terminal_;
  std::vector<std::unique_ptr<Member>> members_;
  std::unique_ptr<Lockstep> lockstep_;
  Member* selected_ = nullptr;
  bool discards_ = false;  // what a TENEX writes is lost at the end
};

}  // namespace utah10

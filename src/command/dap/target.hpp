// What an editor debugs: a machine that the adapter has made for a launch, with its session. Private to the command
// layer.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "command/debug/forks.hpp"
#include "command/machine_file/packaged.hpp"
#include "command/net/modelled_network.hpp"
#include "command/prompt/session.hpp"
#include "toolchain/program_builder.hpp"

namespace utah10 {

// The arguments of a launch request.
struct LaunchOptions {
  std::vector<std::string> program;  // sources, relocatable files, or one image
  std::string machine;               // machine file of the bare machine
  std::string tenex;                 // the packaged TENEX under which the program runs; empty: the bare machine
  std::string boot;                  // in place of a program: a packaged TENEX, or a machine file
  std::vector<std::string> sources;  // folders of source files
  std::string input;                 // typed on the console when the program begins
};

class Target {
 public:
  // Makes and loads everything; the machine then stands before the first instruction, of a program under TENEX before
  // the program's. The terminal must outlive the target. Messages of the assembler go to `tell`.
  static Expected<std::unique_ptr<Target>> launch(const LaunchOptions& options, Terminal& terminal,
                                                  const std::function<void(const std::string&)>& tell);
  ~Target();
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;

  Session& session() { return *session_; }
  // The fork of a program under TENEX.
  const std::optional<ForkLimit>& fork() const { return fork_; }

 private:
  Target(MachineDescription description, std::unique_ptr<PackagedSystem> packaged, Terminal& terminal);
  Expected<void> prepare();
  Expected<void> loadBare(const LaunchOptions& options, std::optional<BuiltProgram> built);
  Expected<void> boot(const std::string& system);
  Expected<void> runUnderTenex(const std::string& name, const BuiltProgram& built);

  // Each uses those before it.
  std::unique_ptr<PackagedSystem> packaged_;
  TemporaryFolder own_;  // pack with the program
  MachineDescription description_;
  Machine machine_;
  DeviceSet devices_;
  std::unique_ptr<ModelledNetwork> network_;
  std::unique_ptr<Session> session_;
  std::optional<ForkLimit> fork_;
};

}  // namespace utah10

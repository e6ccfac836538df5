// utah10 run --tenex: a program of the host's user from its source to its output, on TENEX.
#include <unistd.h>

#include <iostream>
#include <iterator>

#include "command/host/stdio_terminal.hpp"
#include "command/lab/experiments.hpp"
#include "command/lab/lab_runs.hpp"
#include "experiments/laboratory/program_run.hpp"
#include "toolchain/program_builder.hpp"
#include "word/packaged_folders.hpp"

namespace utah10 {

namespace {

constexpr Duration kLimit = seconds(60);

// Universals of the user's are in the current folder or next to the sources.
std::vector<std::filesystem::path> universalFolders(const std::vector<std::string>& files) {
  std::vector<std::filesystem::path> folders{"."};
  for (const std::string& file : files) folders.push_back(std::filesystem::path{file}.parent_path());
  for (const auto& packaged : packagedFolders()) folders.push_back(packaged);
  return folders;
}

// What is piped in; from a terminal nothing, because the run has no user who waits for answers.
std::string standardInput() {
  if (standardInputIsTerminal()) return {};
  return {std::istreambuf_iterator<char>{std::cin}, {}};
}

std::string lastLineOf(std::string text) {
  text.erase(text.find_last_not_of(" \n") + 1);
  const std::string line = text.substr(text.rfind('\n') + 1);
  return line.substr(std::min(line.find_first_not_of(' '), line.size()));
}

Expected<int> reported(const ProgramRun& run, const std::string& file, Duration limit) {
  fmt::print("{}{}", run.output, run.output.empty() || run.output.ends_with('\n') ? "" : "\n");
  std::fflush(stdout);
  if (!run.ended)
    return fail(file, fmt::format("has not ended after {} s of virtual time", limit / seconds(1)),
                "--limit gives it more; a program that waits for more input than it has never ends");
  if (!run.halted) return fail(file, "was stopped: " + lastLineOf(run.output));
  return 0;
}

}  // namespace

Expected<int> tenexProgramCommand(const TenexProgramOptions& o) {
  Duration limit = kLimit;
  if (auto ok = choose(limit, o.limit, "--limit"); !ok) return tl::unexpected(ok.error());
  const auto machine = chosenMachine(o.machine);
  if (!machine) return tl::unexpected(machine.error());
  const auto needs = [&](std::size_t) { return LabNeeds{machine->system}; };
  if (auto ok = checkLabs(1, needs); !ok) return tl::unexpected(ok.error());
  auto built = buildProgram(o.files, universalFolders(o.files));
  if (!built) return tl::unexpected(built.error());
  for (const std::string& message : built->messages) fmt::print(stderr, "{}\n", message);
  if (!built->image) return 1;
  if (!built->image->startAddress())
    return fail(o.files.back(), "the program has no start address", "END START names it");
  const std::string input = standardInput();
  const std::string name = programNameOf(o.files.back());
  ProgramRun run;
  const auto once = [&](std::size_t, const LabSite& site) -> Expected<void> {
    auto file = programFile(site.system, name, *built->image);
    if (!file) return tl::unexpected(file.error());
    const std::vector<LabFile> files{std::move(*file)};
    auto lab = Laboratory::make(*machine, site, files);
    if (!lab) return tl::unexpected(lab.error());
    auto done = runProgram(**lab, name, input, limit);
    if (!done) return tl::unexpected(done.error());
    run = std::move(*done);
    return {};
  };
  if (o.report.interruption != nullptr) o.report.interruption->hold();
  const auto system = [&](std::size_t) { return machine->system; };
  if (auto done = runLabs(1, system, once, o.report); !done) return unfinished(done.error(), o.report);
  return reported(run, o.files.back(), limit);
}

}  // namespace utah10

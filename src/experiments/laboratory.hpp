// A TENEX machine with its network in one process, for experiments: boots the packaged monitor on a pack of the
// experiment's own, has users at its lines, and the modelled UCLA-CCN at the other end of the network.
//
// Everything happens in virtual time; the same calls give the same run, bit for bit. Laboratories share nothing: two
// may run in two threads. Errors: what the host cannot do (files), what did not happen in time, a monitor that has
// halted.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/ccn_record.hpp"
#include "experiments/lab_line.hpp"
#include "experiments/lab_options.hpp"
#include "trace/symbols.hpp"
#include "utah10/toolchain/tenex_pack.hpp"

namespace utah10 {

// Host files of a packaged system, and an empty folder for what a laboratory writes; the folder outlives it.
struct LabFiles {
  std::filesystem::path tape;     // of the bootstrap
  std::filesystem::path pack;     // only read
  std::filesystem::path symbols;  // of the monitor, link10's debug file
  std::filesystem::path scratch;
  std::filesystem::path programs{};  // folder of programs that are not on the pack, NAME.SAV
};
// Finds the files of a generation; what is in the scratch folder is forgotten by whoever gave it.
using LabFileFinder = std::function<Expected<LabFiles>(unsigned generation)>;

// A file to be on the pack before it is booted.
struct LabFile {
  std::string name;  // "<GUEST>DECK.CRD"
  FileContents contents;
};
// 7-bit text with CR LF; a core image or other words, as in a host file of any packing.
Expected<LabFile> labText(std::string name, std::string_view text);
Expected<LabFile> labWords(std::string name, const std::filesystem::path& hostFile);

class Laboratory {
 public:
  // A machine that stands, with `files` on its pack; CCN knows `terminals` terminals.
  static Expected<std::unique_ptr<Laboratory>> make(const LabOptions& options, const LabFiles& host,
                                                    std::span<const LabFile> files, unsigned terminals = 2);
  ~Laboratory();
  Laboratory(const Laboratory&) = delete;
  Laboratory& operator=(const Laboratory&) = delete;

  const LabOptions& options() const { return options_; }
  Machine& machine() { return machine_; }
  DeviceSet& devices() { return devices_; }
  Network& network() { return *network_; }
  CcnServer& ccn();
  CcnRecord& record() { return record_; }
  const SymbolMap& monitor() const { return symbols_; }
  Instant now() const { return machine_.now(); }
  LabLine& line(unsigned n) { return *lines_.at(n); }
  const std::string& console() const { return console_; }

  // Reads the monitor in and waits until the system is in operation and CCN can be reached.
  Expected<void> boot();
  // Runs until then; everybody at the lines goes on meanwhile.
  Expected<void> runUntil(Instant until);
  Expected<void> runFor(Duration time) { return runUntil(now() + time); }
  // Something to be done to the machine or its network then, by whatever runs it.
  void at(Instant when, std::function<void()> action);
  // As long as `going` says so, which is asked every `step`. An error after
  // `patience`; `what` names what was waited for.
  Expected<void> runWhile(const std::function<bool()>& going, Duration patience, std::string_view what,
                          Duration step = milliseconds(100));

  // The conversations of a user of line n that must happen one after another, to their end.
  Expected<void> converse(unsigned n, std::span<const LabStep> steps);

  // A word of the monitor's that is resident, by its name and an offset.
  Word36 word(std::string_view name, std::uint32_t offset = 0) const;
  // The monitor's 5-minute load average.
  double load() const;
  // Job of a terminal line, -1 if there is none.
  int jobOf(unsigned line) const;

  // Takes the pack off its drive, the last thing to do: its files as far as the monitor has written them (DDMP does
  // every 30 seconds).
  Expected<TenexPack> pack();

 private:
  Laboratory(const LabOptions& options, unsigned terminals);
  Expected<void> mount(const LabFiles& host, std::span<const LabFile> files);
  Expected<void> stopped(StopReason why) const;
  Instant perform();

  LabOptions options_;
  Machine machine_;
  DeviceSet devices_;
  CcnRecord record_;
  std::unique_ptr<Network> network_;
  SymbolMap symbols_;
  std::string console_;
  std::vector<std::unique_ptr<LabLine>> lines_;
  std::multimap<Instant, std::function<void()>> actions_;
  std::filesystem::path pack_;
};

}  // namespace utah10

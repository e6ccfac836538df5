// A TENEX machine with its network in one process, for experiments: it boots the packaged monitor on a copy of its
// pack, and has simulated users at its lines and the modelled UCLA-CCN on the network.
//
// Everything happens in virtual time; the same calls give the same run, bit for bit. Laboratories share no data, so two
// may run in two threads. Errors: host file errors, time-outs, a halt of the monitor.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/laboratory/ccn_record.hpp"
#include "experiments/laboratory/lab_line.hpp"
#include "experiments/laboratory/lab_options.hpp"
#include "trace/symbols.hpp"
#include "utah10/toolchain/tenex_pack.hpp"

namespace utah10 {

// Host files of a packaged system, and an empty folder for files that a laboratory writes; the folder must outlive it.
struct LabFiles {
  std::filesystem::path tape;     // paper tape of the bootstrap
  std::filesystem::path pack;     // the packaged pack, only read
  std::filesystem::path symbols;  // debug file of the monitor, written by link10
  std::filesystem::path scratch;
  std::filesystem::path programs{};  // folder of programs that are not on the pack, NAME.SAV
};
// Finds the files of a generation. The caller removes the scratch folder.
using LabFileFinder = std::function<Expected<LabFiles>(unsigned generation)>;

// A file to be written to the pack before the boot.
struct LabFile {
  std::string name;  // "<GUEST>DECK.CRD"
  FileContents contents;
};
// labText: 7-bit text with CR LF. labWords: a core image or other words from a host file in any packing.
Expected<LabFile> labText(std::string name, std::string_view text);
Expected<LabFile> labWords(std::string name, const std::filesystem::path& hostFile);

// The terminal line of the user whose work is measured; other users have the lines after it.
constexpr unsigned kMeasuredLine = 0;

// Time limits, far above what any machine that the options allow needs.
constexpr Duration kPatienceForByte = milliseconds(40);
constexpr Duration kCcnPatience = seconds(300);  // for CCN to read a deck or to make a print

class Laboratory {
 public:
  // Makes a stopped machine with `files` on its pack; CCN has `terminals` terminals.
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

  // Boots the monitor and waits until the system is in operation and CCN is reachable.
  Expected<void> boot();
  // Runs until then; the users at the lines continue.
  Expected<void> runUntil(Instant until);
  Expected<void> runFor(Duration time) { return runUntil(now() + time); }
  // Schedules an action on the machine or its network.
  void at(Instant when, std::function<void()> action);
  // Runs while `going` returns true; it is evaluated every `step`. Fails after `patience`; `what` names the awaited
  // event in the error.
  Expected<void> runWhile(const std::function<bool()>& going, Duration patience, std::string_view what,
                          Duration step = milliseconds(100));

  // Runs the steps of the user of line n to their end.
  Expected<void> converse(unsigned n, std::span<const LabStep> steps);

  // A word of the resident monitor, by symbol and offset.
  Word36 word(std::string_view name, std::uint32_t offset = 0) const;
  // The monitor's 5-minute load average.
  double load() const;
  // Job number of a terminal line, -1 if there is none.
  int jobOf(unsigned line) const;

  // Waits until the monitor has written everything back to the disk, unmounts the pack and opens it. Call it last.
  Expected<TenexPack> writtenPack();

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

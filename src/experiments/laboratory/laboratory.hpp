// A TENEX machine with its network in one process, for experiments: it starts a system on copies of its media, and has
// simulated users at its lines and the modelled hosts on the network.
//
// Everything happens in virtual time; the same calls give the same run, bit for bit. Laboratories share no data, so two
// may run in two threads. Errors: host file errors, time-outs, a halt of the monitor.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/laboratory/ccn_record.hpp"
#include "experiments/laboratory/console_port.hpp"
#include "experiments/laboratory/lab_line.hpp"
#include "experiments/laboratory/lab_media.hpp"
#include "experiments/laboratory/lab_options.hpp"
#include "trace/symbols.hpp"

namespace utah10 {

// A system with the host's files for it.
struct LabSite {
  LabSystem system;
  std::filesystem::path programs;          // folder of programs that the system lacks, NAME.SAV
  std::filesystem::path scratch;           // empty folder for files that a laboratory writes; must outlive it
  const std::atomic<int>* stop = nullptr;  // once it is not 0 the laboratory gives up
};

// A program of the site's folder as a file NAME.SAV where the system runs it: in the user's directory if the system
// wants programs brought, in <SUBSYS> if not.
Expected<LabFile> labProgram(const LabSite& site, std::string_view program);
// The programs as files of the user, if the system wants them brought (LabSystem::bringsPrograms); else nothing.
Expected<std::vector<LabFile>> broughtPrograms(const LabSite& site, std::initializer_list<std::string_view> programs);

// Time limits, far above what any machine that the options allow needs.
constexpr Duration kPatienceForByte = milliseconds(40);
constexpr Duration kCcnPatience = seconds(300);  // for CCN to read a deck or to make a print

class Laboratory {
 public:
  // Makes a stopped machine of the site's system with `options` applied, and the experiment's files on its medium.
  static Expected<std::unique_ptr<Laboratory>> make(const LabOptions& options, const LabSite& site,
                                                    std::span<const LabFile> files);
  ~Laboratory();
  Laboratory(const Laboratory&) = delete;
  Laboratory& operator=(const Laboratory&) = delete;

  const LabSystem& system() const { return system_; }
  Machine& machine() { return machine_; }
  DeviceSet& devices() { return devices_; }
  Network& network() { return *network_; }
  CcnServer& ccn();
  CcnRecord& record() { return record_; }
  // Of the monitor; empty if the system has none.
  const SymbolMap& monitor() const { return symbols_; }
  Instant now() const { return machine_.now(); }
  // The lines of the scanner, then the console.
  LabLine& line(unsigned n) { return *lines_.at(n); }
  unsigned consoleLine() const { return static_cast<unsigned>(lines_.size()) - 1; }
  unsigned scannerLines() const { return consoleLine(); }
  // The line of the user whose work is measured; other users have those from firstOtherLine() on.
  unsigned measuredLine() const { return system_.place.console ? consoleLine() : system_.place.line; }
  unsigned firstOtherLine() const { return system_.place.console ? 0 : system_.place.line + 1; }
  const std::string& console() const { return lines_.back()->printed(); }

  // Starts the system and waits until it is in operation and reaches other hosts.
  Expected<void> boot();
  // The user whose work is measured logs in, and fetches the experiment's files if they are on a tape.
  Expected<void> logIn();
  // A user calls and logs in.
  Expected<void> logIn(unsigned line, const LabUser& user);
  // The steps that run a program, up to a text that it prints.
  LabSteps run(std::string_view program, LabStep until) const;
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
  // The monitor's 5-minute load average; nothing without its symbols.
  std::optional<double> load() const;
  // Job number of a terminal line, -1 if there is none or it cannot be known.
  int jobOf(unsigned line) const;

  // The files that the guest has written, by name; an error in place of one that is not there. Call it last: it waits
  // until the monitor has written everything back to the disk and unmounts the pack. `leave`: the steps with which the
  // user whose work is measured leaves the program, if files have to be copied to a tape by hand.
  Expected<std::vector<Expected<FileContents>>> writtenFiles(std::span<const std::string> names,
                                                             std::span<const LabStep> leave);

 private:
  Laboratory(LabSystem system, const LabSite& site);
  Expected<void> stopped(StopReason why) const;
  Expected<StopReason> leg(Instant until);
  Instant perform();
  Instant nextStep(Instant until);
  Expected<void> press();

  LabSystem system_;
  Machine machine_;
  DeviceSet devices_;
  CcnRecord record_;
  std::unique_ptr<Network> network_;
  SymbolMap symbols_;
  ConsolePort consolePort_;
  std::vector<std::unique_ptr<LabLine>> lines_;
  std::multimap<Instant, std::function<void()>> actions_;
  LabMedia media_;
  const std::atomic<int>* stop_;
};

}  // namespace utah10

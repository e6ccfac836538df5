// A run as a timeline for Perfetto (ui.perfetto.dev): TrackEvent protobuf, one clock, nanoseconds of virtual time.
//
// Tracks, from top to bottom: processes (a slice while a process has the pager's base, in it slices of user and monitor
// mode); PI levels 1 to 7 (a slice while a level is held: from the interrupt to the end of the instruction that
// dismisses it); pager (reloads and traps with their length, other commands as instants); drum; network (a slice per
// message, from its first bit to its last, one track per wire and direction); devices. Each device has a track for each
// of its clock slots (a slice from armed to fired, ended early if cancelled or rearmed), with its CONOs and DATAOs as
// instants. Slices still open at the end of the records are closed there.
//
// Field numbers: perfetto's public trace_packet, track_event and track_descriptor definitions.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "trace/record_names.hpp"
#include "utah10/machine/probe.hpp"

namespace utah10 {

class Timeline final : public Probe {
 public:
  // `names` must outlive this object.
  explicit Timeline(const RecordNames& names);

  void instruction(const InstructionRecord& record) override;
  void io(const IoRecord& record) override;
  void interrupt(const InterruptRecord& record) override;
  void pager(const PagerRecord& record) override;
  void event(const EventRecord& record) override;
  void message(const MessageRecord& record) override;
  void stopped(Instant at, StopReason why) override;

  // Closes open slices and returns the file. Call once.
  std::string file();

 private:
  using Track = std::uint64_t;  // uuid
  enum class Group : std::uint8_t { Processes, Levels, Pager, Drum, Network, Devices };

  Track group(Group g);
  // The track under `parent` called `name`; its descriptor is written on first use.
  Track track(Track parent, const std::string& name, std::optional<int> rank = {});
  Track deviceTrack(std::string_view device);
  void begin(Track track, std::string_view name, Instant at);
  void end(Track track, Instant at);
  void slice(Track track, std::string_view name, Instant at, Duration length);
  void instant(Track track, std::string_view name, Instant at);

  Track processTrack(ProcessId process);
  void runProcess(ProcessId process, Instant at);
  void leaveProcess(Instant at);
  void enterMode(const InstructionRecord& record);
  // Ends the levels numbered less than `below`, dismissed by the last instruction.
  void releaseLevels(unsigned below);
  void see(Instant at) { last_ = at > last_ ? at : last_; }

  const RecordNames& names_;
  std::string packets_;
  std::map<std::pair<Track, std::string>, Track> tracks_;
  Track nextTrack_ = 1;
  Instant last_{};              // of all records
  Instant instructionEnded_{};  // of the last instruction
  std::optional<ProcessId> process_;
  Instant processBegan_{};
  std::optional<bool> user_;
  std::optional<unsigned> jsys_;          // number of the call if the last instruction was one
  std::map<unsigned, Instant> levels_;    // held levels, with the start of each
  std::map<std::uint32_t, Track> armed_;  // by slot: the track with an open slice
};

}  // namespace utah10

#include "trace/timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <protozero/pbf_writer.hpp>
#include <utility>

#include "trace/jsys_names.hpp"
#include "trace/message_names.hpp"
#include "trace/pager_names.hpp"
#include "utah10/machine/io_bus.hpp"
#include "utah10/machine/ka10.hpp"
#include "word/format.hpp"
#include "word/pager_words.hpp"

namespace utah10 {

namespace {

// Trace
constexpr protozero::pbf_tag_type kPacket = 1;
// TracePacket
constexpr protozero::pbf_tag_type kTimestamp = 8, kSequence = 10, kTrackEvent = 11, kTrackDescriptor = 60;
// TrackDescriptor
constexpr protozero::pbf_tag_type kUuid = 1, kName = 2, kParent = 5, kChildOrdering = 11, kSiblingRank = 12;
constexpr std::int32_t kExplicitOrder = 3;
// TrackEvent
constexpr protozero::pbf_tag_type kType = 9, kTrackUuid = 11, kEventName = 23;
enum EventType : std::int32_t { kSliceBegin = 1, kSliceEnd = 2, kInstant = 3 };

constexpr std::uint32_t kOurSequence = 1;
constexpr unsigned kAllLevels = 8;  // all level numbers are below it
constexpr std::string_view kGroupNames[] = {"processes", "PI levels", "pager", "drum", "network", "devices"};

std::uint64_t stamp(Instant at) { return static_cast<std::uint64_t>((at - kPowerOn).count()); }

void writeEvent(std::string& packets, std::uint64_t track, EventType type, std::string_view name, Instant at) {
  protozero::pbf_writer trace{packets};
  protozero::pbf_writer packet{trace, kPacket};
  packet.add_uint64(kTimestamp, stamp(at));
  packet.add_uint32(kSequence, kOurSequence);
  protozero::pbf_writer event{packet, kTrackEvent};
  event.add_enum(kType, type);
  event.add_uint64(kTrackUuid, track);
  if (!name.empty()) event.add_string(kEventName, name.data(), name.size());
}

// The device a slot belongs to: "drm" for "drm.step".
std::string_view ownerOf(std::string_view slot) { return slot.substr(0, slot.find('.')); }

bool isDrum(std::string_view device) { return device == "drm" || device == "ddc"; }
bool isNetwork(std::string_view device) { return device.starts_with("imp"); }

// The monitor call made by a user instruction, if it is one.
std::optional<unsigned> jsysOf(const HistoryEntry& e) {
  return e.pcWord.user() ? jsysNumber(e.instruction, e.e) : std::nullopt;
}

std::string spaceAddress(const PagerRecord& r) {
  return fmt::format("{}:{}", r.space == Space::Exec ? "e" : "u", r.virtualAddress);
}

}  // namespace

Timeline::Timeline(const RecordNames& names) : names_(names) {}

Timeline::Track Timeline::group(Group g) {
  const auto n = static_cast<std::size_t>(g);
  return track(0, std::string{kGroupNames[n]}, static_cast<int>(n));
}

Timeline::Track Timeline::track(Track parent, const std::string& name, std::optional<int> rank) {
  const auto [at, fresh] = tracks_.try_emplace({parent, name}, nextTrack_);
  if (!fresh) return at->second;
  protozero::pbf_writer trace{packets_};
  protozero::pbf_writer packet{trace, kPacket};
  packet.add_uint32(kSequence, kOurSequence);
  protozero::pbf_writer descriptor{packet, kTrackDescriptor};
  descriptor.add_uint64(kUuid, nextTrack_);
  if (parent != 0) descriptor.add_uint64(kParent, parent);
  descriptor.add_string(kName, name);
  if (parent == 0) descriptor.add_enum(kChildOrdering, kExplicitOrder);
  if (rank) descriptor.add_int32(kSiblingRank, *rank);
  return nextTrack_++;
}

Timeline::Track Timeline::deviceTrack(std::string_view device) {
  const Group g = isDrum(device) ? Group::Drum : isNetwork(device) ? Group::Network : Group::Devices;
  return track(group(g), std::string{device});
}

void Timeline::begin(Track track, std::string_view name, Instant at) {
  writeEvent(packets_, track, kSliceBegin, name, at);
}

void Timeline::end(Track track, Instant at) { writeEvent(packets_, track, kSliceEnd, {}, at); }

void Timeline::slice(Track track, std::string_view name, Instant at, Duration length) {
  begin(track, name, at);
  end(track, at + length);
  see(at + length);
}

void Timeline::instant(Track track, std::string_view name, Instant at) {
  writeEvent(packets_, track, kInstant, name, at);
  see(at);
}

// One track per process, with a slice while it runs; inside it, slices of user and monitor mode.
Timeline::Track Timeline::processTrack(ProcessId process) {
  return track(group(Group::Processes), process == kNoProcess ? "no process" : fmt::format("process {:o}", process));
}

void Timeline::leaveProcess(Instant at) {
  if (!process_) return;
  const Track running = processTrack(*process_);
  if (user_) end(running, at);
  end(running, at);
  process_.reset();
  user_.reset();
}

void Timeline::runProcess(ProcessId process, Instant at) {
  if (process_ == process) return;
  leaveProcess(at);
  begin(processTrack(process), "running", at);
  process_ = process;
  processBegan_ = at;
}

void Timeline::enterMode(const InstructionRecord& r) {
  const bool user = r.entry.pcWord.user();
  const std::optional<unsigned> call = std::exchange(jsys_, jsysOf(r.entry));
  if (user_ == user) return;
  const Track running = processTrack(*process_);
  const Instant at = std::max(r.entry.began, processBegan_);
  if (user_) end(running, at);
  const std::string monitor = r.level != 0 ? fmt::format("monitor, level {}", r.level)
                              : call       ? "monitor, " + jsysName(*call)
                                           : "monitor";
  begin(running, user ? "user" : monitor, at);
  user_ = user;
}

void Timeline::releaseLevels(unsigned below) {
  while (!levels_.empty() && levels_.begin()->first < below) {
    const auto [level, since] = *levels_.begin();
    end(track(group(Group::Levels), fmt::format("level {}", level)), std::max(since, instructionEnded_));
    levels_.erase(levels_.begin());
  }
}

void Timeline::instruction(const InstructionRecord& r) {
  releaseLevels(r.level == 0 ? kAllLevels : r.level);
  runProcess(r.process, process_ ? r.ended : r.entry.began);
  enterMode(r);
  instructionEnded_ = r.ended;
  see(r.ended);
}

// An interrupt is granted only if no level of its number or a lower one is held.
void Timeline::interrupt(const InterruptRecord& r) {
  releaseLevels(r.level + 1);
  const std::string name = fmt::format("level {}", r.level);
  begin(track(group(Group::Levels), name, static_cast<int>(r.level)), name, r.at);
  levels_.emplace(r.level, r.at);
  see(r.at);
}

void Timeline::io(const IoRecord& r) {
  const auto function = static_cast<IoFunction>(r.function & 7);
  if (function != IoFunction::Cono && function != IoFunction::Datao) return;
  const std::string_view bus = names_.busName(r.device);
  instant(deviceTrack(bus.empty() ? names_.device(r.device) : std::string{bus}), names_.io(r), r.at);
}

void Timeline::pager(const PagerRecord& r) {
  const Track pager = group(Group::Pager);
  switch (r.kind) {
    case PagerAction::Reload:
      return slice(pager, fmt::format("reload {}", spaceAddress(r)), r.at, r.length);
    case PagerAction::Trap:
      return slice(pager, fmt::format("{} {}", faultText(TrapStatus{r.status}.reasons()), spaceAddress(r)), r.at,
                   r.length);
    case PagerAction::Base:
      slice(pager, fmt::format("base of process {:o}", r.process), r.at, r.length);
      return runProcess(r.process, r.at + r.length);
    case PagerAction::AcBase:
      return instant(pager, "AC base", r.at);
    case PagerAction::Clear:
      return instant(pager, r.space == Space::User ? "clear user space" : "clear monitor space", r.at);
    case PagerAction::Mode:
      return instant(pager, r.rights == 0 ? "off" : "on", r.at);
  }
}

void Timeline::event(const EventRecord& r) {
  see(r.at);
  if (const auto open = armed_.find(r.slot); open != armed_.end()) {
    end(open->second, r.at);
    armed_.erase(open);
  }
  if (r.kind != EventChange::Armed) return;
  const Track slot = track(deviceTrack(ownerOf(r.name)), std::string{r.name});
  begin(slot, r.name, r.at);
  armed_.emplace(r.slot, slot);
}

void Timeline::message(const MessageRecord& r) {
  const Track wire = track(group(Group::Network), fmt::format("wire {} {}", r.wire, r.fromHost ? "to IMP" : "to host"));
  slice(wire, messageText(r), r.at - r.length, r.length);
}

void Timeline::stopped(Instant at, StopReason) { see(at); }

std::string Timeline::file() {
  leaveProcess(last_);
  instructionEnded_ = last_;
  releaseLevels(kAllLevels);
  for (const auto& [slot, track] : armed_) end(track, last_);
  armed_.clear();
  return std::move(packets_);
}

}  // namespace utah10

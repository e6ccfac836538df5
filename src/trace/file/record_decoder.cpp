#include "trace/file/record_decoder.hpp"

namespace utah10::tracefile {

namespace {

// Number of fields by type; 0 for the common types.
constexpr std::array<std::size_t, kRecordTypes> kRareFields = {0, 0, 0, 0, 3, 11, 6, 6, 5, 1, 2};

constexpr std::uint64_t kLargestAttributes = kCycleKinds * 8 - 1;

std::uint32_t u32(std::uint64_t v) { return static_cast<std::uint32_t>(v); }

}  // namespace

void RecordDecoder::begin() {
  coder_.begin();
  otherNames_.clear();
}

bool RecordDecoder::read() {
  coder_.type(type_);
  if (!columns().good()) return false;
  MemoryFields memory;
  IoFields io;
  switch (type_) {
    case RecordType::Instruction:
      coder_.instruction(instruction_, ac_);
      history_ = historyOf(instruction_);
      at_ = instantOf(instruction_.ended);
      break;
    case RecordType::Memory:
    case RecordType::PagerCycle:
      if (type_ == RecordType::Memory)
        coder_.memory(memory);
      else
        coder_.pagerCycle(memory);
      if (memory.attributes > kLargestAttributes) return false;
      memory_ = recordOf(memory);
      at_ = memory_.at;
      break;
    case RecordType::Io:
      coder_.io(io);
      io_ = {instantOf(io.at), DeviceCode::field(u32(io.device)), u32(io.function), Word36{io.word}};
      at_ = io_.at;
      break;
    default:
      if (!readRare()) return false;
      break;
  }
  return columns().good();
}

bool RecordDecoder::readRare() {
  RareFields f;
  f.count = kRareFields[static_cast<std::size_t>(type_)];
  coder_.rare(type_, f);
  at_ = instantOf(f.value[0]);
  switch (type_) {
    case RecordType::Interrupt:
      interrupt_ = {at_, u32(f.value[1]), PcWord{Word36{f.value[2]}}};
      return true;
    case RecordType::Pager:
      return makePager(f);
    case RecordType::Event:
      return makeEvent(f);
    case RecordType::Message:
      return makeMessage(f);
    case RecordType::Abandoned:
      abandoned_ = {at_, static_cast<InstructionAbort::Reason>(f.value[1]), f.value[2] != 0,
                    Instruction{Word36{f.value[3]}}, PcWord{Word36{f.value[4]}}};
      return f.value[1] <= static_cast<std::uint64_t>(InstructionAbort::Reason::Endless);
    case RecordType::Stopped:
      stopped_ = static_cast<StopReason>(f.value[1]);
      return f.value[1] <= static_cast<std::uint64_t>(StopReason::ReadInWaits);
    default:
      return true;
  }
}

bool RecordDecoder::makePager(const RareFields& f) {
  const auto& v = f.value;
  pager_ = {static_cast<PagerAction>(v[1]),
            at_,
            durationOf(v[2]),
            static_cast<Space>(v[3]),
            VirtualAddress{u32(v[4])},
            static_cast<Access>(v[5]),
            static_cast<std::uint8_t>(v[6]),
            u32(v[7]),
            u32(v[8]),
            u32(v[9]),
            static_cast<ProcessId>(v[10])};
  return v[1] <= static_cast<std::uint64_t>(PagerAction::Mode) && v[3] <= 3 && v[5] <= 7;
}

bool RecordDecoder::makeEvent(const RareFields& f) {
  const auto& v = f.value;
  event_ = {static_cast<EventChange>(v[1]), at_, u32(v[2]), {}, instantOf(ticks(at_) + v[3])};
  const std::uint64_t name = v[4];
  if (v[1] > static_cast<std::uint64_t>(EventChange::Cancelled)) return false;
  if (name == 0) {
    if (event_.slot >= events_.size()) return false;
    event_.name = events_[event_.slot];
    return v[5] == 0;
  }
  if (name > otherNames_.size() + 1) return false;
  if (name == otherNames_.size() + 1) {
    const auto letters = columns().raw(v[5]);
    otherNames_.push_back(*spelt_.emplace(letters.begin(), letters.end()).first);
  } else if (v[5] != 0) {
    return false;
  }
  event_.name = otherNames_[static_cast<std::size_t>(name - 1)];
  return true;
}

bool RecordDecoder::makeMessage(const RareFields& f) {
  const auto& v = f.value;
  message_ = {at_, durationOf(v[1]), static_cast<std::uint16_t>(v[2]), v[3] != 0, u32(v[4]), columns().raw(v[5])};
  return true;
}

void RecordDecoder::play(Probe& to) const {
  switch (type_) {
    case RecordType::Instruction:
      return to.instruction(
          {history_, at_, u32(instruction_.rest[3]), static_cast<ProcessId>(instruction_.rest[4]), ac_});
    case RecordType::Memory:
    case RecordType::PagerCycle:
      return to.memory(memory_);
    case RecordType::Io:
      return to.io(io_);
    case RecordType::Interrupt:
      return to.interrupt(interrupt_);
    case RecordType::Pager:
      return to.pager(pager_);
    case RecordType::Event:
      return to.event(event_);
    case RecordType::Message:
      return to.message(message_);
    case RecordType::Abandoned:
      return to.abandoned(abandoned_);
    case RecordType::Started:
      return to.started(at_);
    case RecordType::Stopped:
      return to.stopped(at_, stopped_);
  }
}

}  // namespace utah10::tracefile

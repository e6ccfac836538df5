// Holds records back until the instruction they belong to is known, if the filter needs it.
#include <variant>

#include "trace/record_filter.hpp"

namespace utah10 {

namespace {
// An instruction that never ends (a loop of indirect words) produces records without end; beyond this number they are
// treated as belonging to no instruction.
constexpr std::size_t kMostWaiting = 1u << 16;
}  // namespace

class FilteredProbe::Waiting {
 public:
  struct Message {
    MessageRecord record;
    std::vector<std::uint8_t> octets;
  };
  using Record = std::variant<MemoryRecord, IoRecord, PagerRecord, EventRecord, Message>;
  std::vector<Record> all;

  void add(const MessageRecord& r) { all.emplace_back(Message{r, {r.octets.begin(), r.octets.end()}}); }
  template <class R>
  void add(const R& r) {
    all.emplace_back(r);
  }
};

namespace {

void tell(Probe& to, const MemoryRecord& r) { to.memory(r); }
void tell(Probe& to, const IoRecord& r) { to.io(r); }
void tell(Probe& to, const PagerRecord& r) { to.pager(r); }
void tell(Probe& to, const EventRecord& r) { to.event(r); }
void tell(Probe& to, const MessageRecord& r) { to.message(r); }

}  // namespace

FilteredProbe::FilteredProbe(RecordFilter filter, Probe& to)
    : filter_(std::move(filter)), to_(to), waits_(filter_.needsContext()), waiting_(std::make_unique<Waiting>()) {}
FilteredProbe::~FilteredProbe() = default;

void FilteredProbe::release(const RecordContext* context) {
  const auto pass = [&](const auto& record) {
    if (filter_.wants(record, context)) tell(to_, record);
  };
  for (auto& waiting : waiting_->all) {
    if (auto* message = std::get_if<Waiting::Message>(&waiting)) {
      message->record.octets = message->octets;
      pass(message->record);
      continue;
    }
    std::visit(
        [&](const auto& record) {
          if constexpr (!std::is_same_v<std::decay_t<decltype(record)>, Waiting::Message>) pass(record);
        },
        waiting);
  }
  waiting_->all.clear();
}

void FilteredProbe::settle() { release(nullptr); }

template <class Record>
void FilteredProbe::hold(const Record& record) {
  if (!waits_) {
    if (filter_.wants(record, nullptr)) tell(to_, record);
    return;
  }
  if (waiting_->all.size() >= kMostWaiting) settle();
  waiting_->add(record);
}

void FilteredProbe::instruction(const InstructionRecord& r) {
  level_ = r.level;
  process_ = r.process;
  const RecordContext own{r.entry.pcWord, r.entry.instruction, r.entry.e, r.level, r.process, true, true};
  release(&own);
  if (filter_.wants(r)) to_.instruction(r);
}

void FilteredProbe::abandoned(const AbandonRecord& r) {
  const RecordContext own{r.pcWord, r.instruction, 0, level_, process_, !r.fetching, false};
  release(&own);
  if (filter_.wants(r, &own)) to_.abandoned(r);
}

// The records before an interrupt are the instruction fetch that it discarded.
void FilteredProbe::interrupt(const InterruptRecord& r) {
  RecordContext own{r.pcWord, {}, 0, level_, process_, false, false};
  release(&own);
  own.level = r.level;
  if (filter_.wants(r, &own)) to_.interrupt(r);
}

void FilteredProbe::pager(const PagerRecord& r) {
  process_ = r.process;
  hold(r);
}
void FilteredProbe::memory(const MemoryRecord& r) { hold(r); }
void FilteredProbe::io(const IoRecord& r) { hold(r); }
void FilteredProbe::event(const EventRecord& r) { hold(r); }
void FilteredProbe::message(const MessageRecord& r) { hold(r); }

void FilteredProbe::started(Instant at) {
  settle();
  if (filter_.wantsRun(at)) to_.started(at);
}
void FilteredProbe::stopped(Instant at, StopReason why) {
  settle();
  if (filter_.wantsRun(at)) to_.stopped(at, why);
}

}  // namespace utah10

#include "trace/trace_input.hpp"

#include <fmt/format.h>

#include <deque>

#include "trace/jsys_names.hpp"
#include "trace/record_filter.hpp"
#include "trace/record_view.hpp"
#include "trace/symbol_files.hpp"
#include "trace/trace_writer.hpp"
#include "word/new_file.hpp"

namespace utah10 {

namespace fs = std::filesystem;

namespace {

// Passes records in a range of time.
class TimeWindow final : public ViewProbe {
 public:
  TimeWindow(Instant from, Instant to, Probe& next) : from_(from), to_(to), next_(next) {}
  // The range has ended: no further record can be in it.
  bool over() const { return over_; }

  void record(const RecordView& view) override {
    const auto* instruction = std::get_if<const InstructionRecord*>(&view);
    const Instant began = timeOf(view);
    const Instant ended = instruction != nullptr ? (*instruction)->ended : began;
    if (instruction != nullptr && began > to_) over_ = true;
    if (began <= to_ && ended >= from_) tell(view, next_);
  }

 private:
  Instant from_, to_;
  Probe& next_;
  bool over_ = false;
};

// Adds all symbols of another file; source lines are kept where an address has them.
void addSymbols(SymbolMap& to, const SymbolMap& from) {
  for (const auto& [name, symbol] : from.all()) to.add(name, symbol.value, symbol.kind);
  for (std::uint32_t a = 0; from.lineCount() != 0 && a <= VirtualAddress::kMask; ++a)
    if (const auto line = from.line(VirtualAddress{a})) to.addLine(VirtualAddress{a}, line->file, line->line);
}

FilterNames filterNames(const Symbols& symbols, const TraceHead& head) {
  FilterNames names;
  names.symbols = &symbols;
  names.devices = head.devices;
  names.jsys = [](std::string_view name) -> std::optional<unsigned> {
    const JsysCall* call = jsysCall(name);
    if (call == nullptr) return std::nullopt;
    return call->number;
  };
  return names;
}

}  // namespace

Expected<std::unique_ptr<TraceInput>> TraceInput::open(const fs::path& path, const TraceChoice& choice) {
  auto reader = TraceReader::open(path);
  if (!reader) return tl::unexpected(reader.error());
  std::unique_ptr<TraceInput> input{new TraceInput};
  input->name_ = path.string();
  input->choice_ = choice;
  input->reader_ = std::move(*reader);
  for (const std::string& file : choice.symbols)
    if (auto loaded = input->loadSymbols(file); !loaded) return tl::unexpected(loaded.error());
  if (!choice.filter.empty()) {  // reported now instead of in the middle of the run
    const auto filter = RecordFilter::parse(choice.filter, filterNames(input->symbols_, input->head()));
    if (!filter) return tl::unexpected(filter.error());
  }
  const bool named = !choice.symbols.empty();
  input->names_ = std::make_unique<RecordNames>(input->head().devices, named ? &input->symbols_ : nullptr);
  return input;
}

Expected<void> TraceInput::loadSymbols(const std::string& file) {
  constexpr std::string_view kUser = "user:";
  const bool user = file.starts_with(kUser);
  auto loaded = utah10::loadSymbols(user ? file.substr(kUser.size()) : file);
  if (!loaded) return tl::unexpected(loaded.error());
  SymbolMap& map = user ? symbols_.user : symbols_.exec;
  if (map.empty())
    map = std::move(loaded->map);
  else
    addSymbols(map, loaded->map);
  return {};
}

// The filters between the file and the receiver of its records.
class TraceInput::Selection {
 public:
  Selection(const TraceInput& input, Probe& to)
      : filtered_(filterOf(input, to)),
        window_(input.choice_.from, input.choice_.to, filtered_ ? static_cast<Probe&>(*filtered_) : to) {}
  Probe& entry() { return window_; }
  bool over() const { return window_.over(); }
  void settle() {
    if (filtered_) filtered_->settle();
  }

 private:
  static std::unique_ptr<FilteredProbe> filterOf(const TraceInput& input, Probe& to) {
    if (input.choice_.filter.empty()) return nullptr;
    auto filter = RecordFilter::parse(input.choice_.filter, filterNames(input.symbols_, input.head()));
    return std::make_unique<FilteredProbe>(std::move(*filter), to);
  }

  std::unique_ptr<FilteredProbe> filtered_;
  TimeWindow window_;
};

// Holds selected records until they are requested.
class TraceInput::Queue final : public ViewProbe {
 public:
  explicit Queue(const TraceInput& input) : selection(input, *this) {}
  void record(const RecordView& view) override { ready.emplace_back(view); }

  Selection selection;
  std::deque<StoredRecord> ready;
  bool ended = false;
};

TraceInput::TraceInput() = default;
TraceInput::~TraceInput() = default;

Expected<void> TraceInput::begin() {
  if (choice_.from == kPowerOn) return {};
  return reader_->seek(choice_.from);
}

bool TraceInput::play(Probe& to, const Complaint& complain) {
  bool good = true;
  const auto check = [&](const auto& result) {
    if (result) return true;
    complain(result.error());
    return good = false;
  };
  Selection selection{*this, to};
  check(begin());
  while (!selection.over()) {
    const auto more = reader_->next(selection.entry());
    if (check(more) && !*more) break;
  }
  selection.settle();
  return good;
}

Expected<bool> TraceInput::nextWanted(Probe& to) {
  if (!queue_) {
    queue_ = std::make_unique<Queue>(*this);
    if (auto found = begin(); !found) return tl::unexpected(found.error());
  }
  Queue& q = *queue_;
  while (q.ready.empty() && !q.ended) {
    const auto more = reader_->next(q.selection.entry());
    if (!more) return more;
    q.ended = !*more || q.selection.over();
    if (q.ended) q.selection.settle();
  }
  if (q.ready.empty()) return false;
  q.ready.front().view([&](const RecordView& view) { tell(view, to); });
  q.ready.pop_front();
  return true;
}

namespace {

// The filter expression for the new file's head: the old file's and this one, combined.
std::string bothFilters(const std::string& old, const std::string& now) {
  if (old.empty() || now.empty()) return old + now;
  return fmt::format("({}) & ({})", old, now);
}

Expected<std::uint64_t> writeTrace(TraceInput& input, const TraceHead& head, const fs::path& path,
                                   const TraceInput::Complaint& complain) {
  auto writer = TraceWriter::create(path, head);
  if (!writer) return tl::unexpected(writer.error());
  input.play(**writer, complain);
  if (auto closed = (*writer)->close(); !closed) return tl::unexpected(closed.error());
  return (*writer)->totals().records;
}

}  // namespace

Expected<std::uint64_t> filterTrace(TraceInput& input, const TraceChoice& choice, const fs::path& out,
                                    const TraceInput::Complaint& complain) {
  TraceHead head = input.head();
  head.filter = bothFilters(head.filter, choice.filter);
  std::error_code error;
  const fs::file_status there = fs::status(out, error);
  if (fs::exists(there) && !fs::is_regular_file(there)) return writeTrace(input, head, out, complain);
  if (fs::exists(there) && fs::file_size(out, error) != 0 && !TraceReader::open(out))
    return fail(out.string(), "exists and is not a trace", "remove it or name another file");
  const fs::path target = followed(out);
  NewFile beside{target};
  if (!beside.open()) return fail(out.string(), "cannot be written", "does its folder exist, and is it writable?");
  auto written = writeTrace(input, head, beside.path(), complain);
  if (!written) return fail(out.string(), written.error().what, written.error().hint);
  if (const std::error_code failed = beside.renameTo(target)) return fail(out.string(), failed.message());
  return written;
}

}  // namespace utah10

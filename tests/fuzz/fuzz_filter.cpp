// Filter expressions: arbitrary text. An accepted expression means the same when parsed again; a refusal is one line
// with a position within the text.
#include <charconv>
#include <string_view>

#include "fuzz_check.hpp"
#include "trace/record_filter.hpp"

namespace {

using namespace utah10;

std::string verdicts(const RecordFilter& filter) {
  const RecordContext context{PcWord{Word36{0100}}, Instruction{Word36{0104000000050}}, 050, 5, 030, true, true};
  std::string all;
  for (std::uint32_t n = 0; n < 64; ++n) {
    const Instant at = kPowerOn + milliseconds(n * 100);
    const RecordContext* known = n % 2 == 0 ? &context : nullptr;
    MemoryRecord m;
    m.at = at;
    m.kind = static_cast<CycleKind>(n % kCycleKinds);
    m.virtualAddress = VirtualAddress{n * 01111};
    all += filter.wants(m, known) ? 'm' : '-';
    all += filter.wants(IoRecord{at, DeviceCode::field(n), n % 8, {}}, known) ? 'i' : '-';
    PagerRecord p;
    p.kind = static_cast<PagerAction>(n % 6);
    p.status = n << 9;
    all += filter.wants(p, known) ? 'p' : '-';
    all += filter.wants(EventRecord{EventChange::Fired, at, n, "tty.output", at}, known) ? 'e' : '-';
  }
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size < 2000 ? size : 2000};
  const TraceDevice devices[] = {{DeviceCode::written(0120), "tty", {}, {}}};
  const FilterNames names{.devices = devices};
  const auto filter = RecordFilter::parse(text, names);
  if (!filter) {
    constexpr std::string_view kPlace = "filter, character ";
    const std::string& where = filter.error().where;
    std::size_t place = 0;
    FUZZ_CHECK(where.starts_with(kPlace));
    std::from_chars(where.data() + kPlace.size(), where.data() + where.size(), place);
    FUZZ_CHECK(place >= 1 && place <= text.size() + 1);
    FUZZ_CHECK(!filter.error().what.empty());
    return 0;
  }
  const auto again = RecordFilter::parse(filter->text(), names);
  FUZZ_CHECK(again);
  FUZZ_CHECK(verdicts(*again) == verdicts(*filter));
  const auto not_ = RecordFilter::parse("!(" + filter->text() + ")", names);
  if (not_) FUZZ_CHECK(not_->needsContext() == filter->needsContext());
  return 0;
}

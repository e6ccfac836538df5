// Trace files: arbitrary bytes as a file, and arbitrary bytes as the columns of a block with correct checksums. Records
// that the decoder accepts pass through an encoder unchanged.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "fuzz_check.hpp"
#include "trace/file/block_format.hpp"
#include "trace/file/record_decoder.hpp"
#include "trace/file/record_encoder.hpp"
#include "utah10/trace/trace_reader.hpp"

namespace {

using namespace utah10;
using namespace utah10::tracefile;

// Counts and hashes the records it receives.
class Digest final : public Probe {
 public:
  std::uint64_t records = 0;
  std::uint64_t sum = 0;

  void instruction(const InstructionRecord& r) override {
    add({ticks(r.entry.began), r.entry.instruction.word().bits(), r.entry.pcWord.word().bits(), r.entry.data.bits(),
         r.entry.e, r.entry.context, r.entry.accumulator.bits(), ticks(r.ended), r.level, r.process});
    for (const Word36 w : r.ac) add({w.bits()});
    ++records;
  }
  void abandoned(const AbandonRecord& r) override {
    one({ticks(r.at), static_cast<std::uint64_t>(r.reason), r.fetching, r.instruction.word().bits(),
         r.pcWord.word().bits()});
  }
  void memory(const MemoryRecord& r) override {
    const MemoryFields f = fieldsOf(r);
    one({f.attributes, f.asked, f.waited, f.length, f.va, f.pa, f.word});
  }
  void io(const IoRecord& r) override { one({ticks(r.at), r.device.index(), r.function, r.word.bits()}); }
  void interrupt(const InterruptRecord& r) override { one({ticks(r.at), r.level, r.pcWord.word().bits()}); }
  void pager(const PagerRecord& r) override { one({ticks(r.at), ticks(r.length), r.status, r.core, r.rights}); }
  void event(const EventRecord& r) override {
    one({ticks(r.at), r.slot, ticks(r.due)});
    for (const char c : r.name) add({static_cast<unsigned char>(c)});
  }
  void message(const MessageRecord& r) override {
    one({ticks(r.at), r.wire, r.bits});
    for (const std::uint8_t o : r.octets) add({o});
  }
  void started(Instant at) override { one({ticks(at)}); }
  void stopped(Instant at, StopReason why) override { one({ticks(at), static_cast<std::uint64_t>(why)}); }

 private:
  void add(std::initializer_list<std::uint64_t> numbers) {
    for (const std::uint64_t n : numbers) sum = (sum ^ n) * 0x9e3779b97f4a7c15 + 1;
  }
  void one(std::initializer_list<std::uint64_t> numbers) {
    add(numbers);
    ++records;
  }
};

void asFile(std::span<const std::byte> bytes, const std::filesystem::path& path) {
  std::ofstream{path, std::ios::binary}.write(reinterpret_cast<const char*>(bytes.data()),
                                              static_cast<std::streamsize>(bytes.size()));
  auto reader = TraceReader::open(path);
  if (!reader) {
    FUZZ_CHECK(reader.error().where == path.string());
    return;
  }
  Digest digest;
  for (std::uint64_t errors = 0; !(*reader)->playAll(digest); ++errors) FUZZ_CHECK(errors <= bytes.size());
  FUZZ_CHECK(digest.records <= (*reader)->records());
  (void)(*reader)->seek((*reader)->first());
}

// Splits the input into columns: each byte goes to the column selected by the byte before it.
void asColumns(const std::uint8_t* data, std::size_t size) {
  std::array<std::vector<std::uint8_t>, kColumns> columns;
  for (std::size_t n = 0; n + 1 < size; n += 2) columns[data[n] % kColumns].push_back(data[n + 1]);
  std::array<std::span<const std::uint8_t>, kColumns> spans;
  for (std::size_t n = 0; n < kColumns; ++n) spans[n] = columns[n];
  // Coders are made once: their tables take megabytes, and each block begins with empty ones.
  static const std::vector<std::string> events = {"clock", "ptr"};
  static RecordDecoder decoder{events}, again{events};
  static RecordEncoder encoder{events};
  static_assert(kColumns == 12);
  decoder.columns().use(spans);
  decoder.begin();
  encoder.clear();
  Digest digest;
  struct Encode final : Probe {
    explicit Encode(RecordEncoder& to) : e(to) {}
    RecordEncoder& e;
    void instruction(const InstructionRecord& r) override { e.instruction(r); }
    void abandoned(const AbandonRecord& r) override { e.abandoned(r); }
    void memory(const MemoryRecord& r) override { e.memory(r); }
    void io(const IoRecord& r) override { e.io(r); }
    void interrupt(const InterruptRecord& r) override { e.interrupt(r); }
    void pager(const PagerRecord& r) override { e.pager(r); }
    void event(const EventRecord& r) override { e.event(r); }
    void message(const MessageRecord& r) override { e.message(r); }
    void started(Instant at) override { e.started(at); }
    void stopped(Instant at, StopReason why) override { e.stopped(at, why); }
  } encode{encoder};
  while (!decoder.columns().atEnd() && decoder.read()) {
    decoder.play(digest);
    decoder.play(encode);
  }
  const std::vector<std::byte> packed = packBlock({false, encoder.summary().records}, encoder.columns(), 1);
  const auto header = headerOf(std::span{packed}.first(kBlockHeader));
  FUZZ_CHECK(header && header->records == digest.records);
  std::vector<std::uint8_t> store;
  FUZZ_CHECK(unpackBlock(*header, std::span{packed}.subspan(kBlockHeader), store, again.columns()));
  again.begin();
  Digest second;
  while (!again.columns().atEnd()) {
    FUZZ_CHECK(again.read());
    again.play(second);
  }
  FUZZ_CHECK(again.columns().usedUp());
  FUZZ_CHECK(second.records == digest.records && second.sum == digest.sum);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto path = std::filesystem::temp_directory_path() / ("fuzz_trace-" + std::to_string(::getpid()));
  asFile(fuzz::asBytes(data, size), path);
  asColumns(data, size);
  std::filesystem::remove(path);
  return 0;
}

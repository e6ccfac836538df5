// NETRJS transactions: arbitrary octets, split in two ways. The first octet selects the blank and the longest record.
#include "fuzz_check.hpp"
#include "network/ccn/transaction.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace utah10;
  if (size == 0) return 0;
  const std::uint8_t blank = (data[0] & 1) != 0 ? 0x40 : 0x20;
  const std::size_t longest = (data[0] & 2) != 0 ? 80 : TransactionDecoder::kLongestRecord;
  const std::span<const std::uint8_t> stream{data + 1, size - 1};
  TransactionDecoder whole(blank, longest);
  whole.take(stream);
  TransactionDecoder single(blank, longest);
  for (const std::uint8_t octet : stream) single.take(octet);
  const std::vector<Octets> records = whole.records();
  FUZZ_CHECK(records == single.records());
  FUZZ_CHECK(whole.fault() == single.fault() && whole.code() == single.code() && whole.ended() == single.ended());
  FUZZ_CHECK(!(whole.ended() && whole.fault() != StreamFault::None));
  FUZZ_CHECK((whole.fault() == StreamFault::Record) == (whole.code() >= 1 && whole.code() <= 7));
  // What was decoded survives encoding and decoding in either form.
  for (const RecordForm form : {RecordForm::Truncated, RecordForm::Compressed}) {
    const StreamFormat format{.form = form, .blank = blank, .filler = FillerRule::TwoWords, .keepBlanks = true};
    TransactionEncoder encoder(format);
    TransactionDecoder again(blank, longest);
    for (const Octets& text : records) {
      FUZZ_CHECK(text.size() <= longest);
      const Octets r = record(format, text);
      if (!encoder.fits(r)) again.take(encoder.finish());
      encoder.add(r);
    }
    again.take(encoder.finish());
    FUZZ_CHECK(again.records() == records);
  }
  return 0;
}

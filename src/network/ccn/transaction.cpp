#include "network/ccn/transaction.hpp"

#include <algorithm>
#include <cassert>

#include "network/ccn/ccn_state.hpp"

namespace utah10 {
namespace {

constexpr std::uint8_t kData = 0xFF;
constexpr std::uint8_t kHighBit = 0x80;
constexpr std::uint8_t kTruncated = 0x40;  // in the op code octet
constexpr std::uint8_t kBlanks = 0xC0;
constexpr std::uint8_t kCopies = 0xE0;
constexpr std::size_t kMostLiterals = 63;
constexpr std::size_t kMostCopies = 31;
// Runs of at least this many blanks, or of one other character, become a string of their own. CCN's own rule is
// unknown.
constexpr std::size_t kBlankRun = 2;
constexpr std::size_t kCopyRun = 3;

using Text = std::span<const std::uint8_t>;

std::size_t runAt(Text text, std::size_t at) {
  std::size_t n = 1;
  while (n < kMostCopies && at + n < text.size() && text[at + n] == text[at]) ++n;
  return n;
}

bool isRun(const StreamFormat& format, std::uint8_t c, std::size_t n) {
  return n >= (c == format.blank ? kBlankRun : kCopyRun);
}

void compress(const StreamFormat& format, Text text, Octets& out) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t run = runAt(text, at);
    if (isRun(format, text[at], run)) {
      const bool blank = text[at] == format.blank;
      out.push_back(static_cast<std::uint8_t>((blank ? kBlanks : kCopies) + run));
      if (!blank) out.push_back(text[at]);
      at += run;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && end - at < kMostLiterals && !isRun(format, text[end], runAt(text, end))) ++end;
    out.push_back(static_cast<std::uint8_t>(kHighBit + (end - at)));
    out.insert(out.end(), text.begin() + static_cast<std::ptrdiff_t>(at),
               text.begin() + static_cast<std::ptrdiff_t>(end));
    at = end;
  }
  out.push_back(0);
}

Text withoutBlanks(const StreamFormat& format, Text text) {
  if (text.size() > TransactionDecoder::kLongestRecord) text = text.first(TransactionDecoder::kLongestRecord);
  if (format.keepBlanks) return text;
  while (text.size() > format.least && text.back() == format.blank) text = text.first(text.size() - 1);
  return text;
}

}  // namespace

Octets record(const StreamFormat& format, std::span<const std::uint8_t> text) {
  text = withoutBlanks(format, text);
  const auto device = static_cast<std::uint8_t>(format.device);
  if (format.form == RecordForm::Compressed) {
    Octets out{static_cast<std::uint8_t>(kHighBit | device)};
    compress(format, text, out);
    return out;
  }
  Octets out{static_cast<std::uint8_t>(kHighBit | kTruncated | device), static_cast<std::uint8_t>(text.size())};
  out.insert(out.end(), text.begin(), text.end());
  return out;
}

std::size_t TransactionEncoder::filler(std::size_t records) const {
  if (format_.filler == FillerRule::None) return 0;
  const std::size_t unit = format_.filler == FillerRule::TwoWords ? 9 : 4;
  return (unit - (StreamFormat::kHeader + records) % unit) % unit;
}

bool TransactionEncoder::fits(const Octets& record) const {
  const std::size_t size = records_.size() + record.size();
  return records_.empty() || StreamFormat::kHeader + size + filler(size) <= format_.longest;
}

void TransactionEncoder::add(const Octets& record) {
  assert(fits(record));
  records_.insert(records_.end(), record.begin(), record.end());
}

Octets TransactionEncoder::finish() {
  const std::size_t fill = filler(records_.size());
  const std::size_t bits = records_.size() * 8;
  Octets out{kData, static_cast<std::uint8_t>(fill * 8)};
  for (const unsigned shift : {8u, 0u}) out.push_back(static_cast<std::uint8_t>(sequence_ >> shift));
  for (const unsigned shift : {24u, 16u, 8u, 0u}) out.push_back(static_cast<std::uint8_t>(bits >> shift));
  out.push_back(0);
  out.insert(out.end(), records_.begin(), records_.end());
  out.resize(out.size() + fill);
  records_.clear();
  ++sequence_;  // inferred: after 65535 comes 0
  return out;
}

void TransactionEncoder::state(Archive& a) {
  a.bytes(records_);
  a.check(records_.size() <= format_.longest, "a transaction that is too long");
  a.u32(sequence_);
}

void TransactionDecoder::fail(StreamFault fault, unsigned code) {
  fault_ = fault;
  code_ = code;
}

void TransactionDecoder::take(std::span<const std::uint8_t> octets) {
  for (const std::uint8_t octet : octets) take(octet);
}

void TransactionDecoder::take(std::uint8_t octet) {
  if (ended_ || fault_ != StreamFault::None) return;
  if (wants_ == Wants::Header) {
    takeHeader(octet);
    return;
  }
  if (wants_ == Wants::Filler) {
    if (--left_ == 0) wants_ = Wants::Header;
    return;
  }
  --left_;
  takeRecord(octet);
  if (left_ == 0 && fault_ == StreamFault::None) {
    if (wants_ != Wants::OpCode) fail(StreamFault::Record, 2);
    endOfRecords();
  }
}

void TransactionDecoder::takeHeader(std::uint8_t octet) {
  if (headerSize_ == header_.size()) headerSize_ = 0;
  header_[headerSize_++] = octet;
  if (headerSize_ == 1 && octet == kEndOfData) ended_ = true;
  if (headerSize_ < header_.size()) return;
  if (const StreamFault fault = headerFault(); fault != StreamFault::None) return fail(fault);
  ++expected_;
  left_ = (std::size_t{header_[6]} << 8 | header_[7]) / 8;
  wants_ = Wants::OpCode;
  if (left_ == 0) endOfRecords();
}

// inferred: the order of the checks; when one fails, the header's other fields are not examined.
StreamFault TransactionDecoder::headerFault() const {
  if (header_[0] != kData) return StreamFault::Type;
  if ((header_[2] << 8 | header_[3]) != expected_) return StreamFault::Sequence;
  const std::uint32_t bits =
      std::uint32_t{header_[4]} << 24 | std::uint32_t{header_[5]} << 16 | std::uint32_t{header_[6]} << 8 | header_[7];
  if (bits > StreamFormat::kLongestTransaction * 8 || bits % 8 != 0) return StreamFault::Length;
  return header_[1] % 8 != 0 ? StreamFault::Filler : StreamFault::None;
}

void TransactionDecoder::endOfRecords() {
  left_ = header_[1] / 8;
  wants_ = left_ == 0 ? Wants::Header : Wants::Filler;
}

void TransactionDecoder::takeRecord(std::uint8_t octet) {
  switch (wants_) {
    case Wants::OpCode:
      if ((octet & kHighBit) == 0) return fail(StreamFault::Record, 1);
      wants_ = (octet & kTruncated) != 0 ? Wants::Count : Wants::Control;
      return;
    case Wants::Count:
      if (octet > longest_) return fail(StreamFault::Record, 3);
      count_ = octet;
      wants_ = Wants::Text;
      if (count_ == 0) completeRecord();
      return;
    case Wants::Text:
      record_.push_back(octet);
      if (--count_ == 0) completeRecord();
      return;
    case Wants::Control:
      return takeControl(octet);
    case Wants::Literals:
      record_.push_back(octet);
      if (--count_ == 0) wants_ = Wants::Control;
      return;
    case Wants::Copy:
      wants_ = Wants::Control;
      return append(octet, count_, 6);
    case Wants::Header:
    case Wants::Filler:
      return;
  }
}

void TransactionDecoder::takeControl(std::uint8_t octet) {
  if (octet == 0) return completeRecord();
  if ((octet & kHighBit) == 0) return fail(StreamFault::Record, 4);
  if (octet >= kCopies) {
    count_ = octet - kCopies;
    wants_ = Wants::Copy;
  } else if (octet >= kBlanks) {
    append(blank_, octet - kBlanks, 5);
  } else {
    count_ = octet - kHighBit;
    if (record_.size() + count_ > longest_) return fail(StreamFault::Record, 7);
    if (count_ != 0) wants_ = Wants::Literals;
  }
}

void TransactionDecoder::append(std::uint8_t c, std::size_t count, unsigned code) {
  if (record_.size() + count > longest_) return fail(StreamFault::Record, code);
  record_.insert(record_.end(), count, c);
}

void TransactionDecoder::completeRecord() {
  complete_.push_back(std::move(record_));
  record_.clear();
  wants_ = Wants::OpCode;
}

std::vector<Octets> TransactionDecoder::records() {
  std::vector<Octets> all = std::move(complete_);
  complete_.clear();
  return all;
}

void TransactionDecoder::state(Archive& a) {
  for (std::uint8_t& octet : header_) a.u8(octet);
  a.u32(headerSize_);
  ccn::choice(a, wants_, Wants::Filler);
  a.u32(expected_);
  a.u64(left_, count_);
  a.bytes(record_);
  ccn::records(a, complete_);
  a.flag(ended_);
  a.u32(fault_, code_);
  const bool busy = wants_ != Wants::Header;
  const bool within = wants_ == Wants::Text || wants_ == Wants::Literals;
  const bool fits = count_ <= longest_ && record_.size() <= longest_;
  a.check(headerSize_ <= header_.size() && left_ <= StreamFormat::kLongestTransaction && (!busy || left_ != 0) &&
              fits && (!within || (count_ != 0 && record_.size() + count_ <= longest_)),
          "an impossible state in the middle of a transaction");
}

}  // namespace utah10

// NETRJS data: transactions of records, as sent on a reader, printer or punch channel.
//
// Source: RFC 189 appendix A with the checks of RFC 589 (docs/sources/netrjs.md 6, 7). Both ends use both classes. A
// transaction has a header of 9 octets, records, and filler; records are truncated or compressed; X'FE' in place of a
// header ends all.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "network/ccn/octets.hpp"
#include "utah10/machine/archive.hpp"

namespace utah10 {

enum class NetrjsDevice : std::uint8_t { ConsoleOutput = 1, ConsoleInput = 2, Reader = 3, Printer = 4, Punch = 5 };
enum class RecordForm : std::uint8_t { Truncated, Compressed };
enum class FillerRule : std::uint8_t {
  None,
  TwoWords,   // to a multiple of 9 octets: two words of a PDP-10
  FourOctets  // to a multiple of 4: bytes of 32 bits
};

inline constexpr std::uint8_t kEndOfData = 0xFE;

struct StreamFormat {
  static constexpr std::size_t kLongestTransaction = 880;  // octets, header and filler included
  static constexpr std::size_t kHeader = 9;

  NetrjsDevice device = NetrjsDevice::Reader;
  RecordForm form = RecordForm::Truncated;
  std::uint8_t blank = 0x20;
  FillerRule filler = FillerRule::None;
  std::size_t longest = kLongestTransaction;
  bool keepBlanks = false;  // keeps trailing blanks of records
  std::size_t least = 0;    // the first `least` characters of a record stay, blank or not
};

// A record in its encoded form. Text beyond 255 characters is cut.
Octets record(const StreamFormat& format, std::span<const std::uint8_t> text);

class TransactionEncoder {
 public:
  explicit TransactionEncoder(const StreamFormat& format, std::uint16_t sequence = 0)
      : format_(format), sequence_(sequence) {}

  // Whether the record fits into the current transaction.
  bool fits(const Octets& record) const;
  // Appends a record made by record(), which must fit.
  void add(const Octets& record);
  bool empty() const { return records_.empty(); }
  // Returns the transaction with its header and filler and starts the next, with the next sequence number.
  Octets finish();
  const StreamFormat& format() const { return format_; }

  // Raw fields, inside a section that the owner opens; the owner supplies the format.
  void state(Archive& a);

 private:
  std::size_t filler(std::size_t records) const;
  StreamFormat format_;
  Octets records_;
  std::uint16_t sequence_ = 0;
};

// RFC 589's names for the faults; the values are its message numbers.
enum class StreamFault : std::uint16_t {
  None = 0,
  Sequence = 505,
  Length = 506,  // over 880 octets; inferred: or not a whole number of octets
  Type = 507,
  Filler = 511,
  Record = 602  // see code()
};

// Decodes a channel octet by octet. After a fault or the end of data, all input is discarded.
class TransactionDecoder {
 public:
  static constexpr std::size_t kLongestRecord = 255;

  TransactionDecoder() = default;
  // `blank` is the octet that replaces the blanks of compressed records.
  explicit TransactionDecoder(std::uint8_t blank, std::size_t longestRecord = kLongestRecord)
      : blank_(blank), longest_(longestRecord) {}

  void take(std::uint8_t octet);
  void take(std::span<const std::uint8_t> octets);
  // The records completed since the last call.
  std::vector<Octets> records();

  bool ended() const { return ended_; }
  StreamFault fault() const { return fault_; }
  // For StreamFault::Record, 1 to 7: 1 op code octet without its high bit, 2 transaction ends within a record, 3
  // truncated record too long, 4 string control octet without its high bit, 5 record too long by blanks, 6 by copies,
  // 7 by literals.
  unsigned code() const { return code_; }
  // The last header, as far as it has been received.
  Octets header() const { return {header_.begin(), header_.begin() + static_cast<std::ptrdiff_t>(headerSize_)}; }

  // Raw fields, inside a section that the owner opens.
  void state(Archive& a);

 private:
  enum class Wants : std::uint8_t { Header, OpCode, Count, Text, Control, Literals, Copy, Filler };
  void takeHeader(std::uint8_t octet);
  StreamFault headerFault() const;
  void takeRecord(std::uint8_t octet);
  void takeControl(std::uint8_t octet);
  void append(std::uint8_t c, std::size_t count, unsigned code);
  void completeRecord();
  void endOfRecords();
  void fail(StreamFault fault, unsigned code = 0);

  std::uint8_t blank_ = 0x20;
  std::size_t longest_ = kLongestRecord;
  std::array<std::uint8_t, StreamFormat::kHeader> header_{};
  std::size_t headerSize_ = 0;
  Wants wants_ = Wants::Header;
  std::uint16_t expected_ = 0;  // sequence number
  std::size_t left_ = 0;        // octets left, first of records, then of filler
  std::size_t count_ = 0;       // octets left in this string
  Octets record_;
  std::vector<Octets> complete_;
  bool ended_ = false;
  StreamFault fault_ = StreamFault::None;
  unsigned code_ = 0;
};

}  // namespace utah10

// The framing of files on a data connection: MODE S, B and T of RFC 354.
//
// Stream: the bytes alone; the end of the connection is the end of the file. Text: eight-bit characters; 192 ends a
// record, 193 the file. Blocks: a header in the fewest data bytes that hold 24 bits, right justified: descriptor 8,
// count of data bytes 16. Descriptors: 0 data, 1 ends a record, 2 ends the file, 3 suspect data, 4 restart marker. A
// marker's text is the number of data bytes before it, in decimal, as eight-bit characters in contiguous bits, padded
// with NULs to whole data bytes (inferred for sizes other than 8).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "network/servers/file_store.hpp"
#include "network/servers/ftp_form.hpp"

namespace utah10 {

// Encodes a file as returned by toWire().
class FtpEncoder {
 public:
  static constexpr std::size_t kBlockBytes = 1000;  // inferred: a block about as long as a message of octets

  FtpEncoder() = default;
  // Begins at data byte `start`, which a REST requested.
  FtpEncoder(StoredFile wire, const FtpForm& form, std::uint64_t start = 0);

  // The next `bits` bits or so, in whole bytes; empty at the end.
  BitString next(std::size_t bits);
  bool done() const { return ended_; }

  void state(Archive& a);

 private:
  std::uint64_t size() const { return wire_.bits.size() / wire_.byteSize; }
  std::uint64_t recordEnd() const;
  void piece(BitString& out, std::uint64_t most);
  void stream(BitString& out, std::uint64_t most);
  void text(BitString& out, std::uint64_t most);
  void block(BitString& out);
  void header(BitString& out, unsigned descriptor, std::uint64_t count) const;
  void marker(BitString& out);

  StoredFile wire_;
  FtpForm form_;
  std::uint64_t at_ = 0;  // bytes
  std::uint64_t record_ = 0;
  std::uint64_t marked_ = 0;  // position of the last marker
  bool ended_ = true;
};

class FtpDecoder {
 public:
  enum class Fault : std::uint8_t { None, Descriptor, TooLong };
  struct Marker {
    std::string text;
    std::uint64_t at = 0;  // data bytes before it
    friend bool operator==(const Marker&, const Marker&) = default;
  };

  FtpDecoder() = default;
  // `mostBits` limits the data; more is a fault.
  FtpDecoder(const FtpForm& form, std::uint64_t mostBits);

  // Takes whole bytes as received. After the end or a fault everything is ignored.
  void take(const BitString& bytes);
  bool ended() const { return ended_; }  // by a mark in the data
  Fault fault() const { return fault_; }
  std::uint64_t suspect() const { return suspect_; }  // data bytes in blocks with descriptor 3
  std::uint64_t stray() const { return stray_; }      // bytes dropped: controls in text, data after the end
  // The restart markers received since the last call.
  std::vector<Marker> takeMarkers();
  const StoredFile& wire() const { return wire_; }
  // Continues after this part of the file: a REST.
  void resumeAfter(const StoredFile& wire) { wire_ = wire; }

  void state(Archive& a);

 private:
  void text(const BitString& bytes);
  void blocks(const BitString& bytes);
  void blockHeader(std::uint64_t header);
  void blockData(const BitString& bytes);
  void blockEnd();
  void endRecord();
  void checkSize();

  FtpForm form_;
  std::uint64_t most_ = 0;
  StoredFile wire_;
  BitString partial_;  // an incomplete header, or the text of a marker
  bool inBlock_ = false;
  unsigned descriptor_ = 0;
  std::uint32_t left_ = 0;  // data bytes left in this block
  bool ended_ = false;
  Fault fault_ = Fault::None;
  std::uint64_t suspect_ = 0;
  std::uint64_t stray_ = 0;
  std::vector<Marker> markers_;
};

}  // namespace utah10

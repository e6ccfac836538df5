// The transfer parameters of a data connection: TYPE, BYTE, STRU and MODE of RFC 354 with the types of RFC 385.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "utah10/machine/archive.hpp"

namespace utah10 {

struct FtpForm {
  char type = 'A';         // A ASCII, E EBCDIC, P and F the same with ASA print control, I image, L local bytes
  char structure = 'F';    // F none, R records
  char mode = 'S';         // S stream, B blocks, T text
  unsigned byteSize = 8;   // set by BYTE: for types I and L only
  unsigned markEvery = 0;  // mode B: the sender inserts a restart marker every so many data bytes; 0: none

  bool isText() const { return type != 'I' && type != 'L'; }
  bool isEbcdic() const { return type == 'E' || type == 'F'; }
  // Of the data connection.
  unsigned connectionByteSize() const { return isText() ? 8 : byteSize; }

  void state(Archive& a);
  friend bool operator==(const FtpForm&, const FtpForm&) = default;
};

constexpr bool isFtpType(char c) { return std::string_view{"AEPFIL"}.find(c) != std::string_view::npos; }
constexpr bool isFtpStructure(char c) { return c == 'F' || c == 'R'; }
constexpr bool isFtpMode(char c) { return c == 'S' || c == 'B' || c == 'T'; }

// Why the parameters conflict; empty if they do not. Text mode reserves two of the codes above 127, so it carries
// only ASCII; a stream of image or local bytes cannot mark the ends of records.
std::string whyIllegal(const FtpForm& form);

}  // namespace utah10

// RFC 415 again: a program sends itself strings over the network (roms/bandwidth), a million bits a sample, with nobody
// else on the machine.
//
// Errors: what the laboratory could not do. A sample in which something was lost is a result, and says so.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "experiments/charge_split.hpp"
#include "experiments/laboratory.hpp"

namespace utah10 {

struct StringCondition {
  std::string calls;         // "BIN": BIN and BOUT, buffered; "SIN": SIN and SOUT, unbuffered
  unsigned byteBits = 8;     // 8, 32 or 36
  unsigned length = 0;       // bytes of a string
  std::string name() const;  // "BIN 8 400": the command
};

// The 20 rows, in the order in which they are printed.
std::vector<StringCondition> rfc415Rows();

struct StringResult {
  StringCondition condition;
  bool done = false;                     // all that was sent came back
  std::string trouble;                   // if not
  std::uint64_t sent = 0, received = 0;  // bytes
  Duration real{};                       // from the first byte out to the last one in
  std::uint64_t outMs = 0, inMs = 0;     // run time of the two processes
  ChargedStretch out, in;

  bool whole() const { return done; }
  // Thousands of bits a second; as in the paper, a bit counts twice, since it goes out and comes in.
  double realRate() const;
  double cpuRate() const;
  double cpuPercent() const;
  double usPerByteOut() const;
  double usPerByteIn() const;
  double usPerByte() const { return (usPerByteOut() + usPerByteIn()) / 2; }
};

struct Rfc415Settings {
  LabOptions machine;
  std::uint64_t bits = 1'000'000;  // of a sample
};

using StringProgress = std::function<void(const StringResult&)>;

// Makes the samples one after another on a machine of its own.
Expected<std::vector<StringResult>> sendStrings(const Rfc415Settings& settings, const LabFiles& host,
                                                const std::vector<StringCondition>& rows,
                                                const StringProgress& progress);

}  // namespace utah10

// Reproduces RFC 415: a program sends strings to itself over the network (roms/bandwidth), a million bits per sample,
// without other users on the machine.
//
// Errors are those of the laboratory. A sample with lost data is a result with a text in `trouble`.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "experiments/charges/charge_split.hpp"
#include "experiments/laboratory/laboratory.hpp"

namespace utah10 {

struct StringCondition {
  std::string calls;         // "BIN": BIN and BOUT, buffered; "SIN": SIN and SOUT, unbuffered
  unsigned byteBits = 8;     // 8, 32 or 36
  unsigned length = 0;       // bytes per string
  std::string name() const;  // "BIN 8 400": the command
};

// The 20 rows, in the order of the paper.
std::vector<StringCondition> rfc415Rows();

struct StringResult {
  StringCondition condition;
  bool done = false;                     // everything sent was received
  std::string trouble;                   // reason if not done
  std::uint64_t sent = 0, received = 0;  // bytes
  Duration real{};                       // from the first byte out to the last one in
  std::uint64_t outMs = 0, inMs = 0;     // run time of the two processes
  ChargedStretch out, in;

  bool whole() const { return done; }
  // Thousands of bits per second; as in the paper, each bit counts twice: out and in.
  double realRate() const;
  double cpuRate() const;
  double cpuPercent() const;
  double usPerByteOut() const;
  double usPerByteIn() const;
  double usPerByte() const { return (usPerByteOut() + usPerByteIn()) / 2; }
};

struct Rfc415Settings {
  LabOptions machine;
  std::uint64_t bits = 1'000'000;  // bits per sample
};

// A progress line on a finished sample.
std::string progressText(const StringResult& result);

using StringProgress = std::function<void(const StringResult&)>;

// Makes the samples in sequence on a new machine.
Expected<std::vector<StringResult>> sendStrings(const Rfc415Settings& settings, const LabSite& site,
                                                const std::vector<StringCondition>& rows,
                                                const StringProgress& progress);

}  // namespace utah10

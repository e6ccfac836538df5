// Reproduces RFC 415: a program sends strings to itself over the network (roms/bandwidth), a million bits per sample,
// without other users on the machine. The paper does not say how many processes did it: each row is measured with two,
// one of which sends while the other receives, and with one, which reads each string before it sends the next.
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
  unsigned processes = 2;    // 2: out and in are separate; 1
  std::string name() const;  // "BIN 8 400", "BIN 8 400 1": the command
};

// The 20 rows, in the order of the paper, with so many processes.
std::vector<StringCondition> rfc415Rows(unsigned processes = 2);

struct StringResult {
  StringCondition condition;
  bool done = false;                     // everything sent was received
  bool fits = true;                      // one process can send a string before it reads; else that is the result
  std::string trouble;                   // reason if not done
  std::uint64_t sent = 0, received = 0;  // bytes
  Duration real{};                       // from the first byte out to the last one in
  std::uint64_t outMs = 0, inMs = 0;     // run time of the two processes; one process: all of it is in outMs
  ChargedStretch out, in;                // and in `out`

  bool whole() const { return done || !fits; }
  // Thousands of bits per second; as in the paper, each bit counts twice: out and in.
  double realRate() const;
  double cpuRate() const;
  double cpuPercent() const;
  double usPerByteOut() const;
  double usPerByteIn() const;
  double usPerByte() const { return (usPerByteOut() + usPerByteIn()) / 2; }
};

struct Rfc415Settings {
  // The network of 1973 with SIN and SOUT that move a byte at a time: docs/guide/systems.md has the reasons.
  LabOptions machine{.system = "utah131"};
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

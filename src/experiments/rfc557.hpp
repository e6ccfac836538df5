// RFC 557 again: what a megabit costs through RJS when the program and the monitor have been improved, and through FTP.
//
// The chain: one file of a million network bits, sent to UCLA-CCN by the program in its shapes 1 (as in 1972), 2
// (connection buffered), 3 (file read by pages). FTP: a million bits in bytes of 8 (text), 32 and 36 bits, stored at a
// host and retrieved. Errors: what the laboratory could not do; what failed or arrived changed is a result.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "experiments/charge_split.hpp"
#include "experiments/laboratory.hpp"

namespace utah10 {

struct ChainCondition {
  enum class Kind : std::uint8_t { Rjs, FtpStore, FtpRetrieve };
  Kind kind = Kind::Rjs;
  unsigned shape = 1;        // of RJS
  unsigned byteBits = 8;     // of FTP: 8 is text
  std::string name() const;  // "RJS 1", "FTP 36 store"
};

struct ChainResult {
  ChainCondition condition;
  bool done = false;    // as the program says
  bool intact = false;  // every byte, compared at both ends
  std::string trouble;
  std::uint64_t bits = 0;  // on the network, as the program counts
  std::uint64_t chargedMs = 0;
  ChargedStretch stretch;

  bool whole() const { return done && intact; }
  double secondsPerMegabit() const;
  // The program's own instructions, and the rest of what was charged.
  double userPerMegabit() const;
  double monitorPerMegabit() const { return secondsPerMegabit() - userPerMegabit(); }
  double realRate() const;  // thousands of bits a second
};

struct Rfc557Settings {
  LabOptions machine{.generation = 73};
  std::uint64_t bits = 1'000'000;
  std::uint64_t seed = 1;  // of the files
};

// What is measured, in pieces, each for a machine of its own: RJS in each shape; everything of FTP.
std::vector<std::vector<ChainCondition>> rfc557Pieces();

using ChainProgress = std::function<void(const ChainResult&)>;

// All of one kind: RJS or FTP. A retrieval wants the storing of the same bytes before it.
Expected<std::vector<ChainResult>> makeChain(const Rfc557Settings& settings, const LabFiles& host,
                                             const std::vector<ChainCondition>& steps, const ChainProgress& progress);

}  // namespace utah10

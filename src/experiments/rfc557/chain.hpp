// Reproduces RFC 557: the cost of a megabit through RJS after improvements of the program and the monitor, and through
// FTP.
//
// The chain: one file of a million network bits, sent to UCLA-CCN by the program in shapes 1 (as in 1972), 2
// (connection buffered) and 3 (file read by pages), on the monitor of BBN's measurement (1.31). FTP: a million bits in
// bytes of 8 (text), 32 and 36 bits, stored at a host and retrieved, by the program with SIN and SOUT and by that with
// a BIN or BOUT for each byte. Errors are those of the laboratory; a transfer that failed or arrived altered is a
// result.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "experiments/charges/charge_split.hpp"
#include "experiments/laboratory/laboratory.hpp"

namespace utah10 {

constexpr unsigned kTextBits = 8;  // byte size of text by FTP

enum class ChainOperation : std::uint8_t { RjsSend, FtpStore, FtpRetrieve };

struct ChainCondition {
  ChainOperation operation = ChainOperation::RjsSend;
  unsigned shape = 1;             // shape of RJS
  unsigned byteBits = kTextBits;  // byte size of FTP
  bool byBytes = false;           // FTPB: a BIN or BOUT for each byte
  std::string name() const;       // "RJS 1", "FTP 36 store", "FTPB 8 store"
};

struct ChainResult {
  ChainCondition condition;
  bool done = false;    // the program reports success
  bool intact = false;  // every byte agrees at both ends
  std::string trouble;
  std::uint64_t bits = 0;  // network bits counted by the program
  std::uint64_t chargedMs = 0;
  ChargedStretch stretch;

  bool whole() const { return done && intact; }
  double secondsPerMegabit() const;
  // CPU seconds of the program's own instructions, and of the rest of the charge.
  double userPerMegabit() const;
  double monitorPerMegabit() const { return secondsPerMegabit() - userPerMegabit(); }
  double realRate() const;  // thousands of bits per second
};

struct Rfc557Settings {
  LabOptions machine{.system = "utah73"};      // of a piece; in the report, of FTP's
  LabOptions rjsMachine{.system = "utah131"};  // in the report, of RJS's
  std::uint64_t bits = 1'000'000;
  std::uint64_t seed = 1;  // seed of the files' contents
  bool ftp = true;         // FTP is measured, too
};

// The measurements in pieces, one per machine: RJS in each shape; all of each FTP if it is measured.
std::vector<std::vector<ChainCondition>> rfc557Pieces(bool ftp = true);

// A progress line on a finished transfer.
std::string progressText(const ChainResult& result);

using ChainProgress = std::function<void(const ChainResult&)>;

// Makes the transfers of one kind, RJS or one FTP. A retrieval must follow the storing of the same bytes.
Expected<std::vector<ChainResult>> makeChain(const Rfc557Settings& settings, const LabSite& site,
                                             const std::vector<ChainCondition>& steps, const ChainProgress& progress);

}  // namespace utah10

// Repeats RFC 508: data at a constant rate from a device at UCSB to the discard socket of UCLA-CCN, and how often and
// how long the device had to stop because its buffers had not been taken.
//
// A stream of the device needs no PDP-10. A program on TENEX sends the same stream (roms/stream). Errors are those of
// the laboratory and of StreamWorld; a stream of which something did not arrive is a result with a text in `trouble`.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "experiments/laboratory/laboratory.hpp"
#include "experiments/rfc508/stream_path.hpp"

namespace utah10 {

// Lines from UTAH to UCLA in the map of 1972.
constexpr unsigned kProgramHops = 4;

// What a stream belongs to.
enum class StreamPart : std::uint8_t {
  Grid,    // the rates and buffers of the paper's table, on the chosen path
  Kept,    // the same with the NCP that keeps buffers
  Busy,    // the same with a sending host that stalls
  Stalls,  // the same with other stalls, for their totals only
  Long,    // the paper's long tests
  Full,    // more than the path carries: its throughput
  Far,     // of the device, over as many lines as there are from UTAH to UCLA
  Program  // sent by a program on TENEX at UTAH, the same tests
};

struct StreamCondition {
  StreamPart part = StreamPart::Grid;
  RealTimeTest test;
  StreamPath path;           // not of a program
  unsigned byteBits = 8;     // of a program
  std::string name() const;  // "grid 9600 x 2016"
};

struct StreamResult {
  StreamCondition condition;
  bool done = false;
  std::string trouble;        // reason if not done
  std::uint64_t buffers = 0;  // sent
  std::uint64_t gaps = 0;
  Duration longest{}, shortest{}, sum{};  // of the gaps
  std::uint64_t stalls = 0;               // of the sending host during the test
  Duration longestStall{};
  std::uint64_t bits = 0;  // that arrived during the test
  StreamTimes times;
  // Of a program: the longest time that it woke up after a buffer was due; run time of its two processes.
  Duration late{}, run{};

  bool whole() const { return done; }
  Duration mean() const { return gaps == 0 ? Duration{} : sum / static_cast<std::int64_t>(gaps); }
};

struct Rfc508Settings {
  LabOptions machine{.system = "utah73"};
  StreamPath path{};  // of the grid
  // Of a busy sending host.
  Duration stallInterval = seconds(60);
  Duration stallLength = seconds(1);
  bool quick = false;              // tests of a third of the time, at every fourth rate
  std::string program = "STREAM";  // on TENEX; empty: only the device's streams

  Expected<void> check() const;
};

// The streams in pieces, each of which one machine or one subnet runs in order.
std::vector<std::vector<StreamCondition>> rfc508Pieces(const Rfc508Settings& settings);

// A progress line on a finished stream.
std::string progressText(const StreamResult& result);

using StreamProgress = std::function<void(const StreamResult&)>;

// Runs the streams of a piece. Those of one path follow each other on one connection, as in the paper.
Expected<std::vector<StreamResult>> runStreams(const Rfc508Settings& settings, const LabSite& site,
                                               const std::vector<StreamCondition>& streams,
                                               const StreamProgress& progress);

}  // namespace utah10

// The data line scanner on its bus, its lines printing into strings.
#pragma once

#include <string>
#include <vector>

#include "bench.hpp"
#include "devices/dc10.hpp"

namespace utah10::test::dc10 {

constexpr std::uint32_t kDls = 0240;
constexpr std::uint64_t kDirected = 0100'000000;

inline std::vector<DataLineConfig> lines(std::size_t n, int baud = 300) {
  return std::vector<DataLineConfig>(n, {.baud = baud});
}

struct ScannerBench : Bench {
  Dc10 dls;
  std::vector<std::string> printed;
  std::vector<Instant> completes;

  explicit ScannerBench(const Dc10Config& config = {.lines = lines(16)}) : dls{clock, pi, config} {
    bus.connect(code(kDls), dls);
    printed.resize(static_cast<std::size_t>(dls.lines()));
    for (int n = 0; n < dls.lines(); ++n) {
      dls.port(n).onPrint([this, n](Instant t, std::uint8_t c) {
        printed[static_cast<std::size_t>(n)] += static_cast<char>(c);
        completes.push_back(t);
      });
    }
  }
  void send(std::uint64_t line, std::uint64_t character) { datao(kDls, kDirected | line << 18 | character); }
  std::uint64_t status() { return coni(kDls); }
  // Runs until the scanner stops at a line; returns the line.
  int await() {
    while (!dls.standing()) {
      if (clock.nextEvent() > clock.now() + seconds(5)) return -1;
      until(clock.nextEvent());
    }
    return dls.position();
  }
};

struct BbnBench : ScannerBench {
  BbnBench() : ScannerBench{{.lines = lines(8), .flavour = ScannerFlavour::Bbn}} {}
};

}  // namespace utah10::test::dc10

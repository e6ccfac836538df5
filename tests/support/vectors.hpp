// The instruction vectors of tests/machine/tables/ka10_vectors.csv: one instruction at 100, AC 1 and AC 2, locations
// 200 and 201, before and after.
#pragma once

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "utah10/word/address.hpp"
#include "utah10/word/text.hpp"
#include "utah10/word/word36.hpp"

namespace utah10::test {

struct VectorState {
  Word36 ac1, ac2, mem200, mem201;
  bool operator==(const VectorState&) const = default;
};

struct Vector {
  int line = 0;
  std::string mnemonic;
  Word36 instruction;
  VectorState before;
  VectorState after;
  VirtualAddress pcAfter;
  std::string flags;  // "-", or OV C0 C1 FOV FXU ND in this order joined by +
};

inline Word36 octalField(const std::string& text, int line) {
  const Expected<Word36> w = parseWord(text);
  if (!w) throw std::runtime_error("line " + std::to_string(line) + ": " + w.error().text());
  return *w;
}

inline std::vector<Vector> readVectors(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be opened");
  std::vector<Vector> vectors;
  std::string text;
  std::getline(file, text);  // column names
  for (int line = 2; std::getline(file, text); ++line) {
    std::vector<std::string> f;
    std::istringstream row(text);
    for (std::string field; std::getline(row, field, ',');) f.push_back(field);
    if (f.size() != 12) throw std::runtime_error(path + "(" + std::to_string(line) + "): expected 12 fields");
    const auto word = [&](std::size_t i) { return octalField(f[i], line); };
    vectors.push_back({line,
                       f[0],
                       word(1),
                       {word(2), word(3), word(4), word(5)},
                       {word(7), word(8), word(9), word(10)},
                       VirtualAddress{word(6).right()},
                       f[11]});
  }
  return vectors;
}

}  // namespace utah10::test

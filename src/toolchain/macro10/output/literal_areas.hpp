// The literals of the present area, and which of the program's literal and variable areas comes next.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "toolchain/macro10/output/literal_pool.hpp"
#include "toolchain/macro10/output/program.hpp"

namespace utah10::macro10 {

class LiteralAreas {
 public:
  explicit LiteralAreas(ProgramLayout& layout) : layout_(layout) {}

  void beginPass();
  void beginPassTwoHere();  // PASS2: the areas of pass 1 are not assembled again
  void beginArea();

  // Puts the words of a literal into the area, or finds them there if they may be shared; returns their index.
  std::size_t keep(std::span<const StoredWord> words, bool shared);
  void countOnly(std::size_t words) { count_ += static_cast<std::uint32_t>(words); }  // pass 1, after an error

  std::uint32_t count() const { return count_; }
  bool empty() const { return pool_.empty(); }
  std::vector<StoredWord> take() { return pool_.take(); }

  // Pass 2: the present areas as pass 1 found them, and the step to the next ones.
  Area literals() const { return literal_ < layout_.literals.size() ? layout_.literals[literal_] : Area{}; }
  Area variables() const { return variable_ < layout_.variables.size() ? layout_.variables[variable_] : Area{}; }
  void nextLiterals() { ++literal_; }
  void nextVariables() { ++variable_; }
  // Pass 1.
  void noteLiterals(Area area) { layout_.literals.push_back(area); }
  void noteVariables(Area area) { layout_.variables.push_back(area); }

 private:
  ProgramLayout& layout_;
  LiteralPool pool_;
  std::uint32_t count_ = 0;
  std::size_t literal_ = 0;
  std::size_t variable_ = 0;
};

}  // namespace utah10::macro10

// The UNIVERSAL programs of an assembly: its own and those read from files, and which of them a program searches.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "toolchain/macro10/symbols/symbol_table.hpp"
#include "utah10/word/error.hpp"

namespace utah10::macro10 {

class Universals {
 public:
  // Returns the words of NAME.UNV, or nothing if there is no such file.
  using Finder = std::function<Expected<std::optional<std::vector<Word36>>>(std::string_view name)>;

  explicit Universals(const Finder& finder) : finder_(finder) {}

  void keep(Universal u);             // for later programs of this assembly
  void searchNone();                  // a program begins
  bool search(Name name, Name file);  // adds one to the list to search; false if there is none. Throws GiveUp.

  struct Found {
    const Universal* universal = nullptr;
    const Meanings* meanings = nullptr;
  };
  // In the first universal that has the name.
  std::optional<Found> find(Name name) const;

 private:
  const Finder& finder_;
  std::vector<std::unique_ptr<Universal>> all_;
  std::vector<const Universal*> searched_;
};

}  // namespace utah10::macro10

#include "experiments/rfc392/range.hpp"

#include <fmt/format.h>

#include "experiments/rjs/rjs_programs.hpp"

namespace utah10 {

namespace {

constexpr unsigned kLeastOf1973 = 112;  // K words of core that its monitor needs

// The baseline plus one variant per changed parameter; variants equal to the baseline are skipped.
class Around {
 public:
  explicit Around(const Rfc392Settings& given) : given_(given), cases_{{"", given}} {}
  template <class T>
  void machine(T LabOptions::*what, T value, std::string change) {
    if (given_.machine.*what == value) return;
    Rfc392Settings other = given_;
    other.machine.*what = value;
    if (other.machine.check()) cases_.push_back({std::move(change), std::move(other)});
  }
  void program(std::string_view name) {
    if (given_.program == name) return;
    Rfc392Settings other = given_;
    other.program = name;
    cases_.push_back({describeRjs(name), std::move(other)});
  }
  std::vector<RangeCase> take() { return std::move(cases_); }

 private:
  const Rfc392Settings& given_;
  std::vector<RangeCase> cases_;
};

}  // namespace

std::vector<RangeCase> rangeCases(const Rfc392Settings& given) {
  Around around(given);
  for (const unsigned k : {96u, 128u, 160u, 192u, 256u})
    around.machine(&LabOptions::coreK, k, fmt::format("{}K words of core", k));
  around.machine(&LabOptions::swapping, Swapping::Disk, "swapping to disk");
  for (const char* kind : {"MA10", "MB10", "MD10"})
    around.machine(&LabOptions::memory, std::string{kind}, fmt::format("{} memory", kind));
  for (const unsigned n : {8u, 32u})
    around.machine(&LabOptions::registers, n, fmt::format("{} associative registers", n));
  around.machine(&LabOptions::timing, std::string{"gate"}, "timing profile gate (delay lines)");
  if (given.machine.coreK >= kLeastOf1973)
    around.machine(&LabOptions::system, std::string{"utah73"}, "monitor of 1973");
  for (const char* program : {"RJS0", "RJS1N", "RJS1B", "RJS1E", "RJS1P", "RJS1O"}) around.program(program);
  return around.take();
}

}  // namespace utah10

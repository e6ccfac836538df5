#include "experiments/ctss/range.hpp"

#include <fmt/format.h>

namespace utah10 {

namespace {

constexpr unsigned kUsers = 16;
constexpr const char* kPreloading = "PRELD";  // the monitor that brings the pages of a process together

struct CalcProgram {
  const char* name;
  const char* text;
};
constexpr CalcProgram kApart[] = {{"CALC10", "program on 10 pages"}, {"CALC18", "program on 18 pages"}};

class Factors {
 public:
  explicit Factors(const CtssSettings& given) : first_{"", given, {kUsers}}, cases_{first_} {}
  void add(std::string change, const CtssSettings& settings, unsigned users = kUsers) {
    if (settings.machine.check()) cases_.push_back({std::move(change), settings, {users}});
  }
  template <class T>
  void machine(T LabOptions::*what, T value, std::string change) {
    if (first_.settings.machine.*what == value) return;
    CtssSettings other = first_.settings;
    other.machine.*what = value;
    add(std::move(change), other);
  }
  void program(const CalcProgram& p, const char* also, unsigned users) {
    CtssSettings other = first_.settings;
    other.program = p.name;
    add(fmt::format("{}{}", p.text, also), other, users);
  }
  void preloaded(std::string change, std::string program) {
    if (first_.settings.machine.monitor == kPreloading) return;
    CtssSettings other = first_.settings;
    other.program = std::move(program);
    other.machine.monitor = kPreloading;
    add(std::move(change), other);
  }
  std::vector<CtssCase> take() { return std::move(cases_); }

 private:
  CtssCase first_;
  std::vector<CtssCase> cases_;
};

}  // namespace

// With one user all pages stay in core, as if they had been there before the program was run.
std::vector<CtssCase> ctssCases(const CtssSettings& given) {
  constexpr const char* kAlone = ", pages stay (1 user)";
  Factors factors(given);
  for (const CalcProgram& p : kApart) factors.program(p, "", kUsers);
  factors.program({"CALC", "program on 4 pages"}, kAlone, 1);
  for (const CalcProgram& p : kApart) factors.program(p, kAlone, 1);
  for (const unsigned k : {96u, 128u, 160u, 192u, 256u})
    factors.machine(&LabOptions::coreK, k, fmt::format("{}K words of core", k));
  factors.machine(&LabOptions::swapping, Swapping::Disk, "swapping to disk");
  factors.preloaded("pages preloaded", given.program);
  for (const CalcProgram& p : kApart) factors.preloaded(fmt::format("{}, preloaded", p.text), p.name);
  return factors.take();
}

}  // namespace utah10

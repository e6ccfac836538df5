// The BBN TENEX pager, device 024: translation through page tables in core, with associative registers.
//
// Source: the TENEX monitors 1.28 to 1.34 (PAGEM, PROLOG, PISRV, SCHED), KISRV's imitation of the pager, the Monitor
// Manual of 1972, CACM 15:3 (docs/sources/pager.md). Pages of 1000 words; user and monitor space of 1000 pages each;
// 11-bit core page numbers. It answers CONO alone; CONI and DATAI give zero, DATAO does nothing.
//
//   CONO bits 33-35   action
//   0                 clear all registers; load word 71 (ALR, UPT, AC base, PSB) and word 72 (age, use)
//   1                 clear the monitor's registers
//   2                 accepted, no action (a comment elsewhere: the next write clears its mapping; no monitor uses it)
//   3                 clear the user's registers
//   4, 5              off: every address is real
//   6                 on, resident monitor (pages 0-77) real
//   7                 on, resident monitor through MMAP
//   bit 32 (10)       with function 0: load the AC base alone from word 71, clear nothing (monitor 1.28)
//
// I/O reset (CONO APR,200000) turns it off and leaves its registers as they are.
//
// The KA10's protection and relocation registers stand in front of it for references made in user mode (a TENEX monitor
// opens them by DATAO APR,[776776,,0] before the first user runs); references of the monitor to its previous context
// (UMOVE, XCT) are made in executive mode and do not pass them.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "utah10/machine/address_map.hpp"
#include "utah10/machine/io_device.hpp"
#include "utah10/machine/probe.hpp"
#include "utah10/machine/timing_profile.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

struct Processor;
struct PageTables;
class TrapStatus;

struct PagerConfig {
  unsigned registers = 16;  // associative registers, 1 to 54 (Computer History Wiki: 16 fitted, 54 at most)
  enum class Replacement : std::uint8_t { RoundRobin, LeastRecent } replacement = Replacement::RoundRobin;
  // KISRV's variant: a read also grants writing if the page's modified bit is already on and its pointers allow it.
  bool writeWhenModified = false;
  // Where JSYS with E < 1000 finds its word: monitor virtual 1000+E, or 600000+E (JTRPSW = 2).
  enum class CallVector : std::uint8_t { PageOne, JobPage } callVector = CallVector::PageOne;
  bool residentMapped = false;  // MAPRESMON, console switch: the resident monitor is always mapped
  // Delays of the pager's own logic, which no source gives. See pagerDelays().
  Duration hit{};      // a reference that a register maps
  Duration reload{};   // a reload, before its first table word
  Duration pointer{};  // each table word, after it has been read
  Duration cst{};      // between reading and rewriting a CST word
  Duration trap{};     // before the status word is stored
};

// The delays of a configuration and their provenance, for `config --explain`.
std::vector<TimingFact> pagerDelays(const PagerConfig& config);

// Core pages of a process's tables: its own page table, and the PSB that maps the monitor's pages from 600 on.
struct ProcessTables {
  std::uint32_t user = 0;
  std::uint32_t psb = 0;
};

class Pager final : public AddressMap, public IoDevice {
 public:
  static constexpr DeviceCode kDevice = DeviceCode::written(024);

  static Expected<void> check(const PagerConfig& config);
  // The configuration must have passed check().
  Pager(Processor& processor, const PagerConfig& config);
  ~Pager() override;

  void grant(TranslationWindow& window, Space space, VirtualAddress va, Access access) override;
  std::optional<PhysicalAddress> peek(Space space, VirtualAddress va) const override;
  // Through other tables than those loaded, as if the pager were on; the associative registers are ignored.
  std::optional<PhysicalAddress> peekThrough(const ProcessTables& tables, Space space, VirtualAddress va) const;

  std::string_view name() const override { return "pgr"; }
  Word36 coni() const override { return Word36{}; }
  void cono(HalfWord conditions) override;
  void ioReset() override;
  std::span<const BitName> conoBits() const override;

  void state(Archive& a) override;

  // For the processor.
  bool on() const;
  std::uint32_t acBlock() const;     // monitor virtual address of the previous context's accumulators
  std::uint32_t callVector() const;  // monitor virtual address of the vector of JSYS
  void storeDatum(Word36 w);         // of a write that grant() has refused
  void reset();                      // RESET key

 private:
  struct State;
  bool resident(Space space, VirtualAddress va) const;
  void reload(TranslationWindow& window);
  std::optional<PhysicalAddress> walk(const PageTables& tables, bool monitor, VirtualAddress va) const;
  bool updateCst(std::uint32_t core);
  [[noreturn]] void trap(TrapStatus cause);
  void forget(TranslationWindow& window, bool monitor, std::uint32_t page);
  void clearRegisters(bool monitor);
  void loadBase(bool acBaseAlone);
  void setMode(bool on, bool mapResident);
  void clearBy(bool monitor);  // CONO 24,1 and 24,3
  void switchTo(bool on, bool mapResident);
  void tell(PagerRecord record) const;

  Processor& p_;
  PagerConfig config_;
  std::unique_ptr<State> state_;
};

}  // namespace utah10

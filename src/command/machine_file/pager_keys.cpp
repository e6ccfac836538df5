// Machine-file keys of [pager]. The table alone, without keys, adds the pager.
#include <fmt/format.h>

#include "command/machine_file/machine_file.hpp"
#include "command/machine_file/machine_schema.hpp"
#include "utah10/word/text.hpp"

namespace utah10 {

namespace {
using D = MachineDescription;
using T = TableEntry;
using V = KeyValue;
constexpr std::int64_t kMillisecond = 1'000'000;

PagerConfig& pager(D& d) {
  if (!d.machine.pager) d.machine.pager.emplace();
  return *d.machine.pager;
}

std::string setReplacement(D& d, T&, const V& v) {
  if (v.text != "round-robin" && v.text != "least-recent")
    return fmt::format("no replacement \"{}\"; use round-robin or least-recent", v.text);
  pager(d).replacement =
      v.text == "least-recent" ? PagerConfig::Replacement::LeastRecent : PagerConfig::Replacement::RoundRobin;
  return {};
}

std::string setVector(D& d, T&, const V& v) {
  if (v.text != "page-1" && v.text != "page-600")
    return fmt::format("no JSYS vector \"{}\"; use page-1 or page-600", v.text);
  pager(d).callVector = v.text == "page-600" ? PagerConfig::CallVector::JobPage : PagerConfig::CallVector::PageOne;
  return {};
}

template <Duration PagerConfig::*Field>
std::string setDelay(D& d, T&, const V& v) {
  pager(d).*Field = Duration{v.number};
  return {};
}

template <bool PagerConfig::*Field>
std::string setFlag(D& d, T&, const V& v) {
  pager(d).*Field = v.number != 0;
  return {};
}

// Default and source of a delay come from the pager's own table of delays.
Key delayKey(std::string_view name, std::string_view meaning, std::string (*apply)(D&, T&, const V&)) {
  for (const TimingFact& f : pagerDelays({}))
    if (f.name.ends_with(name))
      return {"pager", name, KeyUnit::Time, 0, kMillisecond, formatDuration(f.value), std::string(f.source),
              meaning, apply};
  return {"pager", name, KeyUnit::Time, 0, kMillisecond, "0ns", "no source", meaning, apply};
}
}  // namespace

std::string addPager(MachineDescription& d, TableEntry&) {
  const auto ok = Pager::check(pager(d));
  return ok ? std::string() : ok.error().text();
}

std::vector<Key> pagerKeys() {
  return {
      {"pager", "registers", KeyUnit::Count, 1, 54, "16",
       "Computer History Wiki, BBN Pager: 16 fitted, 54 at most; docs/sources/pager.md 8",
       "number of associative registers",
       [](D& d, T&, const V& v) {
         pager(d).registers = static_cast<unsigned>(v.number);
         return std::string();
       }},
      {"pager", "replacement", KeyUnit::Choice, 0, 0, "round-robin", "Computer History Wiki, BBN Pager",
       "choice of the register for a reload: round-robin or least-recent", &setReplacement},
      {"pager", "write-when-modified", KeyUnit::Flag, 0, 1, "false",
       "TENEX KISRV does; the BBN pager is believed not to",
       "a read reference to a page already modified also grants write access",
       &setFlag<&PagerConfig::writeWhenModified>},
      {"pager", "jsys-vector", KeyUnit::Choice, 0, 0, "page-1", "TENEX PARAMS, JTRPSW: page-600 for 2",
       "page that holds the transfer words of JSYS below 1000: page-1 or page-600", &setVector},
      {"pager", "resident-mapped", KeyUnit::Flag, 0, 1, "false", "MAPRESMON switch; TENEX PAGEM",
       "the resident monitor is always mapped", &setFlag<&PagerConfig::residentMapped>},
      delayKey("hit", "delay of a reference mapped by a register", &setDelay<&PagerConfig::hit>),
      delayKey("reload", "delay of a reload before its first table word", &setDelay<&PagerConfig::reload>),
      delayKey("pointer", "delay after each table word read", &setDelay<&PagerConfig::pointer>),
      delayKey("cst", "delay between reading and rewriting a CST word", &setDelay<&PagerConfig::cst>),
      delayKey("trap", "delay before a trap stores the status word", &setDelay<&PagerConfig::trap>),
  };
}

}  // namespace utah10

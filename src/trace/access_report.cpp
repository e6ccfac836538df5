#include "trace/access_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "trace/report_text.hpp"
#include "trace/time_text.hpp"
#include "utah10/word/text.hpp"

namespace utah10 {

namespace {

std::string placeText(AccessPlace p) {
  if (p.process == kNoProcess && !p.user) return fmt::format("p:{:06o}", p.address);
  return fmt::format("p{:o} {}:{:06o}", p.process, p.user ? "u" : "e", p.address);
}

std::string doer(const Touch& t, const Symbols& symbols) {
  std::string text = fmt::format("{}:{:06o}", t.user ? "u" : "e", t.pc.bits());
  if (symbols.of(t.user).nearest(t.pc)) text += fmt::format(" ({})", symbols.of(t.user).text(t.pc));
  if (t.process != kNoProcess) text += fmt::format(", process {:o}", t.process);
  if (t.pager) text += ", by the pager";
  return text;
}

std::string touchLine(std::string_view what, const Touch& t, const Symbols& symbols) {
  if (t.count == 0) return fmt::format("  {:<8}  never\n", what);
  return fmt::format("  {:<8} {:>9}. last at {} us by {}\n", what, t.count, microsecondsText(t.at), doer(t, symbols));
}

std::string unwrittenLine(const UnwrittenRead& r, const Symbols& symbols, ReportForm form) {
  const Touch& t = r.first;
  const std::int64_t ns = (t.at - kPowerOn).count();
  const std::string word = formatOctal(r.word);
  switch (form) {
    case ReportForm::Csv:
      return fmt::format("{},{:o},{},{},{:o},{},{:o},{},{}\n", placeText(r.place), r.virtualAddress.bits(), t.count, ns,
                         t.pc.bits(), t.user ? "user" : "monitor", t.process, csvCell(symbols.of(t.user).text(t.pc)),
                         word);
    case ReportForm::Json:
      return fmt::format(
          R"({{"place":{},"virtual":"{:o}","count":{},"time_ns":{},"pc":"{:o}","mode":"{}","process":"{:o}","symbol":{},"word":"{}"}})",
          jsonText(placeText(r.place)), r.virtualAddress.bits(), t.count, ns, t.pc.bits(), t.user ? "user" : "monitor",
          t.process, jsonText(symbols.of(t.user).text(t.pc)), word);
    case ReportForm::Text:
      break;
  }
  return fmt::format("{:<10} ({:06o}) {:>6}. first at {} us by {}, holds {}\n", placeText(r.place),
                     r.virtualAddress.bits(), t.count, microsecondsText(t.at), doer(t, symbols), word);
}

}  // namespace

std::string whoText(const WordAccess* access, const Symbols& symbols, std::optional<Word36> now) {
  if (access == nullptr) return "  not referenced since the map began\n";
  std::string text = touchLine("read", access->read, symbols) + touchLine("written", access->written, symbols) +
                     touchLine("executed", access->executed, symbols);
  if (access->outside || (now && access->last && *now != *access->last))
    text += fmt::format("  changed since by a channel or the console: was {}{}\n", formatOctal(*access->last),
                        now ? ", is " + formatOctal(*now) : "");
  return text;
}

std::string unwrittenReport(const AccessMap& map, const Symbols& symbols, bool all, ReportForm form) {
  std::string text;
  if (form == ReportForm::Csv) text = "place,virtual,count,time_ns,pc,mode,process,symbol,word\n";
  if (form == ReportForm::Json) text = "[";
  bool any = false;
  for (const UnwrittenRead& r : map.unwritten()) {
    if (!all && !r.word.zero()) continue;
    if (form == ReportForm::Json) text += any ? ",\n " : "\n ";
    text += unwrittenLine(r, symbols, form);
    any = true;
  }
  if (form == ReportForm::Json) return text + "\n]\n";
  if (form == ReportForm::Text && !any) return "no word was read before it was written\n";
  return text;
}

std::vector<SymbolCoverage> symbolCoverage(const AccessMap& map, const SymbolMap& symbols, bool user,
                                           VirtualAddress last) {
  std::map<std::uint32_t, std::string> labels;  // first label in the alphabet at each place
  for (const auto& [name, symbol] : symbols.all())
    if (symbol.kind == SymbolKind::Label && symbol.value.bits() <= last.bits())
      labels.emplace(static_cast<std::uint32_t>(symbol.value.bits()), name);
  std::vector<SymbolCoverage> all;
  for (auto at = labels.begin(); at != labels.end(); ++at) {
    const std::uint32_t end = std::next(at) == labels.end() ? last.bits() + 1 : std::next(at)->first;
    SymbolCoverage row{user, at->second, VirtualAddress{at->first}, end - at->first, 0, 0};
    for (std::uint32_t a = at->first; a < end; ++a) {
      const std::uint64_t times = map.executed(user, VirtualAddress{a});
      row.executed += times != 0;
      row.times += times;
    }
    all.push_back(row);
  }
  return all;
}

namespace {

// The last label extends to the last word executed after it, within the reach of a label.
VirtualAddress lastWord(const AccessMap& map, const SymbolMap& symbols, bool user) {
  std::uint32_t label = 0;
  for (const auto& [name, s] : symbols.all())
    if (s.kind == SymbolKind::Label && s.value.bits() <= VirtualAddress::kMask)
      label = std::max(label, static_cast<std::uint32_t>(s.value.bits()));
  std::uint32_t last = label;
  for (std::uint32_t a = label; a <= std::min(label + SymbolMap::kReach, VirtualAddress::kMask); ++a)
    if (map.executed(user, VirtualAddress{a}) != 0) last = a;
  return VirtualAddress{last};
}

std::vector<SymbolCoverage> executedSymbols(const AccessMap& map, const Symbols& symbols) {
  std::vector<SymbolCoverage> all;
  for (const bool user : {false, true}) {
    const SymbolMap& names = symbols.of(user);
    for (SymbolCoverage& row : symbolCoverage(map, names, user, lastWord(map, names, user)))
      if (row.executed != 0) all.push_back(std::move(row));
  }
  return all;
}

std::string coverageText(const AccessMap& map, const std::vector<SymbolCoverage>& rows) {
  std::string text = "page           executed    read written   words of 512.\n";
  for (const AccessMap::PageUse& p : map.pages())
    text += fmt::format("{:<13} {:>8}. {:>6}. {:>6}.\n", placeText(p.page), p.executed, p.read, p.written);
  if (rows.empty()) return text;
  text += "\nlabel            at       words  executed          times\n";
  for (const SymbolCoverage& r : rows)
    text += fmt::format("{:<14} {}:{:06o} {:>6}. {:>6}. {:>3}% {:>13}.\n", r.name, r.user ? "u" : "e", r.first.bits(),
                        r.words, r.executed, 100 * r.executed / r.words, r.times);
  return text;
}

std::string coverageCsv(const AccessMap& map, const std::vector<SymbolCoverage>& rows) {
  std::string text = "kind,space,name,address,words,executed,read,written,times\n";
  for (const AccessMap::PageUse& p : map.pages())
    text +=
        fmt::format("page,,{},{:o},512,{},{},{},\n", placeText(p.page), p.page.address, p.executed, p.read, p.written);
  for (const SymbolCoverage& r : rows)
    text += fmt::format("label,{},{},{:o},{},{},,,{}\n", r.user ? "user" : "exec", r.name, r.first.bits(), r.words,
                        r.executed, r.times);
  return text;
}

std::string coverageJson(const AccessMap& map, const std::vector<SymbolCoverage>& rows) {
  std::string text = "{\"pages\":[";
  const char* joint = "\n ";
  for (const AccessMap::PageUse& p : map.pages()) {
    text += fmt::format(R"({}{{"page":{},"executed":{},"read":{},"written":{}}})", joint, jsonText(placeText(p.page)),
                        p.executed, p.read, p.written);
    joint = ",\n ";
  }
  text += "],\n\"labels\":[";
  joint = "\n ";
  for (const SymbolCoverage& r : rows) {
    text += fmt::format(R"({}{{"name":{},"space":"{}","address":"{:o}","words":{},"executed":{},"times":{}}})", joint,
                        jsonText(r.name), r.user ? "user" : "exec", r.first.bits(), r.words, r.executed, r.times);
    joint = ",\n ";
  }
  return text + "]}\n";
}

}  // namespace

std::string coverageReport(const AccessMap& map, const Symbols& symbols, ReportForm form) {
  const auto rows = executedSymbols(map, symbols);
  if (form == ReportForm::Csv) return coverageCsv(map, rows);
  return form == ReportForm::Json ? coverageJson(map, rows) : coverageText(map, rows);
}

std::string coverageListing(const AccessMap& map, const SymbolMap& symbols, bool user, std::string_view file,
                            std::string_view source) {
  std::string text;
  for (std::uint32_t line = 1; !source.empty(); ++line) {
    const std::size_t end = source.find('\n');
    const std::vector<VirtualAddress> words = symbols.addresses(file, line);
    std::string mark;
    if (!words.empty()) {
      const std::uint64_t times = map.executed(user, words.front());
      mark = times == 0 ? "########" : fmt::format("{}.", times);
    }
    text += fmt::format("{:>10}  {}\n", mark, source.substr(0, end));
    source.remove_prefix(end == std::string_view::npos ? source.size() : end + 1);
  }
  return text;
}

}  // namespace utah10

#include "rfc557_findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "rfc392_numbers.hpp"

namespace utah10 {

namespace {

using Kind = ChainCondition::Kind;

// Rows of the published table, by their id.
class Published {
 public:
  explicit Published(const Seal& seal) : table_(publishedTable("rfc557", seal)) {}
  double value(std::string_view id) const {
    const auto row = table_.find("id", id);
    return row ? table_.number(*row, "value").value_or(0) : 0;
  }

 private:
  CsvTable table_;
};

std::string ratio(double a, double b) { return b == 0 ? "" : fixed(a / b, 2); }

constexpr std::array<std::string_view, 3> kSteps = {"as in 1972", "connection buffered", "file read by pages"};
constexpr std::array<std::string_view, 3> kIds = {"b1", "b2", "b3"};

ReportTable chainTable(const std::vector<const ChainResult*>& chain, const Published& paper) {
  ReportTable t{"chain",
                "A megabit through RJS, s; each step keeps those before it.",
                {{"program", "shape of RJS"},
                 {"", "what is new in it"},
                 {"s/Mb", "RUNTM of the sending process / bits"},
                 {"step", "the one before / this one"},
                 {"user", "of s/Mb: the program's own instructions (charge meter)"},
                 {"monitor", "the rest of it"},
                 {"|s/Mb", "TENEX 1.32 note, RFC 557"},
                 {"|step", "the same"},
                 {"|user", "the same, of the last"},
                 {"|monitor", "the same, of the last"},
                 {"ours/paper", "s/Mb"}},
                {}};
  for (std::size_t n = 0; n < chain.size(); ++n) {
    const ChainResult& r = *chain[n];
    const std::size_t at = r.condition.shape - 1;
    const double theirs = paper.value(kIds[at]);
    const bool last = at + 1 == kIds.size();
    t.rows.push_back({r.condition.name(), std::string{kSteps[at]}, fixed(r.secondsPerMegabit(), 2),
                      n == 0 ? "" : ratio(chain[n - 1]->secondsPerMegabit(), r.secondsPerMegabit()),
                      fixed(r.userPerMegabit(), 2), fixed(r.monitorPerMegabit(), 2), fixed(theirs, 1),
                      at == 0 ? "" : ratio(paper.value(kIds[at - 1]), theirs), last ? fixed(paper.value("b5"), 0) : "",
                      last ? fixed(paper.value("b4"), 0) : "", ratio(r.secondsPerMegabit(), theirs)});
  }
  return t;
}

// RFC 594's row of a transfer.
std::string_view rowOf(const ChainCondition& c) {
  const bool store = c.kind == Kind::FtpStore;
  if (c.byteBits == 8) return store ? "d2" : "d1";
  if (c.byteBits == 32) return store ? "d4" : "d3";
  return store ? "d6" : "d5";
}

ReportTable ftpTable(const std::vector<const ChainResult*>& transfers, const Published& paper) {
  ReportTable t{"ftp",
                "A megabit through FTP, s.",
                {{"transfer", "bits of a byte (8: text); stored at a host, retrieved from it"},
                 {"s/Mb", "RUNTM of the process that runs FTP / bits on the network"},
                 {"factor", "8 bits in the same direction / this one"},
                 {"user", "of s/Mb: the program's own instructions (charge meter)"},
                 {"monitor", "the rest of it"},
                 {"|RFC 557", "s/Mb; wide bytes a factor less"},
                 {"|RFC 594", "s/Mb, TENEX 1.32, December 1973"},
                 {"|factor", "RFC 594"}},
                {}};
  for (const ChainResult* r : transfers) {
    const ChainResult* text = nullptr;
    for (const ChainResult* other : transfers)
      if (other->condition.kind == r->condition.kind && other->condition.byteBits == 8) text = other;
    const double eight = paper.value("a9"), theirs = paper.value(rowOf(r->condition));
    const ChainCondition same{.kind = r->condition.kind, .byteBits = 8};
    t.rows.push_back({r->condition.name(), fixed(r->secondsPerMegabit(), 2),
                      text == nullptr ? "" : ratio(text->secondsPerMegabit(), r->secondsPerMegabit()),
                      fixed(r->userPerMegabit(), 2), fixed(r->monitorPerMegabit(), 2),
                      fixed(r->condition.byteBits == 8 ? eight : eight / paper.value("a11"), 2), fixed(theirs, 2),
                      ratio(paper.value(rowOf(same)), theirs)});
  }
  return t;
}

}  // namespace

void addChainFindings(Report& report, const std::vector<ChainResult>& results, const Seal& seal) {
  const Published paper(seal);
  std::vector<const ChainResult*> chain, files;
  for (const ChainResult& r : results)
    if (r.done) (r.condition.kind == Kind::Rjs ? chain : files).push_back(&r);
  if (!chain.empty()) report.show(chainTable(chain, paper));
  if (!files.empty()) report.show(ftpTable(files, paper));
}

}  // namespace utah10

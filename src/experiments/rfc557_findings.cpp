#include "experiments/rfc557_findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "experiments/report_numbers.hpp"

namespace utah10 {

namespace {

using Kind = ChainCondition::Kind;

constexpr double kAgree = 0.15;  // tolerance for agreement; the published numbers have two digits

// The published table, accessed by row id.
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
                "CPU seconds per megabit through RJS; each step includes the previous ones.",
                {{"program", "shape of RJS"},
                 {"", "the improvement"},
                 {"s/Mb", "RUNTM of the sending process / bits"},
                 {"step", "s/Mb of the previous row / s/Mb of this one"},
                 {"user", "part of s/Mb: the program's own instructions (charge meter)"},
                 {"monitor", "the rest of s/Mb"},
                 {"|s/Mb", "TENEX 1.32 note, RFC 557"},
                 {"|step", "TENEX 1.32 note, RFC 557"},
                 {"|user", "TENEX 1.32 note, RFC 557; last row only"},
                 {"|monitor", "TENEX 1.32 note, RFC 557; last row only"},
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

// The row id of a transfer in RFC 594.
std::string_view rowOf(const ChainCondition& c) {
  const bool store = c.kind == Kind::FtpStore;
  if (c.byteBits == 8) return store ? "d2" : "d1";
  if (c.byteBits == 32) return store ? "d4" : "d3";
  return store ? "d6" : "d5";
}

ReportTable ftpTable(const std::vector<const ChainResult*>& transfers, const Published& paper) {
  ReportTable t{"ftp",
                "CPU seconds per megabit through FTP.",
                {{"transfer", "bits per byte (8: text); store to a host, retrieve from it"},
                 {"s/Mb", "RUNTM of the process that runs FTP / bits on the network"},
                 {"factor", "s/Mb of 8 bits in the same direction / s/Mb of this row"},
                 {"user", "part of s/Mb: the program's own instructions (charge meter)"},
                 {"monitor", "the rest of s/Mb"},
                 {"|RFC 557", "s/Mb; wide bytes by the published factor"},
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

bool agree(double ours, double theirs) { return std::abs(ours - theirs) <= kAgree * theirs; }

// Adds a paragraph for each number of the chain that disagrees, with what would account for it.
void sayChain(Report& report, const std::vector<const ChainResult*>& chain, const Published& paper) {
  const auto shape = [&](unsigned n) {
    const auto at = std::ranges::find(chain, n, [](const ChainResult* r) { return r->condition.shape; });
    return at == chain.end() ? nullptr : *at;
  };
  const ChainResult *one = shape(1), *two = shape(2), *three = shape(3);
  if (one == nullptr || two == nullptr || three == nullptr) return;
  const double s1 = one->secondsPerMegabit(), s2 = two->secondsPerMegabit(), s3 = three->secondsPerMegabit();
  const double first = paper.value("b1") / paper.value("b2"), second = paper.value("b2") / paper.value("b3");
  report.say(
      fmt::format("The three shapes cost {}, {} and {} s/Mb; published {}, {} and {}. The improvements are by factors "
                  "of {} and {}; published {} and {}. In the last shape the program uses {} s/Mb and the monitor {}; "
                  "published {} and {}.",
                  fixed(s1, 1), fixed(s2, 1), fixed(s3, 1), fixed(paper.value("b1"), 1), fixed(paper.value("b2"), 0),
                  fixed(paper.value("b3"), 0), fixed(s1 / s2, 2), fixed(s2 / s3, 2), fixed(first, 2), fixed(second, 2),
                  fixed(three->userPerMegabit(), 1), fixed(three->monitorPerMegabit(), 1), fixed(paper.value("b5"), 0),
                  fixed(paper.value("b4"), 0)));
  if (!agree(s1 / s2, first))
    report.say(
        fmt::format("Buffering the connection saves {} s/Mb here, {} in the publication. Without it, each of {} BOUT "
                    "was a slow call, and each record waited until its bytes had been sent. The cost per byte then "
                    "depends on what the monitor does in such a call; the publication does not state its release.",
                    fixed(s1 - s2, 1), fixed(paper.value("b1") - paper.value("b2"), 1), one->stretch.slowBout));
  if (!agree(s2 / s3, second)) {
    const double saved = s2 - s3, bytes = static_cast<double>(two->bits) / 8;
    const double each = saved * static_cast<double>(two->bits) / bytes;
    report.say(
        fmt::format("Reading the file by pages saves {} s/Mb here, {} in the publication; here that is {} us per byte, "
                    "for {} BIN that are no longer needed. In our monitor a BIN that stays on its fast path takes 20 "
                    "instructions; the published saving is {} us per byte. A program that tested for the end of the "
                    "file at each byte, by a call or by more instructions than ours, would save the rest together with "
                    "the BIN.",
                    fixed(saved, 1), fixed(paper.value("b2") - paper.value("b3"), 0), fixed(each, 0),
                    two->stretch.calls[kBin], fixed(paper.value("b8"), 0)));
  }
  if (!agree(three->userPerMegabit(), paper.value("b5")))
    report.say(
        fmt::format("The program's own part is {} s/Mb, published {}: the number of instructions per byte differs. "
                    "Nothing but the name of the original program is known.",
                    fixed(three->userPerMegabit(), 1), fixed(paper.value("b5"), 0)));
  if (!agree(three->monitorPerMegabit(), paper.value("b4"))) {
    const ChargeSplit& s = three->stretch.split;
    const auto share = [&](ChargePart p) { return fixed(usOf(s[p]) / static_cast<double>(three->bits), 1); };
    const auto bouts = three->stretch.calls[kBout];
    const double calls = usOf(s[ChargePart::Monitor]);
    report.say(fmt::format(
        "The monitor's part is {} s/Mb, published {}. It consists of {} in calls, {} in interrupts during "
        "the process, {} in page traps and {} in the scheduler. A byte takes one BOUT, of 23 instructions "
        "on the fast path, which all but {} of {} took: {} us each, while the published part leaves {} us for "
        "everything. Memory much faster than any known type (--memory-access), or an account that charges "
        "interrupts to no process, would explain most of the difference.",
        fixed(three->monitorPerMegabit(), 1), fixed(paper.value("b4"), 0), share(ChargePart::Monitor),
        share(ChargePart::Interrupt), share(ChargePart::PageTrap), share(ChargePart::Scheduler),
        three->stretch.slowBout, bouts, fixed(bouts == 0 ? 0 : calls / static_cast<double>(bouts), 0),
        fixed(paper.value("b10"), 0)));
  }
}

// Adds a paragraph for each transfer by FTP that disagrees with both publications.
void sayFiles(Report& report, const std::vector<const ChainResult*>& transfers, const Published& paper) {
  for (const ChainResult* r : transfers) {
    const bool text = r->condition.byteBits == 8;
    const double ours = r->secondsPerMegabit(), theirs = paper.value(rowOf(r->condition));
    const double note = text ? paper.value("a9") : paper.value("a9") / paper.value("a11");
    if (agree(ours, theirs) || agree(ours, note)) continue;
    report.say(fmt::format(
        "{}: {} s/Mb, published {} and {}. {}", r->condition.name(), fixed(ours, 2), fixed(note, 2), fixed(theirs, 2),
        text ? r->condition.kind == Kind::FtpStore
                   ? "Our program processes each character once, and SOUT then moves blocks; a SOUT that "
                     "converts bytes from 7 to 8 bits one by one costs more."
                   : "Our program takes characters of 7 bits from the connection by SIN, a loop in the "
                     "monitor; a program that also examines them costs more."
             : "Our monitor moves bytes of one size in blocks, a page or a message at a time; the remaining "
               "cost is the cost per message times the number of messages (see the table counts)."));
  }
}

}  // namespace

void addChainFindings(Report& report, const std::vector<ChainResult>& results, const Seal& seal) {
  const Published paper(seal);
  std::vector<const ChainResult*> chain, files;
  for (const ChainResult& r : results)
    if (r.done) (r.condition.kind == Kind::Rjs ? chain : files).push_back(&r);
  if (!chain.empty()) {
    report.show(chainTable(chain, paper));
    sayChain(report, chain, paper);
  }
  if (!files.empty()) {
    report.show(ftpTable(files, paper));
    sayFiles(report, files, paper);
  }
}

}  // namespace utah10

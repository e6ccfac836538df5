#include "experiments/rfc557_findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "experiments/report_numbers.hpp"

namespace utah10 {

namespace {

using Kind = ChainCondition::Kind;

constexpr double kAgree = 0.15;  // what may be called agreement: the published numbers have two digits

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

bool agree(double ours, double theirs) { return std::abs(ours - theirs) <= kAgree * theirs; }

// Each number of the chain that disagrees, with what would account for it.
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
      fmt::format("The chain is {} : {} : {} s/Mb; published {} : {} : {}. Its steps are {} and {}, published {} "
                  "and {}. At its end {} s/Mb are the program's and {} the monitor's, published {} and {}.",
                  fixed(s1, 1), fixed(s2, 1), fixed(s3, 1), fixed(paper.value("b1"), 1), fixed(paper.value("b2"), 0),
                  fixed(paper.value("b3"), 0), fixed(s1 / s2, 2), fixed(s2 / s3, 2), fixed(first, 2), fixed(second, 2),
                  fixed(three->userPerMegabit(), 1), fixed(three->monitorPerMegabit(), 1), fixed(paper.value("b5"), 0),
                  fixed(paper.value("b4"), 0)));
  if (!agree(s1 / s2, first))
    report.say(
        fmt::format("Buffering the connection saves {} s/Mb here, {} there. In the step before, each of {} BOUT was "
                    "a slow call, and each record waited for its bytes to go: how much a byte then costs hangs on "
                    "what the monitor does in such a call, and its release there is not stated.",
                    fixed(s1 - s2, 1), fixed(paper.value("b1") - paper.value("b2"), 1), one->stretch.slowBout));
  if (!agree(s2 / s3, second)) {
    const double saved = s2 - s3, bytes = static_cast<double>(two->bits) / 8;
    const double each = saved * static_cast<double>(two->bits) / bytes;
    report.say(
        fmt::format("Reading the file by pages saves {} s/Mb here, {} there: {} us a byte, where {} BIN of a file "
                    "read by bytes are saved. A BIN that does not leave its fast path is 20 instructions with ours; "
                    "the published step wants {} us a byte. A program that tests for the end of its file with each "
                    "byte, by a call or by more instructions than ours, would save the rest of it with the BIN.",
                    fixed(saved, 1), fixed(paper.value("b2") - paper.value("b3"), 0), fixed(each, 0),
                    two->stretch.calls[kBin], fixed(paper.value("b8"), 0)));
  }
  if (!agree(three->userPerMegabit(), paper.value("b5")))
    report.say(
        fmt::format("The program's own part is {} s/Mb, published {}: other instructions a byte. What theirs did is "
                    "only known by its name.",
                    fixed(three->userPerMegabit(), 1), fixed(paper.value("b5"), 0)));
  if (!agree(three->monitorPerMegabit(), paper.value("b4"))) {
    const ChargeSplit& s = three->stretch.split;
    const auto share = [&](ChargePart p) { return fixed(usOf(s[p]) / static_cast<double>(three->bits), 1); };
    const auto bouts = three->stretch.calls[kBout];
    const double calls = usOf(s[ChargePart::Monitor]);
    report.say(fmt::format(
        "The monitor's part is {} s/Mb, published {}. It is {} in calls, {} in interrupts that hit the "
        "process, {} in page traps and {} in the scheduler. A byte is one BOUT, of 23 instructions if it "
        "stays on its fast path, as all but {} of {} did: {} us each, where the published part leaves {} "
        "us for everything. Core much faster than that of any kind (--memory-access), or a split that counts "
        "interrupts as nobody's, would account for most of the difference.",
        fixed(three->monitorPerMegabit(), 1), fixed(paper.value("b4"), 0), share(ChargePart::Monitor),
        share(ChargePart::Interrupt), share(ChargePart::PageTrap), share(ChargePart::Scheduler),
        three->stretch.slowBout, bouts, fixed(bouts == 0 ? 0 : calls / static_cast<double>(bouts), 0),
        fixed(paper.value("b10"), 0)));
  }
}

// Each transfer by FTP that disagrees with both publications.
void sayFiles(Report& report, const std::vector<const ChainResult*>& transfers, const Published& paper) {
  for (const ChainResult* r : transfers) {
    const bool text = r->condition.byteBits == 8;
    const double ours = r->secondsPerMegabit(), theirs = paper.value(rowOf(r->condition));
    const double note = text ? paper.value("a9") : paper.value("a9") / paper.value("a11");
    if (agree(ours, theirs) || agree(ours, note)) continue;
    report.say(fmt::format(
        "{}: {} s/Mb, published {} and {}. {}", r->condition.name(), fixed(ours, 2), fixed(note, 2), fixed(theirs, 2),
        text ? r->condition.kind == Kind::FtpStore
                   ? "Ours goes through each character once, in the program, and SOUT then moves "
                     "blocks; where SOUT itself makes bytes of 8 bits from 7, one by one, it is dearer."
                   : "Ours takes characters of 7 bits from the connection by SIN, a loop in the "
                     "monitor; a program that looks at them, too, is dearer."
             : "Bytes of one size move in blocks with ours, a page or a message at a time: what is left "
               "is what a message costs, and how many there are (table of counts)."));
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

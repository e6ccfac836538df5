#include "network/ccn/os_listing.hpp"

#include <deque>

#include "network/ccn/transaction.hpp"
#include "word/chance.hpp"
#include "word/format.hpp"

namespace utah10::ccn {
namespace {

constexpr std::size_t kRecord = 2;       // op code and count
constexpr std::size_t kColumns = 132;    // the width of the paper, plus the control character
constexpr std::size_t kPageLines = 56;   // below the heading
constexpr std::size_t kClosing = 300;    // octets reserved for the closing lines
constexpr std::size_t kFillerLine = 47;  // a closing line other than the last
constexpr unsigned kMostFillers = 12;

// Counts the octets of the transactions that TransactionEncoder makes of the records, without filler.
class Meter {
 public:
  std::size_t octets() const { return octets_; }
  std::size_t after(std::size_t length) const { return octets_ + cost(length); }
  void add(std::size_t length) {
    octets_ += cost(length);
    if (!fits(length)) inside_ = StreamFormat::kHeader;
    inside_ += kRecord + length;
  }

 private:
  bool fits(std::size_t length) const {
    return inside_ != 0 && inside_ + kRecord + length <= StreamFormat::kLongestTransaction;
  }
  std::size_t cost(std::size_t length) const { return kRecord + length + (fits(length) ? 0 : StreamFormat::kHeader); }
  std::size_t octets_ = 0;
  std::size_t inside_ = 0;  // octets in the current transaction
};

// The lines of the print, up to the size requested: job control and allocation, the program, its symbols, then
// numbers.
class Lines {
 public:
  explicit Lines(const CcnJob& job) : job_(job), chance_(job.number) {
    for (const char c : job.card.name) chance_.set(chance_.state() * 31 + static_cast<unsigned char>(c));
    control();
    program();
    symbols();
  }
  std::string next() {
    if (ready_.empty()) numbers();
    std::string line = ready_.front();
    ready_.pop_front();
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
  }

 private:
  void print(std::string line) { ready_.push_back(std::move(line)); }
  // Prints a heading when the page is full.
  void page(std::string_view heading) {
    if (onPage_++ % kPageLines != 0) return;
    print(fmt::format("1{:<100}PAGE {:04}", heading, ++pages_));
    print("0");
  }

  void control() {
    for (const Octets& card : job_.deck) {
      const std::string text = hostText(card);
      if (text.starts_with("//")) print(fmt::format(" {:.72}", text));
    }
    for (const std::string_view name : {"SYSPRINT", "SYSPUNCH", "SYSLIN", "SYSIN"}) {
      print(fmt::format(" IEF236I ALLOC. FOR {:<8} FORT", job_.card.name));
      print(fmt::format(" IEF237I {:03X}   ALLOCATED TO {}", 0x130 + chance_.below(0x200), name));
    }
    print(" IEF142I - STEP WAS EXECUTED - COND CODE 0000");
    for (int n = 1; n <= 3; ++n) {
      print(fmt::format(" IEF285I   SYS72259.T114501.RV000.{}.R{:07}         DELETED", job_.card.name, 100 + n));
      print(" IEF285I   VOL SER NOS= CCN001.");
    }
  }

  void program() {
    unsigned statement = 0;
    for (const Octets& card : job_.deck) {
      const std::string text = hostText(card);
      if (text.starts_with("//") || text.starts_with("/*")) continue;
      page("FORTRAN IV G LEVEL  20                 MAIN              DATE = 72259         11/45/01");
      if (text.starts_with('C'))
        print("            " + text);
      else
        print(fmt::format(" {:04}       {}", ++statement, text));
    }
    onPage_ = 0;
  }

  void symbols() {
    print("0                                                    SCALAR MAP");
    print(" SYMBOL    LOCATION      SYMBOL    LOCATION      SYMBOL    LOCATION      SYMBOL    LOCATION");
    for (unsigned at = 0x120; at < 0x220;) {
      std::string line = " ";
      for (int column = 0; column < 4; ++column, at += 4)
        line += fmt::format("{:<10}{:>8X}      ", std::string{"ABDEGHKMNPQRSTUVWXYZ"[chance_.below(20)]} + "X", at);
      print(std::move(line));
    }
  }

  // The results of the program: a heading, then rows of numbers.
  void numbers() {
    ++step_;
    print(fmt::format("1 TIME STEP {:4}     RESIDUAL {:>13}", step_, number()));
    print(
        "0   I           X              RHO            PHI           DELTA           TEMP           PRESS           "
        "UX");
    for (std::uint64_t i = 1, rows = 20 + chance_.below(30); i <= rows; ++i) {
      std::string row = fmt::format("{}{:5}", i % 10 == 1 ? '0' : ' ', i);
      for (std::uint64_t n = 3 + chance_.below(5); n > 0; --n) row += "  " + number();
      print(std::move(row));
    }
  }
  // In FORTRAN format E13.6.
  std::string number() {
    return fmt::format("{}0.{:06}E{}{:02}", chance_.below(3) == 0 ? '-' : ' ', 100'000 + chance_.below(900'000),
                       chance_.below(2) == 0 ? '-' : '+', chance_.below(8));
  }

  const CcnJob& job_;
  Chance chance_;
  std::deque<std::string> ready_;
  std::size_t onPage_ = 0;
  unsigned pages_ = 0;
  unsigned step_ = 0;
};

// The last line, of exactly this length.
std::string lastLine(std::size_t length) {
  std::string line = " END OF JOB ";
  line.resize(std::min(line.size(), length - 1));
  line.resize(length, '*');
  return line;
}

}  // namespace

std::vector<Octets> osListing(const CcnJob& job, const std::vector<Octets>& before) {
  Meter meter;
  meter.add(9 + job.card.programmer.size());
  for (const Octets& line : before) meter.add(line.size());
  const std::size_t wanted = job.work.bytes;
  std::vector<Octets> made;
  const auto take = [&](const std::string& line) {
    meter.add(line.size());
    made.push_back(ebcdic(line));
  };
  Lines lines(job);
  for (std::string line = lines.next(); meter.after(line.size()) + kClosing <= wanted; line = lines.next()) take(line);
  for (unsigned filler = 0; filler < kMostFillers && meter.octets() < wanted; ++filler) {
    for (std::size_t length = 1; length <= kColumns; ++length) {
      if (meter.after(length) != wanted) continue;
      take(lastLine(length));
      return made;
    }
    if (meter.after(kFillerLine) > wanted) break;
    take(lastLine(kFillerLine));
  }
  return made;
}

}  // namespace utah10::ccn

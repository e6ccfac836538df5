#include "experiments/laboratory/background.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>

#include "word/chance.hpp"

namespace utah10 {

namespace {

constexpr const char* kCompiler = "COMPIL";
constexpr unsigned kEditors = 2;
constexpr unsigned kOneIn = 3;      // one in so many of the other users compiles
constexpr unsigned kVersions = 30;  // of a program, before who compiles deletes them
constexpr double kSpare = 2;        // users in excess of the load, to raise it quickly
constexpr double kGain = 3;         // users who start or stop, per unit of load difference
constexpr double kNear = 0.1;       // tolerance as a fraction of the load
constexpr double kLittle = 0.15;    // least tolerance
constexpr Duration kStep = seconds(5);
constexpr Duration kLongest = seconds(1200);  // the average falls from 5 to 0.5 in 11.5 minutes
constexpr double kEverybody = 1e6;            // a load that nobody's rest can spoil

// A program of a few pages in the style of the time: loops over arrays, and a print at the end.
std::string program(std::uint64_t seed) {
  constexpr unsigned kLoops = 40;
  Chance chance(seed);
  const auto below = [&](std::uint64_t n) { return chance.below(n); };
  std::string text = "      DIMENSION A(20),B(20)\n";
  for (unsigned n = 1; n <= kLoops; ++n) {
    text += fmt::format("      DO {} I=1,{}\n", 10 * n, 2 + below(18));
    text += fmt::format("      A(I)=B(I)*{}.{}+SQRT(FLOAT(I+{}))\n", below(100), below(10), below(50));
    text += fmt::format("      IF (A(I).GT.{}.0) B(I)=A(I)/{}.0\n", below(1000), 1 + below(9));
    text += fmt::format("      S=S+A(I)-{}.5*B(I)\n{:<5} CONTINUE\n", below(10), 10 * n);
  }
  return text + "      PRINT 'SUM',S\n      STOP\n      END\n";
}

}  // namespace

std::vector<LabFile> backgroundFiles(const std::vector<LabUser>& users) {
  std::vector<LabFile> files;
  for (std::size_t n = 0; n < users.size(); ++n)
    if (auto file = labText(fmt::format("<{}>PROG.F4", users[n].name), program(n))) files.push_back(std::move(*file));
  return files;
}

// A user, whose actions are chosen at random from the user's own seed.
class Background::User {
 public:
  User(Background& all, LabLine& line, std::uint64_t seed, Occupation occupation)
      : lab_(&all.lab_), line_(&line), computing_(occupation != Occupation::Edits), think_(all.think_), chance_(seed) {
    line.works([this, &all, occupation](LabLine& l) {
      if (all.wanted_ == 0) return;
      if (occupation == Occupation::Edits)
        edits(l);
      else if (all.another())
        works(l, occupation);
    });
  }
  bool computing() const { return computing_ && !line_->idle(); }

 private:
  std::uint64_t below(std::uint64_t n) { return chance_.below(n); }
  void works(LabLine& l, Occupation occupation) {
    if (occupation == Occupation::Compiles)
      compiles(l);
    else if (occupation == Occupation::Computes)
      computes(l);
    else
      computesMuch(l);
  }
  void one(LabLine& l, std::span<const std::string> work) { l.add({work[below(work.size())] + "\r", "\n*", pause()}); }
  void computes(LabLine& l) {
    const std::array<std::string, 5> work = {
        fmt::format("INVERT {}", 30 + below(30)), fmt::format("ORBIT {}", 500 + below(2000)),
        fmt::format("FFT 8 {}", 3 + below(6)), fmt::format("FFT 10"), fmt::format("INVERT {}", 20 + below(20))};
    one(l, work);
  }
  void compiles(LabLine& l) {
    if (++versions_ > kVersions) tidies(l);
    l.add({"PROG\r", "\n*", pause()});
  }
  // Each run of the compiler makes a version, and a directory has room for some 140.
  void tidies(LabLine& l) {
    const std::string& prompt = lab_->system().prompt;
    for (const char* keys : {"\032", "DELETE PROG.SAV;*\r", "EXPUNGE\r"}) l.add({keys, prompt, pause()});
    for (LabStep& step : lab_->run(kCompiler, {{}, "\n*"})) l.add(std::move(step));
    versions_ = 1;
  }
  void computesMuch(LabLine& l) {
    const std::array<std::string, 4> work = {fmt::format("INVERT {}", 60 + below(60)),
                                             fmt::format("INVERT {}", 90 + below(30)), "FFT 11 3", "FFT 12 2"};
    one(l, work);
  }
  Duration pause() {
    const Duration least = milliseconds(static_cast<std::int64_t>(100 + below(500)));
    return think_ == Duration{} ? least : least + chance_.exponential(think_);
  }
  // Writes, reads and changes a text at a few characters per second.
  void edits(LabLine& l) {
    const auto typed = [](std::size_t length) { return milliseconds(static_cast<std::int64_t>(length) * 300); };
    const auto add = [&](const std::string& keys, std::string until) {
      l.add({keys, std::move(until), typed(keys.size()) + milliseconds(static_cast<std::int64_t>(below(4000)))});
    };
    const std::string& prompt = lab_->system().prompt;
    add("EDIT\r", "\n*");
    add("A\r", "A\n");
    const std::uint64_t lines = 3 + below(10);
    for (std::uint64_t n = 0; n < lines; ++n) {
      const std::string line = text();
      add(line + "\r", line + "\n");
    }
    add("\032", "\n*");
    add("*P\r", "\n*");
    add(fmt::format("{}C\r", 1 + below(lines)), "C\n");
    const std::string line = text();
    add(line + "\r", line + "\n");
    add("\032", "\n*");
    const std::string name = fmt::format("N{}.TXT", below(5));
    add("W " + name + "\r", "\n*");
    add("Q\r", prompt);
    add("TYPE " + name + "\r", prompt);
    add("DELETE " + name + "\r", prompt);
    add("EXPUNGE\r", prompt);
  }
  std::string text() {
    std::string line;
    const std::uint64_t length = 15 + below(40);
    while (line.size() < length) line += static_cast<char>(below(6) == 0 && !line.empty() ? ' ' : 'A' + below(26));
    return line;
  }

  const Laboratory* lab_;
  LabLine* line_;
  bool computing_;
  Duration think_;
  unsigned versions_ = 0;  // that the compiler has made
  Chance chance_;
};

Background::Background(Laboratory& lab, std::uint64_t seed) : lab_(lab), nextLine_(lab.firstOtherLine()), seed_(seed) {}

Background::~Background() = default;

// While the measured program runs, one less than the load: it counts, too. Without the monitor's symbols
// its load is not known.
bool Background::another() const {
  const auto busy = std::ranges::count_if(users_, [](const auto& u) { return u->computing(); });
  return static_cast<double>(busy) <
         std::round(wanted_ - (bringing_ ? 0 : 1) + kGain * (wanted_ - lab_.load().value_or(wanted_)));
}

Expected<void> Background::logIn(Occupation occupation) {
  const unsigned line = nextLine_++;
  if (line >= lab_.scannerLines()) return fail("background", "there are too few terminal lines for the load");
  const std::vector<LabUser>& accounts = lab_.system().others;
  if (auto in = lab_.logIn(line, accounts[line % accounts.size()]); !in) return in;
  if (occupation != Occupation::Edits) {
    const char* program = occupation == Occupation::Compiles ? kCompiler : "COMPUT";
    if (auto in = lab_.converse(line, lab_.run(program, {{}, "\n*"})); !in) return in;
  }
  users_.push_back(std::make_unique<User>(*this, lab_.line(line), seed_ * 100 + line, occupation));
  return {};
}

Expected<void> Background::checkAccounts() const {
  if (!lab_.system().others.empty()) return {};
  return fail(lab_.system().name, "has no accounts of other users", "add [[user]] to its file, or use --quick");
}

Expected<void> Background::employ(unsigned users, Duration meanThink, Work work) {
  constexpr std::array kSmallWork = {Occupation::Edits, Occupation::Compiles, Occupation::Computes};
  constexpr std::array kLargeWork = {Occupation::ComputesMuch, Occupation::Compiles, Occupation::Edits};
  const auto& occupations = work == Work::Large ? kLargeWork : kSmallWork;
  if (users == 0) return {};
  if (auto ok = checkAccounts(); !ok) return ok;
  think_ = meanThink;
  wanted_ = kEverybody;
  for (unsigned n = 0; n < users; ++n)
    if (auto in = logIn(occupations[n % occupations.size()]); !in) return in;
  return {};
}

Expected<void> Background::logIn(double most) {
  if (most == 0) return {};
  if (auto ok = checkAccounts(); !ok) return ok;
  // Neither the load nor whose run time is read can be told without them.
  if (lab_.system().symbols.empty())
    return fail(lab_.system().name, "has no symbols, which a load of other users needs",
                "add `symbols` to its [system], or use --quick");
  const auto computing = static_cast<unsigned>(std::ceil(most + kSpare));
  for (unsigned n = 0; n < kEditors + computing; ++n) {
    const bool compiles = (n - kEditors) % kOneIn == kOneIn - 1;
    if (auto in = logIn(n < kEditors ? Occupation::Edits : compiles ? Occupation::Compiles : Occupation::Computes); !in)
      return in;
  }
  return {};
}

Expected<void> Background::bringTo(double load) {
  wanted_ = load;
  bringing_ = true;
  for (const Instant last = lab_.now() + kLongest; lab_.now() < last;) {
    if (auto done = lab_.runFor(kStep); !done) return done;
    const auto now = lab_.load();
    if (!now && load == 0) break;
    if (now && std::abs(*now - load) < std::max(kNear * load, kLittle)) break;
  }
  bringing_ = false;
  return {};
}

}  // namespace utah10

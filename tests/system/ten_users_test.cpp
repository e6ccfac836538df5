// Ten users edit, calculate and copy files at once on ten lines: not a character that they typed or were shown is lost,
// and what is on the pack in the end is what they made.
//
// Everything a line prints is known beforehand and compared whole. UTAH10_TEN_USERS=n: minutes of virtual time, six if
// not given; sixty are an hour.
#include <algorithm>
#include <map>

#include "monitor_pack.hpp"
#include "support/random.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct Account {
  const char* name;
  const char* password;
};
constexpr Account kUsers[] = {{"GUEST", "GUEST"}, {"HICKS", "GREG"},     {"TAYLOR", "SALT"},  {"SMITH", "LAKE"},
                              {"JONES", "SNOW"},  {"BARKER", "WASATCH"}, {"REVELL", "UINTA"}, {"CLARK", "OGDEN"},
                              {"LEWIS", "PROVO"}, {"YOUNG", "MOAB"}};
constexpr int kTen = 10;
constexpr double kStepSeconds = 3.2;  // about

// One thing typed: what to wait for, and all that is printed from the first echo to there.
struct Step {
  std::string keys;
  std::string until;
  std::string printed;
};

class User {
 public:
  User(int line, std::uint64_t seed) : line_(line), engine_(seed) {}

  std::vector<Step> steps;
  std::map<std::string, std::string> files;  // as they must be in the end

  // The next of the user's occupations.
  void works() {
    switch (turn_++ % 4) {
      case 0:
        return edits();
      case 1:
        return calculates();
      case 2:
        return copies();
      default:
        return looks();
    }
  }

 private:
  std::uint64_t below(std::uint64_t n) { return engine_() % n; }
  void step(const std::string& keys, const std::string& until, const std::string& printed) {
    steps.push_back({keys, until, printed});
  }
  void command(const std::string& text, const std::string& answer = {}) {
    step(text + "\r", "\n@", text + "\n" + answer + "@");
  }
  std::string words() {
    std::string text;
    const std::uint64_t length = 10 + below(50);
    while (text.size() < length) text += static_cast<char>(below(6) == 0 ? ' ' : 'A' + below(26));
    return text;
  }
  void edits() {
    name_ = fmt::format("E{}.TXT", turn_);
    std::string& text = files[name_];
    step("EDIT\r", "\n*", "EDIT\n*");
    step("A\r", "A\r\n", "A\n");
    const std::uint64_t lines = 2 + below(8);
    for (std::uint64_t n = 0; n < lines; ++n) {
      const std::string line = words();
      text += line + "\n";
      step(line + "\r", line + "\r\n", line + "\n");
    }
    step("\032", "\n*", "^Z\n*");
    step("W " + name_ + "\r", "\n*", fmt::format("W {0}\n{0};1, {1} LINES\n*", name_, lines));
    step("Q\r", "\n@", "Q\n@");
  }
  void calculates() {
    step("CALC\r", "\n*", "CALC\n*");
    for (int n = 0; n < 4; ++n) {
      const std::uint64_t a = below(10000), b = below(10000), c = below(1000);
      step(fmt::format("{}*{}+{}\r", a, b, c), "\n*", fmt::format("{}*{}+{}\n {}\n*", a, b, c, a * b + c));
    }
    step("QUIT\r", "\n@", "QUIT\n@");
  }
  void copies() {
    const std::string to = fmt::format("C{}.TXT", turn_);
    command(fmt::format("COPY {} {}", name_, to));
    files[to] = files[name_];
    command(fmt::format("RENAME {} R{}", to, to));
    files["R" + to] = files[to];
    files.erase(to);
    if (turn_ % 8 == 3) {
      command(fmt::format("DELETE R{}", to));
      files.erase("R" + to);
      command("EXPUNGE", " 1 PAGES FREED\n");
    }
    name_ = files.contains("R" + to) ? "R" + to : name_;
  }
  void looks() { command("TYPE " + name_, files[name_]); }

  int line_;
  unsigned turn_ = 0;
  std::string name_;
  std::mt19937_64 engine_;
};

using TenUsers = MonitorPack;

TEST_P(TenUsers, LoseNoCharacterAndNoFile) {
  const auto minutes = environmentNumber("UTAH10_TEN_USERS", 6);
  patience = static_cast<unsigned>(280 + minutes * 60);
  Random random;
  std::vector<User> users;
  for (int n = 0; n < kTen; ++n) users.emplace_back(n, random.bits());
  const auto least = static_cast<std::size_t>(static_cast<double>(minutes) * 60 / kStepSeconds);
  for (User& u : users)
    while (u.steps.size() < least) u.works();

  std::string script;
  for (int n = 0; n < kTen; ++n) script += login(n, kUsers[n].name, kUsers[n].password);
  std::size_t most = 0;
  for (const User& u : users) most = std::max(most, u.steps.size());
  for (std::size_t s = 0; s < most; ++s) {
    for (int n = 0; n < kTen; ++n)
      if (s < users[n].steps.size()) script += type(n, users[n].steps[s].keys);
    for (int n = 0; n < kTen; ++n)
      if (s < users[n].steps.size()) script += waits(n, users[n].steps[s].until, "120s");
    script += goesOn("2s");
  }
  for (int n = 0; n < kTen; ++n) script += logout(n);
  script += goesOn("70s") + "examine TODCLK BUGCNT\n";
  const std::string out = session(script, Pack::Keep);
  EXPECT_THAT(out, HasSubstr("BUGCNT/ 000000000000"));
  std::cout << out.substr(out.rfind("TODCLK") == std::string::npos ? 0 : out.rfind("TODCLK"));

  expectCleanPack();
  for (int n = 0; n < kTen; ++n) {
    SCOPED_TRACE(kUsers[n].name);
    std::string printed;
    for (const Step& s : users[n].steps) printed += s.printed;
    const std::string all = log(n);
    const std::size_t began = all.find("\n@", all.find("LOGIN"));
    const std::size_t ended = all.rfind("LOGOUT");
    ASSERT_TRUE(began != std::string::npos && ended != std::string::npos) << all;
    const std::string got = all.substr(began + 2, ended - began - 2);
    const std::size_t same = static_cast<std::size_t>(std::ranges::mismatch(printed, got).in1 - printed.begin());
    EXPECT_EQ(printed.substr(same).substr(0, 80), got.substr(same).substr(0, 80)) << "after " << same << " characters";
    for (const auto& [name, text] : users[n].files)
      EXPECT_TRUE(exported(fmt::format("<{}>{}", kUsers[n].name, name)) == text) << name;
  }
}

UTAH10_BOTH_SYSTEMS(TenUsers);

}  // namespace
}  // namespace utah10::test

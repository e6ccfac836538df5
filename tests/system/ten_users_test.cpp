// Ten users on ten lines edit, calculate and copy files, send them to each other and to another host and retrieve them,
// all at the same time: no typed or printed character is lost, and the files on the pack and on the other host are
// correct at the end.
//
// The output of each line is known in advance, except for times, and is compared completely. The users work in rounds:
// in each round two use FTP with UCSB, one sends a file to another, and six work alone; a user who has finished types a
// file until the last one has. UTAH10_TEN_USERS=n sets the minutes of virtual time; the default is six.
#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

#include "monitor_pack.hpp"
#include "support/random.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;

struct Account {
  const char* name;
  const char* password;
};
constexpr Account kUsers[] = {{"GUEST", "GUEST"}, {"HICKS", "GREG"},     {"TAYLOR", "SALT"},  {"SMITH", "LAKE"},
                              {"JONES", "SNOW"},  {"BARKER", "WASATCH"}, {"REVELL", "UINTA"}, {"CLARK", "OGDEN"},
                              {"LEWIS", "PROVO"}, {"YOUNG", "MOAB"}};
constexpr int kTen = 10;
constexpr double kStepSeconds = 3.2;  // approximate

// Wildcards in expected output: any digits; any rest of a line.
constexpr char kDigits = '\1', kLine = '\2';

// The first position at which `got` differs from `known`; nothing if it does not.
std::optional<std::size_t> parting(std::string_view known, std::string_view got) {
  std::size_t at = 0;
  for (const char c : known) {
    if (c == kDigits) {
      const std::size_t first = at;
      while (at < got.size() && std::isdigit(static_cast<unsigned char>(got[at])) != 0) ++at;
      if (at == first) return at;
    } else if (c == kLine) {
      at = std::min(got.find('\n', at), got.size());
    } else if (at == got.size() || got[at] != c) {
      return at;
    } else {
      ++at;
    }
  }
  return at == got.size() ? std::nullopt : std::optional{at};
}

// Text to type and text to wait for, each optional; and all output from the first echo to there.
struct Step {
  std::string keys;
  std::string until;
  std::string printed;
};

class User {
 public:
  User(unsigned number, std::uint64_t seed) : number_(number), engine_(seed) {}

  std::vector<Step> steps;
  std::map<std::string, std::string> files;   // expected contents at the end
  std::map<std::string, std::string> stored;  // at UCSB, text in network form
  struct Image {
    std::string there, sent, back;  // file at UCSB, the user's source file, the user's retrieved file
  };
  std::vector<Image> images;

  // The user's work in a round, by position; the ninth user sends a file to the tenth (sendsTo()).
  void works(unsigned place) {
    ++turn_;
    if (place == 0 || place == 4) return goesToUcsb();
    if (place % 4 == 1 || name_.empty()) return edits();
    return place % 4 == 2 ? calculates() : copies();
  }
  void sendsTo(User& other) {
    ++turn_;
    ++other.turn_;
    const std::string to = fmt::format("G{}.TXT", other.turn_);
    std::string socket = fmt::format("{:o}00201", other.number_ + 4);  // directories have numbers in pack.list's order
    const auto both = [&](const Step& mine, const Step& his) {
      steps.push_back(mine);
      other.steps.push_back(his);
    };
    both({"SEND\r", "FILE: ", "SEND\nFILE: "}, {"RECV\r", "FILE: ", "RECV\nFILE: "});
    both({name_ + "\r", "TEXT? ", name_ + "\nTEXT? "}, {to + "\r", "TEXT? ", to + "\nTEXT? "});
    both({"Y\r", "HOST: ", "Y\nHOST: "}, {"Y\r", socket + "\r\n", "Y\nLISTENING ON SOCKET " + socket + "\n"});
    both({"UTAH\r", "): ", "UTAH\nSOCKET (RETURN: WHERE RECV OF THE SAME USER LISTENS): "}, {});
    const std::string done = "\1 BYTES OF 8 BITS, \1 MS, \1 MS USED, ";
    both({socket + "\r", "\n@", socket + "\n" + done + "RECEIVED\n@"}, {"", "\n@", done + "SUM \1\n@"});
    other.files[to] = files[name_];
  }
  void looks() { command("TYPE " + name_, files[name_]); }

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
  // Stores a file at UCSB and retrieves it under another name, as text or as words in bytes of some size.
  void goesToUcsb() {
    step("FTP\r", "\n*", "FTP\nFTP. ? FOR HELP\n*");
    step("CONNECT UCSB\r", "\n*", "CONNECT UCSB\n300 UCSB\2\n*");
    step("LOGIN UTAH\r", "PASSWORD: ", "LOGIN UTAH\n330 USER NAME ACCEPTED. PASSWORD, PLEASE.\nPASSWORD: ");
    step("PW\r", "ACCOUNT: ", "\n330 PASSWORD ACCEPTED. ACCOUNT, PLEASE.\nACCOUNT: ");
    step("1\r", "\n*", "1\n230 UTAH IS LOGGED IN.\n*");
    const std::string his = fmt::format("U{}N{}", number_, turn_);
    const std::string back = fmt::format("F{}.TXT", turn_);
    constexpr unsigned kSizes[] = {0, 36, 32, 8};
    if (const unsigned size = kSizes[turn_ % 4]; size != 0) {
      step("TYPE I\r", "\n*", "TYPE I\n200 TYPE I.\n*");
      step(fmt::format("BYTE {}\r", size), "\n*", fmt::format("BYTE {0}\n200 BYTE SIZE {0}.\n*", size));
      images.push_back({his, name_, back});
    } else {
      files[back] = files[name_];
      for (const char c : files[name_]) stored[his] += c == '\n' ? std::string("\r\n") : std::string{c};
    }
    const auto moves = [&](const std::string& what, const std::string& is) {
      step(what + "\r", "\n*",
           fmt::format("{}\n255 SOCK \1\n250 {} OF {} STARTED.\n252 TRANSFER COMPLETED.\n"
                       "\1 BYTES OF \1 BITS, \1 MS, \1 MS USED\n*",
                       what, is, his));
    };
    moves(fmt::format("STORE {} {}", name_, his), "STORAGE");
    moves(fmt::format("RETRIEVE {} {}", his, back), "RETRIEVAL");
    step("QUIT\r", "\n@", "QUIT\n231 GOODBYE.\n@");
  }

  unsigned number_;
  unsigned turn_ = 0;
  std::string name_;
  std::mt19937_64 engine_;
};

class TenUsers : public MonitorPack {
 protected:
  static constexpr const char* kNet =
      "[imp]\n[network]\nmap = \"1972\"\nmachine = \"4\"\n[[host]]\nname = \"UCSB\"\naddress = \"3\"\n"
      "services = \"ftp\"\nfiles = \"ucsb\"\n";

  // The steps of all users for the given time, at least the first round.
  static std::vector<User> users(std::uint64_t minutes) {
    Random random;
    std::vector<User> users;
    for (unsigned n = 0; n < kTen; ++n) users.emplace_back(n, random.bits());
    for (User& u : users) u.works(1);
    const auto least = static_cast<std::size_t>(static_cast<double>(minutes) * 60 / kStepSeconds);
    for (unsigned round = 0; users[0].steps.size() < least; ++round) {
      std::size_t longest = 0;
      for (unsigned n = 0; n < kTen; ++n) longest = std::max(longest, users[n].steps.size());
      for (User& u : users)  // all begin at the same time
        while (u.steps.size() < longest) u.looks();
      for (unsigned n = 0; n < kTen; ++n) {
        const unsigned place = (n + round) % kTen;
        if (place < kTen - 2) users[n].works(place);
        if (place == kTen - 2) users[n].sendsTo(users[(n + 1) % kTen]);
      }
    }
    return users;
  }
  static std::string scriptOf(const std::vector<User>& users) {
    std::string script = goesOn("40s");  // the network comes up
    for (int n = 0; n < kTen; ++n) script += login(n, kUsers[n].name, kUsers[n].password);
    std::size_t most = 0;
    for (const User& u : users) most = std::max(most, u.steps.size());
    for (std::size_t s = 0; s < most; ++s) {
      for (int n = 0; n < kTen; ++n)
        if (s < users[n].steps.size() && !users[n].steps[s].keys.empty()) script += type(n, users[n].steps[s].keys);
      for (int n = 0; n < kTen; ++n)
        if (s < users[n].steps.size() && !users[n].steps[s].until.empty())
          script += waits(n, users[n].steps[s].until, "120s");
      script += goesOn("2s");
    }
    for (int n = 0; n < kTen; ++n) script += logout(n);
    return script + goesOn("70s") + "examine TODCLK BUGCNT NETBGC NETAVC\n";
  }
  // The output of the user's line must be exactly as expected.
  void expectPrinted(int n, const User& user) const {
    std::string printed;
    for (const Step& s : user.steps) printed += s.printed;
    const std::string all = log(n);
    const std::size_t began = all.find("\n@", all.find("LOGIN"));
    const std::size_t ended = all.rfind("LOGOUT");
    ASSERT_TRUE(began != std::string::npos && ended != std::string::npos) << all;
    const std::string got = all.substr(began + 2, ended - began - 2);
    if (const auto at = parting(printed, got))
      ADD_FAILURE() << "after " << got.substr(*at < 200 ? 0 : *at - 200, std::min<std::size_t>(*at, 200)) << "\ncame "
                    << got.substr(*at, 80);
  }
  void expectFiles(int n, const User& user) const {
    const auto there = [&](const std::string& file) { return fmt::format("<{}>{}", kUsers[n].name, file); };
    for (const auto& [name, text] : user.files) EXPECT_TRUE(exported(there(name)) == text) << name;
    for (const auto& [name, text] : user.stored) EXPECT_TRUE(read("ucsb/" + name) == text) << name;
    for (const User::Image& i : user.images) {
      const std::string sent = words(there(i.sent));
      EXPECT_GT(sent.size(), 8U);
      EXPECT_TRUE(words(there(i.back)) == sent) << i.back;
      EXPECT_TRUE(withoutZeros(read("ucsb/" + i.there)) == sent) << i.there;
    }
  }
  // The words of a file in network form, without gaps and without the padding of the last byte.
  std::string words(const std::string& file) const {
    return withoutZeros(tenexfs(fmt::format("export p.dsk '{}' --form dbd9", file)));
  }
  static std::string withoutZeros(std::string octets) { return octets.substr(0, octets.find_last_not_of('\0') + 1); }
};

TEST_P(TenUsers, LoseNoCharacterAndNoFile) {
  const auto minutes = environmentNumber("UTAH10_TEN_USERS", 6);
  patience = static_cast<unsigned>(280 + minutes * 60);
  std::filesystem::create_directory(folder / "ucsb");
  const std::vector<User> all = users(minutes);
  const std::string out = session(scriptOf(all), Pack::Keep, kNet);
  EXPECT_THAT(out, HasSubstr("BUGCNT/ 000000000000"));
  EXPECT_THAT(out, HasSubstr("NETBGC/ 000000000000"));
  EXPECT_THAT(out, HasSubstr("NETAVC/ 000000000020"));
  std::size_t steps = 0, files = 0, transfers = 0;
  for (const User& u : all) {
    steps += u.steps.size();
    files += u.files.size();
    transfers += u.stored.size() + u.images.size();
  }
  std::cout << fmt::format("{} steps, {} files, {} of them to UCSB and back\n", steps, files, transfers)
            << out.substr(std::min(out.rfind("TODCLK/"), out.size()));

  expectCleanPack();
  for (int n = 0; n < kTen; ++n) {
    SCOPED_TRACE(kUsers[n].name);
    expectPrinted(n, all[static_cast<std::size_t>(n)]);
    expectFiles(n, all[static_cast<std::size_t>(n)]);
  }
}

UTAH10_EVERY_SYSTEM(TenUsers);

}  // namespace
}  // namespace utah10::test

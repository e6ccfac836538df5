// Programs that load the machine: a compiler and its output, a computing job, strings sent to itself over the network.
// Their results are checked on both systems.
#include <cctype>
#include <utility>
#include <vector>

#include "monitor_pack.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Loads : public MonitorPack {
 protected:
  // Types lines into a file with EDIT.
  static std::string typed(const std::string& file, const std::vector<std::string>& lines) {
    std::string script = command(0, "EDIT", "\n*") + command(0, "A", "\n");
    for (const std::string& line : lines) script += command(0, line, "\n");
    return script + type(0, "\032") + waits(0, "\n*") + command(0, "W " + file, "\n*") + command(0, "Q");
  }
  // The numbers after the name on the last line that the program printed.
  std::vector<int> numbersBehind(const std::string& words) const {
    const std::string text = log(0);
    std::vector<int> numbers;
    std::size_t at = text.rfind(words);
    if (at == std::string::npos) return numbers;
    for (at += words.size(); at < text.size() && text[at] != '\n'; ++at)
      if (std::isdigit(static_cast<unsigned char>(text[at]))) {
        std::size_t used = 0;
        numbers.push_back(std::stoi(text.substr(at, 9), &used));
        at += used - 1;
      }
    return numbers;
  }
  static constexpr const char* kNet = "[imp]\n[network]\nmap = \"1972\"\nmachine = \"4\"\n";
};

TEST_P(Loads, CompiledProgramsRun) {
  session(login(0, "GUEST") + command(0, "COMPIL", "\n*") + command(0, "PRIMES", "\n*") + command(0, "HEAT/L", "\n*") +
              type(0, "\032") + waits(0, "\n@") + command(0, "RUN PRIMES") + command(0, "RUN HEAT") + logout(0) +
              goesOn("70s"),
          Pack::Keep);
  EXPECT_THAT(log(0), HasSubstr("PRIMES: 21 LINES, 0 ERRORS, "));
  EXPECT_THAT(log(0), HasSubstr("\nPRIMES:  303, THE LAST  1999\n"));
  EXPECT_THAT(log(0), HasSubstr("\n100 100 100 100\n47 64 68 64\n24 38 42 38\n13 22 25 22\n7 12 14 12\n"));
  EXPECT_THAT(log(0), HasSubstr("\nTHEY AGREE\n"));
  const std::string listing = exported("<GUEST>HEAT.LST");
  EXPECT_THAT(listing, HasSubstr("\n7\t100000\t\tSIDE=24\n"));
  EXPECT_THAT(listing, HasSubstr("\nT\t204000\t(32,32)\n"));
  expectCleanPack();
}

TEST_P(Loads, CompilerEvaluatesExpressions) {
  session(login(0, "GUEST") +
          typed("T.F4", {"\tREAL N2",
                         "\tDIMENSION V(10),IV(5)",
                         "\tX=1.5",
                         "\tI=7",
                         "\tJ=2",
                         "\tPRINT I+J,I-J,I*J,I/J,MOD(I,J),X-I,I/X,1/X",
                         "\tPRINT 2**10,2.0**I,2**J**3,X**(-2),X**2.",
                         "\tPRINT -X+3*X-(I-J)*(X-2)/(J+1),(I+J)*(I-J)-(I*I-J*J)",
                         "\tPRINT ABS(X-2),IABS(J-I),IFIX(-2.7),123456789,262144,1.E3,1.25E-2",
                         "\tS=0",
                         "\tDO 20 K=10,1,-3",
                         "20\tS=S+K",
                         "\tIF (I-7) 30,40,30",
                         "30\tPRINT 'WRONG'",
                         "40\tIF (X.LT.2.AND..NOT.I.EQ.J) PRINT 'SUM',S",
                         "\tIF (1.EQ.2.OR.X.GE.1.5) GOTO 50",
                         "\tPRINT 'WRONG'",
                         "50\tV(3)=4.5",
                         "\tIV(J+3)=V(3)*2",
                         "\tV(IV(5)+1)=V(3)+IV(5)",
                         "\tPRINT V(10)",
                         "\tREAD N,Z",
                         "\tPRINT N*2,Z*Z",
                         "\tPRINT IV(N)",
                         "\tEND"}) +
          command(0, "COMPIL", "\n*") + command(0, "T", "\n*") + type(0, "\032") + waits(0, "\n@") +
          type(0, "RUN T\r") + waits(0, "13.5") + command(0, "8 1.5"));
  const std::string text = log(0);
  for (const char* line : {"\n9 5 14 3 1 -5.5 4.666667 .6666667\n", "\n1024 128 256 .4444444 2.25\n", "\n3.833333 0\n",
                           "\n.5 5 -2 123456789 262144 1000 .0125\n", "\nSUM 22\n", "\n13.5\n", "\n16 2.25\n",
                           "\nSUBSCRIPT OUT OF RANGE IN LINE 24\n"})
    EXPECT_THAT(text, HasSubstr(line));
  EXPECT_THAT(text.substr(text.find("RUN T")), Not(HasSubstr("WRONG")));
}

TEST_P(Loads, CompilerReportsErrors) {
  session(login(0, "GUEST") +
          typed("T.F4", {"\tX = (Y + 2", "\tGO TO 77", "\tZ = 3 + * 4", "10\tA(1) = 2", "10\tCONTINUE",
                         "\tDIMENSION B(3)", "\tB(4) = 1", "\tIF (X) PRINT 'A", "\tPRINT 1.EQ.2 3"}) +
          command(0, "COMPIL", "\n*") + command(0, "T", "\n*") + type(0, "\032") + waits(0, "\n@") +
          command(0, "RUN T"));
  const std::string text = log(0);
  for (const char* line :
       {"LINE 1: ) MISSING\n        X = (Y + 2\n                  ^\n", "LINE 3: VALUE MISSING", "LINE 4: = MISSING",
        "LINE 5: LABEL TWICE", "LINE 7: SUBSCRIPT OUT OF RANGE", "LINE 8: NOT A LOGICAL VALUE",
        "LINE 9: MORE THAN A STATEMENT", "LINE 9: NO END\nLINE 9: NO SUCH LABEL: 77\nT: 9 LINES, 9 ERRORS"})
    EXPECT_THAT(text, HasSubstr(line));
  EXPECT_THAT(text, HasSubstr("NO FILE HAS THIS NAME"));
}

TEST_P(Loads, ComputingJobChecksItself) {
  session(login(0, "GUEST") + command(0, "COMPUT", "\n*") + command(0, "INVERT 12 2", "\n*") +
          command(0, "FFT 6", "\n*") + command(0, "ORBIT 200", "\n*") + command(0, "FFT 15", "\n*"));
  const std::string text = log(0);
  EXPECT_THAT(text, HasSubstr("INVERT 12: 2 TIMES, ERROR "));
  EXPECT_THAT(text, HasSubstr("ORBIT 200: 1 TIMES, ERROR "));
  EXPECT_THAT(text, HasSubstr("*FFT 15\nTOO SMALL OR TOO LARGE"));
  // Numbers have 27 bits: the errors are a few units in the last place, at most E-7.
  for (const char* job : {"INVERT 12: 2 TIMES, ERROR ", "FFT 6: 1 TIMES, ERROR ", "ORBIT 200: 1 TIMES, ERROR "}) {
    const std::size_t at = text.find(job);
    ASSERT_NE(at, std::string::npos) << job;
    EXPECT_LT(std::stod(text.substr(at + std::string{job}.size())), 1e-6) << job;
  }
}

TEST_P(Loads, StringsSentToItself) {
  std::string script =
      goesOn("40s") + login(0, "GUEST") + command(0, "BANDWI", "\n*") + command(0, "BITS 20000", "\n*");
  for (const char* mode : {"BIN 36 50", "BIN 8 1600", "SIN 36 100", "SIN 8 50"}) script += command(0, mode, "\n*");
  session(script + command(0, "BIN 9 50", "\n*"), Pack::Forget, kNet);
  // Bytes out and in, time, run time out and in.
  for (const auto& [row, bytes] : std::vector<std::pair<const char*, int>>{
           {"BIN 36 50:", 600}, {"BIN 8 1600:", 3200}, {"SIN 36 100:", 600}, {"SIN 8 50:", 2500}}) {
    const std::vector<int> n = numbersBehind(row);
    ASSERT_EQ(n.size(), 5U) << row << "\n" << log(0);
    EXPECT_EQ(n[0], bytes) << row;
    EXPECT_EQ(n[1], bytes) << row;
    EXPECT_GT(n[3], 0) << row;
    EXPECT_GT(n[4], 0) << row;
    EXPECT_LE(n[3] + n[4], n[2]) << row;
  }
  EXPECT_THAT(log(0), HasSubstr("BYTES ARE OF 8, 32 OR 36 BITS"));
}

UTAH10_EVERY_SYSTEM(Loads);

}  // namespace
}  // namespace utah10::test

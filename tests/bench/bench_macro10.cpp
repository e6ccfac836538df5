// Host speed of the assembler on a source the size of a monitor: seconds for two passes with listing and
// cross-reference, and the peak memory of the process.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdlib>
#include <map>
#include <string>

#include "utah10/toolchain/assembler.hpp"

namespace {

using namespace utah10;

constexpr int kLines = 50'000;
constexpr int kGroups = 8;      // resident code, by the names of its symbols
constexpr int kFields = 400;    // symbols of the first universal
constexpr int kCalls = 300;     // OPDEFs of the second one
constexpr int kExternals = 60;  // in the main program

// Job field names, error codes and bits, and the macros that pack and test them.
std::string fieldsUniversal() {
  std::string s = "\tUNIVERSAL FLDDEF - FIELDS OF THE TABLES\n";
  for (int i = 0; i < kFields; ++i)
    s += fmt::format("F{:03}==={:o}\t;FIELD {}\nB{:03}==1B{}\n", i, i * 3, i, i, i % 36);
  s += "DEFINE PUSHES(LIST)<\nIRP LIST,<\tPUSH\tP,LIST\n>>\n"
       "DEFINE POPS(LIST)<\nIRP LIST,<\tPOP\tP,LIST\n>>\n"
       "DEFINE FAILS(CODE,%GOOD)<\n\tCAIA\n\tJRST\t%GOOD\t;;NOTHING WRONG\n\tMOVEI\tT1,CODE\n\tPOPJ\tP,\n%GOOD:>\n"
       "DEFINE FIELD(NAME,SIZE)<IFNDEF NAME,<NAME==ZZ>\nZZ==ZZ+SIZE\n>\n"
       "DEFINE NAMES(TEXT)<\n\tSIXBIT\t/TEXT/\n\tXWD\tF000,[ASCIZ /TEXT/]\n>\n"
       "DEFINE WAIT(BITS,HERE)<\n\tMOVX\tT1,BITS\nIFNB <HERE>,<\tMOVEI\tT2,HERE\n>IFB "
       "<HERE>,<\tSETZ\tT2,\n>\tPUSHJ\tP,PAUSE\n>\n"
       "DEFINE MOVX(AC,V)<\nIFE <V>&<777777,,0>,<\tMOVEI\tAC,<V>>\nIFN <V>&<777777,,0>,<\tMOVE\tAC,[V]>>\n"
       "\tEND\n";
  return s;
}

std::string callsUniversal() {
  std::string s = "\tUNIVERSAL CALDEF - CALLS OF THE MONITOR\n";
  for (int i = 0; i < kCalls; ++i)
    s += fmt::format("OPDEF C{:03}.\t[104000,,{:o}]\nE{:03}==:{:o}\n", i, i + 1, i, i + 0600000);
  s += "DEFINE TRAP(AT)<\n\tERJMP\tAT\n>\nOPDEF ERJMP [JUMP 16,]\n\tEND\n";
  return s;
}

class MonitorSource {
 public:
  std::string text() {
    head();
    while (lines_ < kLines - 200) routine();
    tail();
    return std::move(text_);
  }

 private:
  std::string text_;
  int lines_ = 0;
  int number_ = 0;
  std::uint32_t random_ = 12345;

  int below(int n) {
    random_ = random_ * 1103515245U + 12345U;
    return static_cast<int>((random_ >> 8) % static_cast<unsigned>(n));
  }
  template <typename... Args>
  void line(fmt::format_string<Args...> f, Args&&... args) {
    text_ += fmt::format(f, std::forward<Args>(args)...) + '\n';
    ++lines_;
  }

  void head() {
    line("\tTITLE\tBENCH - A PROGRAM AS LONG AS A MONITOR");
    line("\tSUBTTL\tDEFINITIONS");
    line("\tSEARCH\tFLDDEF,CALDEF");
    line("\tTWOSEG");
    line("\tRELOC\t400000");
    for (const char* s : {"T1=1", "T2=2", "T3=3", "T4=4", "Q1=5", "Q2=6", "J=7", "P=17", "ZZ==0"}) line("{}", s);
    for (int i = 0; i < kExternals; ++i) line("\tEXTERN\tX{:03}", i);
    line("DEFINE LS(NAME,SIZE<1>)<");
    line("\tASSIGN\tNAME,STORES,SIZE");
    line(">");
    for (int i = 0; i < 200; ++i) line("\tLS\tS{:03},{:o}", i, 1 + i % 7);
    for (int i = 0; i < 100; ++i) line("\tFIELD\tJ{:03},{:o}", i, 1 + i % 3);
    line("PAUSE:\tPOPJ\tP,");
  }

  void routine() {
    const int n = number_++;
    if (n % 40 == 0) line("\tSUBTTL\tPART {} OF THE RESIDENT CODE", n / 40);
    line("; ROUTINE {}: TAKES A JOB IN J AND A FIELD IN T1, SKIPS IF ALL IS WELL.", n);
    line("; CALLED WITH SCHEDULING OFF; MAY WAIT FOR A PAGE OF TABLE {}.", n % kGroups);
    line("R{:05}:\tPUSHES\t<T1,T2,Q1>\t;SAVE WHAT IS CHANGED", n % 100000);
    plainCode(n);
    literals(n);
    switch (n % 6) {
      case 0:
        conditions(n);
        break;
      case 1:
        tables(n);
        break;
      case 2:
        expressions(n);
        break;
      default:
        waiting(n);
        break;
    }
    line("\tPOPS\t<Q1,T2,T1>");
    line("\tJRST\tR{:05}\t\t;GO ON WITH THE ONE BEFORE", n == 0 ? 0 : below(n));
  }

  void plainCode(int n) {
    for (int i = 0; i < 10; ++i) {
      switch (below(6)) {
        case 0:
          line("\tMOVE\tT1,F{:03}(J)\t\t;FIELD OF THE JOB", below(kFields));
          break;
        case 1:
          line("\tSKIPE\tT{},F{:03}+1\t;IS IT SET", 1 + below(4), below(100));
          break;
        case 2:
          line("\tPUSHJ\tP,X{:03}", below(kExternals));
          break;
        case 3:
          line("L{:04}{}:\tADDI\tT2,^D{}\t;ONE MORE", n % 10000, static_cast<char>('A' + i), below(100));
          break;
        case 4:
          line("\tMOVEM\tQ{},S{:03}+{:o}(J)", 1 + below(2), below(200), below(8));
          break;
        default:
          line("\tC{:03}.", below(kCalls));
          break;
      }
    }
  }

  void literals(int n) {
    line("\tMOVE\tT3,[{:o},,F{:03}]", below(4096), below(kFields));
    line("\tMOVE\tT4,[POINT 7,[ASCIZ /TABLE {} IS FULL/]]", below(300));
    line("\tPUSHJ\tP,[\tAOS\tT1\t\t;A SMALL ROUTINE OF ITS OWN");
    line("\t\tMOVEM\tT1,S{:03}", below(200));
    line("\t\tMOVE\tT2,[XWD {:o},F{:03}]", below(64), below(kFields));
    line("\t\tPOPJ\tP,]");
    line("\tMOVE\tT1,[{:o}]\t\t;NOT LIKE ANY OTHER", n + 01000000);
  }

  void conditions(int n) {
    line("IFN B{:03},<", below(36));
    line("\tMOVX\tT1,B{:03}", below(kFields));
    line("IFE B{:03}-1,<\tHALT\t.>", below(36));
    line("IFDEF NOSUCH,<");
    for (int i = 0; i < 4; ++i) line("\tMOVE\tT1,NEVER+{}\t;<SKIPPED TEXT>", i);
    line(">");
    line(">");
    line("\tFAILS\tE{:03}", below(kCalls));
    line("IF2,<IFE .-R{:05},<\tJFCL>>", n % 100000);
  }

  void tables(int n) {
    line("\tJRST\tD{:05}", n % 100000);
    line("D{:05}:", n % 100000);
    line("REPEAT {:o},<\tEXP\t.-D{:05}", 4 + below(8), n % 100000);
    line("\tXWD\tF{:03},E{:03}", below(kFields), below(kCalls));
    line(">");
    line("\tNAMES\tJOB{}", n % 1000);
    line("\tBYTE\t(7){:o},{:o}(3)2,,1(18)F{:03}", below(100), below(100), below(8));
    line("\tASCIZ\t/NO ROOM IN TABLE {}, TRY AGAIN LATER/", n);
  }

  void expressions(int) {
    line("\tMOVEI\tT1,<F{:03}+B035*3>_2&777-5/2", below(kFields));
    line("\tMOVSI\tT2,(B{:03}!1B{})", below(18), below(18));
    line("\tEXP\t1.5E3,^F2.25,\"AB\",'SIX',^L1000,-1B17");
    line("ZZ==ZZ+{}", 1 + below(4));
    line("\tXWD\t-ZZ,.+3");
    line("\tDATAO\tTTY,T1\t;TELL THE OPERATOR");
  }

  void waiting(int n) {
    line("\tWAIT\tB{:03}!B{:03}", below(kFields), below(kFields));
    line("\tWAIT\tB{:03},[SOSL S{:03}", below(kFields), below(200));
    line("\t\tPOPJ\tP,]");
    line("\tFAILS\tE{:03}\t\t;NOBODY CAME", (n * 7) % kCalls);
  }

  void tail() {
    line("\tLIT");
    line("\tRELOC\t0");
    line("STORES:\tBLOCK\t1000");
    line("\tEND\tR00000");
  }
};

std::map<std::string, std::vector<Word36>, std::less<>> assembledUniversals() {
  std::map<std::string, std::vector<Word36>, std::less<>> found;
  for (const std::string& text : {fieldsUniversal(), callsUniversal()}) {
    const SourceText source{"universal", text};
    AssemblyResult r = assemble({&source, 1}, {});
    for (const AssemblyMessage& m : r.messages) fmt::print("{}\n", m.format());
    for (UniversalFile& u : r.universals) found[u.name] = std::move(u.words);
  }
  return found;
}

double megabytesAtMost() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

// A worst case for the literal pool: many literals, all different, but most with the same first word.
std::string literalSource() {
  std::string s = "\tTITLE\tLITERA\n";
  for (int i = 0; i < 20'000; ++i) s += fmt::format("\tMOVE\t1,[EXP 1,{:o}]\n\tMOVE\t2,[{:o}]\n", i + 2, i + 01000000);
  return s + "\tEND\n";
}

void assembleAll(benchmark::State& state, std::string text) {
  const auto universals = assembledUniversals();
  const SourceText source{"bench.mac", std::move(text)};
  AssemblerOptions options;
  options.listing = options.crossReference = options.expandMacros = true;
  options.findUniversal = [&](std::string_view name) -> Expected<std::optional<std::vector<Word36>>> {
    const auto it = universals.find(name);
    if (it == universals.end()) return std::optional<std::vector<Word36>>{};
    return it->second;
  };
  std::size_t words = 0;
  std::size_t listed = 0;
  for (auto _ : state) {
    const AssemblyResult r = assemble({&source, 1}, options);
    words = r.lines.size();
    listed = r.listing.size();
    if (r.messages.empty()) continue;  // a source with errors would measure something else
    for (std::size_t i = 0; i < r.messages.size() && i < 10; ++i) fmt::print("{}\n", r.messages[i].format());
    state.SkipWithError("messages");
    return;
  }
  state.counters["words"] = static_cast<double>(words);
  state.counters["listing_MB"] = static_cast<double>(listed) / 1e6;
  state.counters["peak_MB"] = megabytesAtMost();
}

void monitor(benchmark::State& state) { assembleAll(state, MonitorSource{}.text()); }
BENCHMARK(monitor)->Unit(benchmark::kMillisecond);

void distinctLiterals(benchmark::State& state) { assembleAll(state, literalSource()); }
BENCHMARK(distinctLiterals)->Unit(benchmark::kMillisecond);

}  // namespace

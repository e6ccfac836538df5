// Sessions with programs that the test assembles and links, with their sources and debug files in the same folder.
#pragma once

#include "command/session_support.hpp"
#include "toolchain/debug_file.hpp"
#include "utah10/toolchain/assembler.hpp"
#include "utah10/toolchain/core_image_formats.hpp"
#include "utah10/toolchain/linker.hpp"

namespace utah10 {

// START 140, LOOP 141, ADD1 146, SUM 150, STACK 151-160, the literal 161. Adds three times; executes 17. instructions
// before the HALT at 145.
inline constexpr std::string_view kAddProgram =
    "\tTITLE\tDEMO\n"
    "P=17\n"
    "COUNT=1\n"
    "START:\tMOVE\tP,[IOWD 10,STACK]\n"
    "LOOP:\tPUSHJ\tP,ADD1\n"
    "\tMOVEM\tCOUNT,SUM\n"
    "\tCAIGE\tCOUNT,3\n"
    "\tJRST\tLOOP\n"
    "\tHALT\t.\n"
    "ADD1:\tADDI\tCOUNT,1\n"
    "\tPOPJ\tP,\n"
    "SUM:\t0\n"
    "STACK:\tBLOCK\t10\n"
    "\tEND\tSTART\n";

class DebugTest : public SessionTest {
 protected:
  // Creates NAME.mac, NAME.sav and NAME.debug.
  static void assembleAndLink(const std::string& name, std::string_view source) {
    write(name + ".mac", source);
    const SourceText text{name + ".mac", std::string{source}};
    const AssemblyResult r = assemble(std::span{&text, 1}, AssemblerOptions{});
    ASSERT_EQ(r.errors, 0u) << r.messages.front().format();
    Linker linker;
    linker.load(WordFile{name + ".rel", encodeRel(r.rel)});
    LinkEnding ending;
    ending.jobData = false;
    const LinkResult linked = linker.finish(ending);
    ASSERT_TRUE(linked.image);
    const auto bytes = packWords(*writeSav(withoutZeros(*linked.image)), Packing::Data8);
    write(name + ".sav", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    write(name + ".debug", writeDebugFile(debugFileOf(linked.programs, {{name + ".rel", lineTableOf(r)}})));
  }
  std::uint32_t pc() { return machine.cpu().pc().bits(); }
  std::uint64_t ac(unsigned n) { return machine.cpu().ac(AcNo{n}).bits(); }
};

}  // namespace utah10

// Tests with a TENEX pack, p.dsk in the test's folder, which tenexfs inspects.
#pragma once

#include <string>

#include "program_support.hpp"
#include "support/binary_dir.hpp"

namespace utah10::test {

class PackTest : public ProgramTest {
 protected:
  // Machine file with the pack on drive 0.
  inline static const std::string kDisk = "[[disk]]\nunit = 0\ntype = \"RP02\"\nfile = \"p.dsk\"\n";

  static inline const std::string kTenexfs = binaryDir() + "/tenexfs";

  // Runs tenexfs and returns its output; the exit code must be `code`.
  std::string tenexfs(const std::string& arguments, int code = 0) const {
    const Result r = runProgram(kTenexfs, arguments);
    EXPECT_EQ(r.code, code) << arguments << "\n" << r.out << r.err;
    return r.out;
  }
};

}  // namespace utah10::test

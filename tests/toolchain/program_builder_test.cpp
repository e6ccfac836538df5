// Programs made in one step from sources, relocatable files and images.
#include "toolchain/program_builder.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "support/temp_folder.hpp"
#include "toolchain/output_file.hpp"
#include "utah10/toolchain/assembler.hpp"
#include "utah10/toolchain/core_image_formats.hpp"

namespace utah10 {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
namespace fs = std::filesystem;

class ProgramBuilderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = test::ownFolder();
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string file(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, std::string_view text) const {
    std::ofstream{file(name), std::ios::binary} << text;
    return file(name);
  }
  BuiltProgram build(const std::vector<std::string>& files) const {
    auto built = buildProgram(files, std::vector<fs::path>{folder_});
    EXPECT_TRUE(built) << (built ? "" : built.error().text());
    return built ? std::move(*built) : BuiltProgram{};
  }

 private:
  fs::path folder_;
};

TEST_F(ProgramBuilderTest, LinksWhatItAssembles) {
  const BuiltProgram p = build({write("a.mac", "\tTITLE A\n\tEXTERN B\nSTART:\tPUSHJ 17,B\n\tEND START\n"),
                                write("b.mac", "\tTITLE B\nB::\tPOPJ 17,\n\tEND\n")});
  EXPECT_THAT(p.messages, IsEmpty());
  ASSERT_TRUE(p.image);
  ASSERT_TRUE(p.image->startAddress());
  EXPECT_EQ(p.image->startAddress()->bits(), 0140u);
}

TEST_F(ProgramBuilderTest, JoinsSourcesAndFindsUniversals) {
  write("defs.mac", "\tUNIVERSAL DEFS\nSEVEN==7\n\tEND\n");
  write("top.mac", "\tTITLE T\n\tSEARCH DEFS\n");
  write("rest.mac", "START:\tMOVEI 1,SEVEN\n\tEND START\n");
  EXPECT_TRUE(build({file("defs.mac"), file("top.mac") + "+" + file("rest.mac")}).image);
  const BuiltProgram lost = build({file("top.mac") + "+" + file("rest.mac")});
  EXPECT_FALSE(lost.image);
  EXPECT_THAT(lost.messages, ElementsAre(HasSubstr("cannot find universal DEFS")));
}

TEST_F(ProgramBuilderTest, ReportsErrorsOfBothSteps) {
  const BuiltProgram undefined = build({write("u.mac", "\tTITLE U\nS:\tMOVE 1,NONE\n\tEND S\n")});
  EXPECT_FALSE(undefined.image);
  EXPECT_THAT(undefined.messages, ElementsAre(HasSubstr("u.mac(2): error U: symbol NONE is not defined")));
  const BuiltProgram missing = build({write("m.mac", "\tTITLE M\n\tEXTERN LOST\nS:\tPUSHJ 17,LOST\n\tEND S\n")});
  EXPECT_FALSE(missing.image);
  EXPECT_THAT(missing.messages, ElementsAre(HasSubstr("LOST")));
}

TEST_F(ProgramBuilderTest, TakesAnImageAsItIs) {
  const auto words = writeSsave(*build({write("a.mac", "\tTITLE A\nS:\tHALT .\n\tEND S\n")}).image);
  ASSERT_TRUE(writeFileWhole(file("a.SAV"), packWords(*words, Packing::Data8)));
  const BuiltProgram p = build({file("a.SAV")});
  ASSERT_TRUE(p.image);
  EXPECT_EQ(p.image->startAddress()->bits(), 0140u);
}

TEST_F(ProgramBuilderTest, AMissingFileIsAnError) {
  EXPECT_FALSE(buildProgram({file("none.mac")}, {}));
  EXPECT_FALSE(buildProgram({file("none.rel")}, {}));
}

}  // namespace
}  // namespace utah10

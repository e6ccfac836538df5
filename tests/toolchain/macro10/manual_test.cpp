// Words worked by hand from the definitions in the manuals, not taken from what this assembler makes: each row is a
// source text, the words that the manuals say it stands for, and where they say so.
//
// AMZC: DEC, MACRO-10 Assembler Programmer's Reference Manual, DEC-10-AMZC-D, 1972. MAC53: DEC, MACRO Assembler
// Reference Manual, AA-C780C, 1978 (version 53), by section, or by pseudo-op of its chapter 3. SRM: DEC, PDP-10 System
// Reference Manual, by heading. A number that a manual prints with its octal word is marked "printed". Definitions
// whose page was not at hand are recalled, and agree with the source of MACRO 50.
//
// A word is `left,,right`; an apostrophe behind a half says that the loader relocates it.
#include <gmock/gmock.h>

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "utah10/toolchain/assembler.hpp"

namespace utah10 {
namespace {

struct Row {
  const char* source;
  const char* text;  // lines; END follows
  const char* words;
};

AssemblyResult assembled(std::string_view text, MacroVersion version = MacroVersion::V50) {
  AssemblerOptions options;
  options.version = version;
  const SourceText source{"t.mac", std::string{text} + "\n\tEND\n"};
  return assemble({&source, 1}, options);
}

// The words of all CODE items, in order.
std::string wordsOf(const AssemblyResult& result) {
  std::string all;
  for (const RelItem& item : result.rel) {
    if (!item.is(RelType::Code)) continue;
    for (std::size_t i = 1; i < item.words.size(); ++i)
      all += fmt::format("{}{:06o}{},,{:06o}{}", all.empty() ? "" : " ", item.words[i].left().bits(),
                         (item.relocationOf(i) & kRelLeft) != 0 ? "'" : "", item.words[i].right().bits(),
                         (item.relocationOf(i) & kRelRight) != 0 ? "'" : "");
  }
  return all;
}

std::string firstMessage(const AssemblyResult& result) {
  return result.messages.empty() ? "" : result.messages.front().format();
}

void expectRows(std::span<const Row> rows) {
  ASSERT_FALSE(rows.empty());
  for (const Row& row : rows) {
    SCOPED_TRACE(std::string{row.source} + ":\n" + row.text);
    const AssemblyResult result = assembled(row.text);
    EXPECT_EQ(wordsOf(result), row.words);
    EXPECT_EQ(firstMessage(result), "");
  }
}

// Bits 0-8 operation, 9-12 accumulator, 13 indirect, 14-17 index, 18-35 address.
constexpr Row kPrimary[] = {
    {"AMZC 1.2.1", "\tMOVE 1,1000", "200040,,001000"},
    {"AMZC 1.2.1", "\tMOVE 17,777777", "200740,,777777"},
    {"AMZC 1.2.1", "\tADD 1,@1000(2)", "270062,,001000"},
    {"AMZC 1.2.1", "\tADD 17,@777777(17)", "270777,,777777"},
    {"AMZC 1.2.1", "\tADDI 10,(5)", "271405,,000000"},
    {"AMZC 1.2.1", "\tSUB 2,-1(3)", "274103,,777777"},
    {"AMZC 1.2.1", "\tSETZM 100", "402000,,000100"},
    {"AMZC 1.2.1", "\tEXCH @3", "250020,,000003"},
    {"AMZC 1.2.1", "\tMOVE @(1)", "200021,,000000"},
    {"AMZC 1.2.1", "\tMOVEM 5,100(6)", "202246,,000100"},
    {"AMZC 1.2.1", "\tMOVEM ^D10,^D100", "202500,,000144"},
    {"AMZC 1.2.1", "\tMOVE 1+2,2*4", "200140,,000010"},
    {"AMZC 1.2.1", "\tAOS (7)", "350007,,000000"},
    {"AMZC 1.2.1", "\tSKIPA", "334000,,000000"},
    {"AMZC 1.2.1", "\tZ", "000000,,000000"},
    {"AMZC 1.2.1", "\tZ 3,", "000140,,000000"},
    {"AMZC 1.2.1", "\tZ 3,2", "000140,,000002"},
    {"AMZC 1.2.1", "\tZ 3,@2", "000160,,000002"},
    {"AMZC 1.2.1", "\tZ 3,@2(1)", "000161,,000002"},
    {"SRM, Full Word Data Transmission", "\tMOVEI 1,(2)", "201042,,000000"},
    {"SRM, Full Word Data Transmission", "\tMOVSI 4,-10", "205200,,777770"},
    {"SRM, Full Word Data Transmission", "\tMOVNI 4,1", "211200,,000001"},
    {"SRM, Full Word Data Transmission", "\tMOVMS 4,1", "217200,,000001"},
    {"SRM, Full Word Data Transmission", "\tBLT 1,777(2)", "251042,,000777"},
    {"SRM, Half Word Data Transmission", "\tHRLZI 2,400000", "515100,,400000"},
    {"SRM, Half Word Data Transmission", "\tHRROI 2,-1", "561100,,777777"},
    {"SRM, Half Word Data Transmission", "\tHLRES 0,200", "577000,,000200"},
    {"SRM, Byte Manipulation", "\tILDB 1,2", "134040,,000002"},
    {"SRM, Byte Manipulation", "\tIDPB 0,(17)", "136017,,000000"},
    {"SRM, Byte Manipulation", "\tIBP 100", "133000,,000100"},
    {"SRM, Logic", "\tSETOB 3,4", "477140,,000004"},
    {"SRM, Logic", "\tANDCAM 3,4", "412140,,000004"},
    {"SRM, Logic", "\tIORI 3,4", "435140,,000004"},
    {"SRM, Logic", "\tORI 3,4", "435140,,000004"},
    {"SRM, Logic", "\tCLEARM 4", "402000,,000004"},
    {"SRM, Shift and Rotate", "\tLSH 5,-3", "242240,,777775"},
    {"SRM, Shift and Rotate", "\tASHC 5,43(1)", "244241,,000043"},
    {"SRM, Shift and Rotate", "\tJFFO 5,200", "243240,,000200"},
    {"SRM, Fixed Point Arithmetic", "\tIMULI 6,12", "221300,,000012"},
    {"SRM, Fixed Point Arithmetic", "\tIDIVM 6,12", "232300,,000012"},
    {"SRM, Floating Point Arithmetic", "\tFSC 1,-5", "132040,,777773"},
    {"SRM, Floating Point Arithmetic", "\tFDVR 1,2", "174040,,000002"},
    {"SRM, Floating Point Arithmetic", "\tFADL 1,2", "141040,,000002"},
    {"SRM, Floating Point Arithmetic", "\tUFA 1,2", "130040,,000002"},
    {"SRM, Floating Point Arithmetic", "\tDFN 1,2", "131040,,000002"},
    {"SRM, Arithmetic Testing", "\tCAIE 3,-1", "302140,,777777"},
    {"SRM, Arithmetic Testing", "\tSOJG 17,10", "367740,,000010"},
    {"SRM, Arithmetic Testing", "\tAOBJN 1,.-3", "253040,,777775'"},
    {"SRM, Logical Testing and Modification", "\tTLNE 0,400000", "603000,,400000"},
    {"SRM, Logical Testing and Modification", "\tTRO 17,1", "660740,,000001"},
    {"SRM, Logical Testing and Modification", "\tTDZA 1,1", "634040,,000001"},
    {"SRM, Program Control", "\tJRST 100", "254000,,000100"},
    {"SRM, Program Control", "\tJRST @100", "254020,,000100"},
    {"SRM, Program Control", "\tJRST 10,100", "254400,,000100"},
    {"SRM, Program Control", "\tJSR 100", "264000,,000100"},
    {"SRM, Program Control", "\tJSP 16,100", "265700,,000100"},
    {"SRM, Program Control", "\tXCT 5,100", "256240,,000100"},
    {"SRM, Program Control", "\tJFCL 17,.+1", "255740,,000001'"},
    {"SRM, Program Control", "\tPUSHJ 17,200", "260740,,000200"},
    {"SRM, Program Control", "\tPOPJ 17,", "263740,,000000"},
    {"SRM, Program Control", "\tPUSH 17,1(2)", "261742,,000001"},
    {"SRM, Unimplemented Operations", "\tCALLI 12", "047000,,000012"},
    {"SRM, Unimplemented Operations", "\tCALLI 1,12", "047040,,000012"},
    {"SRM, Unimplemented Operations", "\tTTCALL 3,100", "051140,,000100"},
    {"SRM, Unimplemented Operations", "\tOPEN 1,100", "050040,,000100"},
    {"SRM, Unimplemented Operations", "\tOUT 1,100", "057040,,000100"},
    {"BBN, TENEX JSYS Manual: JSYS is operation 104", "\tJSYS 17", "104000,,000017"},
    {"BBN, TENEX JSYS Manual: JSYS is operation 104", "\tJSYS 777", "104000,,000777"},
    {"BBN, pager: operations 100-103", "\tUMOVE 1,100", "100040,,000100"},
    {"BBN, pager: operations 100-103", "\tUMOVEI 1,100", "101040,,000100"},
    {"BBN, pager: operations 100-103", "\tUMOVEM 1,@100(2)", "102062,,000100"},
    {"BBN, pager: operations 100-103", "\tUMOVES 1,100", "103040,,000100"},
};

// An immediate operand in parentheses has its halves exchanged, and is added.
constexpr Row kSwapped[] = {
    {"MAC53, Primary Instructions", "\tMOVSI 1,(1B0)", "205040,,400000"},
    {"MAC53, Primary Instructions", "\tTLO 1,(1B1!1B17)", "661040,,200001"},
    {"MAC53, Primary Instructions", "\tTLNN 1,(777B8)", "607040,,777000"},
    {"MAC53, Primary Instructions", "\tMOVSI 1,(1.0)", "205040,,201400"},
    {"MAC53, Primary Instructions", "\tFADRI 1,(2.0)", "145040,,202400"},
    {"MAC53, Primary Instructions", "\tFMPRI 1,(-0.5)", "165040,,577400"},
    {"MAC53, Primary Instructions", "\tMOVE 1,5(<XWD 0,3>)", "200043,,000005"},
    {"MAC53, Primary Instructions", "\tMOVSI 1,(MOVE 2,)", "205040,,200100"},
};

// Operations that are a code with an accumulator.
constexpr Row kExtended[] = {
    {"SRM, Program Control: JRST 2,", "\tJRSTF @3", "254120,,000003"},
    {"SRM, Program Control: JRST 4,", "\tHALT 100", "254200,,000100"},
    {"SRM, Program Control: JRST 4,", "\tHALT .", "254200,,000000'"},
    {"SRM, Program Control: JRST 4,", "\tHALT", "254200,,000000"},
    {"SRM, Program Control: JRST 12,", "\tJEN @100", "254520,,000100"},
    {"SRM, Program Control: JFCL 10,", "\tJOV 100", "255400,,000100"},
    {"SRM, Program Control: JFCL 4,", "\tJCRY0 100", "255200,,000100"},
    {"SRM, Program Control: JFCL 2,", "\tJCRY1 100", "255100,,000100"},
    {"SRM, Program Control: JFCL 6,", "\tJCRY 100", "255300,,000100"},
    {"SRM, Program Control: JFCL 1,", "\tJFOV @100(1)", "255061,,000100"},
    {"SRM, Arithmetic Testing", "\tSOS 100", "370000,,000100"},
    {"SRM, Arithmetic Testing", "\tAOS 1,100", "350040,,000100"},
};

// Bits 0-2 are 7, 3-9 device, 10-12 function, 13 indirect, 14-17 index, 18-35 address. Device codes are written with
// two zeros behind the seven bits.
constexpr Row kInOut[] = {
    {"AMZC 1.2.2; SRM, Input-Output", "\tBLKI 104,100", "710400,,000100"},
    {"AMZC 1.2.2; SRM, Input-Output", "\tDATAI 104,100", "710440,,000100"},
    {"AMZC 1.2.2; SRM, Input-Output", "\tBLKO 100,@200(3)", "710123,,000200"},
    {"AMZC 1.2.2; SRM, Input-Output", "\tDATAO 100,7", "710140,,000007"},
    {"AMZC 1.2.2; SRM, Input-Output", "\tCONO 4,2200", "700600,,002200"},
    {"AMZC 1.2.2; SRM, Input-Output", "\tCONI 0,1", "700240,,000001"},
    {"AMZC 1.2.2; SRM, Input-Output", "\tCONSZ 4,1", "700700,,000001"},
    {"AMZC 1.2.2; SRM, Input-Output", "\tCONSO 120,40", "712340,,000040"},
    {"AMZC 1.2.2; SRM, Input-Output", "\tDATAO 774,(17)", "777557,,000000"},
    {"SRM, Appendix: device APR is 0", "\tCONO APR,200000", "700200,,200000"},
    {"SRM, Appendix: device PI is 4", "\tCONO PI,10000", "700600,,010000"},
    {"SRM, Appendix: device PTP is 100", "\tDATAO PTP,5", "710140,,000005"},
    {"SRM, Appendix: device PTR is 104", "\tCONSO PTR,10", "710740,,000010"},
    {"SRM, Appendix: device TTY is 120", "\tCONI TTY,5", "712240,,000005"},
    {"SRM, Appendix: device LPT is 124", "\tCONO LPT,0", "712600,,000000"},
    {"SRM, Appendix: device DSK is 170", "\tDATAI DSK,2", "717040,,000002"},
    {"SRM, Appendix: device DTC is 320", "\tCONO DTC,1", "732200,,000001"},
    {"SRM, Appendix: device DIS is 130", "\tBLKO DIS,1", "713100,,000001"},
    {"SRM, Appendix: device CDR is 114", "\tDATAI CDR,1", "711440,,000001"},
};

constexpr Row kNumbers[] = {
    {"MAC53 2.2.1", "\tEXP 10", "000000,,000010"},
    {"MAC53 2.2.1", "\tEXP 777777777777", "777777,,777777"},
    {"MAC53 2.2.1", "\tEXP -1", "777777,,777777"},
    {"MAC53 2.2.1", "\tEXP 1,2+3,-1", "000000,,000001 000000,,000005 777777,,777777"},
    {"MAC53 2.2.2", "\tEXP ^D10,^D100,^D-1", "000000,,000012 000000,,000144 777777,,777777"},
    {"MAC53 2.2.2", "\tEXP ^B1001", "000000,,000011"},
    {"MAC53 2.2.2", "\tRADIX 10\n\tEXP ^O1001,1001", "000000,,001001 000000,,001751"},
    {"MAC53 2.2.2", "\tEXP ^D<45-22>", "000000,,000027"},
    {"MAC53 2.2.2", "\tEXP ^D19+10", "000000,,000033"},
    {"MAC53 2.2.3", "\tEXP 5K,5M", "000000,,005000 000005,,000000"},
    {"MAC53 2.2.3", "\tEXP ^D5K,^D5M", "000000,,011610 000023,,045500"},
    {"MAC53 2.2.3", "\tEXP 5G", "005000,,000000"},
    {"MAC53 2.2.4", "\tEXP ^F1.5B17", "000001,,400000"},
    {"MAC53 2.2.4", "\tEXP ^F.5B0", "200000,,000000"},
    {"MAC53 2.2.4", "\tEXP ^F10.25B20", "000001,,220000"},
    {"MAC53 2.2.4", "\tEXP ^F6.75B8", "006600,,000000"},
    {"MAC53 2.2.4", "\tEXP -^F1.5B17", "777776,,400000"},
    {"MAC53 2.2.5", "\tEXP 1.0", "201400,,000000"},
    {"MAC53 2.2.5", "\tEXP .5", "200400,,000000"},
    {"MAC53 2.2.5", "\tEXP 0.0", "000000,,000000"},
    {"MAC53 2.2.5", "\tEXP -1.0", "576400,,000000"},
    {"MAC53 2.2.5", "\tEXP -3.0,-.5", "575200,,000000 577400,,000000"},
    {"MAC53 2.2.5", "\tEXP 10.0,100.0", "204500,,000000 207620,,000000"},
    {"MAC53 2.2.5", "\tEXP 1.5E1,1.0E3", "204740,,000000 212764,,000000"},
    {"MAC53 2.2.5", "\tEXP 2.5E-1,12.5E-2", "177400,,000000 176400,,000000"},
    {"MAC53 2.2.5", "\tEXP 6.25,.75,123.0", "203620,,000000 200600,,000000 207754,,000000"},
    {"MAC53 2.2.5", "\tEXP 1024.0,262144.0", "213400,,000000 223400,,000000"},
    {"MAC53 2.2.5", "\tEXP 1.0E6", "224750,,220000"},
    {"MAC53 2.2.5", "\tEXP 0.1", "175631,,463146"},
    {"MAC53 2.2.6", "\tEXP 1B0,1B17,1B35", "400000,,000000 000001,,000000 000000,,000001"},
    {"MAC53 2.2.6", "\tEXP -1B17,-1B35", "777777,,000000 777777,,777777"},
    {"MAC53 2.2.6", "\tEXP 77B5,777B8,17B12", "770000,,000000 777000,,000000 000740,,000000"},
    {"MAC53 2.2.6", "\tEXP ^D10B17", "000012,,000000"},
    {"AMZC p. 1-17, five ways to write 100", "\tEXP 10B32", "000000,,000100"},
    {"AMZC p. 1-17, five ways to write 100", "\tEXP ^O10B32", "000000,,000100"},
    {"AMZC p. 1-17, five ways to write 100", "\tEXP 10B<42-10>", "000000,,000100"},
    {"AMZC p. 1-17, five ways to write 100", "\tEXP 10B<^D<42-10>>", "000000,,000100"},
    {"AMZC p. 1-17, five ways to write 100", "\tEXP 10B<^D42-^D10>", "000000,,000100"},
    {"MAC53 2.2.6", "A=3\n\tEXP <A>B17,1B<A+2>", "000003,,000000 010000,,000000"},
    {"MAC53 2.2.7", "\tEXP 1_3,1_^D18,10_-3", "000000,,000010 000001,,000000 000000,,000001"},
    {"MAC53 2.2.7", "\tEXP -1_-^D18", "000000,,777777"},
    {"MAC53 2.2.8", "\tEXP ^L0,^L1,^L-1", "000000,,000044 000000,,000043 000000,,000000"},
    {"MAC53 2.2.8", "\tEXP ^L777777,^L<1B5>", "000000,,000022 000000,,000005"},
};

constexpr Row kExpressions[] = {
    {"MAC53, Arithmetic Expressions", "\tEXP 1+2*3", "000000,,000007"},
    {"MAC53, Arithmetic Expressions", "\tEXP <1+2>*3", "000000,,000011"},
    {"MAC53, Arithmetic Expressions", "\tEXP 7/2,-7/2", "000000,,000003 777777,,777775"},
    {"MAC53, Arithmetic Expressions", "\tEXP 10-2-3,20/2/2", "000000,,000003 000000,,000004"},
    {"MAC53, Arithmetic Expressions", "\tEXP --5,3--2", "000000,,000005 000000,,000005"},
    {"MAC53, Arithmetic Expressions", "\tEXP -2*3", "777777,,777772"},
    {"MAC53, Logical Expressions", "\tEXP 5!2,7&5,7^!5", "000000,,000007 000000,,000005 000000,,000002"},
    {"MAC53, Logical Expressions", "\tEXP ^-0,^-7", "777777,,777777 777777,,777770"},
    {"MAC53, Evaluating Expressions", "\tEXP 7&3*2", "000000,,000006"},
    {"MAC53, Evaluating Expressions", "\tEXP 1+2!4", "000000,,000007"},
    {"MAC53, Evaluating Expressions", "\tEXP 1_2+3", "000000,,000007"},
    {"MAC53, Evaluating Expressions", "\tEXP 1+1B17", "000001,,000001"},
    {"MAC53, Evaluating Expressions", "\tEXP <<1+1>*<2+2>>", "000000,,000010"},
    {"AMZC 1.5.1", "A=5\nB=A+1\n\tEXP A,B,A*B", "000000,,000005 000000,,000006 000000,,000036"},
    {"AMZC 1.5.1", "A==5\nA==A+A\n\tEXP A", "000000,,000012"},
    {"AMZC 1.5.1, six characters count", "ABCDEFG=5\n\tEXP ABCDEFH", "000000,,000005"},
    {"AMZC 1.5.1", ".A=1\n$B=2\n%C=3\n\tEXP .A+$B+%C", "000000,,000006"},
    {"MAC53, Statements as values", "\tEXP <MOVE 1,2>", "200040,,000002"},
    {"MAC53, Statements as values", "A=<MOVE 1,>\n\tA 5", "200040,,000005"},
    {"MAC53, Statements as values", "\tEXP <SIXBIT /A/>", "410000,,000000"},
    {"MAC53, quoted text", "\tEXP \"A\"+1", "000000,,000102"},
};

constexpr Row kData[] = {
    {"MAC53, EXP: an empty item is zero", "\tEXP <1,,2>,,3", "000001,,000002 000000,,000000 000000,,000003"},
    {"MAC53, DEC", "\tDEC 10,-10,100", "000000,,000012 777777,,777766 000000,,000144"},
    {"MAC53, DEC", "\tDEC 4.5,0.5,3", "203440,,000000 200400,,000000 000000,,000003"},
    {"MAC53, DEC", "\tDEC 20\n\tEXP 20", "000000,,000024 000000,,000020"},
    {"MAC53, OCT", "\tOCT 17,-1,777777777777", "000000,,000017 777777,,777777 777777,,777777"},
    {"MAC53, OCT", "\tRADIX 10\n\tOCT 17\n\tEXP 17", "000000,,000017 000000,,000021"},
    {"MAC53, RADIX", "\tRADIX 2\n\tEXP 101", "000000,,000005"},
    {"MAC53, RADIX", "\tRADIX 10\n\tEXP 64\n\tRADIX 8\n\tEXP 64", "000000,,000100 000000,,000064"},
    {"MAC53, BYTE", "\tBYTE (6)5,10,41(11)3", "051041,,000600"},
    {"MAC53, BYTE", "\tBYTE (7)\"A\",\"B\",\"C\",\"D\",\"E\"", "406050,,342212"},
    {"MAC53, BYTE", "\tBYTE (9)1,2,3,4", "001002,,003004"},
    {"MAC53, BYTE", "\tBYTE (18)1,2,3", "000001,,000002 000003,,000000"},
    {"MAC53, BYTE: a byte does not cross a word", "\tBYTE (12)1,2,3,4", "000100,,020003 000400,,000000"},
    {"MAC53, BYTE: a byte does not cross a word", "\tBYTE (10)1,2,3,4", "000400,,400300 002000,,000000"},
    {"MAC53, BYTE", "\tBYTE (36)-1,5", "777777,,777777 000000,,000005"},
    {"MAC53, BYTE", "\tBYTE (1)1,0,1", "500000,,000000"},
    {"MAC53, BYTE", "\tBYTE (3)7(30)1(3)5", "700000,,000015"},
    {"MAC53, BYTE", "\tBYTE (8)377,0,377", "776003,,770000"},
    {"MAC53, BYTE: an empty byte is zero", "\tBYTE (6)1,,2", "010002,,000000"},
    {"MAC53, BYTE: the size is decimal", "\tBYTE (11)1,2,3", "000200,,100030"},
    {"MAC53, BYTE", "\tBYTE (4)17(5)1(36)5(3)7", "741000,,000000 000000,,000005 700000,,000000"},
    {"MAC53, POINT", "\tPOINT 6,100", "440600,,000100"},
    {"MAC53, POINT", "\tPOINT 7,100,6", "350700,,000100"},
    {"MAC53, POINT", "\tPOINT 36,5,35", "004400,,000005"},
    {"MAC53, POINT", "\tPOINT 6,@200(3),29", "060623,,000200"},
    {"MAC53, POINT", "\tPOINT 9,(1),8", "331101,,000000"},
    {"MAC53, POINT", "\tPOINT 18,7,17", "222200,,000007"},
    {"MAC53, POINT", "\tPOINT 1,0,0", "430100,,000000"},
    {"MAC53, POINT", "\tPOINT 7,.", "440700,,000000'"},
    {"MAC53, POINT", "\tLDB 1,[POINT 6,10,5]", "135040,,000001' 360600,,000010"},
    {"AMZC, IOWD, printed", "\tIOWD 6,^D256", "777772,,000377"},
    {"MAC53, IOWD", "\tIOWD 200,1000", "777600,,000777"},
    {"MAC53, IOWD", "\tIOWD 1,0", "777777,,777777"},
    {"MAC53, IOWD", "\tIOWD 5,.", "777773,,777777'"},
    {"MAC53, XWD", "\tXWD 1,2", "000001,,000002"},
    {"MAC53, XWD", "\tXWD -1,.", "777777,,000000'"},
    {"MAC53, XWD", "A:\tXWD A,A+1", "000000',,000001'"},
    {"MAC53, XWD", "A:\tXWD .+2,5", "000002',,000005"},
    {"MAC53, commas", "\t1,,2", "000001,,000002"},
    {"MAC53, commas", "\t-1,,-1", "777777,,777777"},
    {"MAC53, commas", "\tEXP [,,5]", "000000,,000001' 000000,,000005"},
    {"MAC53, commas", "\t5,,", "000005,,000000"},
    {"MAC53, ASCII", "\tASCII /ABCDE/", "406050,,342212"},
    {"MAC53, ASCII", "\tASCII /Hello, world!/", "443135,,466336 261016,,767744 663104,,100000"},
    {"MAC53, ASCII: any delimiter", "\tASCII \"a/b\"", "605374,,200000"},
    {"MAC53, ASCIZ: a null ends the text", "\tASCIZ /ABCDE/", "406050,,342212 000000,,000000"},
    {"MAC53, ASCIZ: a null ends the text", "\tASCIZ /ABCD/", "406050,,342000"},
    {"MAC53, ASCIZ over two lines", "\tASCIZ /AB\nC/", "406041,,505206 000000,,000000"},
    {"MAC53, SIXBIT", "\tSIXBIT /ABCDEF/", "414243,,444546"},
    {"MAC53, SIXBIT: lower case is upper case", "\tSIXBIT /abc/", "414243,,000000"},
    {"MAC53, SIXBIT", "\tSIXBIT \"HELLO, WORLD!\"", "504554,,545714 006757,,625444 010000,,000000"},
    {"MAC53, SIXBIT", "\tSIXBIT /0 9_/", "200031,,770000"},
    {"AMZC, right-justified text", "\t\"AXE\"", "000004,,066105"},
    {"AMZC, right-justified text", "\t'TABLES'", "644142,,544563"},
    {"AMZC, right-justified text", "\tEXP \"HELLO\",'SIXBIT'", "221054,,623117 635170,,425164"},
    {"AMZC, right-justified text", "\tEXP 'TAB ES'", "644142,,004563"},
    {"AMZC, RADIX50, printed", "\tRADIX50 10,SYMBOL", "126633,,472376"},
    {"MAC53, SQUOZE", "\tSQUOZE 10,SYMBOL", "126633,,472376"},
    {"AMZC, RADIX50: digits 1-12, letters 13-44, . $ % 45-47", "\tRADIX50 0,A", "000000,,000013"},
    {"AMZC, RADIX50: (F*50+O)*50+O", "\tRADIX50 4,FOO", "040000,,064001"},
    {"AMZC, RADIX50", "\tRADIX50 44,X1", "440000,,002522"},
    {"AMZC, RADIX50", "\tRADIX50 60,.", "600000,,000045"},
    {"AMZC, RADIX50", "\tRADIX50 10,$%", "100000,,003027"},
};

constexpr Row kPlaces[] = {
    {"MAC53, BLOCK", "\tBLOCK 3\n\tEXP .", "000000,,000003'"},
    {"MAC53, BLOCK", "A:\tBLOCK 10\nB:\tEXP B-A,A,B", "000000,,000010 000000,,000000' 000000,,000010'"},
    {"MAC53, LOC", "\tLOC 100\n\tEXP .", "000000,,000100"},
    {"MAC53, LOC", "\tLOC 100\nA:\tJRST A+1", "254000,,000101"},
    {"MAC53, RELOC", "\tRELOC 200\n\tEXP .", "000000,,000200'"},
    {"MAC53, RELOC: back to the old place", "\tEXP .\n\tLOC 100\n\tEXP .\n\tRELOC\n\tEXP .",
     "000000,,000000' 000000,,000100 000000,,000001'"},
    {"MAC53, LOC: back to the old place", "\tLOC 100\n\tEXP .\n\tRELOC\n\tEXP .\n\tLOC\n\tEXP .",
     "000000,,000100 000000,,000000' 000000,,000101"},
    {"MAC53, PHASE", "\tPHASE 100\nA:\tJRST A\n\tDEPHASE\n\tEXP .", "254000,,000100 000000,,000001'"},
    {"MAC53, PHASE", "\tEXP A\n\tPHASE 20\n\tEXP .\nA:\tEXP .", "000000,,000021 000000,,000020 000000,,000021"},
    {"MAC53 2.3", "\tMOVE 1,[5]", "200040,,000001' 000000,,000005"},
    {"MAC53 2.3: equal literals share a word", "\tMOVE [5]\n\tADD [5]",
     "200000,,000002' 270000,,000002' 000000,,000005"},
    {"MAC53 2.3", "\tMOVE [5]\n\tADD [6]", "200000,,000002' 270000,,000003' 000000,,000005 000000,,000006"},
    {"MAC53 2.3: [0] is the null at the end of a text", "\tEXP [ASCIZ /TEST1/]\n\tEXP [0]",
     "000000,,000002' 000000,,000003' 522132,,352142 000000,,000000"},
    {"MAC53 2.3: . is the place of the statement", "\tJRST [JRST .+1]", "254000,,000001' 254000,,000001'"},
    {"MAC53 2.3: several words", "\tJRST [HRRZ 1,5\n\t\tCAIE 1,3\n\t\tJRST .+1\n\t\tJRST 77]\n\tSKIPE 3",
     "254000,,000002' 332000,,000003 550040,,000005 302040,,000003 254000,,000001' 254000,,000077"},
    {"MAC53 2.3", "\tPUSHJ 17,[1,,2]", "260740,,000001' 000001,,000002"},
    {"MAC53 2.3", "\t[1],,[2]", "000001',,000002' 000000,,000001 000000,,000002"},
    {"MAC53, LIT", "\tMOVE 1,[5]\n\tLIT\n\tEXP 7", "200040,,000001' 000000,,000005 000000,,000007"},
    {"MAC53, VAR", "\tMOVEM 1,X#\n\tEXP X", "202040,,000002' 000000,,000002'"},
    {"MAC53, VAR", "\tMOVEM 1,X#\n\tVAR\n\tEXP .", "202040,,000001' 000000,,000002'"},
    {"MAC53, INTEGER", "\tINTEGER X,Y\n\tEXP X,Y", "000000,,000002' 000000,,000003'"},
    {"MAC53, ARRAY", "\tARRAY X[3]\n\tINTEGER Y\n\tEXP X,Y", "000000,,000002' 000000,,000005'"},
    {"AMZC 1.5.2", "A:\tJRST B\nB:\tJRST A", "254000,,000001' 254000,,000000'"},
    {"AMZC 1.5.3", "A:\tEXP 1\n\tJRST A+3\n\tJRST .-1", "000000,,000001 254000,,000003' 254000,,000001'"},
    {"MAC53, relocation of differences", "\tEXP 1\nA:\tEXP 2\n\tEXP A-1,.-A",
     "000000,,000001 000000,,000002 000000,,000000' 000000,,000002"},
    {"MAC53, relocation of shifted addresses", "A:\tEXP <A+5>B17", "000005',,000000"},
};

constexpr Row kSymbols[] = {
    {"MAC53, OPDEF", "\tOPDEF CLR [SETZM]\n\tCLR 100", "402000,,000100"},
    {"MAC53, OPDEF", "\tOPDEF CALL [PUSHJ 17,]\n\tCALL 100", "260740,,000100"},
    {"MAC53, OPDEF: fields are added", "\tOPDEF LOAD [MOVE 1,@100]\n\tLOAD 2,20(3)", "200163,,000120"},
    {"MAC53, OPDEF", "\tOPDEF UUO1 [1B8]\n\tUUO1 5,6", "001240,,000006"},
    {"MAC53, SYN", "\tSYN MOVE,LOAD\n\tLOAD 1,2", "200040,,000002"},
    {"MAC53, SYN", "A=5\n\tSYN A,B\n\tEXP B", "000000,,000005"},
    {"MAC53, PURGE", "\tOPDEF MOVE [1B8]\n\tPURGE MOVE\n\tMOVE 1,2", "200040,,000002"},
};

constexpr Row kConditions[] = {
    {"MAC53, IFE", "\tIFE 0,<EXP 1>\n\tIFE 1,<EXP 2>\n\tIFE -1,<EXP 3>", "000000,,000001"},
    {"MAC53, IFN", "\tIFN 0,<EXP 1>\n\tIFN 1,<EXP 2>\n\tIFN -1,<EXP 3>", "000000,,000002 000000,,000003"},
    {"MAC53, IFG", "\tIFG 0,<EXP 1>\n\tIFG 1,<EXP 2>\n\tIFG -1,<EXP 3>", "000000,,000002"},
    {"MAC53, IFGE", "\tIFGE 0,<EXP 1>\n\tIFGE 1,<EXP 2>\n\tIFGE -1,<EXP 3>", "000000,,000001 000000,,000002"},
    {"MAC53, IFL", "\tIFL 0,<EXP 1>\n\tIFL 1,<EXP 2>\n\tIFL -1,<EXP 3>", "000000,,000003"},
    {"MAC53, IFLE", "\tIFLE 0,<EXP 1>\n\tIFLE 1,<EXP 2>\n\tIFLE -1,<EXP 3>", "000000,,000001 000000,,000003"},
    {"MAC53, IFDEF", "A=0\n\tIFDEF A,<EXP 1>\n\tIFDEF B,<EXP 2>", "000000,,000001"},
    {"MAC53, IFNDEF", "A=0\n\tIFNDEF A,<EXP 1>\n\tIFNDEF B,<EXP 2>", "000000,,000002"},
    {"MAC53, IF1", "\tIF1,<A=5>\n\tIF2,<A=6>\n\tEXP A", "000000,,000006"},
    {"MAC53, IFIDN", "\tIFIDN <AB><AB>,<EXP 1>\n\tIFIDN <AB><AC>,<EXP 2>", "000000,,000001"},
    {"MAC53, IFDIF", "\tIFDIF <AB><AB>,<EXP 1>\n\tIFDIF <AB><AC>,<EXP 2>", "000000,,000002"},
    {"MAC53, IFB", "\tIFB <>,<EXP 1>\n\tIFB <A>,<EXP 2>\n\tIFB < >,<EXP 3>", "000000,,000001 000000,,000003"},
    {"MAC53, IFNB", "\tIFNB <>,<EXP 1>\n\tIFNB <A>,<EXP 2>", "000000,,000002"},
    {"MAC53, nested conditions", "A=1\n\tIFN A,<IFE A-1,<EXP 5>\n\tIFE A,<EXP 6>>", "000000,,000005"},
    {"MAC53, REPEAT", "\tREPEAT 3,<EXP 1>", "000000,,000001 000000,,000001 000000,,000001"},
    {"MAC53, REPEAT", "\tREPEAT 0,<EXP 1>\n\tEXP 2", "000000,,000002"},
    {"MAC53, REPEAT", "A=0\n\tREPEAT 3,<EXP A*A\nA=A+1>", "000000,,000000 000000,,000001 000000,,000004"},
    {"MAC53, REPEAT in REPEAT", "A=0\n\tREPEAT 2,<REPEAT 2,<EXP A>\nA=A+1>",
     "000000,,000000 000000,,000000 000000,,000001 000000,,000001"},
};

constexpr Row kMacros[] = {
    {"MAC53, Defining Macros", "\tDEFINE M<EXP 1\n\tEXP 2>\n\tM", "000000,,000001 000000,,000002"},
    {"MAC53, Calling Macros", "\tDEFINE M(A,B)<MOVE A,B>\n\tM 3,100", "200140,,000100"},
    {"MAC53, Calling Macros", "\tDEFINE M(A,B)<MOVE A,B>\n\tM(3,100)", "200140,,000100"},
    {"MAC53, Calling Macros: brackets keep a comma", "\tDEFINE M(A)<EXP A>\n\tM <1,2>",
     "000000,,000001 000000,,000002"},
    {"MAC53, Calling Macros: a missing argument is empty", "\tDEFINE M(A,B)<EXP A+0,B+0>\n\tM 5",
     "000000,,000005 000000,,000000"},
    {"MAC53, Concatenating Arguments", "AB=5\n\tDEFINE M(X)<EXP A'X>\n\tM B", "000000,,000005"},
    {"MAC53, Concatenating Arguments", "\tDEFINE M(X)<J'X 100>\n\tM RST\n\tM SR", "254000,,000100 264000,,000100"},
    {"MAC53, Concatenating Arguments", "\tDEFINE M(X)<ASCII /X/>\n\tM HI", "442220,,000000"},
    {"MAC53, Default Arguments", "\tDEFINE M(A<7>,B<1>)<EXP A,B>\n\tM 2\n\tM",
     "000000,,000002 000000,,000001 000000,,000007 000000,,000001"},
    {"MAC53, Created Symbols", "\tDEFINE M(%A)<JRST %A\n%A:>\n\tM\n\tM", "254000,,000001' 254000,,000002'"},
    {"MAC53, Interpretation by \\", "A=5\nX5=77\n\tDEFINE M(N)<EXP X'N>\n\tM \\A", "000000,,000077"},
    {"MAC53, Interpretation by \\", "A=10\n\tDEFINE M(N)<SIXBIT /N/>\n\tM \\A", "212000,,000000"},
    {"MAC53, macros in macros", "\tDEFINE M(A)<EXP A>\n\tDEFINE N(A)<M A\n\tM A+1>\n\tN 3",
     "000000,,000003 000000,,000004"},
    {"MAC53, macros that define macros", "\tDEFINE M(A)<DEFINE A<EXP 5>>\n\tM X\n\tX", "000000,,000005"},
    {"MAC53, macros that call themselves", "\tDEFINE M(A)<EXP A\n\tIFG A,<M \\<A-1>>>\n\tM 2",
     "000000,,000002 000000,,000001 000000,,000000"},
    {"MAC53, IRP", "\tDEFINE M(X)<IRP X,<EXP X>>\n\tM <1,2,5>", "000000,,000001 000000,,000002 000000,,000005"},
    {"MAC53, IRPC", "\tDEFINE M(X)<IRPC X,<EXP X>>\n\tM 175", "000000,,000001 000000,,000007 000000,,000005"},
    {"MAC53, IRPC", "\tDEFINE M(X)<IRPC X,<EXP \"X\">>\n\tM AB", "000000,,000101 000000,,000102"},
    {"MAC53, STOPI", "\tDEFINE M(X)<IRP X,<EXP X\n\tIFE X-2,<STOPI>>>\n\tM <1,2,5>", "000000,,000001 000000,,000002"},
    {"MAC53, macros as operands", "\tDEFINE FIVE<5>\n\tEXP FIVE+1", "000000,,000006"},
};

// A program as version 53B of MACRO lists it, in accounts of the language such as Wikipedia's; MONRT. is CALLI 1,12.
constexpr Row kListing[] = {
    {"printed listing",
     "\tTITLE HELLO\n\tOPDEF MONRT. [CALLI 1,12]\nLAB:\tASCIZ /Hello, world!\n/\nSTART:\tRESET\nOUTP:\tOUTSTR LAB\n"
     "\tMONRT.\n\tJRST OUTP",
     "443135,,466336 261016,,767744 663104,,106424 000000,,000000 047000,,000000 051140,,000000' 047040,,000012 "
     "254000,,000005'"},
};

constexpr std::span<const Row> kTables[] = {kPrimary, kSwapped, kExtended, kInOut,      kNumbers, kExpressions,
                                            kData,    kPlaces,  kSymbols,  kConditions, kMacros,  kListing};

TEST(ManualWords, PrimaryInstructions) { expectRows(kPrimary); }
TEST(ManualWords, OperandsWithExchangedHalves) { expectRows(kSwapped); }
TEST(ManualWords, OperationsWithAnAccumulator) { expectRows(kExtended); }
TEST(ManualWords, InOutInstructions) { expectRows(kInOut); }
TEST(ManualWords, Numbers) { expectRows(kNumbers); }
TEST(ManualWords, Expressions) { expectRows(kExpressions); }
TEST(ManualWords, Data) { expectRows(kData); }
TEST(ManualWords, Places) { expectRows(kPlaces); }
TEST(ManualWords, SymbolsAndOperators) { expectRows(kSymbols); }
TEST(ManualWords, ConditionsAndRepetition) { expectRows(kConditions); }
TEST(ManualWords, Macros) { expectRows(kMacros); }
TEST(ManualWords, AListing) { expectRows(kListing); }

TEST(ManualWords, NoRowOccursTwice) {
  std::set<std::string> texts;
  for (const auto table : kTables)
    for (const Row& row : table) EXPECT_TRUE(texts.insert(row.text).second) << row.text;
  EXPECT_GE(texts.size(), 250u);
}

// What the loader is asked to do, as describeRel shows it. A request for an external is either the last link of a
// chain through right halves, or an addition: bit 0, and bit 1 for the left half. Codes: 04 global, 10 local, +40 not
// for DDT.
struct LoaderRow {
  const char* source;
  MacroVersion version;
  const char* text;
  const char* words;
  std::vector<const char*> items;  // each occurs
};

const std::vector<LoaderRow>& loaderRows() {
  constexpr auto k50 = MacroVersion::V50, k53 = MacroVersion::V53;
  static const std::vector<LoaderRow> rows{
      {"MAC53, EXTERN; LINK, symbols: a chain",
       k50,
       "\tEXTERN X\n\tJRST X\n\tPUSHJ 17,X",
       "254000,,000000 260740,,000000'",
       {"  60 X\n  000000,,000001'\n"}},
      {"MAC53, EXTERN; LINK, symbols: an addition",
       k50,
       "\tEXTERN X\n\tJRST X+5",
       "254000,,000005",
       {"  60 X\n  400000,,000000'\n"}},
      {"MAC53, EXTERN; LINK, symbols: an addition to the left half",
       k50,
       "\tEXTERN X\n\tXWD X,5",
       "000000,,000005",
       {"  60 X\n  600000,,000000'\n"}},
      {"MAC53, EXTERN; LINK, symbols: both halves",
       k50,
       "\tEXTERN X,Y\n\tEXP 1\n\tXWD X,Y",
       "000000,,000001 000000,,000000",
       {"  60 X\n  600000,,000001'\n", "  60 Y\n  000000,,000001'\n"}},
      {"MAC53, symbols: ## makes an external", k50, "\tJRST X##", "254000,,000000", {"  60 X\n  000000,,000000'\n"}},
      {"MAC53, EXTERN: absolute code",
       k50,
       "\tEXTERN X\n\tLOC 100\n\tJRST X\n\tJRST X",
       "254000,,000000 254000,,000100",
       {"  60 X\n  000000,,000101\n"}},
      {"MAC53, INTERN",
       k50,
       "\tINTERN A\nA=5\nB=6\n\tEXP A",
       "000000,,000005",
       {"  04 A\n  000000,,000005\n", "  10 B\n  000000,,000006\n"}},
      {"MAC53, ENTRY",
       k50,
       "\tENTRY A\nA:\tEXP 1",
       "000000,,000001",
       {"ENTRY 1 word\n  00 A\n", "  04 A\n  000000,,000000'\n"}},
      {"MAC53, Defining Symbols: labels",
       k50,
       "\tEXP 1\nA:\nB::\nC:!\nD::!\tEXP 2",
       "000000,,000001 000000,,000002",
       {"  10 A\n  000000,,000001'\n", "  04 B\n  000000,,000001'\n", "  50 C\n  000000,,000001'\n",
        "  44 D\n  000000,,000001'\n"}},
      {"MAC53, Defining Symbols: assignments",
       k50,
       "A=1\nB=:2\nC==3\nD==:4\n\tEXP A+B+C+D",
       "000000,,000012",
       {"  10 A\n  000000,,000001\n", "  04 B\n  000000,,000002\n", "  50 C\n  000000,,000003\n",
        "  44 D\n  000000,,000004\n"}},
      {"MAC53, TITLE", k50, "\tTITLE EXAMPLE OF A NAME\n\tEXP 1", "000000,,000001", {"NAME 2 words\n  00 EXAMPL\n"}},
      {"MAC53, Polish expressions",
       k53,
       "\tEXTERN X\n\tEXP X*2",
       "000000,,000000",
       {"  *\n  global X\n  000002\n  store word 000000'\n"}},
      {"MAC53, Polish expressions",
       k53,
       "\tEXTERN X,Y\n\tEXP 1\n\tEXP X-Y",
       "000000,,000001 000000,,000000",
       {"  -\n  global X\n  global Y\n  store word 000001'\n"}},
      {"MAC53, Polish expressions",
       k53,
       "\tEXTERN X\n\tXWD 0,X_1",
       "000000,,000000",
       {"  shift\n  global X\n  000001\n  store right half of 000000'\n"}},
      {"MAC53, Polish expressions",
       k53,
       "\tEXTERN X,Y\n\tXWD X+Y,5",
       "000000,,000005",
       {"  +\n  global X\n  global Y\n  store left half of 000000'\n"}},
      {"MAC53, Polish expressions",
       k53,
       "\tEXTERN X,Y\n\tJRST X+Y+1",
       "254000,,000000",
       {"  +\n  +\n  global X\n  global Y\n  000001\n  store right half of 000000'\n"}},
      {"MAC53, Polish expressions",
       k53,
       "\tEXTERN X\nA:\tJRST X-A",
       "254000,,000000",
       {"  -\n  global X\n  000000'\n  store right half of 000000'\n"}},
      {"MAC53, .REQUEST",
       k50,
       "\t.REQUEST DSK:LIB\n\tEXP 1",
       "000000,,000001",
       {"  545142,,000000\n  000000,,000000\n  446353,,000000\n"}},
      {"BBN: ASSIGN s,c,n asks for s := c, c := c+n",
       MacroVersion::V47,
       "\tEXTERN C\n\tASSIGN S,C,5\n\tEXP 1",
       "000000,,000001",
       {"  00 S\n  00 C\n  000000,,000005\n"}},
      {"MAC53, TWOSEG: the high part begins at 400000",
       k50,
       "\tTWOSEG\n\tRELOC 400000\n\tEXP .\n\tRELOC 0\n\tEXP .",
       "000000,,400000' 000000,,000000'",
       {"HISEG 1 word\n  400001,,400000'\n"}},
  };
  return rows;
}

TEST(ManualWords, RequestsToTheLoader) {
  for (const LoaderRow& row : loaderRows()) {
    SCOPED_TRACE(std::string{row.source} + ":\n" + row.text);
    const AssemblyResult result = assembled(row.text, row.version);
    EXPECT_EQ(wordsOf(result), row.words);
    EXPECT_EQ(firstMessage(result), "");
    std::string items;
    for (const RelItem& item : result.rel) items += describeRel(item);
    EXPECT_FALSE(row.items.empty());
    for (const char* item : row.items) EXPECT_THAT(items, testing::HasSubstr(item));
  }
}

// The SRM composes the names of most instructions of parts, each with bits of its own in the operation code.
std::string code(const std::string& mnemonic) {
  const AssemblyResult result = assembled('\t' + mnemonic + " 0,0");
  return result.errors != 0 ? firstMessage(result) : wordsOf(result);
}

std::string word(unsigned operation) { return fmt::format("{:03o}000,,000000", operation); }

TEST(ComposedMnemonics, HalfWordsMoveByHalfExtensionAndMode) {
  unsigned operation = 0500;
  for (const bool toRight : {false, true})
    for (const char* rest : {"", "Z", "O", "E"})
      for (const bool crossed : {false, true})
        for (const char* mode : {"", "I", "M", "S"}) {
          const char to = toRight ? 'R' : 'L', from = toRight != crossed ? 'R' : 'L';
          EXPECT_EQ(code(fmt::format("H{}{}{}{}", from, to, rest, mode)), word(operation++));
        }
  EXPECT_EQ(operation, 0600u);
}

TEST(ComposedMnemonics, TestsModifyAndSkip) {
  unsigned operation = 0600;
  for (const char modification : {'N', 'Z', 'C', 'O'})
    for (const bool direct : {false, true})
      for (const char* skip : {"", "E", "A", "N"})
        for (const bool second : {false, true}) {
          const char mask = direct ? (second ? 'S' : 'D') : (second ? 'L' : 'R');
          EXPECT_EQ(code(fmt::format("T{}{}{}", mask, modification, skip)), word(operation++));
        }
  EXPECT_EQ(operation, 0700u);
}

TEST(ComposedMnemonics, ComparisonsEndInTheirCondition) {
  unsigned operation = 0300;
  for (const char* name : {"CAI", "CAM", "JUMP", "SKIP", "AOJ", "AOS", "SOJ", "SOS"})
    for (const char* condition : {"", "L", "E", "LE", "A", "GE", "N", "G"})
      EXPECT_EQ(code(std::string{name} + condition), word(operation++));
  EXPECT_EQ(operation, 0400u);
}

TEST(ComposedMnemonics, LogicHasFourModes) {
  unsigned operation = 0400;
  for (const char* name : {"SETZ", "AND", "ANDCA", "SETM", "ANDCM", "SETA", "XOR", "IOR", "ANDCB", "EQV", "SETCA",
                           "ORCA", "SETCM", "ORCM", "ORCB", "SETO"})
    for (const char* mode : {"", "I", "M", "B"}) EXPECT_EQ(code(std::string{name} + mode), word(operation++));
  EXPECT_EQ(operation, 0500u);
}

TEST(ComposedMnemonics, ArithmeticAndMovesHaveFourModes) {
  unsigned operation = 0140;
  for (const char* name : {"FAD", "FSB", "FMP", "FDV"})
    for (const char* mode : {"", "L", "M", "B", "R", "RI", "RM", "RB"})
      EXPECT_EQ(code(std::string{name} + mode), word(operation++));
  for (const char* name : {"MOVE", "MOVS", "MOVN", "MOVM"})
    for (const char* mode : {"", "I", "M", "S"}) EXPECT_EQ(code(std::string{name} + mode), word(operation++));
  for (const char* name : {"IMUL", "MUL", "IDIV", "DIV"})
    for (const char* mode : {"", "I", "M", "B"}) EXPECT_EQ(code(std::string{name} + mode), word(operation++));
  EXPECT_EQ(operation, 0240u);
  operation = 0270;
  for (const char* name : {"ADD", "SUB"})
    for (const char* mode : {"", "I", "M", "B"}) EXPECT_EQ(code(std::string{name} + mode), word(operation++));
}

TEST(ComposedMnemonics, TheOthersAreAList) {
  const std::pair<unsigned, std::vector<const char*>> lists[] = {
      {0130, {"UFA", "DFN", "FSC", "IBP", "ILDB", "LDB", "IDPB", "DPB"}},
      {0240, {"ASH", "ROT", "LSH", "JFFO", "ASHC", "ROTC", "LSHC"}},
      {0250, {"EXCH", "BLT", "AOBJP", "AOBJN", "JRST", "JFCL", "XCT"}},
      {0260, {"PUSHJ", "PUSH", "POP", "POPJ", "JSR", "JSP", "JSA", "JRA"}}};
  for (const auto& [first, names] : lists)
    for (unsigned n = 0; n < names.size(); ++n) EXPECT_EQ(code(names[n]), word(first + n)) << names[n];
}

// MAC53, 5: an argument list in parentheses ends with the closing one, so a text in it may span lines. Characters are
// 101 015 012 102, and a NUL.
TEST(MacroManual, ReadsATextOverLinesAsAnArgumentInParentheses) {
  const char* text = "DEFINE SAY(S)<ASCIZ S>\n\tSAY (/A\nB/)";
  for (const MacroVersion version : {MacroVersion::V50, MacroVersion::V53}) {
    const AssemblyResult result = assembled(text, version);
    EXPECT_EQ(wordsOf(result), "404321,,241000");
    EXPECT_EQ(firstMessage(result), "");
  }
}

// MAC53, 5, Arguments: blanks around an argument go; commas in brackets, in quotation marks and in parentheses within
// an argument are text. LIST puts a hyphen between its two arguments.
TEST(MacroManual, DividesArgumentsOfVersion53) {
  constexpr Row kArguments[] = {
      {"blanks", "\tLIST  A\t, B ;C", "405330,,200000"},              // A-B and a NUL: 101 055 102
      {"brackets", "\tLIST [,],B", "555313,,526604 000000,,000000"},  // [,]-B: 133 054 135 055 102
      {"quotation", "\tLIST \"\",B", "211045,,541000"},               // ""-B: 042 042 055 102
      {"parentheses", "\tLIST (A,(,),C)", "405325,,026122 000000,,000000"},
  };
  for (const Row& row : kArguments) {
    SCOPED_TRACE(row.source);
    const AssemblyResult result =
        assembled(std::string{"DEFINE LIST(X,Y)<ASCIZ /X-Y/>\n"} + row.text, MacroVersion::V53);
    EXPECT_EQ(wordsOf(result), row.words);
    EXPECT_EQ(firstMessage(result), "");
  }
}

}  // namespace
}  // namespace utah10

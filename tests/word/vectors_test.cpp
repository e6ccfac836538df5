// Feeds the instruction vectors to the pure functions of the word layer.
#include <gtest/gtest.h>

#include <map>

#include "support/vectors.hpp"
#include "utah10/word/isa.hpp"
#include "word/arithmetic.hpp"
#include "word/byte_pointer.hpp"
#include "word/floating.hpp"
#include "word/format.hpp"

namespace utah10 {
namespace {

using test::Vector;
using test::VectorState;

struct Outcome {
  VectorState state;
  std::string flags;
};

// Joins the names of the flags that are set, in the order of the table.
class FlagText {
 public:
  FlagText& add(bool set, const char* name) {
    if (set) text_ += (text_.empty() ? "" : "+") + std::string(name);
    return *this;
  }
  FlagText& add(const Sum& s) { return add(s.overflow(), "OV").add(s.carry0, "C0").add(s.carry1, "C1"); }
  FlagText& add(const FloatFlags& f) {
    return add(f.overflow || f.noDivide, "OV")
        .add(f.overflow || f.noDivide, "FOV")
        .add(f.underflow, "FXU")
        .add(f.noDivide, "ND");
  }
  std::string text() const { return text_.empty() ? "-" : text_; }

 private:
  std::string text_;
};

class WordModel {
 public:
  explicit WordModel(const Vector& v) : insn_(insnOf(Instruction{v.instruction})), e_(v.instruction.right()) {
    out_.state = v.before;
    hasAc_ = Instruction{v.instruction}.ac() != AcNo{};
    const Word36 immediate = Word36::halves(HalfWord{}, e_);
    operand_ = immediateMode() ? (floating() ? immediate.swapped() : immediate) : v.before.mem200;
  }

  // False when the instruction is not one of the word layer's.
  bool run() {
    const bool known = integer() || counting() || shift() || multiplyDivide() || floatingPoint() || byte();
    out_.flags = flags_.text();
    return known;
  }
  const Outcome& outcome() const { return out_; }

 private:
  Word36& ac() { return out_.state.ac1; }
  Word36& ac2() { return out_.state.ac2; }
  Word36& mem() { return out_.state.mem200; }
  bool immediateMode() const { return insn_.mode == Mode::Immediate || insn_.mode == Mode::RoundedImmediate; }
  bool floating() const { return insn_.group >= Group::FloatAdd && insn_.group <= Group::FloatDivide; }
  DoubleWord pair() const { return {out_.state.ac1, out_.state.ac2}; }
  void setPair(DoubleWord w) { ac() = w.high, ac2() = w.low; }
  void setSum(Word36& where, const Sum& s) { where = s.word, flags_.add(s); }

  bool integer() {
    switch (insn_.group) {
      case Group::Add:
        setSum(ac(), add(ac(), operand_));
        return true;
      case Group::Subtract:
        setSum(ac(), subtract(ac(), operand_));
        return true;
      case Group::MoveNegative:
        setSum(ac(), negate(operand_));
        return true;
      case Group::MoveMagnitude:
        if (operand_.sign())
          setSum(ac(), negate(operand_));
        else
          ac() = operand_;
        return true;
      default:
        return false;
    }
  }

  bool counting() {
    const Word36 minusOne{Word36::kMask};
    switch (insn_.group) {
      case Group::Aoj:
        setSum(ac(), add(ac(), Word36{1}));
        return true;
      case Group::Soj:
        setSum(ac(), add(ac(), minusOne));
        return true;
      case Group::Aos:
        setSum(mem(), add(mem(), Word36{1}));
        break;
      case Group::Sos:
        setSum(mem(), add(mem(), minusOne));
        break;
      case Group::Aobjp:
      case Group::Aobjn:
        ac() = add(ac(), Word36::halves(1U, 1U)).word;
        return true;
      default:
        return false;
    }
    if (hasAc_) ac() = mem();
    return true;
  }

  bool shift() {
    const ShiftCount n = shiftCount(e_);
    const auto single = [&](Shifted s) { ac() = s.word, flags_.add(s.overflow, "OV"); };
    const auto both = [&](ShiftedDouble s) { setPair(s.words), flags_.add(s.overflow, "OV"); };
    switch (insn_.group) {
      case Group::Ash:
        single(ash(ac(), n));
        return true;
      case Group::Lsh:
        ac() = lsh(ac(), n);
        return true;
      case Group::Rot:
        ac() = rot(ac(), n);
        return true;
      case Group::Ashc:
        both(ashc(pair(), n));
        return true;
      case Group::Lshc:
        setPair(lshc(pair(), n));
        return true;
      case Group::Rotc:
        setPair(rotc(pair(), n));
        return true;
      case Group::Jffo:
        ac2() = ac().zero() ? Word36{} : Word36::fromSigned(leadingZeros(ac()));
        return true;
      default:
        return false;
    }
  }

  void setQuotient(const Quotient& q) {
    flags_.add(q.noDivide, "OV").add(q.noDivide, "ND");
    if (!q.noDivide) setPair({q.quotient, q.remainder});
  }

  bool multiplyDivide() {
    if (insn_.group == Group::Mul) {
      const Product p = multiply(ac(), operand_);
      setPair(p.words);
      flags_.add(p.overflow, "OV");
    } else if (insn_.group == Group::Imul) {
      const SingleProduct p = multiplySingle(ac(), operand_);
      ac() = p.word;
      flags_.add(p.overflow, "OV");
    } else if (insn_.group == Group::Div) {
      setQuotient(divide(pair(), operand_));
    } else if (insn_.group == Group::Idiv) {
      setQuotient(divideSingle(ac(), operand_));
    } else {
      return false;
    }
    return true;
  }

  FloatForm form() const {
    if (insn_.mode == Mode::Long) return FloatForm::Long;
    return insn_.mode >= Mode::Rounded ? FloatForm::Rounded : FloatForm::Plain;
  }

  void setFloat(const FloatResult& r) {
    flags_.add(r.flags);
    if (r.flags.noDivide) return;
    ac() = r.high;
    if (insn_.mode == Mode::Long) ac2() = r.low;
  }

  bool floatingPoint() {
    switch (insn_.group) {
      case Group::FloatAdd:
        setFloat(floatAdd(ac(), operand_, form()));
        return true;
      case Group::FloatSubtract:
        setFloat(floatSubtract(ac(), operand_, form()));
        return true;
      case Group::FloatMultiply:
        setFloat(floatMultiply(ac(), operand_, form()));
        return true;
      case Group::FloatDivide:
        setFloat(insn_.mode == Mode::Long ? floatDivideLong(pair(), operand_) : floatDivide(ac(), operand_, form()));
        return true;
      case Group::Fsc:
        setFloat(floatScale(ac(), e_));
        return true;
      case Group::Ufa: {
        const FloatResult r = floatAddUnnormalised(ac(), operand_);
        ac2() = r.high;
        flags_.add(r.flags);
        return true;
      }
      case Group::Dfn: {
        const DoubleWord d = doubleNegate({ac(), mem()});
        ac() = d.high;
        mem() = d.low;
        return true;
      }
      default:
        return false;
    }
  }

  Word36& byteWord(const BytePointer& p) {
    const std::uint32_t y = p.word.right().bits();
    if (y == 0201) return out_.state.mem201;
    return y == 0200 ? mem() : elsewhere_;
  }

  bool byte() {
    const Group g = insn_.group;
    if (g < Group::Ibp || g > Group::Dpb) return false;
    if (g == Group::Ibp || g == Group::Ildb || g == Group::Idpb) mem() = BytePointer{mem()}.incremented().pointer.word;
    const BytePointer p{mem()};
    if (g == Group::Ildb || g == Group::Ldb) ac() = p.load(byteWord(p));
    if (g == Group::Idpb || g == Group::Dpb) byteWord(p) = p.deposit(byteWord(p), ac());
    return true;
  }

  const Insn& insn_;
  HalfWord e_;
  bool hasAc_ = false;
  Word36 operand_;
  Word36 elsewhere_;  // locations that the table does not show hold zero
  FlagText flags_;
  Outcome out_;
};

std::string show(const VectorState& s) { return fmt::format("{} {} {} {}", s.ac1, s.ac2, s.mem200, s.mem201); }

TEST(Vectors, WordFunctionsGiveTheTabulatedResults) {
  const auto vectors = test::readVectors(UTAH10_SOURCE_DIR "/tests/machine/tables/ka10_vectors.csv");
  int used = 0;
  std::map<std::string, int> rows;
  for (const Vector& v : vectors) {
    WordModel model(v);
    ASSERT_TRUE(model.run()) << "line " << v.line << ": no function for " << v.mnemonic;
    EXPECT_EQ(insnOf(Instruction{v.instruction}).mnemonic.view(), v.mnemonic) << "line " << v.line;
    const Outcome& got = model.outcome();
    EXPECT_TRUE(got.state == v.after && got.flags == v.flags)
        << fmt::format("line {}: {} {}\n before {}\n got    {} {}\n table  {} {}", v.line, v.mnemonic, v.instruction,
                       show(v.before), show(got.state), got.flags, show(v.after), v.flags);
    ++used;
    ++rows[v.mnemonic];
  }
  EXPECT_EQ(used, 1177);
  EXPECT_EQ(rows.size(), 45U);
}

}  // namespace
}  // namespace utah10

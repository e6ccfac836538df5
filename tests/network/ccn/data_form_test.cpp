// The forms of CCN's data channels that RFC 392 proposed.
#include "network/ccn/data_form.hpp"

#include <gtest/gtest.h>

#include "network/ccn/ccn_rig.hpp"

namespace utah10::test {
namespace {

std::vector<std::string> texts(const std::vector<Octets>& lines) {
  std::vector<std::string> all;
  for (const Octets& line : lines) all.emplace_back(line.begin(), line.end());
  return all;
}

TEST(CcnDataForm, OctetsComeBackFromEachForm) {
  const Octets eight = {0xFF, 0x10, 0, 1, 0xC3, 0x80, 0x7F, 0};
  for (const CcnDataForm form : {CcnDataForm::Bytes, CcnDataForm::Wide, CcnDataForm::Words}) {
    const BitString bits = bitsOf(form, eight);
    EXPECT_EQ(bits.size() % byteSizeOf(form), 0u);
    EXPECT_EQ(octetsOf(form, bits), eight);
  }
  EXPECT_EQ(bitsOf(CcnDataForm::Wide, eight).size(), 64u);
  const BitString words = bitsOf(CcnDataForm::Words, eight);
  EXPECT_EQ(words.size(), 72u);
  EXPECT_EQ(words.field(0, 36), 0xFF1000010u) << "at the left end of a word";
  EXPECT_EQ(words.field(36, 36), 0xC3807F000u);
}

TEST(CcnDataForm, TextIsFiveCharactersAWord) {
  const BitString words = textWords("ABCDEFG");
  EXPECT_EQ(words.size(), 72u);
  EXPECT_EQ(words.field(0, 36), 0406050342212u) << "as macro10 assembles ASCII /ABCDE/";
  EXPECT_EQ(words.field(36, 36), 0432160000000u);
  EXPECT_EQ(endOfText().field(0, 36), 0777777777777u);
}

TEST(CcnDataForm, LinesOfADeckEndInAnyWay) {
  DeckText deck;
  deck.take(textWords("ONE\r\nTWO\037\037THREE\n\r   \r\n\tX\tY\f"));
  EXPECT_EQ(texts(deck.lines()), (std::vector<std::string>{"ONE", "TWO", "THREE", "        X       Y"}));
  deck.take(textWords("CUT "));
  deck.take(textWords("HERE"));
  EXPECT_EQ(texts(deck.lines()), std::vector<std::string>{});
  EXPECT_FALSE(deck.ended());
  deck.take(endOfText());
  EXPECT_TRUE(deck.ended());
  EXPECT_EQ(texts(deck.lines()), std::vector<std::string>{"CUT HERE"}) << "nulls are ignored";
  deck.take(textWords("AFTER\n"));
  EXPECT_EQ(texts(deck.lines()), std::vector<std::string>{});
}

TEST(CcnDataForm, FillerMakesWholeBytesOfTransactions) {
  const StreamFormat format{.filler = FillerRule::FourOctets};
  for (unsigned length = 1; length < 90; ++length) {
    TransactionEncoder encoder(format);
    const Octets one(length, 'X');
    encoder.add(record(format, one));
    const Octets sent = encoder.finish();
    EXPECT_EQ(sent.size() % 4, 0u);
    EXPECT_LT(sent[1], 32) << "less than four octets";
    TransactionDecoder decoder(0x20);
    decoder.take(octetsOf(CcnDataForm::Words, bitsOf(CcnDataForm::Words, sent)));
    EXPECT_EQ(decoder.fault(), StreamFault::None);
    EXPECT_EQ(decoder.records(), std::vector<Octets>{one});
  }
}

// A user with bytes of 8 bits is refused, as one with others is by a server without this option.
TEST(CcnDataForm, OtherBytesAreRefused) {
  CcnConfig config = ccnOf(CcnGeneration::Of1972);
  config.data = CcnDataForm::Wide;
  CcnRig rig(config);
  rig.comeUp();
  rig.user.send(deck({"//UTAH1 JOB (1),HICKS"}));
  rig.signOn(rig.user);
  rig.run(seconds(5));
  EXPECT_TRUE(rig.user.refused());
  EXPECT_EQ(rig.server.counts().jobs, 0u);
}

struct SavedDeck {
  DeckText text;
  void state(Archive& a) {
    a.section("deck", [&] { text.state(a); });
  }
};

TEST(CcnDataForm, StateIsSaved) {
  SavedDeck deck, restored;
  deck.text.take(textWords("HALF A LINE"));
  const auto bytes = stateOf(deck);
  EXPECT_EQ(restoreState(bytes, restored), "");
  restored.text.take(endOfText());
  EXPECT_EQ(texts(restored.text.lines()), std::vector<std::string>{"HALF A LINE"});
}

}  // namespace
}  // namespace utah10::test

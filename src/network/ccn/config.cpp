#include "network/ccn/config.hpp"

#include <algorithm>
#include <set>

#include "word/format.hpp"

namespace utah10 {
namespace {

bool isId(const std::string& id) {
  const auto good = [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '$' || c == '#' || c == '@';
  };
  return !id.empty() && id.size() <= 8 && std::ranges::all_of(id, good);
}

}  // namespace

CcnConfig CcnConfig::of(CcnGeneration generation) {
  CcnConfig c;
  c.generation = generation;
  // RFC 189, 338; from about 1973 also at 71-75 (RFC 503), both until July 1974. TTY terminals start as in RFC 338.
  c.contacts = {
      {11, CcnCharset::Ebcdic, "RJS"}, {13, CcnCharset::Ascii68, "ARJS"}, {15, CcnCharset::Ascii63May, "TTYRJS"}};
  if (generation == CcnGeneration::Of1972) return c;
  c.contacts[2].charset = CcnCharset::Ascii63;
  for (std::size_t i = 0; i < 3; ++i) {
    CcnContact again = c.contacts[i];
    again.socket += 60;
    c.contacts.push_back(again);
  }
  c.signonPatience = seconds(180);
  c.transferPatience = seconds(300);
  c.rejectEndsSession = false;
  c.controlCAborts = true;
  c.keepsUntilConfirmed = true;
  return c;
}

Expected<void> CcnConfig::check() const {
  std::set<std::string> ids;
  for (const CcnTerminal& t : terminals) {
    if (!isId(t.id))
      return fail("ccn", fmt::format("\"{}\" is not a terminal id", t.id),
                  "up to 8 capital letters, digits, $, # and @");
    if (!ids.insert(t.id).second) return fail("ccn", fmt::format("terminal {} appears twice", t.id));
  }
  std::set<std::uint32_t> sockets;
  for (const CcnContact& contact : contacts) {
    if (contact.socket % 2 == 0)
      return fail("ccn", fmt::format("contact socket {} is even", contact.socket),
                  "a contact socket is a send socket and must be odd");
    if (!sockets.insert(contact.socket).second)
      return fail("ccn", fmt::format("contact socket {} appears twice", contact.socket));
  }
  if (batch.initiators == 0) return fail("ccn", "no initiators", "at least one job must be able to execute");
  return {};
}

}  // namespace utah10

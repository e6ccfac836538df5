// Every header includes what it uses of the standard library, fmt and tl::expected, itself or through headers of ours.
// The target `header_check`, which compiles each header by itself, has those libraries precompiled and cannot see it.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "style/source_tree.hpp"

namespace utah10::test {
namespace {

// The headers that declare a name of the namespaces std, fmt and tl; each of them serves. Only names that our headers
// use.
const std::map<std::string, std::set<std::string>>& headersOf() {
  static const std::map<std::string, std::set<std::string>> table = [] {
    const std::map<std::string, std::string> names = {
        {"vector", "std::vector"},
        {"array", "std::array"},
        {"span", "std::span std::as_bytes"},
        {"optional", "std::optional std::nullopt"},
        {"string_view", "std::string_view"},
        {"map", "std::map std::multimap"},
        {"set", "std::set"},
        {"unordered_map", "std::unordered_map"},
        {"unordered_set", "std::unordered_set"},
        {"deque", "std::deque"},
        {"list", "std::list"},
        {"bitset", "std::bitset"},
        {"variant", "std::variant std::visit std::variant_size_v"},
        {"filesystem", "std::filesystem"},
        {"chrono", "std::chrono"},
        {"mutex", "std::mutex std::lock_guard"},
        {"limits", "std::numeric_limits"},
        {"charconv", "std::from_chars"},
        {"cstdio", "std::FILE std::fclose"},
        {"fstream", "std::ifstream std::ofstream"},
        {"concepts", "std::integral std::same_as"},
        {"bit", "std::bit_width std::popcount std::countl_zero std::countr_zero"},
        {"memory", "std::unique_ptr std::shared_ptr std::make_unique std::make_shared"},
        {"functional", "std::function"},
        {"cstdint", "std::uint8_t std::uint16_t std::uint32_t std::uint64_t std::int16_t std::int32_t std::int64_t"},
        {"tl/expected.hpp", "tl::expected tl::unexpected"}};
    std::map<std::string, std::set<std::string>> made;
    for (const auto& [header, list] : names) {
      std::istringstream words(list);
      for (std::string name; words >> name;) made[name].insert(header);
    }
    made["std::string"] = {"string", "sstream", "fstream"};
    made["std::min"] = made["std::max"] = {"algorithm"};
    made["fmt::format"] = {"fmt/format.h", "fmt/core.h"};
    return made;
  }();
  return table;
}

std::string withoutComments(const std::string& text) { return std::regex_replace(text, std::regex("//[^\n]*"), ""); }

using Headers = std::map<std::string, std::string>;  // "word/text.hpp" or "utah10/word/word36.hpp": its text

void collect(const Headers& headers, const std::string& name, std::set<std::string>& seen,
             std::set<std::string>& foreign) {
  static const std::regex ours("#include \"([^\"]+)\"");
  static const std::regex others("#include <([^>]+)>");
  const auto found = headers.find(name);
  if (found == headers.end() || !seen.insert(name).second) return;
  for (const std::string& header : matches(found->second, others)) foreign.insert(header);
  for (const std::string& header : matches(found->second, ours)) collect(headers, header, seen, foreign);
}

// The first name that the header uses without a header that declares it; empty if there is none.
std::string undeclared(const Headers& headers, const std::string& name) {
  static const std::regex use("\\b((?:std|fmt|tl)::\\w+)");
  std::set<std::string> seen, foreign;
  collect(headers, name, seen, foreign);
  for (const std::string& used : matches(withoutComments(headers.at(name)), use)) {
    const auto found = headersOf().find(used);
    if (found == headersOf().end()) continue;
    if (std::ranges::none_of(found->second, [&](const std::string& h) { return foreign.contains(h); }))
      return used + " needs <" + *found->second.begin() + ">";
  }
  return "";
}

TEST(Style, HeadersIncludeWhatTheyUseOfTheLibraries) {
  Headers headers;
  for (const File& f : sources({"include", "src"}))
    if (f.path.ends_with(".hpp")) headers[f.path.substr(f.path.find('/') + 1)] = f.text;
  EXPECT_GT(headers.size(), 200u);
  for (const auto& [name, text] : headers) EXPECT_EQ(undeclared(headers, name), "") << name;
}

TEST(Style, AMissingIncludeIsFound) {
  const Headers headers = {{"a.hpp", "#include <vector>\nstd::vector<int> v;\n"},
                           {"b.hpp", "#include \"a.hpp\"\nstd::vector<int> w;  // std::map\n"},
                           {"c.hpp", "#include \"a.hpp\"\nstd::map<int, int> m;\n"}};
  EXPECT_EQ(undeclared(headers, "a.hpp"), "");
  EXPECT_EQ(undeclared(headers, "b.hpp"), "");
  EXPECT_EQ(undeclared(headers, "c.hpp"), "std::map needs <map>");
}

}  // namespace
}  // namespace utah10::test

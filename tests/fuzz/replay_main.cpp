// Replaces libFuzzer in ordinary builds: runs a target on every file of a corpus and on mutations of them.
//
// usage: fuzz_NAME CORPUS MUTATIONS [trace]
// Mutation n depends on UTAH10_SEED and n alone. If the target crashes, run it again with `trace`: the last input named
// caused the crash and is in the file ./fuzz-input.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "fuzz_check.hpp"

namespace {

using Input = std::vector<std::uint8_t>;
using Random = std::mt19937_64;

std::uint64_t seedFromEnvironment() {
  const char* text = std::getenv("UTAH10_SEED");
  return text == nullptr ? 10 : std::strtoull(text, nullptr, 10);
}

std::size_t below(Random& random, std::size_t limit) { return limit == 0 ? 0 : random() % limit; }

std::vector<Input> readCorpus(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator{folder}) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());  // directory order differs between hosts
  std::vector<Input> corpus;
  for (const auto& path : paths) {
    std::ifstream in{path, std::ios::binary};
    corpus.emplace_back(std::istreambuf_iterator<char>{in}, std::istreambuf_iterator<char>{});
  }
  return corpus;
}

void mutateOnce(Input& input, const std::vector<Input>& corpus, Random& random) {
  const std::size_t at = below(random, input.size());
  const auto here = input.begin() + static_cast<std::ptrdiff_t>(at);
  const auto byte = static_cast<std::uint8_t>(random());
  switch (below(random, 6)) {
    case 0:
      if (!input.empty()) *here = static_cast<std::uint8_t>(*here ^ (1u << below(random, 8)));
      return;
    case 1:
      if (!input.empty()) *here = byte;
      return;
    case 2:
      input.insert(here, byte);
      return;
    case 3:
      input.resize(at);
      return;
    case 4:
      input.erase(here, here + static_cast<std::ptrdiff_t>(below(random, input.size() - at + 1)));
      return;
    default:
      break;
  }
  const Input& other = corpus[below(random, corpus.size())];  // splice: the front of one, the end of another
  const auto back = other.begin() + static_cast<std::ptrdiff_t>(below(random, other.size()));
  input.resize(at);
  input.insert(input.end(), back, other.end());
}

Input mutation(const std::vector<Input>& corpus, std::uint64_t seed, std::uint64_t n) {
  std::seed_seq mix{seed, n};
  Random random{mix};
  Input input = corpus[below(random, corpus.size())];
  const std::size_t times = 1 + below(random, 4);
  for (std::size_t i = 0; i < times; ++i) mutateOnce(input, corpus, random);
  return input;
}

void run(const Input& input, const std::string& what, bool trace) {
  if (trace) {
    std::fprintf(stderr, "%s, %zu bytes\n", what.c_str(), input.size());
    std::ofstream{"fuzz-input", std::ios::binary}.write(reinterpret_cast<const char*>(input.data()),
                                                        static_cast<std::streamsize>(input.size()));
  }
  LLVMFuzzerTestOneInput(input.data(), input.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s CORPUS MUTATIONS [trace]\n", argv[0]);
    return 2;
  }
  const std::vector<Input> corpus = readCorpus(argv[1]);
  if (corpus.empty()) {
    std::fprintf(stderr, "%s: the corpus is empty\n", argv[1]);
    return 2;
  }
  const std::uint64_t mutations = std::strtoull(argv[2], nullptr, 10);
  const std::uint64_t seed = seedFromEnvironment();
  const bool trace = argc > 3;
  std::printf("%zu files, %llu mutations, UTAH10_SEED=%llu\n", corpus.size(),
              static_cast<unsigned long long>(mutations), static_cast<unsigned long long>(seed));
  std::fflush(stdout);
  for (std::size_t i = 0; i < corpus.size(); ++i) run(corpus[i], "file " + std::to_string(i), trace);
  for (std::uint64_t n = 0; n < mutations; ++n) run(mutation(corpus, seed, n), "mutation " + std::to_string(n), trace);
  return 0;
}

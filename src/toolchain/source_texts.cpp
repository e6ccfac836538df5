#include "toolchain/source_texts.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "toolchain/input_file.hpp"

namespace utah10 {

std::vector<std::string> sourceNames(const std::vector<std::string>& arguments) {
  std::vector<std::string> names;
  for (const std::string& argument : arguments) {
    std::error_code ignored;
    if (std::filesystem::exists(argument, ignored)) {
      names.push_back(argument);
      continue;
    }
    std::size_t from = 0;
    for (std::size_t plus = argument.find('+'); plus != std::string::npos; plus = argument.find('+', from)) {
      names.push_back(argument.substr(from, plus - from));
      from = plus + 1;
    }
    names.push_back(argument.substr(from));
  }
  return names;
}

Expected<std::vector<SourceText>> readSources(const std::vector<std::string>& names) {
  std::vector<SourceText> sources;
  for (const std::string& name : names) {
    const auto bytes = readFileWhole(name);
    if (!bytes) return tl::unexpected(bytes.error());
    SourceText source{name, std::string(bytes->size(), '\0')};
    std::transform(bytes->begin(), bytes->end(), source.text.begin(), [](std::byte b) { return static_cast<char>(b); });
    sources.push_back(std::move(source));
  }
  return sources;
}

}  // namespace utah10

#include "trace/symbols.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace utah10 {

namespace {

template <class Key>
void forget(std::multimap<Key, std::string>& names, Key key, std::string_view name) {
  const auto [first, last] = names.equal_range(key);
  const auto it = std::find_if(first, last, [&](const auto& l) { return l.second == name; });
  if (it != last) names.erase(it);
}

}  // namespace

void SymbolMap::add(std::string_view name, Word36 value, SymbolKind kind) {
  if (const auto old = values_.find(name); old != values_.end()) {
    forget(labels_, static_cast<std::uint32_t>(old->second.value.right().bits()), name);
    forget(named_, old->second.value.bits(), name);
    values_.erase(old);
  }
  addLocal(name, value, kind);
}

void SymbolMap::addLocal(std::string_view name, Word36 value, SymbolKind kind) {
  const bool first = values_.emplace(name, Symbol{value, kind}).second;
  if (kind == SymbolKind::Label && value.bits() <= VirtualAddress::kMask)
    labels_.emplace(static_cast<std::uint32_t>(value.bits()), name);
  if (kind == SymbolKind::Value && first) named_.emplace(value.bits(), name);
}

void SymbolMap::addLine(VirtualAddress a, std::string_view file, std::uint32_t line) {
  const auto at = std::ranges::find(files_, file);
  const auto index = static_cast<std::size_t>(at - files_.begin());
  if (at == files_.end()) files_.emplace_back(file);
  lines_[a.bits()] = {index, line};
}

void SymbolMap::clear() { *this = SymbolMap{}; }

std::optional<Word36> SymbolMap::value(std::string_view name) const {
  const auto it = values_.find(name);
  if (it == values_.end()) return std::nullopt;
  return it->second.value;
}

std::optional<SymbolMap::Near> SymbolMap::nearest(VirtualAddress a) const {
  auto after = labels_.upper_bound(a.bits());
  if (after == labels_.begin()) return std::nullopt;
  const std::uint32_t at = std::prev(after)->first;
  if (a.bits() - at > kReach) return std::nullopt;
  const auto [first, last] = labels_.equal_range(at);
  const auto least = std::min_element(first, last, [](const auto& x, const auto& y) { return x.second < y.second; });
  return Near{least->second, VirtualAddress{at}, a.bits() - at};
}

std::string SymbolMap::text(VirtualAddress a) const {
  const auto near = nearest(a);
  if (!near) return fmt::format("{:06o}", a.bits());
  if (near->offset == 0) return std::string{near->name};
  return fmt::format("{}+{:o}", near->name, near->offset);
}

std::optional<std::string_view> SymbolMap::valueName(Word36 value) const {
  if (named_.count(value.bits()) != 1) return std::nullopt;
  return named_.find(value.bits())->second;
}

std::optional<SourceLine> SymbolMap::line(VirtualAddress a) const {
  const auto it = lines_.find(a.bits());
  if (it == lines_.end()) return std::nullopt;
  return SourceLine{files_[it->second.file], it->second.line};
}

std::vector<VirtualAddress> SymbolMap::addresses(std::string_view file, std::uint32_t line) const {
  const auto named = [&](const std::string& f) {
    return f == file || (f.size() > file.size() && f.ends_with(file) && f[f.size() - file.size() - 1] == '/');
  };
  std::vector<VirtualAddress> found;
  for (const auto& [address, place] : lines_)
    if (place.line == line && named(files_[place.file])) found.emplace_back(address);
  return found;
}

}  // namespace utah10

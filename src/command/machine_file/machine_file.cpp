#include "command/machine_file/machine_file.hpp"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <fstream>
#include <sstream>

#include "command/console/suggestion.hpp"
#include "command/machine_file/machine_schema.hpp"
#include "utah10/word/text.hpp"
#include "word/whole_number.hpp"

namespace utah10 {

namespace {

std::string place(const std::string& file, const toml::node& node) {
  return fmt::format("{}({})", file, node.source().begin.line);
}
std::string place(const std::string& file, const toml::key& key) {
  return fmt::format("{}({})", file, key.source().begin.line);
}

// Finds the key with the longest common prefix, as a suggestion for a misspelt key.
std::string nearestKey(std::string_view table, std::string_view name) {
  std::string known;
  for (const Key& k : machineKeys()) {
    if (k.table != table) continue;
    const std::size_t same = static_cast<std::size_t>(std::ranges::mismatch(name, k.name).in1 - name.begin());
    if (same >= 2) return fmt::format("did you mean {}?", k.name);
    known += fmt::format("{}{}", known.empty() ? "" : ", ", k.name);
  }
  return "keys of this table: " + known;
}

// Text with a unit as a number; nothing if the unit does not match.
std::optional<std::int64_t> inUnit(KeyUnit unit, std::string_view text) {
  using Number = std::int64_t;
  switch (unit) {
    case KeyUnit::Time: {
      const auto d = parseDuration(text);
      return d ? std::optional(d->count()) : std::nullopt;
    }
    case KeyUnit::Rate:
    case KeyUnit::BitRate:
      if (!text.ends_with(unit == KeyUnit::Rate ? " cps" : " bps")) return std::nullopt;
      return wholeNumber<Number>(text.substr(0, text.size() - 4));
    case KeyUnit::Words: {
      if (!text.ends_with('K')) return std::nullopt;
      const auto n = wholeNumber<Number>(text.substr(0, text.size() - 1));
      return n && *n <= 1'000'000 ? std::optional(*n * 1024) : std::nullopt;
    }
    case KeyUnit::Octal:
      return wholeNumber<Number>(text, 8);
    default:
      return std::nullopt;
  }
}

// Reads one node with the type and unit of the key.
Expected<KeyValue> valueOf(const std::string& file, const Key& key, const toml::node& node) {
  const auto wrong = [&] {
    return fail(place(file, node), fmt::format("{}.{} must be {}", key.table, key.name, unitText(key.unit)));
  };
  KeyValue v;
  switch (key.unit) {
    case KeyUnit::Text:
    case KeyUnit::Choice:
      if (!node.is_string()) return wrong();
      v.text = node.as_string()->get();
      return v;
    case KeyUnit::Flag:
      if (!node.is_boolean()) return wrong();
      v.number = node.as_boolean()->get() ? 1 : 0;
      return v;
    case KeyUnit::Count:
      if (!node.is_integer()) return wrong();
      v.number = node.as_integer()->get();
      break;
    default: {
      if (!node.is_string()) return wrong();
      const auto n = inUnit(key.unit, node.as_string()->get());
      if (!n) return wrong();
      v.number = *n;
      break;
    }
  }
  if (v.number >= key.least && v.number <= key.most) return v;
  return fail(place(file, node), fmt::format("{}.{} is out of range", key.table, key.name), rangeText(key));
}

// A value as written in the file, without quotes.
std::string writtenText(const toml::node& node) {
  if (node.is_string()) return node.as_string()->get();
  if (node.is_boolean()) return node.as_boolean()->get() ? "true" : "false";
  return std::to_string(node.value_or(std::int64_t{0}));
}

// Applies every entry of one table. `kind` is applied first, so that explicit times override it.
Expected<void> applyTable(const std::string& file, std::string_view table, const toml::table& entries,
                          MachineDescription& description, TableEntry& entry) {
  const std::size_t which = entry.which;
  const std::vector<Key> keys = machineKeys();
  for (const auto& [name, node] : entries) {
    const bool known =
        std::ranges::any_of(keys, [&](const Key& k) { return k.table == table && k.name == name.str(); });
    if (!known)
      return fail(place(file, name), fmt::format("unknown key {} in [{}]", name.str(), table),
                  nearestKey(table, name.str()));
  }
  for (const Key& key : keys) {
    const toml::node* node = key.table == table ? entries.get(key.name) : nullptr;
    if (node == nullptr) continue;
    const auto value = valueOf(file, key, *node);
    if (!value) return tl::unexpected(value.error());
    if (const std::string what = key.apply(description, entry, *value); !what.empty())
      return fail(place(file, *node), what);
    description.given.push_back(
        {std::string{table}, which, std::string{key.name}, writtenText(*node), place(file, *node)});
  }
  return {};
}

// Applies the tables of one name, single or repeated.
Expected<void> applyNamed(const std::string& file, const Table& table, const toml::node& node,
                          MachineDescription& description) {
  std::size_t count = 0;
  const auto one = [&](const toml::node& at) -> Expected<void> {
    TableEntry entry;
    entry.which = count++;
    if (auto ok = applyTable(file, table.name, *at.as_table(), description, entry); !ok) return ok;
    const std::string what = table.finish != nullptr ? table.finish(description, entry) : std::string();
    return what.empty() ? Expected<void>{} : fail(place(file, at), what);
  };
  if (!table.repeated) {
    if (node.is_table()) return one(node);
    return fail(place(file, node), fmt::format("{} is a table; write [{}]", table.name, table.name));
  }
  const toml::array* all = node.as_array();
  if (all == nullptr || !all->is_array_of_tables())
    return fail(place(file, node), fmt::format("{} is a repeated table; write [[{}]]", table.name, table.name));
  for (const toml::node& at : *all)
    if (auto ok = one(at); !ok) return ok;
  return {};
}

Expected<MachineDescription> describe(const std::string& file, const toml::table& root) {
  MachineDescription description;
  const std::vector<Table> tables = machineTables();
  for (const auto& [name, node] : root) {
    if (std::ranges::find(tables, std::string_view{name.str()}, &Table::name) != tables.end()) continue;
    std::vector<std::string_view> names;
    for (const Table& t : tables) names.push_back(t.name);
    const std::string_view near = nearest(name.str(), names);
    return fail(
        place(file, name), fmt::format("unknown table [{}]", name.str()),
        near.empty() ? fmt::format("tables: {}", fmt::join(names, ", ")) : fmt::format("did you mean {}?", near));
  }
  for (const Table& table : tables) {  // in the order of the schema: [dc10] before its lines
    const toml::node* node = root.get(table.name);
    if (node == nullptr) continue;
    if (auto ok = applyNamed(file, table, *node, description); !ok) return tl::unexpected(ok.error());
  }
  if (auto ok = Machine::check(description.machine); !ok) return fail(file, ok.error().text());
  if (auto ok = DeviceSet::check(description.devices); !ok) return fail(file, ok.error().text());
  if (auto ok = checkNetwork(description); !ok) return fail(file, ok.error().text());
  if (auto ok = checkTenexes(description); !ok) return fail(file, ok.error().text());
  if (auto ok = checkSystem(description); !ok) return fail(file, ok.error().text());
  return description;
}

// Makes the names of files relative to the folder.
void rebase(MachineDescription& d, const std::filesystem::path& folder) {
  const auto move = [&](std::filesystem::path& file) {
    if (!file.empty()) file = folder / file;
  };
  for (Mount& m : d.mounts) {
    move(m.file);
    if (m.options.overlay) move(*m.options.overlay);
  }
  move(d.system->symbols);
  if (d.start) move(d.start->load);
  for (HostFolders& f : d.hostFolders) {
    move(f.decks);
    move(f.files);
  }
}

}  // namespace

Expected<MachineDescription> parseMachineFile(const std::string& name, std::string_view text) {
  try {
    return describe(name, toml::parse(text, name));
  } catch (const toml::parse_error& error) {
    return fail(fmt::format("{}({})", name, error.source().begin.line), std::string(error.description()));
  }
}

Expected<MachineDescription> loadMachineFile(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  std::error_code error;
  if (!in || std::filesystem::is_directory(file, error) || !(text << in.rdbuf()))
    return fail(file.string(), "cannot be read", "name a machine file");
  auto description = parseMachineFile(file.string(), text.str());
  if (description && description->system) rebase(*description, file.parent_path());
  return description;
}

}  // namespace utah10

#include "command/sweep/sweep_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <toml++/toml.h>
#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

#include "command/console/suggestion.hpp"
#include "command/sweep/sweep_values.hpp"
#include "utah10/word/text.hpp"

namespace utah10 {

namespace {

constexpr std::size_t kMostPoints = 100'000;
constexpr std::array<std::string_view, 8> kOwnOptions = {"format", "output", "no-progress", "jobs",
                                                         "html",   "csv",    "help",        "help-all"};

template <class Names>
std::string suggestion(std::string_view typed, const Names& names, std::string_view what) {
  const std::vector<std::string_view> words(names.begin(), names.end());
  const std::string_view near = nearest(typed, words);
  return near.empty() ? fmt::format("{}: {}", what, fmt::join(words, ", ")) : fmt::format("did you mean {}?", near);
}

class PlanReader {
 public:
  PlanReader(const std::filesystem::path& file, const std::vector<ExperimentCommand>& experiments,
             const CheckArguments& parse)
      : experiments_(experiments), parse_(parse) {
    plan_.file = file;
  }
  Expected<SweepPlan> read();

 private:
  using Settings = std::vector<SweepSetting>;

  Expected<toml::table> parsed();
  Expected<void> topKeys(const toml::table& top);
  Expected<void> knownKeys(const toml::table& table, std::initializer_list<std::string_view> known,
                           std::string_view name);
  Expected<void> fixed(const toml::table& table);
  Expected<void> vary(const toml::table& table);
  Expected<void> sample(const toml::table& table);
  Expected<const ExperimentCommand::Option*> option(const toml::key& key);
  Expected<SweepSetting> setting(const ExperimentCommand::Option& option, const toml::node& node);
  Expected<SweepVariable> listed(const ExperimentCommand::Option& option, const toml::array& list);
  Expected<SweepVariable> ranged(const ExperimentCommand::Option& option, const toml::table& table);
  Expected<std::uint64_t> wholeIn(const toml::table& table, std::string_view key, std::uint64_t otherwise,
                                  std::uint64_t least = 0);
  Expected<void> checkValue(const SweepSetting& s);
  Expected<void> makePoints();
  Expected<void> addPoint(const SweepValues& values);

  std::string place(const toml::source_region& at) const {
    return fmt::format("{}({},{})", plan_.file.string(), at.begin.line, at.begin.column);
  }
  std::string place(const toml::node& node) const { return place(node.source()); }

  const std::vector<ExperimentCommand>& experiments_;
  const CheckArguments& parse_;
  SweepPlan plan_;
  const ExperimentCommand* experiment_ = nullptr;
  Settings fixed_;
  std::vector<SweepVariable> variables_;
  std::string kind_ = "grid", kindPlace_;
  std::uint64_t samples_ = 0, sampleSeed_ = 1, repeats_ = 1;
  std::string repeatsPlace_;
};

// A value as the command line takes it; nothing if it is none.
std::optional<std::string> valueText(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  if (const auto* whole = node.as_integer()) return fmt::format("{}", whole->get());
  if (const auto* number = node.as_floating_point()) return fmt::format("{}", number->get());
  const auto* list = node.as_array();
  if (list == nullptr || list->empty()) return std::nullopt;
  std::string joined;  // an option that takes several values
  for (const toml::node& one : *list) {
    const auto text = one.is_array() ? std::nullopt : valueText(one);
    if (!text) return std::nullopt;
    joined += (joined.empty() ? "" : ",") + *text;
  }
  return joined;
}

Expected<toml::table> PlanReader::parsed() {
  std::ifstream in{plan_.file, std::ios::binary};
  std::ostringstream text;
  if (!in || !(text << in.rdbuf())) return fail(plan_.file.string(), "cannot be read");
  plan_.text = text.str();
  try {
    return toml::parse(plan_.text);
  } catch (const toml::parse_error& e) {
    return fail(place(e.source()), std::string{e.description()}, "the file must be valid TOML");
  }
}

Expected<void> PlanReader::knownKeys(const toml::table& table, std::initializer_list<std::string_view> known,
                                     std::string_view name) {
  for (const auto& [key, node] : table)
    if (std::ranges::find(known, key.str()) == known.end())
      return fail(place(key.source()), fmt::format("unknown key {}{}", key.str(), name),
                  suggestion(key.str(), known, "keys"));
  return {};
}

Expected<std::uint64_t> PlanReader::wholeIn(const toml::table& table, std::string_view key, std::uint64_t otherwise,
                                            std::uint64_t least) {
  const toml::node* node = table.get(key);
  if (node == nullptr) return otherwise;
  const auto* number = node->as_integer();
  if (number == nullptr || number->get() < static_cast<std::int64_t>(least))
    return fail(place(*node), fmt::format("{} must be a whole number, {} or more", key, least));
  return static_cast<std::uint64_t>(number->get());
}

Expected<void> PlanReader::topKeys(const toml::table& top) {
  if (auto ok = knownKeys(top, {"experiment", "repeats", "time_limit", "output", "fixed", "vary", "sample"}, ""); !ok)
    return ok;
  for (const char* name : {"fixed", "vary", "sample"})
    if (const toml::node* node = top.get(name); node != nullptr && !node->is_table())
      return fail(place(*node), fmt::format("{} is a table", name), fmt::format("write [{}]", name));
  const toml::node* name = top.get("experiment");
  if (name == nullptr || !name->is_string())
    return fail(name == nullptr ? plan_.file.string() : place(*name), "names no experiment", "experiment = \"rfc392\"");
  plan_.experiment = name->as_string()->get();
  const auto at = std::ranges::find(experiments_, plan_.experiment, &ExperimentCommand::name);
  std::vector<std::string_view> names;
  for (const ExperimentCommand& e : experiments_) names.emplace_back(e.name);
  if (at == experiments_.end())
    return fail(place(*name), fmt::format("there is no experiment {}", plan_.experiment),
                suggestion(plan_.experiment, names, "experiments"));
  experiment_ = &*at;
  const auto repeats = wholeIn(top, "repeats", 1, 1);
  if (!repeats) return tl::unexpected(repeats.error());
  repeats_ = *repeats;
  if (const toml::node* node = top.get("repeats")) repeatsPlace_ = place(*node);
  if (const toml::node* node = top.get("output")) {
    if (!node->is_string()) return fail(place(*node), "output must be the name of a file");
    plan_.output = plan_.file.parent_path() / node->as_string()->get();
  }
  if (const toml::node* node = top.get("time_limit")) {
    const auto limit = node->is_string() ? parseDuration(node->as_string()->get()) : fail("", "is not a text");
    if (!limit || *limit <= Duration::zero())
      return fail(place(*node), "time_limit must be a time with its unit", "as in \"90s\"");
    plan_.timeLimit = std::chrono::nanoseconds{limit->count()};
  }
  return {};
}

Expected<const ExperimentCommand::Option*> PlanReader::option(const toml::key& key) {
  const std::string_view name = key.str();
  if (std::ranges::find(kOwnOptions, name) != kOwnOptions.end())
    return fail(place(key.source()), fmt::format("the sweep chooses --{} itself", name), "leave it out");
  if (const auto* found = experiment_->find(name)) return found;
  std::vector<std::string_view> names;
  for (const auto& o : experiment_->options)
    if (std::ranges::find(kOwnOptions, o.name) == kOwnOptions.end()) names.emplace_back(o.name);
  return fail(place(key.source()), fmt::format("{} has no option {}", plan_.experiment, name),
              suggestion(name, names, "options"));
}

Expected<void> PlanReader::checkValue(const SweepSetting& s) {
  if (s.flag && s.value != "true" && s.value != "false")
    return fail(s.place, fmt::format("{} must be true or false", s.option));
  std::vector<std::string> arguments{plan_.experiment};
  for (std::string& a : SweepPoint{0, {s}}.arguments()) arguments.push_back(std::move(a));
  const auto ok = parse_(arguments);
  return ok ? ok : fail(s.place, ok.error().text());
}

Expected<SweepSetting> PlanReader::setting(const ExperimentCommand::Option& o, const toml::node& node) {
  const auto value = valueText(node);
  if (!value) return fail(place(node), fmt::format("{} must be a value", o.name), "a number, a text, or true or false");
  SweepSetting s{o.name, *value, place(node), o.flag};
  if (auto ok = checkValue(s); !ok) return tl::unexpected(ok.error());
  return s;
}

Expected<void> PlanReader::fixed(const toml::table& table) {
  for (const auto& [key, node] : table) {
    const auto known = option(key);
    if (!known) return tl::unexpected(known.error());
    auto one = setting(**known, node);
    if (!one) return tl::unexpected(one.error());
    fixed_.push_back(std::move(*one));
  }
  return {};
}

Expected<SweepVariable> PlanReader::listed(const ExperimentCommand::Option& o, const toml::array& list) {
  SweepVariable v{.option = o.name, .place = place(list), .values = {}, .range = {}};
  for (const toml::node& node : list) {
    auto one = setting(o, node);
    if (!one) return tl::unexpected(one.error());
    v.values.push_back(std::move(one->value));
  }
  if (v.values.empty()) return fail(v.place, fmt::format("the list of {} is empty", o.name));
  return v;
}

Expected<SweepVariable> PlanReader::ranged(const ExperimentCommand::Option& o, const toml::table& table) {
  if (auto ok = knownKeys(table, {"from", "to", "step", "count", "scale", "unit"}, " in a range"); !ok)
    return tl::unexpected(ok.error());
  SweepVariable v{.option = o.name, .place = place(table), .values = {}, .range = {}};
  const auto refuse = [&](std::string what, std::string hint) { return fail(v.place, std::move(what), hint); };
  for (const auto& [key, number] : {std::pair{"from", &v.range.from}, {"to", &v.range.to}, {"step", &v.range.step}}) {
    const toml::node* node = table.get(key);
    if (node == nullptr && number == &v.range.step) continue;
    if (node == nullptr || !node->is_number())
      return refuse(fmt::format("the range of {} lacks the number {}", o.name, key),
                    "as in {from = 1, to = 9, step = 2}");
    *number = node->value_or(0.0);
    v.range.whole = v.range.whole && node->is_integer();
  }
  const auto count = wholeIn(table, "count", 0, 1);
  if (!count) return tl::unexpected(count.error());
  v.range.count = *count;
  const std::string scale = table["scale"].value_or(std::string{"linear"});
  v.range.unit = table["unit"].value_or(std::string{});
  v.range.logarithmic = scale == "log";
  if (scale != "linear" && scale != "log") return refuse("there is no scale " + scale, "linear or log");
  if (v.range.to < v.range.from) return refuse("the range ends before it begins", "from must not exceed to");
  if (v.range.logarithmic && v.range.from <= 0) return refuse("a logarithmic range begins above 0", "");
  if (table.contains("step") && (v.range.step <= 0 || *count != 0 || v.range.logarithmic))
    return refuse("a step must be above 0, and has neither a count nor a logarithmic scale", "");
  if (v.range.step != 0 && (v.range.to - v.range.from) / v.range.step >= static_cast<double>(kMostPoints))
    return refuse("the range has too many values", fmt::format("at most {}", kMostPoints));
  if (*count > kMostPoints) return refuse("the range has too many values", fmt::format("at most {}", kMostPoints));
  if (v.range.step != 0 || *count != 0) v.values = v.range.values();
  for (const std::string& value : v.values.empty() ? std::vector{v.range.at(0), v.range.at(1)} : v.values)
    if (auto ok = checkValue({o.name, value, v.place, o.flag}); !ok) return tl::unexpected(ok.error());
  return v;
}

Expected<void> PlanReader::vary(const toml::table& table) {
  for (const auto& [key, node] : table) {
    const auto known = option(key);
    if (!known) return tl::unexpected(known.error());
    if (std::ranges::find(fixed_, key.str(), &SweepSetting::option) != fixed_.end())
      return fail(place(key.source()), fmt::format("{} is in [fixed], too", key.str()), "remove one of them");
    if (!node.is_array() && !node.is_table())
      return fail(place(node), fmt::format("{} must be a list or a range", key.str()),
                  "as in [96, 128] or {from = 96, to = 256, step = 32}; a single value belongs into [fixed]");
    auto v = node.is_array() ? listed(**known, *node.as_array()) : ranged(**known, *node.as_table());
    if (!v) return tl::unexpected(v.error());
    variables_.push_back(std::move(*v));
  }
  // toml++ sorts the keys by name; points are in the order of the plan.
  const auto order = [&](const SweepVariable& v) {
    const toml::source_region& at = table.find(v.option)->first.source();
    return std::pair{at.begin.line, at.begin.column};
  };
  std::ranges::sort(variables_, {}, order);
  return {};
}

Expected<void> PlanReader::sample(const toml::table& table) {
  if (auto ok = knownKeys(table, {"kind", "points", "seed"}, " in [sample]"); !ok) return ok;
  kind_ = table["kind"].value_or(kind_);
  kindPlace_ = place(table);
  const auto points = wholeIn(table, "points", 0, 1);
  const auto seed = wholeIn(table, "seed", 1);
  if (!points || !seed) return tl::unexpected(points ? seed.error() : points.error());
  samples_ = *points;
  sampleSeed_ = *seed;
  if (kind_ != "grid" && kind_ != "random" && kind_ != "latin-hypercube")
    return fail(kindPlace_, fmt::format("there is no sample {}", kind_), "grid, random or latin-hypercube");
  if ((kind_ == "grid") != (samples_ == 0))
    return fail(kindPlace_,
                kind_ == "grid" ? "a grid has as many points as combinations" : "lacks the number of points",
                kind_ == "grid" ? "remove points" : "as in points = 200");
  return {};
}

Expected<void> PlanReader::addPoint(const SweepValues& values) {
  const auto seedAt = std::ranges::find(fixed_, "seed", &SweepSetting::option);
  std::uint64_t first = 1;
  if (seedAt != fixed_.end()) first = std::stoull(seedAt->value);
  for (std::uint64_t repeat = 0; repeat < repeats_; ++repeat) {
    SweepPoint& point = plan_.points.emplace_back();
    point.number = static_cast<unsigned>(plan_.points.size());
    for (const SweepSetting& s : fixed_)
      if (repeatsPlace_.empty() || s.option != "seed") point.settings.push_back(s);
    for (std::size_t n = 0; n < values.size(); ++n) {
      const SweepVariable& v = variables_[n];
      point.settings.push_back({v.option, values[n], v.place, experiment_->find(v.option)->flag});
    }
    if (!repeatsPlace_.empty())
      point.settings.push_back({"seed", fmt::format("{}", first + repeat), repeatsPlace_, false});
  }
  return {};
}

Expected<void> PlanReader::makePoints() {
  const bool seeded = experiment_->find("seed") != nullptr;
  if (!repeatsPlace_.empty() && !seeded)
    return fail(repeatsPlace_, fmt::format("{} has no seed: each repetition gives the same", plan_.experiment),
                "remove repeats");
  if (!repeatsPlace_.empty() && std::ranges::find(variables_, "seed", &SweepVariable::option) != variables_.end())
    return fail(repeatsPlace_, "the repetitions choose the seeds", "remove seed from [vary]");
  std::vector<SweepValues> values;
  if (kind_ == "grid") {
    double combinations = 1;
    for (const SweepVariable& v : variables_) {
      if (v.values.empty())
        return fail(v.place, fmt::format("the range of {} has neither step nor count", v.option),
                    "a grid needs one; a sample does not");
      combinations *= static_cast<double>(v.values.size());
    }
    samples_ =
        combinations > static_cast<double>(kMostPoints) ? kMostPoints + 1 : static_cast<std::uint64_t>(combinations);
  }
  if (samples_ > kMostPoints || repeats_ > kMostPoints || samples_ * repeats_ > kMostPoints)
    return fail(plan_.file.string(), "the plan has too many points", fmt::format("at most {}", kMostPoints));
  if (kind_ == "grid") values = gridOf(variables_);
  if (kind_ == "random") values = randomSample(variables_, samples_, Chance{sampleSeed_});
  if (kind_ == "latin-hypercube") values = latinHypercube(variables_, samples_, Chance{sampleSeed_});
  for (const SweepValues& v : values)
    if (auto ok = addPoint(v); !ok) return ok;
  return {};
}

Expected<SweepPlan> PlanReader::read() {
  const auto top = parsed();
  if (!top) return tl::unexpected(top.error());
  auto ok = topKeys(*top);
  if (ok && top->contains("fixed")) ok = fixed(*(*top)["fixed"].as_table());
  if (ok && top->contains("vary")) ok = vary(*(*top)["vary"].as_table());
  if (ok && top->contains("sample")) ok = sample(*(*top)["sample"].as_table());
  if (ok) ok = makePoints();
  if (!ok) return tl::unexpected(ok.error());
  return std::move(plan_);
}

}  // namespace

const ExperimentCommand::Option* ExperimentCommand::find(std::string_view option) const {
  const auto at = std::ranges::find(options, option, &Option::name);
  return at == options.end() ? nullptr : &*at;
}

std::vector<std::string> SweepPoint::arguments() const {
  std::vector<std::string> all;
  for (const SweepSetting& s : settings) {
    if (s.flag && s.value == "false") continue;
    all.push_back("--" + s.option);
    if (!s.flag) all.push_back(s.value);
  }
  return all;
}

std::string SweepPoint::text() const {
  std::string all;
  for (const SweepSetting& s : settings) all += fmt::format("{}{}={}", all.empty() ? "" : " ", s.option, s.value);
  return all;
}

Expected<SweepPlan> readSweepPlan(const std::filesystem::path& file, const std::vector<ExperimentCommand>& experiments,
                                  const CheckArguments& parse) {
  return PlanReader{file, experiments, parse}.read();
}

}  // namespace utah10

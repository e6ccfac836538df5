#include "utah10/toolchain/linker.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "toolchain/link10/item_loader.hpp"
#include "toolchain/octal.hpp"
#include "toolchain/radix50.hpp"

namespace utah10 {

namespace {

void loadFile(Linker::State& state, const WordFile& rel, bool library) {
  const auto items = decodeRel(rel);
  if (!items) return state.addError(items.error().where, items.error().what, items.error().hint);
  link::ItemLoader{state, rel, library}.load(*items);
}

}  // namespace

Linker::Linker() : state_(std::make_unique<State>()) {}
Linker::~Linker() = default;
Linker::Linker(Linker&&) noexcept = default;
Linker& Linker::operator=(Linker&&) noexcept = default;

void Linker::keepLocalSymbols(bool keep) { state_->locals = keep; }

void Linker::setOrigin(Segment segment, std::string_view value) {
  const std::string name = segment == Segment::Low ? ".LOW." : ".HIGH.";
  std::optional<Word36> word;
  if (const auto number = parseOctal(value, 6)) {
    word = Word36{*number};
  } else if (isRadix50Name(value)) {
    word = state_->valueOf(packRadix50(value));
  } else {
    return state_->addError(name, fmt::format("\"{}\" is neither an octal address nor a symbol", value));
  }
  if (!word) {
    return state_->addError(name, fmt::format("{} has no value yet", value), "set it after the file that defines it");
  }
  const link::Address address = word->right().bits();
  (segment == Segment::Low ? state_->low : state_->highNext) = address;
}

void Linker::forceSegment(std::optional<Segment> segment) { state_->forced = segment; }

void Linker::load(const WordFile& rel) { loadFile(*state_, rel, false); }
void Linker::search(const WordFile& rel) { loadFile(*state_, rel, true); }

std::vector<FileRequest> Linker::takeRequests() { return std::exchange(state_->requests, {}); }

bool Linker::wantsMore() const {
  return std::any_of(state_->globals.begin(), state_->globals.end(),
                     [](const auto& g) { return g.second.wanted && !g.second.symbol; });
}

void Linker::addError(Error error) { state_->errors.push_back(std::move(error)); }

LinkResult Linker::finish(const LinkEnding& ending) {
  search(WordFile{"JOBDAT", encodeRel(jobDataModule())});
  return state_->finish(ending);
}

}  // namespace utah10

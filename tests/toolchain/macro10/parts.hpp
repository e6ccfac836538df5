// The parts of the assembler below the statements, connected as in an assembly, for tests of single parts.
#pragma once

#include <string>
#include <vector>

#include "toolchain/macro10/output/emitter.hpp"
#include "toolchain/macro10/symbols/universals.hpp"

namespace utah10::macro10 {

inline AssemblerOptions listingOptions() {
  AssemblerOptions o;
  o.listing = o.crossReference = true;
  return o;
}

// The parts up to the symbols, over one source text.
struct SymbolParts {
  explicit SymbolParts(std::string text, AssemblerOptions o = listingOptions())
      : options(std::move(o)), source{"t.mac", std::move(text)} {
    result.files = {source.name};
  }

  AssemblerOptions options;
  SourceText source;
  AssemblyResult result;
  Pass pass{static_cast<unsigned>(options.version), true};
  Budget budget{options.characterLimit};
  SourceInput input{{&source, 1}};
  StoredTexts texts{budget};
  Listing listing{options};
  Diagnostics errors{pass, input, texts, options.warnings, result};
  LineListing line{pass, budget, errors, listing};
  Scanner scanner{input, texts, budget, line};
  Universals universals{options.findUniversal};
  Program program;
  Symbols symbols{pass, budget, errors, listing, universals, program.symbols};

  void beginPass2() {
    pass.first = false;
    listing.startPass2(program.title.text);
  }
  // The value of a new symbol.
  Entry& define(std::string_view name, std::uint64_t value, std::uint32_t relocation = 0) {
    Entry e;
    e.flags = kSymbol;
    e.value = Word36{value};
    e.reloc = Word36{relocation};
    return symbols.enterOperand(nameOf(name), e);
  }
  std::vector<std::string> messages() {
    errors.report(errors.letters(), input.place());
    std::vector<std::string> texts_;
    for (const AssemblyMessage& m : result.messages) texts_.push_back(std::string{m.letter} + ' ' + m.text);
    return texts_;
  }
};

// And the emitter.
struct OutputParts : SymbolParts {
  explicit OutputParts(std::string text, AssemblerOptions o = listingOptions())
      : SymbolParts(std::move(text), std::move(o)) {
    emitter.beginPass();
    emitter.beginLine({0, 1, 1});
  }

  Statement statement;
  Emitter emitter{{pass, budget, scanner, errors, symbols, listing, line, program, result}};

  // Ends pass 1 of the program and begins pass 2.
  void beginPass2() {
    symbols.settleUndefined(false);
    SymbolParts::beginPass2();
    scanner.restart();
    errors.clear();
    emitter.beginPass();
    emitter.beginPass2Output(0);
  }
  // The words of the CODE items, with their relocation: 1 right, 2 left.
  struct CodeWord {
    std::uint64_t word;
    unsigned relocation;
    bool operator==(const CodeWord&) const = default;
  };
  std::vector<CodeWord> code() {
    std::vector<CodeWord> words;
    for (const RelItem& item : emitter.rel().take())
      if (item.is(RelType::Code))
        for (std::size_t i = 1; i < item.words.size(); ++i)
          words.push_back({item.words[i].bits(), item.relocation.at(i)});
    return words;
  }
};

inline void PrintTo(const OutputParts::CodeWord& w, std::ostream* os) {
  *os << std::oct << w.word << std::dec << '/' << w.relocation;
}

}  // namespace utah10::macro10

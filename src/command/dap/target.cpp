#include "command/dap/target.hpp"

#include <fmt/format.h>

#include "command/console/console.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/load.hpp"
#include "command/debug/symbol_files.hpp"
#include "command/net/connections.hpp"
#include "command/prompt/assembly.hpp"
#include "command/prompt/conversation.hpp"
#include "command/prompt/departure.hpp"
#include "command/prompt/host_number.hpp"
#include "command/terminals/exec_user.hpp"
#include "experiments/laboratory/program_run.hpp"
#include "toolchain/image_symbols.hpp"
#include "toolchain/input_file.hpp"
#include "trace/symbol_files.hpp"
#include "utah10/toolchain/core_image_formats.hpp"
#include "utah10/toolchain/tenex_pack.hpp"
#include "word/packaged_folders.hpp"

namespace utah10 {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUser = "GUEST";
constexpr Duration kUntilEntry = seconds(120);

bool isProgramText(const std::string& file) {
  const std::string extension = lowerCase(fs::path{file}.extension().string());
  return extension == ".mac" || extension == ".rel" || file.find('+') != std::string::npos;
}

// Universals of the user's are in the current folder or next to the sources.
std::vector<fs::path> universalFolders(const std::vector<std::string>& files) {
  std::vector<fs::path> folders{"."};
  for (const std::string& file : files) folders.push_back(fs::path{file}.parent_path());
  for (const auto& packaged : packagedFolders()) folders.push_back(packaged);
  return folders;
}

// Nothing: the program is an image that is loaded as it is.
Expected<std::optional<BuiltProgram>> built(const LaunchOptions& o,
                                            const std::function<void(const std::string&)>& tell) {
  const bool image = o.program.size() == 1 && !isProgramText(o.program.front());
  if (image && o.tenex.empty()) return std::nullopt;
  auto program = buildProgram(o.program, universalFolders(o.program));
  if (!program) return tl::unexpected(program.error());
  for (const std::string& message : program->messages) tell(message + "\n");
  if (!program->image) return fail(o.program.back(), "has errors", "the debug console shows them");
  if (!program->image->startAddress()) return fail(o.program.back(), "has no start address", "END START names it");
  return std::optional{std::move(*program)};
}

Expected<MachineDescription> describe(const LaunchOptions& o, PackagedSystem* packaged) {
  if (packaged != nullptr) return loadMachineFile(packaged->machine());
  const std::string& file = o.boot.empty() ? o.machine : o.boot;
  return file.empty() ? MachineDescription{} : loadMachineFile(file);
}

// A copy of the pack with the program as a file of the user's.
Expected<fs::path> packWith(const PackagedSystem& system, const std::string& name, const CoreImage& image,
                            const fs::path& folder) {
  auto words = writeSsave(image);
  if (!words) return tl::unexpected(words.error());
  const std::uint64_t size = words->size();
  auto pack = TenexPack::open(system.pack());
  if (!pack) return tl::unexpected(pack.error());
  const auto file = parseTenexName(fmt::format("<{}>{}.SAV", kUser, name));
  if (!file) return tl::unexpected(file.error());
  if (auto done = pack->write(*file, {std::move(*words), 36, size}); !done) return tl::unexpected(done.error());
  const fs::path copy = folder / "program.dsk";
  if (auto done = pack->save(copy); !done) return tl::unexpected(done.error());
  return copy;
}

// The symbols of an image that is not built here: its debug file's, or its own.
Expected<SymbolMap> symbolsOf(const std::string& file, const BuiltProgram& program) {
  if (!program.debug.programs.empty()) return symbolMapOf(program.debug);
  std::string note;
  auto found = symbolsFor(file, *program.image, note);
  if (!found) return tl::unexpected(found.error());
  return *found ? std::move((*found)->map) : SymbolMap{};
}

}  // namespace

Target::Target(MachineDescription description, std::unique_ptr<PackagedSystem> packaged, Terminal& terminal)
    : packaged_(std::move(packaged)),
      description_(std::move(description)),
      machine_(description_.machine),
      devices_(machine_, description_.devices),
      session_(std::make_unique<Session>(machine_, devices_, terminal)) {}

// A system whose changes are kept is stopped in order. The session goes before the network that it looks at.
Target::~Target() {
  if (own_.path().empty()) depart(*session_, {description_.stop, keepsChanges(description_)});
  (void)session_->finish();
  session_.reset();
}

Expected<std::unique_ptr<Target>> Target::launch(const LaunchOptions& o, Terminal& terminal,
                                                 const std::function<void(const std::string&)>& tell) {
  if (o.program.empty() && o.boot.empty())
    return fail("launch", "there is no program", "\"program\": \"prog.mac\", or \"boot\": \"tenex72\"");
  std::optional<BuiltProgram> program;
  if (!o.program.empty()) {
    auto made = built(o, tell);
    if (!made) return tl::unexpected(made.error());
    program = std::move(*made);
  }
  const std::string system = !o.tenex.empty() ? o.tenex : PackagedSystem::names(o.boot) ? o.boot : "";
  std::unique_ptr<PackagedSystem> packaged;
  if (!system.empty()) {
    if (!PackagedSystem::names(system)) return fail(system, "is no packaged TENEX", "tenex72, tenex131 or tenex73");
    auto found = PackagedSystem::find(system);
    if (!found) return tl::unexpected(found.error());
    packaged = std::make_unique<PackagedSystem>(std::move(*found));
  }
  auto description = describe(o, packaged.get());
  if (!description) return tl::unexpected(description.error());
  TemporaryFolder own;
  fs::path pack;
  const std::string name = o.program.empty() ? "" : programNameOf(o.program.back());
  if (program && packaged) {
    auto folder = TemporaryFolder::make("dap");
    if (!folder) return tl::unexpected(folder.error());
    own = std::move(*folder);
    auto copy = packWith(*packaged, name, *program->image, own.path());
    if (!copy) return tl::unexpected(copy.error());
    pack = *copy;
  }
  if (packaged)
    if (const auto told = packaged->mount(*description, pack); !told) return tl::unexpected(told.error());
  std::unique_ptr<Target> target{new Target{std::move(*description), std::move(packaged), terminal}};
  target->own_ = std::move(own);
  if (auto done = target->prepare(); !done) return tl::unexpected(done.error());
  Debugger& debugger = target->session().debugger();
  for (const std::string& folder : o.sources) debugger.sources().look(folder);
  auto done = !o.boot.empty()    ? target->boot(o.boot)
              : !o.tenex.empty() ? target->runUnderTenex(o.program.back(), *program)
                                 : target->loadBare(o, std::move(program));
  if (!done) return tl::unexpected(done.error());
  if (!o.input.empty()) typeKeys(debugger, o.input);
  return target;
}

Expected<void> Target::prepare() {
  equip(description_, machine_);
  if (description_.network) {
    auto network = ModelledNetwork::make(machine_, devices_, description_);
    if (!network) return tl::unexpected(network.error());
    network_ = std::move(*network);
    network_->join(session_->connections(), session_->debugger().recorder());
  }
  session_->connections().pacer().set(description_.pace);
  if (auto done = mountAll(*session_, description_); !done) return done;
  if (description_.telnet)
    if (auto done = answerTelnet(*session_, *description_.telnet, packaged_ != nullptr); !done) return done;
  if (packaged_ && !packaged_->symbols().empty())
    if (auto done = loadMonitorSymbols(session_->debugger(), session_->console(), packaged_->symbols()); !done)
      return done;
  if (!packaged_ && description_.system && !description_.system->symbols.empty())
    if (auto done = loadMonitorSymbols(session_->debugger(), session_->console(), description_.system->symbols); !done)
      return done;
  return attachOutside(*session_, description_, {});
}

Expected<void> Target::loadBare(const LaunchOptions& o, std::optional<BuiltProgram> program) {
  Debugger& debugger = session_->debugger();
  const std::string& file = o.program.back();
  if (!program) {
    if (auto done = loadProgramFile(debugger, session_->console(), file); !done) return done;
  } else {
    if (auto done = loadImage(debugger, session_->console(), file, *program->image); !done) return done;
    takeSymbols(debugger, session_->console(), {symbolMapOf(program->debug), file}, file, false);
  }
  if (!debugger.startAddress) return fail(file, "the program has no start address", "END START names it");
  debugger.recorder().set({.on = true});
  return {};
}

Expected<void> Target::boot(const std::string& system) {
  session_->debugger().recorder().set({.on = true});
  session_->connections().peopleUseIt();
  if (packaged_) return bootSystem(*session_, false, SiteCells::of(description_));
  if (!description_.start) return fail(system, "does not say how the machine is started", "[start] in the file");
  return startSystem(*session_, *description_.start, false, SiteCells::of(description_));
}

// The user logs in on the console and runs the program; its fork is the one that comes to its first instruction.
Expected<void> Target::runUnderTenex(const std::string& file, const BuiltProgram& built) {
  Debugger& debugger = session_->debugger();
  const std::string name = programNameOf(file);
  if (auto up = bootSystem(*session_, false, SiteCells::of(description_)); !up) return up;
  ExecUser exec{debugger, outputOn(session_->console()),
                [&debugger](const std::string& keys) { typeKeys(debugger, keys); }};
  if (const auto herald = exec.says("\003"); !herald) return tl::unexpected(herald.error());
  const auto in = exec.says(fmt::format("LOGIN {0} {0} 1\r", kUser));
  if (!in) return tl::unexpected(in.error());
  debugger.recorder().set({.on = true});
  auto symbols = symbolsOf(file, built);
  if (!symbols) return tl::unexpected(symbols.error());
  takeSymbols(debugger, session_->console(), {std::move(*symbols), file}, file, true);
  typeKeys(debugger, fmt::format("RUN {}\r", name));
  const VirtualAddress start = *built.image->startAddress();
  const auto first = wordAt(mergedSegments(*built.image), start);
  RunRequest request;
  const Ka10& cpu = debugger.cpu();
  request.goal = [&cpu, start, first] {
    return cpu.pc() == start && cpu.userMode() && cpu.level() == 0 && cpu.peek(Space::User, start) == first;
  };
  request.until = debugger.machine().now() + kUntilEntry;
  const RunOutcome outcome = debugger.run(request);
  if (!outcome.conditionMet) return fail(file, "TENEX did not start it: " + whyStopped(outcome, request));
  const auto tables = ForkTables::of(debugger.symbols().exec);
  if (!tables) return tl::unexpected(tables.error());
  fork_ = ForkLimit{*tables, {}, tables->running(cpu)};
  return {};
}

}  // namespace utah10

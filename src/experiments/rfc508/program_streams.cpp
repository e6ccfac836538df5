#include "experiments/rfc508/program_streams.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/laboratory/printed_numbers.hpp"

namespace utah10 {

namespace {

constexpr Duration kStreamPatience = seconds(300);  // in addition to that of the test

Duration msBehind(std::string_view line, std::string_view word) {
  return milliseconds(static_cast<std::int64_t>(numberBehind(line, word)));
}

StreamResult streamOf(const StreamCondition& c, std::string_view printed) {
  StreamResult r;
  r.condition = c;
  const std::size_t at = printed.find("SENT ");
  if (at == std::string_view::npos) {
    r.trouble = std::string{printed.substr(0, printed.find('\n'))};
    return r;
  }
  std::string line{printed.substr(at)};
  std::ranges::replace(line, '\n', ' ');
  r.buffers = numberBehind(line, "SENT");
  r.gaps = numberBehind(line, "GAPS");
  r.longest = msBehind(line, "LONGEST");
  r.sum = msBehind(line, "SUM");
  r.shortest = msBehind(line, "SHORTEST");
  r.late = msBehind(line, "LATE");
  r.run = msBehind(line, "RUN") + msBehind(line, "WRITER");
  return r;
}

}  // namespace

std::vector<std::vector<StreamCondition>> programStreams(bool quick) {
  std::vector<std::vector<StreamCondition>> pieces;
  for (const unsigned byteBits : {8u, 36u}) {
    auto& piece = pieces.emplace_back();
    for (const std::size_t bits : {1008u, 4032u, 7056u})
      for (const std::int64_t rate : {6000, 14400, 22800, 30000}) {
        if (quick && (bits != 4032 || rate == 6000 || rate == 22800)) continue;
        StreamCondition c;
        c.part = StreamPart::Program;
        c.test = {rate, bits, seconds(quick ? 10 : 30)};
        c.byteBits = byteBits;
        piece.push_back(c);
      }
  }
  return pieces;
}

Expected<std::vector<StreamResult>> runPrograms(const Rfc508Settings& settings, const LabSite& site,
                                                const std::vector<StreamCondition>& streams,
                                                const StreamProgress& progress) {
  auto program = labProgram(site, settings.program);
  if (!program) return tl::unexpected(program.error());
  auto lab = Laboratory::make(settings.machine, site, std::span{&*program, 1});
  if (!lab) return tl::unexpected(lab.error());
  Laboratory& l = **lab;
  const Host* ccn = l.network().host(kCcnName);
  if (auto up = l.boot(); !up) return tl::unexpected(up.error());
  if (auto in = l.logIn(); !in) return tl::unexpected(in.error());
  if (auto done = l.converse(l.measuredLine(), l.run(settings.program, {{}, "\n*"})); !done)
    return tl::unexpected(done.error());
  LabLine& user = l.line(l.measuredLine());
  std::vector<StreamResult> results;
  for (const StreamCondition& c : streams) {
    const std::size_t from = user.printed().size();
    const std::uint64_t before = ccn->ncp().counters().bitsReceived;
    const std::string command = fmt::format("PLAY {} {} {} {}", c.byteBits, c.test.bitsPerSecond, c.test.bufferBits,
                                            c.test.length / seconds(1));
    user.add({command + "\r", "\n*"});
    if (auto done = l.runWhile([&] { return !user.idle(); }, c.test.length + kStreamPatience, c.name()); !done)
      return tl::unexpected(done.error());
    StreamResult r = streamOf(c, std::string_view{user.printed()}.substr(from + command.size() + 1));
    r.bits = ccn->ncp().counters().bitsReceived - before;
    r.done = r.trouble.empty() && r.bits == r.buffers * c.test.bufferBits;
    if (r.trouble.empty() && !r.done) r.trouble = "some data did not arrive";
    results.push_back(std::move(r));
    if (progress) progress(results.back());
  }
  return results;
}

}  // namespace utah10

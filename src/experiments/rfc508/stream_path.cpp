#include "experiments/rfc508/stream_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "network/servers/small_servers.hpp"

namespace utah10 {

namespace {

constexpr HostId kUcsb{3, 0}, kSri{2, 0}, kNmc{1, 0};
constexpr std::array<unsigned, kMostStreamHops> kSites = {1, 7, 21, 20, 19, 9};  // the IMP n + 1 hops from UCSB
constexpr std::size_t kLongestMessage = 8016;  // bits of data, whole bytes of 8 bits in 8063 bits less the header
constexpr std::size_t kTrafficBits = 968;      // of data: one full packet with the header
constexpr Duration kAlive = seconds(35);       // other hosts see a host alive 30 s after its ready line has come up
constexpr Duration kConnectPatience = seconds(300);
constexpr Duration kArrivalPatience = seconds(600);

// CCN is host 1 of its IMP, and so is the receiver at any other.
HostId receiverOf(const StreamPath& path) { return {kSites[path.hops - 1], 1}; }

SubnetConfig subnetOf(const StreamPath& path) {
  SubnetConfig config;
  config.topology = Topology::of1972();
  config.seed = path.seed;
  for (LineConfig& line : config.topology.lines) line.loss = path.loss;
  return config;
}

HostConfig hostOf(HostId id, const char* name, Duration reaction, bool discards) {
  HostConfig config;
  config.id = id;
  config.name = name;
  config.reaction = reaction;
  if (discards) config.services.push_back({ServiceKind::Discard, {}});
  return config;
}

RealTimeConfig sourceOf(const StreamPath& path) {
  RealTimeConfig config;
  config.host = receiverOf(path);
  config.ncpBits = path.ncp == StreamNcp::Packs ? 2 * kLongestMessage : 0;
  config.stallInterval = path.stallInterval;
  config.stallLength = path.stallLength;
  config.seed = path.seed;
  return config;
}

std::uint64_t discarded(const Host& host) {
  return dynamic_cast<const DiscardServer&>(*host.service("discard")).discarded();
}

Leader leaderOf(const MessageRecord& record) { return Leader::of(BitString{record.octets, record.bits}); }

// Of the stream: not of the control link.
bool isData(const Leader& l, std::uint8_t type) { return l.type == type && l.link != kControlLink; }

}  // namespace

std::string streamSite(unsigned hops) {
  const auto imps = Topology::of1972().imps;
  const auto at = std::ranges::find(imps, kSites.at(hops - 1), &ImpSite::number);
  return at->name;
}

std::string StreamPath::text() const {
  std::string text = fmt::format("{} {} to {}", hops, hops == 1 ? "hop" : "hops", streamSite(hops));
  if (loss > 0) text += fmt::format(", {:g}% of the packets on each line lost", 100 * loss);
  if (traffic > 0) text += fmt::format(", {} b/s of others from UCSB to UCLA", traffic);
  if (reaction > Duration::zero()) text += fmt::format(", hosts react after {} ms", reaction / milliseconds(1));
  if (stallInterval > Duration::zero())
    text += fmt::format(", the sending program stalls every {} ms for {} ms on average",
                        stallInterval / milliseconds(1), stallLength / milliseconds(1));
  return text + (ncp == StreamNcp::Packs ? ", the NCP packs buffers" : ", the NCP keeps buffers");
}

Expected<void> StreamPath::check() const {
  if (hops < 1 || hops > kMostStreamHops)
    return fail("--hops", fmt::format("{} hops", hops), fmt::format("1 to {}", kMostStreamHops));
  if (!(loss >= 0 && loss < 1)) return fail("--loss", fmt::format("a loss of {}", loss), "0 or more, below 1");
  if (traffic < 0 || traffic > 100'000) return fail("--traffic", fmt::format("{} b/s", traffic), "0 to 100000");
  if (reaction < Duration::zero() || reaction > seconds(10)) return fail("--reaction", "out of range", "0 to 10s");
  return {};
}

StreamWorld::StreamWorld(const StreamPath& path)
    : path_(path),
      subnet_(clock_, subnetOf(path), nullptr),
      ucsb_(clock_, subnet_.cable(kUcsb), hostOf(kUcsb, "UCSB", path.reaction, false)),
      receiver_(clock_, subnet_.cable(receiverOf(path)), hostOf(receiverOf(path), "RECEIVER", path.reaction, true)),
      sri_(clock_, subnet_.cable(kSri), hostOf(kSri, "SRI-ARC", {}, false)),
      nmc_(clock_, subnet_.cable(kNmc), hostOf(kNmc, "UCLA-NMC", {}, true)) {
  auto source = std::make_unique<RealTimeSource>(clock_, ucsb_.ncp(), "sel", sourceOf(path));
  source_ = source.get();
  ucsb_.add(std::move(source));
  if (path.traffic > 0) {
    TrafficConfig others;
    others.host = kNmc;
    others.messageBits = kTrafficBits;
    others.interval = nanoseconds(static_cast<std::int64_t>(kTrafficBits) * 1'000'000'000 / path.traffic);
    others.seed = path.seed + 1;
    auto made = std::make_unique<TrafficSource>(clock_, sri_.ncp(), "others", others);
    traffic_ = made.get();
    sri_.add(std::move(made));
  }
  subnet_.cable(kUcsb).onMessage([this](const MessageRecord& r) { sent(r); });
  subnet_.cable(receiverOf(path)).onMessage([this](const MessageRecord& r) { received(r); });
  for (Host* h : {&ucsb_, &receiver_, &sri_, &nmc_}) h->comeUp();
}

StreamWorld::~StreamWorld() = default;

std::vector<unsigned> StreamWorld::route() const { return subnet_.path(kUcsb.imp(), receiverOf(path_).imp()); }

// On the cable of UCSB.
void StreamWorld::sent(const MessageRecord& record) {
  const Leader l = leaderOf(record);
  if (record.fromHost && isData(l, code(ToImp::Regular)) && l.host == receiverOf(path_)) {
    underWay_.push_back(record.at - record.length);
    awaitRfnm_.push_back(record.at - record.length);
  }
  if (record.fromHost || !isData(l, code(ToHost::Rfnm)) || awaitRfnm_.empty()) return;
  times_.rfnm += record.at - awaitRfnm_.front();
  awaitRfnm_.pop_front();
}

// On the cable of the receiver.
void StreamWorld::received(const MessageRecord& record) {
  if (record.fromHost || !isData(leaderOf(record), code(ToHost::Regular)) || underWay_.empty()) return;
  const Duration delay = record.at - underWay_.front();
  underWay_.pop_front();
  ++times_.messages;
  times_.delay += delay;
  times_.longestDelay = std::max(times_.longestDelay, delay);
}

Expected<void> StreamWorld::runWhile(const std::function<bool()>& going, Duration patience, const std::string& what) {
  const Instant last = clock_.now() + patience;
  while (going()) {
    if (source_->failure()) return fail("stream", "the connection failed", path_.text());
    if (clock_.now() >= last) return fail("stream", fmt::format("{} did not happen", what), path_.text());
    runFor(milliseconds(10));
  }
  return {};
}

Expected<void> StreamWorld::connect() {
  runFor(kAlive);
  source_->call();
  if (traffic_ != nullptr) traffic_->call();
  return runWhile([&] { return !source_->connected() || (traffic_ != nullptr && !traffic_->connected()); },
                  kConnectPatience, "the connection");
}

Expected<StreamRun> StreamWorld::run(const RealTimeTest& test) {
  StreamRun run;
  times_ = {};
  underWay_.clear();
  awaitRfnm_.clear();
  const std::uint64_t before = discarded(receiver_);
  source_->start(test);
  runFor(test.length);
  run.bits = discarded(receiver_) - before;
  if (auto done = runWhile([&] { return !source_->idle(); }, kArrivalPatience, "the end of the stream"); !done)
    return tl::unexpected(done.error());
  runFor(seconds(1));
  run.device = source_->result();
  run.times = times_;
  if (const auto n = static_cast<std::int64_t>(times_.messages); n != 0) {
    run.times.delay /= n;
    run.times.rfnm /= n;
  }
  run.arrived = discarded(receiver_) - before == run.device.buffers * test.bufferBits;
  return run;
}

}  // namespace utah10

// A paging adapter: a swapping device whose pages lie in the memory of a host behind a network, device 470 ("rmm").
//
// A design of our own, for `utah10 remote`; no such device was built for a PDP-10. It takes a command for a page, moves
// it between core and a buffer of its own, and exchanges messages with the host (remote_link.hpp). Its own processor
// runs the protocol, so that this costs the PDP-10 nothing. Up to eight commands are under way; each is answered when
// it is over, not always in the order of the commands.
//
//   bit             CONI                                  CONO
//   0-17            pages that the host keeps             -
//   18    400000    -                                     reset: commands and answers are forgotten
//   28       200    an answer waits: interrupt requested  -
//   29       100    room for a command                    -
//   30        40    a command was lost: no room           clear this bit
//   33-35      7    PI channel                            PI channel (loaded by every CONO)
//
//   DATAO  a command: 0 write; 4-17 page of the host; 18-35 address in core, of a page
//   DATAI  the next answer: the command's word, and in 1 the host did not answer, 2 core did not or has bad parity,
//          3 no such page or address; zero if there is none
//
// Times: a page moves to and from core one word at a time, a word a microsecond if core is free. A page is read from
// core before its message is made, and written to core when the whole message is there. Everything else is the link's.
//
// Contents of core that change while a page is read are the program's affair. A bus reset is a reset with channel 0.
#pragma once

#include <array>
#include <deque>

#include "devices/core_stream.hpp"
#include "devices/remote_link.hpp"
#include "utah10/devices/device_config.hpp"
#include "utah10/machine/io_device.hpp"
#include "utah10/machine/pi_system.hpp"
#include "utah10/word/error.hpp"
#include "word/field.hpp"

namespace utah10 {

class RemoteMemory final : public IoDevice {
 public:
  static constexpr std::uint32_t kMostPages = 16384;
  static constexpr std::size_t kBuffered = 16;  // words between core and the page's buffer
  static constexpr Duration kWordTime = microseconds(1);

  // Reports the first error in a configuration.
  static Expected<void> check(const RemoteMemoryConfig& config);
  // The configuration must have passed check().
  RemoteMemory(Scheduler& clock, PiSystem& pi, CoreMemory& core, const RemoteMemoryConfig& config = {});

  // Since power-on: statistics, not state.
  struct Counts {
    std::uint64_t reads = 0, writes = 0;  // commands answered without an error
    Duration core{};                      // moving pages to and from core
    Duration whole{};                     // from command to answer
  };
  const Counts& counts() const { return counts_; }
  const RemoteLink& link() const { return link_; }

  std::string_view name() const override { return "rmm"; }
  Word36 coni() const override;
  bool statusNeedsEvents() const override { return true; }
  void cono(HalfWord conditions) override;
  Word36 datai() override;
  void datao(Word36 w) override;
  void ioReset() override;
  std::span<const BitName> coniBits() const override;
  std::span<const BitName> conoBits() const override;
  void state(Archive& a) override;

 private:
  static constexpr std::size_t kCommands = RemoteLink::kExchanges;
  static constexpr Field kPage{4, 17};
  enum Error : unsigned { kNoAnswer = 1, kCore = 2, kNoPlace = 3 };  // bits of an answer
  enum class Phase : std::uint8_t { Free, Core, Away };

  struct Command {
    Phase phase = Phase::Free;
    Word36 word;
    Instant since;
  };

  bool hasRoom() const;
  bool writing(unsigned n) const { return commands_[n].word.bit(0); }
  bool placeGood(Word36 command) const;
  void exchanged(unsigned n, bool answered);
  void wantCore(unsigned n);
  void beginCore();
  void step();
  void coreDone();
  void answer(unsigned n, unsigned error);
  void stopAll();
  void update();
  bool coreGood() const;

  Scheduler& clock_;
  PiRequest request_;
  CoreStream core_;
  RemoteLink link_;
  EventId step_;
  RemoteMemoryConfig config_;
  std::array<Command, kCommands> commands_;
  std::deque<std::uint32_t> forCore_;  // commands that want it, the first has it
  std::uint32_t at_ = 0;               // words moved
  Instant coreSince_ = kPowerOn;
  std::deque<Word36> answers_;
  unsigned pi_ = 0;
  bool lost_ = false;
  Counts counts_;
};

}  // namespace utah10

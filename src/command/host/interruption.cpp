#include "command/host/interruption.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>

#include "command/host/temporary_folder.hpp"

namespace utah10 {

namespace {

bool ignored(int signal) {
  struct sigaction action {};
  return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

void notify(int event) {
  const std::uint64_t one = 1;
  (void)!::write(event, &one, sizeof one);
}

}  // namespace

const char* signalName(int signal) {
  switch (signal) {
    case SIGINT:
      return "SIGINT";
    case SIGQUIT:
      return "SIGQUIT";
    case SIGTERM:
      return "SIGTERM";
    case SIGHUP:
      return "SIGHUP";
    default:
      return "a signal";
  }
}

Interruption::Interruption() {
  sigemptyset(&watched_);
  for (const int signal : {SIGINT, SIGQUIT, SIGTERM, SIGHUP})
    if (!ignored(signal)) sigaddset(&watched_, signal);
  pthread_sigmask(SIG_BLOCK, &watched_, &before_);
  if (termios t{}; ::tcgetattr(STDIN_FILENO, &t) == 0) terminal_ = t;
  signals_ = ::signalfd(-1, &watched_, SFD_CLOEXEC);
  noted_ = ::eventfd(0, EFD_CLOEXEC);
  done_ = ::eventfd(0, EFD_CLOEXEC);
  thread_ = std::thread{[this] { watch(); }};
}

Interruption::~Interruption() {
  notify(done_);
  thread_.join();
  for (const int descriptor : {signals_, noted_, done_}) ::close(descriptor);
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void Interruption::watch() {
  std::array<pollfd, 2> wait{pollfd{signals_, POLLIN, 0}, pollfd{done_, POLLIN, 0}};
  for (;;) {
    if (::poll(wait.data(), wait.size(), -1) < 0) continue;
    if (wait[1].revents != 0) return;
    signalfd_siginfo info{};
    if (::read(signals_, &info, sizeof info) == sizeof info) come(static_cast<int>(info.ssi_signo));
  }
}

void Interruption::come(int signal) {
  if ((signal == SIGINT || signal == SIGQUIT) && holdInterrupts_) {
    interrupt_ = true;
  } else if (holdAll_ && asked_ == 0) {
    asked_ = signal;
    notify(noted_);
  } else {
    end(signal);
  }
}

void Interruption::end(int signal) const {
  TemporaryFolder::removeOwn();
  if (terminal_ && ::tcgetpgrp(STDIN_FILENO) == ::getpgrp()) ::tcsetattr(STDIN_FILENO, TCSANOW, &*terminal_);
  ::signal(signal, SIG_DFL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, signal);
  pthread_sigmask(SIG_UNBLOCK, &one, nullptr);
  ::raise(signal);
  std::_Exit(exitCodeOf(signal));
}

}  // namespace utah10

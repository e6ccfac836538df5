#include "command/host/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

#include "command/host/interruption.hpp"

namespace utah10 {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kGrace{10};  // to write what is finished
constexpr int kCannotRun = 127;

double secondsOf(Clock::duration d) { return std::chrono::duration<double>(d).count(); }
double secondsOf(const timeval& t) { return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6; }

void redirect(int descriptor, const char* file, int flags) {
  const int opened = ::open(file, flags, 0600);
  if (opened < 0 || ::dup2(opened, descriptor) < 0) ::_exit(kCannotRun);
}

// In the child: only what may be called between fork and exec. It inherits blocked signals, and must not outlive us.
[[noreturn]] void become(const ChildRequest& r, char* const* arguments, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(kCannotRun);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
  redirect(STDOUT_FILENO, r.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC);
  redirect(STDERR_FILENO, r.errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC);
  ::execv(r.program.c_str(), arguments);
  ::_exit(kCannotRun);
}

int millisecondsTo(Clock::time_point when) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(when - Clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1'000'000));
}

// Waits for the end of the child, and sends it signals when it is time to.
void attend(pid_t child, int descriptor, const ChildRequest& r, Clock::time_point began, ChildEnd& end) {
  auto deadline = r.limit ? began + *r.limit : Clock::time_point::max();
  int signal = SIGTERM;
  for (;;) {
    std::array<pollfd, 2> wait{pollfd{descriptor, POLLIN, 0}, pollfd{end.stopped || end.late ? -1 : r.stop, POLLIN, 0}};
    const int left = deadline == Clock::time_point::max() ? -1 : millisecondsTo(deadline);
    if (::poll(wait.data(), wait.size(), left) < 0 && errno != EINTR) return;
    if (wait[0].revents != 0) return;
    const bool stop = wait[1].revents != 0;
    if (!stop && Clock::now() < deadline) continue;
    if (!end.late && !end.stopped) (stop ? end.stopped : end.late) = true;
    ::kill(child, std::exchange(signal, SIGKILL));
    deadline = Clock::now() + kGrace;
  }
}

}  // namespace

Expected<ChildEnd> runChild(const ChildRequest& request) {
  std::vector<char*> arguments{const_cast<char*>(request.program.c_str())};
  for (const std::string& a : request.arguments) arguments.push_back(const_cast<char*>(a.c_str()));
  arguments.push_back(nullptr);
  const auto began = Clock::now();
  const pid_t parent = ::getpid(), child = ::fork();
  if (child == 0) become(request, arguments.data(), parent);
  const auto failed = [&] {
    return fail(request.program.string(), "cannot be run: " + std::generic_category().message(errno));
  };
  if (child < 0) return failed();
  ChildEnd end;
  // The C library of Debian 12 declares pidfd_open for C only.
  const int descriptor = static_cast<int>(::syscall(SYS_pidfd_open, child, 0));
  if (descriptor >= 0) attend(child, descriptor, request, began, end);
  if (descriptor >= 0) ::close(descriptor);
  int status = 0;
  rusage used{};
  while (::wait4(child, &status, 0, &used) < 0)
    if (errno != EINTR) return failed();
  end.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : exitCodeOf(WTERMSIG(status));
  end.seconds = secondsOf(Clock::now() - began);
  end.cpuSeconds = secondsOf(used.ru_utime) + secondsOf(used.ru_stime);
  return end;
}

}  // namespace utah10

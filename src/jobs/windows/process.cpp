#include "jobs/process.h"

#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <cerrno>
#include <system_error>
#include <thread>

#include "jobs/workers.h"

namespace jobs {
namespace {

/// Appends a word to a command line so that the program finds it as it is.
void append(std::string& line, const std::string& word) {
  line += line.empty() ? "\"" : " \"";
  size_t backslashes = 0;  // which are doubled before a quotation mark alone
  for (const char letter : word) {
    if (letter == '"') line.append(backslashes + 1, '\\');
    backslashes = letter == '\\' ? backslashes + 1 : 0;
    line += letter;
  }
  line.append(backslashes, '\\') += '"';
}

/// A handle that the program inherits: that of a file descriptor, or of nothing.
class Inherited {
 public:
  explicit Inherited(int file) {
    const HANDLE self = GetCurrentProcess();
    SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
    if (file < 0)
      handle_ = CreateFileA("NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                            &inherited, OPEN_EXISTING, 0, nullptr);
    else
      DuplicateHandle(self, reinterpret_cast<HANDLE>(_get_osfhandle(file)), self, &handle_, 0, TRUE,
                      DUPLICATE_SAME_ACCESS);
  }
  ~Inherited() { CloseHandle(handle_); }
  Inherited(const Inherited&) = delete;
  Inherited& operator=(const Inherited&) = delete;
  HANDLE get() const { return handle_; }

 private:
  HANDLE handle_ = INVALID_HANDLE_VALUE;
};

/// The list of what a program inherits: not what another thread starts one with at the same time.
class InheritedList {
 public:
  InheritedList(HANDLE* handles, size_t count) {
    SIZE_T size = 0;
    InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
    memory_.resize(size);
    InitializeProcThreadAttributeList(get(), 1, 0, &size);
    UpdateProcThreadAttribute(get(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles,
                              count * sizeof *handles, nullptr, nullptr);
  }
  ~InheritedList() { DeleteProcThreadAttributeList(get()); }
  InheritedList(const InheritedList&) = delete;
  InheritedList& operator=(const InheritedList&) = delete;
  LPPROC_THREAD_ATTRIBUTE_LIST get() {
    return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(memory_.data());
  }

 private:
  std::vector<char> memory_;
};

}  // namespace

Process::Process(const std::vector<std::string>& words, int input, int output) {
  std::string line;
  for (const std::string& word : words) append(line, word);
  const Inherited in(input), out(output), messages(-1);
  std::array handles{in.get(), out.get(), messages.get()};
  InheritedList list(handles.data(), handles.size());
  STARTUPINFOEXA start{};
  start.StartupInfo.cb = sizeof start;
  start.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
  start.StartupInfo.hStdInput = in.get();
  start.StartupInfo.hStdOutput = out.get();
  start.StartupInfo.hStdError = messages.get();
  start.lpAttributeList = list.get();
  constexpr DWORD flags =
      EXTENDED_STARTUPINFO_PRESENT | CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP;
  PROCESS_INFORMATION started{};
  if (!CreateProcessA(nullptr, line.data(), nullptr, nullptr, TRUE, flags, nullptr, nullptr,
                      &start.StartupInfo, &started))
    throw std::system_error(static_cast<int>(GetLastError()), std::system_category(), words[0]);
  CloseHandle(started.hThread);
  process_ = reinterpret_cast<pid_t>(started.hProcess);
}

Process::~Process() {
  if (process_ == -1) return;
  TerminateProcess(reinterpret_cast<HANDLE>(process_), 1);
  wait();
}

int Process::wait() {
  const auto process = reinterpret_cast<HANDLE>(process_);
  DWORD status = 1;
  WaitForSingleObject(process, INFINITE);
  GetExitCodeProcess(process, &status);
  CloseHandle(process);
  process_ = -1;
  return static_cast<int>(status);
}

Pipe open_pipe() {
  constexpr unsigned size = 1 << 16;  // bytes
  int ends[2];
  if (_pipe(ends, size, _O_BINARY | _O_NOINHERIT) != 0)
    throw std::system_error(errno, std::generic_category(), "pipe");
  return {ends[0], ends[1]};
}

void lower_priority() { SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_LOWEST); }

int core_count() {
  DWORD_PTR allowed = 0, present = 0;  // of up to 64 cores
  if (GetProcessAffinityMask(GetCurrentProcess(), &allowed, &present) && allowed != 0)
    return static_cast<int>(std::bitset<64>(allowed).count());
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace jobs

#include "support/draw_nothing.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined __x86_64__
static const unsigned char leave[] = {0xc3};
#elif defined __aarch64__
static const unsigned char leave[] = {0xc0, 0x03, 0x5f, 0xd6};
#else
static const unsigned char leave[] = {};
#endif

void draw_nothing(bool on) {
  static const char* const names[] = {"glClear",          "glBlitFramebuffer",        "glDrawArrays",
                                      "glDrawElements",   "glDrawElementsBaseVertex", "glDrawArraysInstanced",
                                      "glDrawElementsInstanced"};
  static unsigned char begins[sizeof names / sizeof *names][sizeof leave];
  void* const library = dlopen("libGL.so.1", RTLD_NOW);
  void* (*find)(const char*);
  *(void**)&find = library ? dlsym(library, "glXGetProcAddressARB") : NULL;
  if (!find) return;
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
    void* const function = find(names[i]);
    void* const first = (void*)((uintptr_t)function & ~(page - 1));
    if (!function || (memcmp(function, leave, sizeof leave) == 0) == on) continue;
    if (mprotect(first, 2 * page, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) continue;
    if (on) memcpy(begins[i], function, sizeof leave);
    memcpy(function, on ? leave : begins[i], sizeof leave);
  }
}

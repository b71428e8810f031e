// Loaded before GLFW by the tests of the window: counts the frames that have been shown in the file
// $FRAME_COUNTER, so that a test knows when what it did has been seen, and stands in for a gamepad
// whose state is in that file, too. With $DRAW_NOTHING frames are drawn only while it says so.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "support/draw_nothing.h"

enum { buttons = 15, axes = 6 };
struct state {  // as GLFW lays it out
  unsigned char buttons[buttons];
  float axes[axes];
};
struct shared {
  volatile uint64_t frames;
  volatile uint64_t pad;  // there is one
  struct state state;
  volatile uint64_t draws;
};

static struct shared* shared(void) {
  static struct shared* found;
  if (found) return found;
  const char* path = getenv("FRAME_COUNTER");
  const int file = path ? open(path, O_RDWR) : -1;
  void* memory = mmap(NULL, sizeof(struct shared), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) abort();
  return found = memory;
}

static int draws = 1;

static void draw_from_now(int on) {
  if (draws != on) draw_nothing(!on);
  draws = on;
}

__attribute__((constructor)) static void begin(void) {
  if (getenv("DRAW_NOTHING")) draw_from_now(0);
}

void glfwSwapBuffers(void* window) {
  static void (*swap)(void*);
  if (!swap) swap = (void (*)(void*))dlsym(RTLD_NEXT, "glfwSwapBuffers");
  swap(window);
  ++shared()->frames;
  if (getenv("DRAW_NOTHING")) draw_from_now(shared()->draws != 0);
}

int glfwGetGamepadState(int joystick, struct state* state) {
  if (joystick != 0 || !shared()->pad) return 0;
  memcpy(state, &shared()->state, sizeof *state);
  return 1;
}

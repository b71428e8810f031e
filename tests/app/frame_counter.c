// Loaded before GLFW by the tests of the window: counts the frames that have been shown in the file
// $FRAME_COUNTER, eight bytes, so that a test knows when what it did has been seen.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

void glfwSwapBuffers(void* window) {
  static void (*swap)(void*);
  static volatile uint64_t* frames;
  if (!swap) {
    swap = (void (*)(void*))dlsym(RTLD_NEXT, "glfwSwapBuffers");
    const char* path = getenv("FRAME_COUNTER");
    const int file = path ? open(path, O_RDWR) : -1;
    void* memory = mmap(NULL, sizeof(uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) abort();
    frames = memory;
  }
  swap(window);
  ++*frames;
}

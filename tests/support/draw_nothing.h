#pragma once
#include <stdbool.h>

/// Makes OpenGL's drawing functions return immediately, or draw again. Without a graphics card they
/// take nine tenths of a window's time, and most frames of tests need no picture. It overwrites the
/// first instruction of each entry point, since every caller finds these by name.
#ifdef __cplusplus
extern "C"
#endif
    void
    draw_nothing(bool on);

// Suppresses leaks of graphics drivers and the loader, which are not ours to fix, in programs that
// open a window under the leak sanitizer. The sanitizer skips thread-local storage: while the
// driver's threads end it sometimes read freed memory and crashed ("Tracer caught signal 11").

extern "C" {

/// Keeps libraries loaded, since the sanitizer identifies a leak by its library's name at the end
/// of the program.
int dlclose(void*) { return 0; }

const char* __lsan_default_suppressions() {
  return "leak:_dri.so\nleak:libGLX\nleak:libgallium\nleak:libLLVM\n"
         "leak:ld-linux\n"    // of dlopen(), held by the thread; its functions have names with
                              // libc6-dbg only
         "leak:g_malloc0\n";  // of GLib, held by the thread; our own objects come from g_malloc()
}

const char* __lsan_default_options() { return "print_suppressions=0:use_tls=0"; }
}

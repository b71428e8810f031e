// What graphics drivers and the loader never free is not ours to mend: for programs that open a
// window, under the leak sanitizer. It does not read what threads keep for themselves: while the
// driver's end it would at times read what is gone, and crash ("Tracer caught signal 11").

extern "C" {

/// Libraries stay loaded: a leak is told by the name of its library, at the end of the program.
int dlclose(void*) { return 0; }

const char* __lsan_default_suppressions() {
  return "leak:_dri.so\nleak:libGLX\nleak:libgallium\nleak:libLLVM\n"
         "leak:add_to_global_resize\nleak:_dl_map_object_deps\n"  // of dlopen(), held by the thread
         "leak:g_malloc0\n";  // of GLib, held by the thread; what we are given is from g_malloc()
}

const char* __lsan_default_options() { return "print_suppressions=0:use_tls=0"; }
}

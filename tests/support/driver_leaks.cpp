// What graphics drivers never free is not ours to mend: for programs that open a window, under the
// leak sanitizer.

extern "C" {

/// Libraries stay loaded: a leak is told by the name of its library, at the end of the program.
int dlclose(void*) { return 0; }

const char* __lsan_default_suppressions() {
  return "leak:_dri.so\nleak:libGLX\nleak:libgallium\nleak:libLLVM\n";
}

const char* __lsan_default_options() { return "print_suppressions=0"; }
}

# Shared by the scripts here; sourced, not run.
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
logs=$root/build/logs
sanitizers=(libclang-rt-dev) # what scripts/setup installs for them
export CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)} # with more at once caches are shared by too many

# step "description" command...: runs it quietly; if it fails, prints which step, the end of its
# output and where the rest is, and exits. A function fails with its first command that does.
step() {
  local what=$1 log status
  shift
  mkdir -p "$logs"
  log=$logs/$(tr -cs 'a-zA-Z0-9\n' '-' <<<"$what").log
  set +e # not "||" after it, where failures within a function do not count
  (set -e && cd "$root" && "$@") >"$log" 2>&1 </dev/null
  status=$?
  set -e
  [ "$status" -eq 0 ] && return
  { grep -E 'error|Error|FAILED' "$log" || true; } | head -n 10 >&2
  tail -n 25 "$log" >&2
  echo "$(basename "$0"): failed while $what (exit code $status); its output is in $log" >&2
  exit 1
}

# configure_and_build PRESET [TARGETS...]: CMake and Ninja rebuild only what has changed, and go on after an
# error, so that all are told at once. Further options for CMake are taken from $IKSCOPE_CONFIGURE;
# those of an earlier build stay.
configure_and_build() {
  local preset=$1
  shift
  local ninja=$root/build/$preset/build.ninja options=$root/build/$preset/options wanted=${IKSCOPE_CONFIGURE:-}
  if [ ! -f "$ninja" ] || [ "$root/CMakePresets.json" -nt "$ninja" ] ||
    { [ -n "$wanted" ] && [ "$wanted" != "$(cat "$options" 2>/dev/null)" ]; }; then
    step "configuring $preset" cmake --preset "$preset" $wanted
    echo "$wanted" >"$options"
  fi
  step "building $preset" cmake --build --preset "$preset" ${1:+--target "$@"} -- -k 0
}

# prepare_web PACKAGES...: installs Emscripten and what it compiles with, and fetches Debian's sources of these.
prepare_web() {
  "$root/scripts/setup" emscripten libc++-15-dev libfast-float-dev libutfcpp-dev dpkg-dev
  mkdir -p "$root/build"
  "$root/scripts/debian_sources" "$root/build/sources" "$@"
  export NODE_PATH=/usr/share/nodejs # Emscripten's optimizer looks for Debian's acorn there
}

# install_modules NAME@VERSION...: from npm, into build/node.
install_modules() {
  local packages=() module
  command -v node >/dev/null || packages+=(nodejs)
  command -v npm >/dev/null || packages+=(npm)
  "$root/scripts/setup" "${packages[@]}"
  mkdir -p "$root/build/node"
  for module in "$@"; do
    [ -d "$root/build/node/node_modules/${module%@*}" ] ||
      step "installing $module" npm install --prefix build/node --no-package-lock --no-audit --no-fund "$module"
  done
}

# prepare_browser: installs Chromium, or Firefox, and what drives it (tests/web/harness.mjs).
prepare_browser() {
  local package=chromium
  [ "${BROWSER:-}" != firefox ] || package=firefox-esr
  "$root/scripts/setup" "$package" && install_modules playwright-core@1.56.1
}

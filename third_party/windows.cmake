# For Windows, by MinGW-w64. scripts/windows fetches what is compiled. One file is a program: what it needs is in it.

set(CMAKE_CXX_EXTENSIONS ON)  # without them MinGW-w64 hides what it has of POSIX
add_link_options(-static)
# What src takes from POSIX, as Windows has it; and Windows' own headers without what would be in the way.
add_compile_definitions(O_CLOEXEC=_O_NOINHERIT O_NONBLOCK=0 O_NOCTTY=0 SIGPIPE=13 _FILE_OFFSET_BITS=64
                        NOMINMAX WIN32_LEAN_AND_MEAN _WIN32_WINNT=0x0A00)
include(third_party/from_sources.cmake)

if(IKSCOPE_WINDOW)
  set(GLFW_BUILD_EXAMPLES OFF)
  set(GLFW_BUILD_TESTS OFF)
  set(GLFW_BUILD_DOCS OFF)
  set(GLFW_INSTALL OFF)
  file(GLOB glfw "${IKSCOPE_SOURCES}/glfw-*")
  add_subdirectory("${glfw}" glfw EXCLUDE_FROM_ALL)
  target_sources(third_party_imgui PRIVATE "${imgui}/backends/imgui_impl_glfw.cpp")
  target_compile_definitions(third_party_imgui PUBLIC GLFW_INCLUDE_NONE IMGUI_DISABLE_DEMO_WINDOWS
                             IMGUI_DISABLE_METRICS_WINDOW)
  target_link_libraries(third_party_imgui PUBLIC glfw imm32)
  include(third_party/glad.cmake)
endif()

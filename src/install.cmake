# Where things belong, a component a package (packages/CMakeLists.txt): the programs with what they read, the library,
# its headers.
file(RELATIVE_PATH to_libraries ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
set_target_properties(ikscope-lab PROPERTIES INSTALL_RPATH "$ORIGIN/${to_libraries}")
install(TARGETS ikscope-lab RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ikscope-lab)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/assets/scenes ${PROJECT_SOURCE_DIR}/assets/lessons
        DESTINATION ${CMAKE_INSTALL_DATADIR}/ikscope/assets COMPONENT ikscope-lab)
install(FILES ${PROJECT_SOURCE_DIR}/assets/window.toml
        DESTINATION ${CMAKE_INSTALL_DATADIR}/ikscope/assets COMPONENT ikscope-lab)
if(IKSCOPE_WINDOW)
  set_target_properties(ikscope ikscope-meshes PROPERTIES INSTALL_RPATH "$ORIGIN/${to_libraries}")
  install(TARGETS ikscope ikscope-meshes RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ikscope)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/shaders DESTINATION ${CMAKE_INSTALL_DATADIR}/ikscope COMPONENT ikscope)
endif()
if(WIN32)
  return()
endif()

# The mathematics as a library, find_package(ikscope): ikscope::ik, and, static, what runs scenes and reads files:
# ikscope::sim, and with COMPONENTS formats ikscope::formats.
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/ikscope)
foreach(name base ik sim lessons files jobs chart sweep formats)
  set_target_properties(${name} PROPERTIES OUTPUT_NAME ikscope_${name} INSTALL_RPATH "$ORIGIN"
                        VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/${name} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ikscope
          COMPONENT libikscope-dev FILES_MATCHING PATTERN "*.h")
endforeach()
install(TARGETS lessons files jobs chart sweep formats EXPORT ikscope-formats
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libikscope-dev)
install(EXPORT ikscope-formats NAMESPACE ikscope:: FILE ikscope-formats-targets.cmake DESTINATION ${package}
        COMPONENT libikscope-dev)
install(TARGETS base ik sim EXPORT ikscope ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libikscope-dev
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libikscope NAMELINK_COMPONENT libikscope-dev)
install(EXPORT ikscope NAMESPACE ikscope:: FILE ikscope-targets.cmake DESTINATION ${package} COMPONENT libikscope-dev)
file(CONFIGURE OUTPUT ikscope-config.cmake @ONLY CONTENT
"include(CMakeFindDependencyMacro)
find_dependency(Eigen3 3.4)
include(\${CMAKE_CURRENT_LIST_DIR}/ikscope-targets.cmake)
set(ikscope_ik_FOUND TRUE)
set(ikscope_sim_FOUND TRUE)
if(\"formats\" IN_LIST ikscope_FIND_COMPONENTS)
  find_dependency(tomlplusplus)
  find_dependency(tinyxml2)
  find_dependency(ZLIB)
  find_dependency(Threads)
  include(\${CMAKE_CURRENT_LIST_DIR}/ikscope-formats-targets.cmake)
  set(ikscope_formats_FOUND TRUE)
endif()
foreach(component IN LISTS ikscope_FIND_COMPONENTS)
  if(ikscope_FIND_REQUIRED_\${component} AND NOT ikscope_\${component}_FOUND)
    set(ikscope_FOUND FALSE)
    set(ikscope_NOT_FOUND_MESSAGE \"ikscope has no component \${component}; expected ik, sim or formats\")
  endif()
endforeach()
")
write_basic_package_version_file(ikscope-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/ikscope-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/ikscope-config-version.cmake DESTINATION ${package} COMPONENT libikscope-dev)

# The same for programs that are not built with CMake: pkg-config --cflags --libs ikscope.
list(TRANSFORM eigen_alignment PREPEND -D OUTPUT_VARIABLE definitions)
list(JOIN definitions " " definitions)
file(RELATIVE_PATH to_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
file(CONFIGURE OUTPUT ikscope.pc @ONLY CONTENT
"prefix=\${pcfiledir}/${to_prefix}
Name: ikscope
Description: Numerical methods of inverse kinematics
Version: ${PROJECT_VERSION}
Requires: eigen3 >= 3.4
Cflags: -I\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}/ikscope ${definitions}
Libs: -L\${prefix}/${CMAKE_INSTALL_LIBDIR} -likscope_ik -likscope_base
")
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/ikscope.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
        COMPONENT libikscope-dev)

# Where things belong: binaries, shaders, scenes, lessons, the desktop entry.
file(RELATIVE_PATH to_libraries ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
set_target_properties(ikscope-lab PROPERTIES INSTALL_RPATH "$ORIGIN/${to_libraries}")
install(TARGETS ikscope-lab RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/assets/scenes ${PROJECT_SOURCE_DIR}/assets/lessons
        DESTINATION ${CMAKE_INSTALL_DATADIR}/ikscope/assets)
install(FILES ${PROJECT_SOURCE_DIR}/assets/window.toml
        DESTINATION ${CMAKE_INSTALL_DATADIR}/ikscope/assets)
if(IKSCOPE_WINDOW)
  set_target_properties(ikscope ikscope-meshes PROPERTIES INSTALL_RPATH "$ORIGIN/${to_libraries}")
  install(TARGETS ikscope ikscope-meshes RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/shaders DESTINATION ${CMAKE_INSTALL_DATADIR}/ikscope)
  install(FILES ${PROJECT_SOURCE_DIR}/assets/ikscope.desktop
          DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  install(FILES ${PROJECT_SOURCE_DIR}/assets/ikscope.svg
          DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The mathematics as a library: find_package(ikscope), ikscope::ik.
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/ikscope)
foreach(name base ik)
  set_target_properties(${name} PROPERTIES OUTPUT_NAME ikscope_${name} INSTALL_RPATH "$ORIGIN"
                        VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/${name}
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ikscope FILES_MATCHING PATTERN "*.h")
endforeach()
install(TARGETS base ik EXPORT ikscope ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT ikscope NAMESPACE ikscope:: FILE ikscope-targets.cmake DESTINATION ${package})
file(CONFIGURE OUTPUT ikscope-config.cmake @ONLY CONTENT
"include(CMakeFindDependencyMacro)
find_dependency(Eigen3 3.4)
include(\${CMAKE_CURRENT_LIST_DIR}/ikscope-targets.cmake)
")
write_basic_package_version_file(ikscope-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/ikscope-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/ikscope-config-version.cmake DESTINATION ${package})
